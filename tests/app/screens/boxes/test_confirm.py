"""A question of yes or no: what enter answers is told, and a long text scrolls between the question and the answers."""

from tui.app.screens.boxes.confirm import ConfirmScreen


async def test_the_bottom_line_tells_what_enter_does_and_a_long_text_scrolls(play):
    async with play() as p:
        await p.app.push_screen(ConfirmScreen("Sure?", yes="Go", no="Stay"))
        await p.sees("y go enter stay esc stay")
        await p.press("right")
        await p.sees("enter go esc stay")
        await p.press("left")
        await p.sees("y go enter stay esc stay")
        await p.press("escape")
        lines = "\n".join(f"line {n}" for n in range(60))
        await p.app.push_screen(ConfirmScreen("Make sixty?", detail=lines, yes="Go", meant=True))
        await p.sees("enter go esc cancel ↑ ↓ scroll")
        assert "Make sixty?" in p.text()
        await p.press("pagedown", *["down"] * 60)
        await p.sees("line 59")
        await p.press("pageup", "up")
        await p.until(lambda: "line 59" not in p.text())
