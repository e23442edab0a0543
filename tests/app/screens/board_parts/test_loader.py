"""Cards are read again when they change, also the one that is held."""

import pytest

from tests.app.screens.conftest import screen
from tests.thinned import rotated
from tui.app.screens.board_parts.loader import BoardLoader
from tui.app.widgets import card_list
from tui.app.widgets.status_bar import TitleBar
from tui.model.change import Change, Noun
from tui.model.writes.boards import UpdateBoard
from tui.model.writes.cards import MoveCard, UpdateCard


async def test_a_card_in_the_hand_shows_what_somebody_else_wrote_on_it(play):
    async with play() as p:
        board = screen(p)
        await p.press("space", "l")
        held, there = board.kanban.held, board.lists[1].id
        assert held is not None
        rename = UpdateCard(board_id=p.board.id, card_id=held.id, name="Renamed in another window")
        await p.workspace.writes.submit(rename)
        await p.until(lambda: [rename.name] == [f.name for f in board.cards_of(there) if f.id == held.id])
        board.loader.reread()
        assert [rename.name] == [f.name for f in board.cards_of(there) if f.id == held.id]
        await p.press("escape")
        assert board.cards_of(held.list_id)[0].name == rename.name


@pytest.fixture
def reads(monkeypatch):
    """Count how often all columns are read again."""
    counted = []
    reread = BoardLoader.reread

    def read(self):
        counted.append(1)
        reread(self)

    monkeypatch.setattr(BoardLoader, "reread", read)
    return counted


async def test_a_write_on_its_way_and_a_new_date_of_the_board_read_no_column_again(play, reads):
    async with play() as p:
        board = screen(p)
        before = len(reads)
        quiet: tuple[frozenset[Noun], ...] = (frozenset({"outbox"}), frozenset({"boards"}))
        for nouns in (*quiet, quiet[0] | quiet[1]):
            board.loader.reload(Change(nouns, board_ids=frozenset({p.board.id})))
        board.loader.catch_up()
        assert len(reads) == before
        board.loader.reload(Change(frozenset({"lists"}), board_ids=frozenset({p.board.id})))
        assert len(reads) == before + 1


async def test_the_services_id_of_a_comment_reads_no_column_again_but_that_of_a_card_or_a_list_does(
    play, reads
):
    async with play() as p:
        board = screen(p)
        face = board.kanban.card
        assert face is not None
        before = len(reads)
        for number, local in enumerate(("new-0123456789abcdef01234567", face.id, face.list_id)):
            bound = {local: f"6b0c524fba10978e4900000{number}"}
            nouns = frozenset[Noun]({"comments", "cards", "outbox"})
            board.loader.reload(Change(nouns, frozenset({p.board.id}), frozenset({face.id}), bound))
            assert len(reads) == before + number


async def test_a_filter_typed_before_the_first_board_is_here_is_of_that_board_and_ends_with_it(play):
    async with play() as p:
        board, other = p.board.id, next(each.id for each in p.workspace.boards.all() if each.id != p.board.id)
        screen(p).open_board(None)
        await p.press("slash", *"renewal for", "enter")
        screen(p).open_board(board)
        await p.sees("/renewal for · 2 of 37 cards shown")
        screen(p).open_board(other)
        await p.sees("13 cards")
        assert "renewal for" not in p.text()


async def test_what_a_filter_marked_on_the_cards_ends_with_its_board(play):
    async with play() as p:
        other = next(each.id for each in p.workspace.boards.all() if each.id != p.board.id)
        await p.press("slash", *"due:any ring", "enter")
        row = screen(p).kanban.row
        assert (row.card_style.marked, row.card_style.item_due is None) == (("ring",), False)
        screen(p).open_board(other)
        assert (row.card_style.marked, row.card_style.item_due) == ((), None)
        assert all(column.card_style == row.card_style for column in row.columns)


async def test_a_board_that_was_renamed_or_closed_shows_it(play):
    async with play() as p:
        board, board_id = screen(p), p.board.id
        await p.workspace.writes.submit(UpdateBoard(board_id=board_id, name="Pipeline of May"))
        await p.until(lambda: board.board is not None and board.board.name == "Pipeline of May")
        await p.sees("Pipeline of May", TitleBar)
        await p.workspace.writes.submit(UpdateBoard(board_id=board_id, closed=True))
        await p.until(lambda: board.board is not None and board.board.closed)


async def test_all_cards_are_read_while_a_filter_is_begun(play):
    async with play() as p:
        board = screen(p)
        lists = board.kanban.row.card_lists
        for cards in lists:
            # As of a long list, of which so far only the first card was wanted.
            cards._all, cards._faces, cards._whole = cards._all[:1], cards._faces[:1], False
        await p.press("slash")
        await p.until(lambda: all(cards.fully_read for cards in lists))
        totals = p.workspace.cards.counts(p.board.id)
        assert {cards.list_id: len(cards.known_faces) for cards in lists if cards.known_faces} == totals


@pytest.mark.parametrize(("start", "end"), [(0, 1), (1, 0)])
async def test_a_card_that_its_new_list_has_read_already_is_no_more_in_its_old_one(
    play, monkeypatch, start, end
):
    async with play() as p:
        board, changes = screen(p), list[frozenset[str]]()
        here, there = (board.kanban.row.card_lists[at] for at in (start, end))
        totals, card = (here.total, there.total), board.cards_of(here.list_id)[0]
        with monkeypatch.context() as later:
            later.setattr(board.loader, "patch", changes.append)
            move = MoveCard(board_id=p.board.id, card_id=card.id, list_id=there.list_id, pos=1e9)
            await p.workspace.writes.submit(move)
            await p.until(lambda: changes)
        there.reread(60, there.total)
        board.loader.patch(changes[0])
        assert [card.id in {face.id for face in each.known_faces} for each in (here, there)] == [False, True]
        assert (here.total, there.total) == (totals[0] - 1, totals[1] + 1)


async def test_a_card_that_its_new_list_has_read_left_its_old_one_though_that_never_read_it(
    play, monkeypatch
):
    async with play((80, 12)) as p:
        board, changes = screen(p), list[frozenset[str]]()
        there, here = (board.kanban.row.card_lists[at] for at in (1, 2))
        totals, card = (here.total, there.total), board.cards_of(here.list_id)[-1]
        # As of long lists, of which only the first cards were read.
        monkeypatch.setattr(card_list, "PAGE", 2)
        here.reread(2, here.total)
        with monkeypatch.context() as later:
            later.setattr(board.loader, "patch", changes.append)
            move = MoveCard(board_id=p.board.id, card_id=card.id, list_id=there.list_id, pos=1)
            await p.workspace.writes.submit(move)
            await p.until(lambda: changes)
        there.reread(2, there.total)
        board.loader.patch(changes[0])
        assert (here.total, there.total) == (totals[0] - 1, totals[1] + 1)


async def test_a_card_that_was_archived_elsewhere_while_it_was_in_the_hand_is_not_counted(play):
    async with play() as p:
        board = screen(p)
        here, there = board.kanban.row.card_lists[:2]
        totals = here.total, there.total
        await p.press("space", "l")
        held = board.kanban.held
        assert held is not None
        assert held.id in {face.id for face in there.known_faces}
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=held.id, closed=True))
        await p.until(lambda: board.kanban.held is None)
        assert (here.total, there.total) == (totals[0] - 1, totals[1])


@pytest.mark.parametrize(("plugged", "new"), rotated([True, False], [True, False]))
async def test_a_card_that_was_carried_is_counted_where_it_was_dropped(play, plugged, new):
    def counts():
        return [cards.total for cards in screen(p).kanban.row.card_lists][:3]

    async with play() as p:
        p.wire.plugged = plugged
        first, *others = counts()
        if new:
            await p.press("n", *"Ring Tui Ridge", "enter", "escape")
            first += 1
        await p.press("space", "l", "enter")
        await p.until(lambda: counts() == [first - 1, others[0] + 1, others[1]])
        assert "moved to Contacted" in p.words()
        await p.press("space", "l", "enter")
        await p.until(lambda: counts() == [first - 1, others[0], others[1] + 1])
        await p.press("u", "u")
        await p.until(lambda: counts() == [first, *others])
        await p.press("space", "l", "l", "h", "h", "j", "enter")
        assert counts() == [first, *others]
        await p.press("space", "l", "escape")
        assert counts() == [first, *others]
