"""Notices of the rules: each is on the screen once."""

from textual.app import App

from tui.app.rule_notices import _show_report


async def test_what_is_on_the_screen_is_not_shown_twice():
    app: App[None] = App()
    async with app.run_test() as pilot:
        for text in ("rule Fin: cannot work", "rule Fin: cannot work", "rule Fin: it works again"):
            _show_report(app, text)
            await pilot.pause()
        assert [one.message for one in app._notifications] == [
            "rule Fin: cannot work",
            "rule Fin: it works again",
        ]
