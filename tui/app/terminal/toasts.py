"""ToastApp: an app whose toasts do not lie over the line that is being typed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

_AT_TOP = "-toasts-at-top"
"""Class of a screen whose toasts are at the top; the sheet of the app has the place."""


class ToastApp(App[None]):
    """An app whose toasts are at the bottom, but at the top while the lower half of the screen is typed in."""

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a toast, clear of what is being typed."""
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=markup)
        self.call_later(self._place_toasts)

    def on_descendant_focus(self) -> None:
        """Move the toasts out of the way of the field that has the focus now."""
        self._keep_toasts_clear()

    def on_text_area_selection_changed(self) -> None:
        """Move the toasts out of the way of a cursor that went to another line."""
        self._keep_toasts_clear()

    def _keep_toasts_clear(self) -> None:
        if len(self._notifications):
            # A field that has just come has no place yet.
            self.screen.call_after_refresh(self._place_toasts)

    def _place_toasts(self) -> None:
        cursor = getattr(self.screen.focused, "cursor_screen_offset", None)
        self.screen.set_class(cursor is not None and cursor.y >= self.size.height // 2, _AT_TOP)
