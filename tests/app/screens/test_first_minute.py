"""The first minute: an empty start offers boards, and a tour shows the keys, for who wants it."""

from tests.app.screens.conftest import Play, screen
from tests.app.screens.test_board import here, lists
from tests.app.test_empty_board import running


class Source:
    """Boards made by the service itself, as the program's own source does."""

    def __init__(self, p: Play) -> None:
        self.p = p

    async def sample(self) -> str:
        return await self._make("Pipeline")

    async def _make(self, name: str) -> str:
        return await self.p.workspace.boards.create(name)


async def test_the_sample_comes_by_its_name_and_nothing_comes_into_another_account(tmp_path):
    async with running(tmp_path) as p:
        p.app._pages._source = Source(p)
        await p.sees("“sample” makes the sample boards", tick=0.1)
        await p.press("ctrl+p", *"sample", "enter")
        await p.sees("Pipeline ▾")
    async with running(tmp_path / "other", "firm") as p:
        p.app._pages._source = Source(p)
        await p.sees("firm has no boards yet", tick=0.1)
        assert "sample" not in p.text()
        await p.press("ctrl+p", *"sample", "enter")
        await p.sees("the sample is made in the account on this machine: A opens local")


async def test_the_tour_goes_on_when_a_thing_was_tried_and_ends_by_itself(play, picture):
    async with play() as p:
        before = p.text()
        await p.press("g", "question_mark")
        await p.sees("1/9 j k h l or the arrows walk from card to card")
        assert picture(p, "tour")
        await p.press("x", "j")
        await p.sees("2/9 enter opens the card; then esc goes back")
        await p.press("enter")
        await p.press("escape", "L", "u")
        await p.sees("5/9 n begins a new card")
        await p.press("n", *"Ring Bo")
        await p.sees("5/9 type a title and press enter; then esc")
        await p.press("enter")
        assert "5/9" in p.words(), "the line is open for the next card"
        await p.press("escape")
        await p.sees("6/9 / shows only some cards: type hot, press enter")
        await p.press("slash", *"hot", "enter")
        await p.sees("7/9 esc shows all cards again")
        await p.press("escape", "e", "escape")
        await p.sees("9/9 ? lists all keys")
        await p.press("question_mark", "escape")
        await p.until(lambda: screen(p).tour is None)
        assert "9/9" not in p.text()
        assert before.count("\n") == p.text().count("\n")


async def test_the_tour_is_left_at_any_step_and_never_comes_by_itself(play):
    async with play((80, 24)) as p:
        assert "g ? ends the tour" not in p.words()
        await p.press("g", "question_mark")
        await p.sees("g ? ends the tour")
        first = here(p)
        await p.press("g", "question_mark")
        await p.until(lambda: "ends the tour" not in p.words())
        assert here(p) == first


async def test_a_first_start_tells_of_it_once(play):
    async with play() as p:
        await p.until(lambda: p.app._after_start is not None)
        p.app._after_start._announces_tour = True
        page = screen(p)
        p.app._after_start._announce_tour(page)
        await p.sees("new here? g ? takes a short tour")
        page.tell("")
        p.app._after_start._announce_tour(page)
        await p.pilot.pause()
        assert "new here?" not in p.text()
        assert lists(p)
