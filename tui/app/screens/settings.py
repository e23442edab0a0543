"""SettingsScreen: the settings with their values and their origin, which the user can change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from tui.app.commands.pages.settings import SETTINGS_PAGE
from tui.app.drawing.themes import theme_names
from tui.app.screens.list_page import ListPage
from tui.app.settings_check import every_problem
from tui.errors import UsageError
from tui.presentation.safe_text import safe_line, safe_text
from tui.settings.config import Config, change, read_tables
from tui.settings.known import OWN, SETTINGS, known_setting

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import ComposeResult

    from tui.app.commands.pages.settings import Value
    from tui.app.widgets.rows import Row
    from tui.settings.known import Setting
    from tui.workspace import Workspace

_NAME = max(len(each.name) for each in SETTINGS) + 2  # cells
_IGNORED = "This is ignored:"
_EXPLAINED = "This file is wrong. Until it is mended the settings below hold, as they were read at the start; cardscout config check tells this too."


class SettingsScreen(ListPage):
    """The page of the settings.

    Args:
        apply: Applies a setting of that name and value to the running screens; returns whether it holds by now.
        held: The settings that were read at the start, which hold while the file is wrong; None for the defaults.
    """

    heading = "Settings"
    commands = SETTINGS_PAGE

    def __init__(
        self,
        workspace: Workspace,
        path: Path,
        apply: Callable[[str, Value], bool],
        *,
        held: Config | None = None,
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._path, self._apply = path, apply
        self._held, self._config = held or Config(), Config()
        self._wrong: tuple[UsageError, ...] = ()

    def compose(self) -> ComposeResult:
        """Yield the heading, the mistakes in the file, and the rows."""
        heading, *rest = super().compose()
        yield heading
        yield Static(id="settings-wrong")
        yield from rest

    @property
    def setting(self) -> Setting | None:
        """The setting under the cursor."""
        return known_setting(self.chosen or "")

    @property
    def value(self) -> Value:
        """Its value in the file; None if it is not set."""
        setting = self.setting
        return None if setting is None else self._config.written(setting)

    def names(self, setting: Setting) -> Sequence[str]:
        """Return the themes, time zones, accounts or providers that there are."""
        if setting.name == "theme":
            return theme_names()
        if setting.name == "timezone":
            from tui.settings.config_problems import time_zones

            return time_zones()
        from tui.settings.accounts import LOCAL

        return [LOCAL, *read_tables(self._path, f"{setting.name}s")]

    def title_words(self) -> str:
        """Return the name of the settings file."""
        return safe_line(str(self._path))

    def entries(self) -> list[Row]:
        """Return one row per setting."""
        try:
            self._config, wrong = Config.read_valid(self._path)
            self._wrong = tuple(wrong)
        except UsageError as error:
            self._wrong = (error,)
        if self._wrong:
            self._config = self._held
        self._show_wrong()
        return [(each.name, self._row(each)) for each in SETTINGS]

    def _show_wrong(self) -> None:
        """Show each error in the file with its fix, in full, and which settings are in use meanwhile."""
        # The heading names the file already.
        wrong = [each.removeprefix(f"{self._path}, ") for each in every_problem(self._path)]
        lines = [_EXPLAINED if self._wrong else _IGNORED, *wrong] if wrong else []
        box = self.query_one("#settings-wrong", Static)
        box.display = bool(lines)
        box.update(Content(safe_text("\n".join(lines), multiline=True)))

    def _row(self, setting: Setting) -> Content:
        value = self._config.written(setting)
        if value is None:
            shown, source = setting.unset, "not set"
        else:
            shown = str(value).lower() if isinstance(value, bool) else safe_line(str(value))
            table = "[theme], " if value == OWN and setting.name == "theme" else ""
            source = "from the start" if self._wrong else f"{table}line {self._config.lines[setting.name]}"
        head = Content.assemble(
            (f"{setting.name:<{_NAME}}", "bold"),
            (shown, "" if value is None else "$cursor"),
            (f"  · {source}", "$ink-quiet"),
        )
        return Content("\n").join([head, Content.styled(f"  {self._about(setting)}", "$ink-quiet")])

    def _about(self, setting: Setting) -> str:
        """Return what a setting is; of the preset of keys also how single keys are set, and how many are."""
        if setting.name != "keys":
            return setting.about
        count = len(self._config.bindings)
        own = f", {count} so far" if count else ""
        return f"The preset of keys; single ones: {self.key_names['palette']} “Change a key binding”{own}"

    def keep(self, value: Value) -> None:
        """Set the setting under the cursor in the file, or remove it (None), and show when it takes effect."""
        if (setting := self.setting) is None:
            return
        change(self._path, setting.name, value)
        held = self._apply(setting.name, value)
        self.reload()
        shown = setting.unset if value is None else str(value).lower() if isinstance(value, bool) else value
        self.tell(f"{setting.name}: {shown}{'' if held else ' · from the next start on'}")
