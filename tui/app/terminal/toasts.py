"""ToastApp: an app whose toasts do not cover the line that the user types in, nor end unsaid in the midst of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App

from tui.app.drawing.wrapping import fit, wrap

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

_AT_TOP = "-toasts-at-top"
"""CSS class of a screen whose toasts are at the top; the app's style sheet defines the place."""


_WIDEST, _BESIDE, _AROUND = 60, 5, 2
"""Maximum cells of a toast, cells of its border and padding and of the scroll bar, and lines that stay free above and below."""


def shortened(text: str, width: int, lines: int) -> str:
    """Return ``text``; if it needs more lines of that width, the part that fits, with ``…`` at its end."""
    wrapped = [line for each in text.split("\n") for line in wrap(each, width, lines + 1)]
    if len(wrapped) <= lines:
        return text
    last = fit(f"{wrapped[lines - 1]} …", width)
    return "\n".join([*wrapped[: lines - 1], last])


class ToastApp(App[None]):
    """An app with toasts at the bottom, or at the top while the user types in the lower half of the screen."""

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a toast where it does not cover the typed text, shortened to half of the screen."""
        width = max(min(_WIDEST, self.size.width) - _BESIDE, 1)
        lines = self.size.height // 2 - _AROUND - len(wrap(title, width, self.size.height or 1))
        if not markup:
            message = shortened(message, width, max(lines, 1))
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=markup)
        self.call_later(self._place_toasts)

    def take_down(self, title: str) -> bool:
        """Remove the toasts with that title, or all for ""; return whether there were any."""
        found = [each for each in self._notifications if title in {"", each.title}]
        for each in found:
            self._unnotify(each)
        return bool(found)

    def on_descendant_focus(self) -> None:
        """Move the toasts away from the newly focused field."""
        self._keep_toasts_clear()

    def on_text_area_selection_changed(self) -> None:
        """Move the toasts away from the cursor's new line."""
        self._keep_toasts_clear()

    def _keep_toasts_clear(self) -> None:
        if len(self._notifications):
            # A field that was just mounted has no position yet.
            self.screen.call_after_refresh(self._place_toasts)

    def _place_toasts(self) -> None:
        cursor = getattr(self.screen.focused, "cursor_screen_offset", None)
        self.screen.set_class(cursor is not None and cursor.y >= self.size.height // 2, _AT_TOP)
