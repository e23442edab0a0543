import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tui.model.card import Card
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store

BOARD, NEW, OLD, RED = "b" * 24, "c" * 24, "d" * 24, "1" * 24
CARD = "5fc7b7c40000000000000001"


def test_faces_in_order_by_position_then_id_and_by_the_page(store: Store) -> None:
    store.submit(MoveCard(board_id=BOARD, card_id=CARD, list_id=NEW, pos=3)).result()
    assert [face.name for face in store.cards.faces(NEW)] == ["Card 0", "Card 2", "Card 1", "Card 3"]
    assert [face.name for face in store.cards.faces(NEW, 1, 2)] == ["Card 2", "Card 1"]
    assert store.cards.faces(NEW, 9) == []
    assert store.cards.counts(BOARD) == {NEW: 4}


def test_a_face_says_what_a_column_draws(store: Store) -> None:
    before = store.cards.face(CARD)
    op = UpdateCard.parse(
        {"board_id": BOARD, "card_id": CARD, "desc": "d", "due": "2031-02-03T04:05:06Z", "due_complete": True}
    )
    store.submit(op).result()
    face = store.cards.face(CARD)
    assert before is not None
    assert face is not None
    assert face.version > before.version
    assert (face.due, face.due_complete, face.has_desc, face.label_ids, face.pending) == (
        "2031-02-03T04:05:06.000Z",
        True,
        True,
        (RED,),
        1,
    )


def test_archived_cards_leave_the_list_and_are_found_apart(store: Store) -> None:
    store.submit(UpdateCard(board_id=BOARD, card_id=CARD, closed=True)).result()
    assert CARD not in {face.id for face in store.cards.faces(NEW)}
    assert [face.id for face in store.cards.archived(BOARD)] == [CARD]
    assert store.cards.find(BOARD, "CARD 1") == []
    assert [face.name for face in store.cards.find(BOARD, "card 2")] == ["Card 2"]


def test_what_the_recogniser_found_is_kept_until_the_text_changes(store: Store) -> None:
    store.note_subjects({CARD: True, "nobody": True}).result()
    store.submit(MoveCard(board_id=BOARD, card_id=CARD, list_id=OLD, pos=3)).result()
    assert [face.subject for face in store.cards.faces(OLD)] == [True]
    store.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Other")).result()
    assert [face.subject for face in store.cards.faces(OLD)] == [None]


@pytest.mark.fault("F74")
@pytest.mark.slow
def test_ten_thousand_cards(
    store: Store, open_store: Callable[[], Store], capsys: pytest.CaptureFixture[str]
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
    timed("a move", lambda: store.submit(move).result())
    store.close()
    again = timed("open", open_store)
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
    script = f"import sys, tui.store.store; print(*[m for m in '{heavy}'.split() if m in sys.modules])"
    root = Path(__file__).parents[2]
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True
    )
    assert set(loaded.stdout.split()) <= {"asyncio"}
