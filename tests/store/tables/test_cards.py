import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tui.model.card import Card, CardFace
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store

BOARD, NEW, OLD, RED = "b" * 24, "c" * 24, "d" * 24, "1" * 24
CARD = "5fc7b7c40000000000000001"


def test_faces_in_order_by_position_then_id_and_by_the_page(store: Store) -> None:
    store.writes.submit(MoveCard(board_id=BOARD, card_id=CARD, list_id=NEW, pos=3)).result()
    assert [face.name for face in store.cards.faces(NEW)] == ["Card 0", "Card 2", "Card 1", "Card 3"]
    assert [face.name for face in store.cards.faces(NEW, 1, 2)] == ["Card 2", "Card 1"]
    assert store.cards.faces(NEW, 9) == []
    after: CardFace | None = None
    names: list[str] = []
    while page := store.cards.next_faces(NEW, after, 3):
        names += [face.name for face in page]
        after = page[-1]
    assert names == ["Card 0", "Card 2", "Card 1", "Card 3"]
    assert store.cards.counts(BOARD) == {NEW: 4}
    assert (store.cards.counts(BOARD, [NEW, OLD]), store.cards.counts(BOARD, [OLD])) == ({NEW: 4}, {})


def test_the_position_after_another_is_of_an_open_card_of_the_list(store: Store) -> None:
    store.writes.submit(MoveCard(board_id=BOARD, card_id=CARD, list_id=NEW, pos=3)).result()
    assert [face.pos for face in store.cards.faces(NEW)] == [0, 2, 3, 3]
    assert [store.cards.next_pos(NEW, pos) for pos in (-1, 0, 2, 3)] == [0, 2, 3, None]
    for face in store.cards.faces(NEW)[2:]:
        store.writes.submit(UpdateCard(board_id=BOARD, card_id=face.id, closed=True)).result()
    assert store.cards.next_pos(NEW, 2) is None


def test_the_first_and_the_last_card_of_a_list(store: Store) -> None:
    store.writes.submit(MoveCard(board_id=BOARD, card_id=CARD, list_id=NEW, pos=3)).result()
    assert [face.name for face in store.cards.ends(NEW)] == ["Card 0", "Card 3"]
    for face in store.cards.faces(NEW):
        if face.id != CARD:
            store.writes.submit(UpdateCard(board_id=BOARD, card_id=face.id, closed=True)).result()
    assert [face.id for face in store.cards.ends(NEW)] == [CARD, CARD]
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, closed=True)).result()
    assert store.cards.ends(NEW) == []


def test_the_place_of_a_card_among_those_of_its_list(store: Store) -> None:
    store.writes.submit(MoveCard(board_id=BOARD, card_id=CARD, list_id=NEW, pos=3)).result()
    places = [store.cards.index_in_list(NEW, face.id) for face in store.cards.faces(NEW)]
    assert places == [0, 1, 2, 3]
    assert store.cards.index_in_list(OLD, CARD) is None
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, closed=True)).result()
    assert store.cards.index_in_list(NEW, CARD) is None


def test_archived_cards_leave_the_list_and_are_listed_apart(store: Store) -> None:
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, closed=True)).result()
    assert CARD not in {face.id for face in store.cards.faces(NEW)}
    assert [face.id for face in store.cards.archived(BOARD)] == [CARD]


@pytest.mark.fault("F74")
@pytest.mark.slow
def test_ten_thousand_cards(
    store: Store, reopen: Callable[[], Store], capsys: pytest.CaptureFixture[str]
) -> None:
    def timed(words: str, work: Callable[[], object]) -> object:
        start = time.perf_counter()
        result = work()
        figures.append(f"{words} {(time.perf_counter() - start) * 1000:.1f} ms")
        return result

    def fill() -> None:
        for first in range(0, 10_000, 100):
            page = tuple(
                Card(id=f"{n:024x}", id_board=BOARD, id_list=OLD, name=f"Card {n}", pos=n + 1, desc="x" * 500)
                for n in range(first, first + 100)
            )
            store.arrive(Arrived(cards=page)).result()

    figures: list[str] = []
    timed("100 pages of 100 cards taken in", fill)
    move = MoveCard(board_id=BOARD, card_id=f"{5:024x}", list_id=OLD, pos=0.5)
    timed("a move", lambda: store.writes.submit(move).result())
    store.close()
    again = timed("open", reopen)
    assert isinstance(again, Store)
    timed("first 50 faces, cold", lambda: again.cards.faces(OLD, 0, 50))
    timed("first 50 faces", lambda: again.cards.faces(OLD, 0, 50))
    faces = timed("10,000 faces", lambda: again.cards.faces(OLD))
    with capsys.disabled():
        sys.stdout.write("\n  " + "; ".join(figures) + "\n")
    assert isinstance(faces, list)
    assert len(faces) == 10_000
    assert faces[0].id == f"{5:024x}"


def test_the_store_brings_no_network_and_no_screen() -> None:
    heavy = "httpx tenacity starlette sqlalchemy textual rich keyring asyncio"
    script = f"import sys, tui.store.opening; print(*[m for m in '{heavy}'.split() if m in sys.modules])"
    root = Path(__file__).parents[2]
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True
    )
    assert set(loaded.stdout.split()) <= {"asyncio"}


def put(store: Store, *cards: Card) -> None:
    store.arrive(Arrived(cards=cards)).result()


def card(number: int, name: str, list_id: str = OLD, **given: Any) -> Card:
    return Card(id=f"{number:024x}", id_board=BOARD, id_list=list_id, name=name, pos=number, **given)


def test_open_templates_are_found_by_name(store: Store) -> None:
    put(
        store,
        card(1, "b", is_template=True),
        card(2, "A", is_template=True),
        card(3, "c", is_template=True, closed=True),
        card(4, "d"),
    )
    assert [one.name for one in store.cards.templates()] == ["A", "b"]


def test_archived_cards_by_name_and_by_the_page(store: Store) -> None:
    put(store, *(card(number, name, closed=True) for number, name in enumerate("bCaD", 1)), card(9, "open"))
    assert [face.name for face in store.cards.archived(BOARD)] == ["a", "b", "C", "D"]
    assert [face.name for face in store.cards.archived(BOARD, 1, 2)] == ["b", "C"]
    assert store.cards.archived_count(BOARD) == 4


def test_cards_that_became_due_between_two_moments(store: Store) -> None:
    """After the first and until the second: whoever asks again from there on misses none and gets none twice."""
    start = datetime(2031, 2, 3, tzinfo=UTC)
    minute = timedelta(minutes=1)
    put(
        store,
        card(1, "at the start", due=start),
        card(2, "at the end", due=start + 2 * minute),
        card(3, "between", due=start + minute),
        card(4, "done", due=start + minute, due_complete=True),
        card(5, "archived", due=start + minute, closed=True),
        card(6, "later", due=start + 3 * minute),
    )
    found = store.cards.due_between(start, start + 2 * minute)
    assert [face.name for face in found] == ["between", "at the end"]
