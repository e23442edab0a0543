"""The search over every board in a store; tests/services/test_search.py has what it finds of words."""

from pathlib import Path
from typing import Any

import pytest

from tui.clock import ManualClock
from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.store.db import Database
from tui.store.opening import open_store
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store

BOARD, COLUMN = "b" * 24, "c" * 24


def with_texts(path: Path, *texts: str) -> Store:
    """Return a store with a card of each text."""
    store = open_store(path / "store.db", ManualClock())
    cards = (
        Card(id=f"{n:024x}", id_board=BOARD, id_list=COLUMN, name=f"Card {n}", desc=text)
        for n, text in enumerate(texts)
    )
    store.arrive(
        Arrived(
            boards=(Board(id=BOARD, name="Leads"),),
            lists=(BoardList(id=COLUMN, id_board=BOARD, name="All"),),
            cards=tuple(cards),
        )
    ).result()
    return store


@pytest.mark.parametrize(
    ("written", "sought"),
    [
        ("0412 345 678", ("0412345678", "+61 412 345 678", "+61412345678", "(0412) 345-678", "0412 345 678")),
        ("+61 (0)412.345.678", ("0412345678", "0061 412 345 678", "+61 412345678")),
        ("(09) 555-1234", ("+64 9 555 1234", "095551234", "09 5551234")),
        ("+353 1 234 5678", ("01 234 5678", "+35312345678")),
        ("18 900 047 930", ("18900047930",)),
        ("0211/123 45", ("021112345", "0211 12345", "+49 211 12345", "0211/123 45")),
        ("0412 – 345‑678", ("0412345678", "0412–345–678", "+61 412 345 678")),
    ],
)
def test_a_number_is_found_however_it_is_written(
    tmp_path: Path, written: str, sought: tuple[str, ...]
) -> None:
    store = with_texts(
        tmp_path,
        f"Phone: {written}\nEst. Value: $900",
        "Ph 0412 345 679, 09 555 1235, 18 900 047",
    )
    for text in sought:
        assert [hit.name for hit in store.search.everything(text)] == ["Card 0"], text
        assert [hit.name for hit in store.search.everything(text, board_id=BOARD)] == ["Card 0"], text
    store.close()


def test_words_beside_a_number_are_words(tmp_path: Path) -> None:
    store = with_texts(tmp_path, "Phone: 0412 345 678")
    assert store.search.everything("phone 0412345678") == []
    assert [hit.name for hit in store.search.everything("phone 0412 678")] == ["Card 0"]
    store.close()


def test_the_text_of_a_card_is_not_looked_up_for_every_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, asked = with_texts(tmp_path, "call"), list[tuple[Any, ...]]()
    query = Database.query

    def asking(db: Database, *sql: Any) -> Any:
        asked.append((db, *sql))
        return query(db, *sql)

    monkeypatch.setattr(Database, "query", asking)
    assert [hit.name for hit in store.search.everything("call")] == ["Card 0"]
    db, sql, *args = asked[-1]
    steps = [text for *_, text in query(db, f"EXPLAIN QUERY PLAN {sql}", *args)]
    assert steps[0].startswith("SCAN t"), steps
    store.close()


@pytest.mark.parametrize("sought", ["王小明", "王 小明", "小明 王", "田中 王小明"])
def test_a_blank_does_not_count_between_letters_that_are_written_without(tmp_path: Path, sought: str) -> None:
    store = with_texts(tmp_path, "王 小明, 田中", "王小明 (田中)", "王 大明, 田中")
    for board in (None, BOARD):
        assert {hit.name for hit in store.search.everything(sought, board_id=board)} == {"Card 0", "Card 1"}
    assert store.search.everything("王小中") == []
    store.close()
