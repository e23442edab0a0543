"""Commands of the settings page: change a setting, or leave it to its default."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tui.app.commands.app import APP
from tui.app.commands.command import Choice
from tui.app.commands.list_pages import Back, FirstRow, ListPageContext, OnChosen
from tui.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.app.commands.command import CommandType
    from tui.settings.known import Setting

Value = str | int | None


class SettingsContext(ListPageContext, Protocol):
    """The settings page."""

    @property
    def setting(self) -> Setting | None:
        """The setting under the cursor."""

    @property
    def value(self) -> Value:
        """Its value in the file; None if it is not set."""

    def names(self, setting: Setting) -> Sequence[str]:
        """Return the names that the value of ``setting`` is one of."""

    def keep(self, value: Value) -> None:
        """Set the setting under the cursor in the file, or remove it (None).

        Raises:
            UsageError: The value is invalid, or the file cannot be written.
        """


class ChangeSetting(OnChosen[SettingsContext]):
    """Change the setting; it is written to config.toml, whose comments stay."""

    asks = True
    keys = ("enter",)
    shown = "change"

    async def run(self, context: SettingsContext) -> None:
        """Ask for the value, and write it."""
        setting = context.setting
        if setting is None:
            return
        if setting.kind == "switch":
            context.keep(not (setting.unset == "true" if context.value is None else context.value))
        elif setting.kind in {"choice", "name"}:
            await self._choose(context, setting)
        else:
            await self._ask(context, setting)

    async def _choose(self, context: SettingsContext, setting: Setting) -> None:
        choices = setting.choices or context.names(setting)

        async def keep(value: str) -> None:
            context.keep(value)

        shown = [Choice(each, each) for each in choices]
        await context.choose(setting.about, shown, at=str(context.value or ""), attempt=keep)

    async def _ask(self, context: SettingsContext, setting: Setting) -> None:
        from tui.presentation.typed_number import NONE

        async def keep(text: str) -> None:
            if not text or (setting.kind == "number" and text.casefold() in NONE):
                context.keep(None)
            elif setting.kind != "number":
                context.keep(text)
            elif text.isdecimal():
                context.keep(int(text))
            else:
                raise UsageError(f"“{text}” is not {setting.numbers}")

        value = "" if context.value is None else str(context.value)
        await context.prompt(
            setting.about, offer=value, placeholder=setting.unset, attempt=keep, blank=bool(value)
        )


class UnsetSetting(OnChosen[SettingsContext]):
    """Take the setting out of config.toml, so that its default holds."""

    keys = ("delete", "x")
    shown = "default"

    def refuse(self, context: SettingsContext) -> str | None:
        """Refuse if the setting is not set."""
        return super().refuse(context) or ("it is not set" if context.value is None else None)

    async def run(self, context: SettingsContext) -> None:
        """Remove it from the file."""
        context.keep(None)


SETTINGS_PAGE: tuple[CommandType, ...] = (Back, FirstRow, ChangeSetting, UnsetSetting, *APP)
