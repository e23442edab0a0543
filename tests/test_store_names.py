"""Names in a store file, as a command line completes them."""

from pathlib import Path
from typing import Literal

import pytest

from tests.store.conftest import BOARD, NEW, clock, path, reopen, store
from tui.model.attachment import Attachment
from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.model.writes.cards import UpdateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store
from tui.store_names import StoredName, board_of, read_names, read_names_by_board, read_saved_filters

__all__ = ("clock", "path", "reopen", "store")

CARD, OTHER = "5fc7b7c40000000000000001", "e" * 24


@pytest.fixture
def kept(store: Store, path: Path) -> Path:
    """Two boards; a card with a short link, a file and a checklist; an archived list and card."""
    link = Attachment(id="7" * 24, name="Brief.pdf", url="https://x.example")
    store.arrive(
        Arrived(
            boards=(
                Board(id=OTHER, name="Team 100%", short_link="zzzz9999", starred=True),
                Board(id="9" * 24, name="Old", closed=True),
            ),
            lists=(BoardList(id="8" * 24, id_board=BOARD, name="Done", pos=3, closed=True),),
            cards=(
                Card(
                    id=CARD,
                    id_board=BOARD,
                    id_list=NEW,
                    name="Ring Ana_1",
                    pos=1,
                    short_link="card0001",
                    attachments=(link,),
                ),
                Card(id="6" * 24, id_board=BOARD, id_list=NEW, name="Archived", pos=2, closed=True),
            ),
        )
    ).result()
    at = {"board_id": BOARD, "card_id": CARD, "checklist_id": "new-k"}
    store.writes.submit(CreateChecklist(**at, name="Steps", pos=1)).result()
    store.writes.submit(CreateCheckItem(**at, item_id="new-i", name="call her", pos=1)).result()
    return path


def names(path: Path, *asked: str, typed: str = "", closed: bool = False) -> list[str]:
    noun, *of = asked
    return [one.name for one in read_names(path, noun, *of, typed=typed, closed=closed)]  # type: ignore[arg-type]  # one of the nouns


def test_boards_are_in_the_order_they_are_shown(kept: Path) -> None:
    assert read_names(kept, "boards") == [
        StoredName(id=OTHER, name="Team 100%", more="zzzz9999"),
        StoredName(id=BOARD, name="Sales", more="abcd1234"),
    ]
    assert names(kept, "boards", closed=True) == ["Old"]


@pytest.mark.parametrize("board", [BOARD, "abcd1234", "Sales", "sal"])
def test_a_board_is_named_by_id_link_name_or_its_beginning(kept: Path, board: str) -> None:
    assert names(kept, "lists", board) == ["New", "Old"]
    assert names(kept, "lists", board, closed=True) == ["Done"]


def test_a_label_without_a_name_is_its_colour(kept: Path) -> None:
    assert names(kept, "labels", "Sales") == ["blue", "Hot"]
    assert names(kept, "labels", "Team") == []


@pytest.mark.parametrize("noun", ["lists", "labels"])
def test_those_of_all_boards_at_once_are_those_of_each(kept: Path, noun: Literal["lists", "labels"]) -> None:
    boards = [board.id for closed in (False, True) for board in read_names(kept, "boards", closed=closed)]
    each = {board: read_names(kept, noun, board) for board in boards}
    assert read_names_by_board(kept, noun) == {board: found for board, found in each.items() if found}
    assert read_names_by_board(kept, noun)
    assert read_names_by_board(kept.with_name("missing"), noun) == {}


def test_saved_filters_are_read_from_the_file(kept: Path, store: Store, tmp_path: Path) -> None:
    assert read_saved_filters(kept) == read_saved_filters(tmp_path / "none.db") == {}
    store.meta.set("app:filters", '{"Hot": "#hot"}').result()
    assert read_saved_filters(kept) == {"Hot": "#hot"}


def test_members_are_those_of_a_board_or_all(kept: Path) -> None:
    assert read_names(kept, "members") == [StoredName(id="a" * 24, name="me", more="Me Myself", short="MM")]
    assert names(kept, "members", "Sales") == ["me"]
    assert names(kept, "members", "Team") == []


@pytest.mark.parametrize(
    ("typed", "found"),
    [("", 4), ("ring", 1), ("Ana_", 1), ("%", 0), ("_", 1), ("\\", 0), (CARD[:24], 1), ("Card", 3)],
)
def test_cards_are_found_by_what_was_typed_as_it_is(kept: Path, typed: str, found: int) -> None:
    assert len(names(kept, "cards", typed=typed)) == found


def test_cards_of_a_board_and_archived_ones(kept: Path) -> None:
    assert len(names(kept, "cards", "Sales")) == 4
    assert names(kept, "cards", "Team") == []
    assert names(kept, "cards", closed=True) == ["Archived"]


@pytest.mark.parametrize("card", [CARD, "card0001", "https://trello.com/c/card0001/1-ring-ana"])
def test_parts_of_a_card_are_found_by_its_id_link_or_address(kept: Path, card: str) -> None:
    assert names(kept, "checklists", card) == ["Steps"]
    assert names(kept, "items", card) == ["call her"]
    assert names(kept, "attachments", card) == ["Brief.pdf"]
    assert board_of(kept, card) == BOARD


def test_what_is_shown_is_read_and_not_what_the_service_has(kept: Path, store: Store) -> None:
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Ring Bo")).result()
    assert names(kept, "cards", typed="ring") == ["Ring Bo"]


@pytest.mark.parametrize("content", [None, b"", b"no database" * 500])
def test_a_file_that_is_no_store_has_no_names(tmp_path: Path, content: bytes | None) -> None:
    found = tmp_path / "no.db"
    if content is not None:
        found.write_bytes(content)
    assert read_names(found, "boards") == []
    assert board_of(found, CARD) == ""
    assert board_of(tmp_path, CARD) == ""


def test_the_file_is_only_read(kept: Path, store: Store) -> None:
    store.close()
    before = kept.read_bytes()
    names(kept, "cards")
    assert board_of(kept, "nobody") == ""
    assert kept.read_bytes() == before
