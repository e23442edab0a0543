"""A damaged store is put aside with its unsent writes saved, and never quietly thrown away."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tui.clock import ManualClock
from tui.errors import StoreError
from tui.model.base import new_local_id
from tui.model.op import AddComment, UpdateCard
from tui.store.db import marker
from tui.store.store import Store

BOARD, CARD = "b" * 24, "5fc7b7c40000000000000001"


def typed(store: Store) -> None:
    """One write done, one uncertain, one waiting; all in the main file."""
    done = store.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Done")).result()
    store.outbox.confirm(done.seq).result()
    sent = store.submit(UpdateCard(board_id=BOARD, card_id=CARD, desc="Leaving")).result()
    store.outbox.mark_inflight(sent.seq).result()
    comment = AddComment(board_id=BOARD, card_id=CARD, comment_id=new_local_id(), text="Hours of typing “ü”")
    store.submit(comment).result()
    store.close()


def reopened(path: Path, clock: ManualClock, match: str) -> Store:
    with pytest.raises(StoreError, match=match) as caught:
        Store.open(path, clock)
    assert "kept as" in caught.value.hint
    assert len(list(path.parent.glob("store.db.damaged-*"))) >= 1
    assert not marker(path).exists()
    return Store.open(path, clock)


@pytest.mark.fault("F65")
def test_a_spoiled_header(store: Store, path: Path, clock: ManualClock) -> None:
    typed(store)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.write(b"garbage of sixteen bytes")
    again = reopened(path, clock, "damaged. 3 unsent")
    texts = [row.op.model_dump() for row in again.outbox.in_state("refused")]
    assert "Hours of typing “ü”" in [one.get("text") for one in texts]
    assert "Leaving" in [one.get("desc") for one in texts]
    assert "damaged store" in again.outbox.in_state("refused")[0].reason
    assert again.outbox.ready() == []
    assert max(one.stat().st_size for one in path.parent.glob("store.db.damaged-*")) == size
    again.close()


@pytest.mark.fault("F65")
def test_a_file_cut_short(store: Store, path: Path, clock: ManualClock) -> None:
    typed(store)
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)
    reopened(path, clock, "The local store was damaged").close()


@pytest.mark.fault("F65")
def test_damage_met_while_running_is_looked_for_at_the_next_start(
    store: Store, path: Path, clock: ManualClock
) -> None:
    typed(store)
    page = 4096
    data = bytearray(path.read_bytes())
    pages = [at for at in range(page, len(data), page) if b"in_order" not in data[at : at + page]]
    root = next(
        at for at in pages if b"Card 2" in data[at : at + page] and b"idBoard" not in data[at : at + page]
    )
    data[root : root + page] = b"\xff" * page
    path.write_bytes(data)
    hurt = Store.open(path, clock)
    with pytest.raises(StoreError, match="damaged"):
        hurt._db.query("SELECT * FROM cards NOT INDEXED")
    hurt.close()
    assert marker(path).exists()
    again = reopened(path, clock, "2 unsent writes were saved")
    assert [row.op.model_dump().get("text") for row in again.outbox.in_state("waiting")] == [
        "Hours of typing “ü”"
    ]
    assert [row.state for row in again.outbox.in_state("uncertain", "refused")] == ["uncertain"]
    again.close()


@pytest.mark.fault("F65")
def test_an_empty_file_is_a_new_store(path: Path, open_store: Callable[[], Store]) -> None:
    path.touch()
    assert open_store().boards.all() == []


def test_a_marker_without_damage_goes_away(store: Store, path: Path, open_store: Callable[[], Store]) -> None:
    store.close()
    marker(path).touch()
    assert len(open_store().boards.all()) == 1
    assert not marker(path).exists()
