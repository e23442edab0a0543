"""The line above a page of cards: what is on it, and the filter, which is shown in every width."""

from rich.cells import cell_len

from tui.app.widgets.status_bar import Filtered
from tui.app.widgets.views.page_heading import PageHeading


async def test_the_words_of_the_page_go_before_the_filter(stage):
    heading = PageHeading()
    async with stage(heading).run_test(size=(120, 5)) as pilot:
        filtered = Filtered("/label:hot due:overdue member:ana", ("3 of 17 shown", "3 of 17"))
        heading.say("Calendar", "Pipeline · November 2026 · nothing due on Sat 21 Nov", filtered)
        for width in range(120, 39, -1):
            await pilot.resize_terminal(width, 5)
            line = pilot.app.text().split("\n")[0].rstrip()
            assert line.startswith(" Calendar  ")
            assert line.endswith((" · 3 of 17", " · 3 of 17 shown"))
            assert " · /label:" in line
            assert cell_len(line) <= width


async def test_without_a_filter_or_words_there_is_no_dot(stage):
    heading = PageHeading()
    async with stage(heading).run_test(size=(40, 5)) as pilot:
        heading.say("Agenda", "", Filtered("/x", ("1 of 2",)))
        assert pilot.app.text().split("\n")[0].rstrip() == " Agenda  /x · 1 of 2"
        heading.say("Agenda", "2 cards", None)
        await pilot.pause()
        assert pilot.app.text().split("\n")[0].rstrip() == " Agenda  2 cards"


async def test_of_several_summaries_the_first_that_fits_is_shown(stage):
    heading = PageHeading()
    async with stage(heading).run_test(size=(40, 5)) as pilot:
        filtered = Filtered("/x", ("1 of 2",))
        for width, words in ((44, "a summary of its own"), (34, "a summary"), (28, "a s…")):
            await pilot.resize_terminal(width, 5)
            heading.say("Agenda", ("a summary of its own", "a summary"), filtered)
            await pilot.pause()
            line = pilot.app.text().split("\n")[0].rstrip()
            assert line == f" Agenda  {words} · /x · 1 of 2"
