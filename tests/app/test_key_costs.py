"""What a key costs, in counts that do not depend on the machine: what is read from the store, and laid out anew."""

import threading

import pytest
from textual._compositor import Compositor
from textual.widgets import TextArea

from tests.app.screens.conftest import Play, first, screen
from tui.app.screens.card import CardScreen
from tui.store.db import Database

FACES, COUNTS = "SELECT id, list_id, name", "SELECT list_id, count(*)"
"""Beginnings of the queries that read faces, and that count the cards of lists."""


class Costs:
    """What was done since ``begin``.

    Attributes:
        layouts: How often a screen was laid out.
        rows: For each query by the app's own thread its SQL and the number of its rows.
    """

    def __init__(self) -> None:
        self.layouts, self.rows = 0, list[tuple[str, int]]()

    begin = __init__

    def of(self, beginning: str) -> list[int]:
        """The numbers of rows of the queries with this beginning."""
        return [rows for sql, rows in self.rows if sql.startswith(beginning)]


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> Costs:
    """What keys cost from now on."""
    costs, here = Costs(), threading.current_thread()
    query, first, reflow = Database.query, Database.first, Compositor.reflow

    def noted_query(db, sql, *args):
        found = query(db, sql, *args)
        if threading.current_thread() is here:
            costs.rows.append((sql, len(found)))
        return found

    def noted_first(db, sql, *args):
        found = first(db, sql, *args)
        if threading.current_thread() is here:
            costs.rows.append((sql, int(found is not None)))
        return found

    def noted_reflow(compositor, parent, size):
        costs.layouts += 1
        return reflow(compositor, parent, size)

    monkeypatch.setattr(Database, "query", noted_query)
    monkeypatch.setattr(Database, "first", noted_first)
    monkeypatch.setattr(Compositor, "reflow", noted_reflow)
    return costs


async def ready(p: Play) -> None:
    """Let what follows a start be done: the rest of the lists is read, and the sync has looked at the board."""
    lists = screen(p).kanban.row.card_lists
    await p.until(lambda: all(cards.measured == len(cards) for cards in lists))
    await p.until(lambda: p.workspace.sync.status().state == "synced")
    await p.stands()


async def test_a_move_in_a_list_reads_its_card_counts_nothing_and_lays_nothing_out(play, costs):
    async with play() as p:
        await p.press("j")
        await ready(p)
        costs.begin()
        await p.press("J")
        await p.until(lambda: not p.workspace.sync.status().waiting)
        assert (costs.layouts, costs.of(COUNTS)) == (0, [])
        # Once when it was written, and once for each time that the sync told of it.
        assert 1 <= len(costs.of(FACES)) <= 4
        assert set(costs.of(FACES)) == {1}


async def test_a_move_to_another_list_counts_no_list_and_reads_no_other_card(play, costs):
    async with play() as p:
        await ready(p)
        costs.begin()
        card = first(p)
        await p.press("L")
        await p.until(lambda: not p.workspace.sync.status().waiting)
        assert costs.of(COUNTS) == []
        assert set(costs.of(FACES)) == {1}
        assert costs.layouts == 0
        assert first(p) == card


async def test_a_card_is_opened_with_what_it_shows_and_an_area_to_type_in_comes_with_the_first_edit(
    play, costs
):
    async with play() as p:
        await ready(p)
        costs.begin()
        await p.press("enter")
        await p.until(lambda: isinstance(p.app.screen, CardScreen))
        await p.stands()
        # Once for its size, once when it is built; on a busy machine what the sync just read of it comes as a third.
        assert costs.layouts <= 3
        assert len(list(p.app.screen.walk_children())) == 19
        assert not p.app.screen.query(TextArea)
        await p.press("d")
        await p.until(lambda: isinstance(p.app.focused, TextArea))
        assert len(p.app.screen.query(TextArea)) == 1
        # Left and begun again it is the same one.
        await p.press("escape", "d")
        await p.until(lambda: isinstance(p.app.focused, TextArea))
        assert len(p.app.screen.query(TextArea)) == 1
