"""The floor under every Textual program: an app that updates one line a key."""

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static


class Bare(App[None]):
    """Shows how many keys were pressed."""

    def compose(self) -> ComposeResult:
        """One line."""
        yield Static("ready 0", id="line")

    def on_mount(self) -> None:
        """Start counting."""
        self.keys = 0

    def on_key(self, event: Key) -> None:
        """Count, and quit on q."""
        if event.key == "q":
            self.exit()
        self.keys += 1
        self.query_one("#line", Static).update(f"ready {self.keys}")


if __name__ == "__main__":
    Bare().run()
