"""The search over the cards of all boards, here and at the service."""

from textual.widgets import Input

from tests.app.fakes import fake
from tests.app.screens.conftest import at
from tui.app.screens import search
from tui.app.screens.board import BoardScreen
from tui.app.screens.card import CardScreen
from tui.app.screens.search import SearchScreen
from tui.app.theme import LIGHT
from tui.app.widgets.rows import RowList
from tui.model.account.call import ApiCall
from tui.model.change import Change
from tui.model.values.scalars import new_local_id
from tui.model.writes.boards import CreateBoard, UpdateBoard
from tui.model.writes.cards import DeleteCard, MoveCard, UpdateCard
from tui.model.writes.lists import CreateList


async def test_search_finds_on_every_board_and_opens_what_was_found(play):
    async with play() as p:
        await p.press("S", *"second call callum")
        await p.sees("1 found")
        await p.sees("Contacted · Pipeline")
        await p.press("enter")
        await at(p, CardScreen)
        assert p.app.screen.card.name.startswith("Second call")
        facts = p.app.screen.query_one("#card-facts")
        dark = str(facts.content.content.spans)
        p.app.use_theme(LIGHT)
        await p.until(lambda: str(facts.content.content.spans) != dark)  # the colours of its labels
        await p.sees("esc back to search")
        await p.press("escape")
        await at(p, SearchScreen)
        await p.press("escape")
        await at(p, BoardScreen)


async def test_search_has_its_title_and_its_rows_where_other_pages_have_them(play):
    async with play() as p:
        await p.press("S", *"second call callum")
        await p.sees("1 found")
        title, field, _, row, *_ = p.text().split("\n")
        assert title.startswith(" Search every board  1 found")
        assert field.startswith(" second call callum")
        assert row.startswith("   Second call with Callum")


async def test_enter_opens_the_best_hit_of_all_that_was_typed(play):
    async with play() as p:
        await p.press("S", *"r")
        rows = p.app.screen.query_one(RowList)
        await p.press("down", "down", "down")
        before = rows.current
        await p.press("i")
        assert before in [option.id for option in rows.options][1:]
        assert rows.highlighted == 0
        await p.press("backspace", "backspace", *"second call callum")
        await p.press("enter")
        await at(p, CardScreen)
        assert p.app.screen.card.name.startswith("Second call")


async def test_a_card_that_was_found_is_shown_as_it_becomes_elsewhere(play):
    async with play() as p:
        await p.press("S", *"second call callum")
        await p.sees("Contacted · Pipeline")
        card, won = p.face("Second call"), p.workspace.boards.lists(p.board.id)[-1]
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=card.id, name="Third call"))
        await p.workspace.writes.submit(
            MoveCard(board_id=p.board.id, card_id=card.id, list_id=won.id, pos=1.0)
        )
        await p.sees("Third call Won · Pipeline")


def test_changes_of_other_cards_draw_nothing_that_was_found(monkeypatch):
    drawn, page = list[int](), SearchScreen(fake())
    page._hits = [fake(id="c1")]
    monkeypatch.setattr(page, "_update_hits", lambda: drawn.append(1))
    for number, ids in enumerate((["c2"], ["c1", "c2"], [])):
        page.reload(Change(frozenset({"cards"}), card_ids=frozenset(ids)))
        assert len(drawn) == number  # one without ids may be of any card


async def test_a_card_that_was_found_and_is_deleted_elsewhere_is_listed_no_more(play, monkeypatch):
    monkeypatch.setattr(search, "PAUSE", 3600)  # the service's answer would be of now anyway
    async with play() as p:
        gone, *_ = (card for card in p.workspace.search.local("ana") if card.kind == "card")
        await p.press("S", *"ana")
        await p.sees(f"{len(p.workspace.search.local('ana'))} found")
        await p.workspace.writes.submit(DeleteCard(board_id=gone.board_id, card_id=gone.id))
        left = p.workspace.search.local("ana")
        assert gone.id not in {hit.id for hit in left}
        await p.sees(f"{len(left)} found")
        assert gone.name not in p.words()


async def test_what_was_found_is_shown_on_the_board_that_has_it_now(play, monkeypatch):
    monkeypatch.setattr(search, "PAUSE", 3600)  # the service's answer would be of now anyway
    async with play() as p:
        other, there = new_local_id(), new_local_id()
        await p.workspace.writes.submit_all(
            [
                CreateBoard(board_id=other, name="Winter"),
                CreateList(board_id=other, list_id=there, name="Begun", pos=1.0),
            ]
        )
        await p.press("S", *"second call callum")
        await p.sees("Contacted · Pipeline")
        await p.workspace.cards.move([p.face("Second call").id], there)
        await p.sees("Begun · Winter")
        await p.press("ctrl+u", *"winter")
        await p.sees("▦ Winter")
        await p.workspace.writes.submit(UpdateBoard(board_id=other, name="Winter sale"))
        await p.sees("▦ Winter sale")


async def test_esc_from_a_card_that_was_found_leads_back_to_what_else_was_found_and_then_to_the_board(
    play, monkeypatch
):
    monkeypatch.setattr(search, "PAUSE", 3600)  # asked later, the service does not find the new title
    async with play() as p:
        await p.press("S", *"ltd")
        await p.until(lambda: p.app.screen.query_one(RowList).option_count > 3)
        await p.press("down", "down", "enter")
        await at(p, CardScreen)
        chosen = p.app.screen.card
        await p.press("t", "ctrl+u", *"Ring instead", "enter")
        await p.until(lambda: p.app.screen.card.name == "Ring instead")
        await p.press("escape")
        await at(p, SearchScreen)
        rows = p.app.screen.query_one(RowList)
        assert p.app.screen.query_one(Input).value == "ltd"
        assert rows.current == f"card:{chosen.id}"
        assert chosen.name not in p.text()
        await p.press("down", "enter")
        await at(p, CardScreen)
        assert p.app.screen.card.id != chosen.id
        await p.press("escape", "escape")
        await at(p, BoardScreen)
        assert p.app.open_board_id == p.board.id


async def find_unread(p):
    """Make a card at the service alone, and search for it until the service has answered."""
    column = p.workspace.boards.lists(p.board.id)[0].id
    p.workspace.sync.watch(None)  # or the card may be here before it is searched for
    made = await p.workspace.sync.call(
        ApiCall(
            service="board",
            method="POST",
            path="/1/cards",
            body={"idList": column, "name": "Zeppelin hire"},
        )
    )
    await p.press("S", *"zeppelin")
    await p.sees("at the service")
    return made


async def test_a_card_that_only_the_service_has_is_read_alone_and_opened(play, monkeypatch):
    monkeypatch.setattr(search, "PAUSE", 0.01)
    async with play() as p:
        made = await find_unread(p)
        await p.press("enter")
        await at(p, CardScreen)
        assert p.app.screen.card.id == made["id"]


async def test_a_card_that_went_from_the_service_since_it_was_found_is_told(play, monkeypatch):
    monkeypatch.setattr(search, "PAUSE", 0.01)
    async with play() as p:
        made = await find_unread(p)
        await p.workspace.sync.call(ApiCall(service="board", method="DELETE", path=f"/1/cards/{made['id']}"))
        await p.press("enter")
        await p.sees("that card is not there any more")
        p.wire.plugged = False
        await p.press("enter")
        await p.sees("offline: that card is not here yet", tick=1)


async def test_what_is_typed_takes_the_place_of_the_last_search(play):
    async with play() as p:
        await p.press("S", *"grace")
        await p.until(lambda: p.workspace.memory.get("search") == "grace")
        await p.press("escape", "S")
        assert p.app.screen.query_one(Input).value == "grace"
        await p.press(*"hemi")
        assert p.app.screen.query_one(Input).value == "hemi"
        await p.until(lambda: p.workspace.memory.get("search") == "hemi")
        await p.press("escape", "S", "end", *" x")
        assert p.app.screen.query_one(Input).value == "hemi x"
