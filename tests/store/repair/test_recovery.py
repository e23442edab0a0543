"""A damaged store is put aside with its unsent writes saved, and never quietly thrown away."""

import contextlib
import errno
import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from tests.store.answers import remember
from tests.store.conftest import seed
from tui.clock import ManualClock
from tui.errors import StoreBusy, StoreError, StoreTooNew
from tui.model.finding import Finding
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import UpdateCard
from tui.model.writes.comments import AddComment
from tui.presence import Presence
from tui.store.enrich.reservations import Reservation
from tui.store.enrich.suppression import suppress
from tui.store.faults import marker
from tui.store.opening import open_store
from tui.store.outbox.ids import NAMES
from tui.store.repair.recovery import _scan, _swap, repair_store
from tui.store.store import Store

BOARD, CARD = "b" * 24, "5fc7b7c40000000000000001"


def typed(store: Store) -> None:
    """One write done, one uncertain, one waiting; all in the main file."""
    done = store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Done")).result()
    store.outbox.confirm(done.seq).result()
    sent = store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, desc="Leaving")).result()
    store.outbox.mark_inflight(sent.seq).result()
    comment = AddComment(board_id=BOARD, card_id=CARD, comment_id=new_local_id(), text="Hours of typing “ü”")
    store.writes.submit(comment).result()
    store.close()


def reopened(path: Path, clock: ManualClock, match: str) -> Store:
    store = open_store(path, clock)
    assert re.search(match, store.notice)
    assert "kept as" in store.notice
    assert len(list(path.parent.glob("store.db.damaged-*"))) >= 1
    assert not marker(path).exists()
    return store


def spoil(path: Path, table: str, column: str, where: str = "1", byte: str = "ff") -> None:
    """Put a byte that is no text, or another, before the text of a cell."""
    with closing(sqlite3.connect(path)) as conn:
        conn.execute(
            f"UPDATE {table} SET {column} = CAST(x'{byte}' || CAST({column} AS BLOB) AS TEXT) WHERE {where}"
        )
        conn.commit()


def read_all(store: Store) -> None:
    """Read as the screens do, and take in what a service says."""
    for board in store.boards.all():
        for each in store.lists.of_board(board.id):
            for face in store.cards.faces(each.id):
                store.cards.get(face.id)
                store.actions.comments(face.id)
        store.labels.of_board(board.id)
        store.members.of_board(board.id)
    store.members.me()
    store.drafts.all()
    store.outbox.in_state("waiting", "uncertain", "refused", "done")
    store.arrive(seed()).result()
    store.writes.submit(
        UpdateCard(board_id=BOARD, card_id=CARD, due=datetime(2031, 1, 1, tzinfo=UTC))
    ).result()


def used_until_sound(path: Path, clock: ManualClock) -> Store:
    """The store once it can be read and written: met damage may cost one start, and no more."""
    for _ in range(2):
        store = open_store(path, clock)
        try:
            read_all(store)
        except StoreTooNew:
            raise
        except StoreError:
            store.close()
        else:
            return store
    raise AssertionError("it is locked for good")


@pytest.mark.parametrize(
    ("table", "column", "byte"),
    [
        ("boards", "payload", "ff"), ("boards", "payload", "7b"), ("lists", "name", "ff"), ("cards", "name", "ff"),
        ("docs", "base", "ff"), ("docs", "base", "7b"), ("docs", "id", "ff"), ("memberships", "payload", "7b"),
        ("meta", "value", "ff"), ("drafts", "value", "ff"), ("outbox", "op", "7b"), ("outbox", "state", "ff"),
    ],
)  # fmt: skip
def test_a_bad_byte_in_a_cell_does_not_lock_the_store(
    store: Store, path: Path, clock: ManualClock, table: str, column: str, byte: str
) -> None:
    store.drafts.set("note", "half typed").result()
    typed(store)
    spoil(path, table, column, byte=byte)
    again = used_until_sound(path, clock)
    assert [face.name for face in again.cards.faces("c" * 24)][1:] == ["Card 1", "Card 2", "Card 3"]
    assert "half typed" in (again.drafts.all()["note"])
    if table != "outbox":
        texts = [row.write.as_dict().get("text") for row in again.outbox.in_state("waiting")]
        assert "Hours of typing “ü”" in texts
    again.close()


def test_an_unsent_write_with_a_bad_byte_is_kept_to_be_read_and_not_sent(
    store: Store, path: Path, clock: ManualClock
) -> None:
    typed(store)
    spoil(path, "outbox", "op", "kind = 'add_comment'")
    again = used_until_sound(path, clock)
    assert [one.typed for one in again.outbox.unreadable()] == ["Hours of typing “ü”"]
    assert "add_comment" not in {row.write.kind for row in again.outbox.ready()}
    assert [row.write.as_dict().get("desc") for row in again.outbox.in_state("uncertain")] == ["Leaving"]
    again.close()


def test_what_only_this_machine_knows_outlives_damage(store: Store, path: Path, clock: ManualClock) -> None:
    found = Finding(key="email:ana@x.example", type="person", fetched_at=clock.now(), cost=2)
    reservation = Reservation("person", found.key, "token")
    remember(store, found, reservation=reservation).result()
    store.write(lambda tx: suppress(tx, [("email", "no@x.example", "asked")])).result()
    typed(store)
    spoil(path, "boards", "payload")
    again = reopened(path, clock, "2 unsent")
    kept = again.enrichment.findings.get(found.key)
    assert kept is not None
    assert (kept.cost, again.enrichment.ledger.spent()) == (2, 2)
    assert [one.value for one in again.enrichment.suppression.all()] == ["no@x.example"]
    naming = again._db.query(f"SELECT kind FROM outbox WHERE {NAMES} ORDER BY seq", CARD)
    assert [kind for (kind,) in naming] == ["update_card", "update_card", "add_comment"]
    again.close()


def test_it_is_not_repaired_under_another_window(store: Store, path: Path, clock: ManualClock) -> None:
    spoil(path, "boards", "payload")
    with pytest.raises(StoreBusy, match="another Cardscout"):
        open_store(path, clock)
    store.close()
    reopened(path, clock, "damaged").close()


@pytest.mark.parametrize("seed_of", range(2))
def test_any_byte_may_be_spoiled(store: Store, path: Path, clock: ManualClock, seed_of: int) -> None:
    typed(store)
    data = path.read_bytes()
    dice = Random(seed_of)
    used = [at for at, byte in enumerate(data) if byte]
    for _ in range(8):
        for old in path.parent.glob("store.db*"):
            old.unlink()
        spoiled = bytearray(data)
        spoiled[dice.choice(used)] = dice.choice([0xFF, 0, 0x7B, 0xC3])
        path.write_bytes(spoiled)
        # Three bytes of the header say which schema it is: a newer one is none of ours to judge.
        with contextlib.suppress(StoreTooNew):
            used_until_sound(path, clock).close()


@pytest.mark.fault("F65")
def test_a_spoiled_header(store: Store, path: Path, clock: ManualClock) -> None:
    typed(store)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.write(b"garbage of sixteen bytes")
    again = reopened(path, clock, "3 unsent")
    texts = [row.write.as_dict() for row in again.outbox.in_state("refused")]
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
    hurt = open_store(path, clock)
    with pytest.raises(StoreError, match="damaged"):
        hurt._db.query("SELECT * FROM cards NOT INDEXED")
    hurt.close()
    assert marker(path).exists()
    again = reopened(path, clock, "2 unsent writes were saved")
    assert [row.write.as_dict().get("text") for row in again.outbox.in_state("waiting")] == [
        "Hours of typing “ü”"
    ]
    assert [row.state for row in again.outbox.in_state("uncertain", "refused")] == ["uncertain"]
    again.close()


@pytest.mark.fault("F65")
def test_an_empty_file_is_a_new_store(path: Path, reopen: Callable[[], Store]) -> None:
    path.touch()
    assert reopen().boards.all() == []


def test_a_marker_without_damage_goes_away(store: Store, path: Path, reopen: Callable[[], Store]) -> None:
    store.close()
    marker(path).touch()
    assert len(reopen().boards.all()) == 1
    assert not marker(path).exists()


def mended(path: Path, clock: ManualClock) -> str:
    presence = Presence(path.parent)
    try:
        return repair_store(path, clock, presence)
    finally:
        presence.leave()


@pytest.mark.parametrize("linked", [True, False])
def test_the_damaged_file_and_its_logs_are_kept_aside_byte_by_byte(
    path: Path, monkeypatch: pytest.MonkeyPatch, linked: bool
) -> None:
    def link(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    if not linked:
        monkeypatch.setattr(os, "link", link)
    fresh, aside = path.with_name("fresh"), path.with_name("aside")
    fresh.write_text("new")
    for end in ("", "-wal", "-shm"):
        Path(f"{path}{end}").write_text(f"old{end}")
    _swap(path, fresh, aside)
    assert {one.name: one.read_text() for one in path.parent.iterdir() if one.is_file()} == {
        "store.db": "new",
        "store.db.damaged": "",
        "aside": "old",
        "aside-wal": "old-wal",
        "aside-shm": "old-shm",
    }


def test_a_disk_that_is_full_leaves_the_damaged_file_with_its_log(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    def copyfile(_: Path, target: Path) -> None:
        target.write_text("ha")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "link", link)
    monkeypatch.setattr(shutil, "copyfile", copyfile)
    fresh, aside = path.with_name("fresh"), path.with_name("aside")
    fresh.write_text("new")
    for end in ("", "-wal", "-shm"):
        Path(f"{path}{end}").write_text(f"old{end}")
    with pytest.raises(OSError, match="No space"):
        _swap(path, fresh, aside)
    assert {one.name: one.read_text() for one in path.parent.iterdir() if one.is_file()} == {
        "store.db": "old",
        "store.db-wal": "old-wal",
        "store.db-shm": "old-shm",
        "store.db.damaged": "",
        "fresh": "new",
    }


def test_nothing_of_a_repair_that_was_killed_is_taken_for_the_new_file(
    store: Store, path: Path, clock: ManualClock
) -> None:
    store.close()
    path.with_name(f"{path.name}.mending").write_bytes(b"half a file")
    before = path.read_bytes()
    aside = Path(mended(path, clock).rpartition("kept as ")[2].removesuffix("."))
    assert aside.name.startswith(f"{path.name}.damaged-{clock.now():%Y%m%d-%H%M%S}-")
    assert aside.read_bytes() == before
    assert {one.name for one in path.parent.glob("store.db*")} == {path.name, aside.name}


def test_a_repair_that_is_killed_midway_leaves_the_marker_for_the_next_start(
    store: Store, path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replace(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    store.close()
    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(StoreError, match="cannot be repaired: No space left on device") as caught:
        mended(path, clock)
    assert str(path) in caught.value.hint
    assert marker(path).exists()
    monkeypatch.undo()
    assert "repaired" in mended(path, clock)
    assert not marker(path).exists()


def test_the_message_counts_what_was_saved_and_what_was_not(
    store: Store, path: Path, clock: ManualClock
) -> None:
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Saved")).result()
    store.close()
    assert "repaired: 1 unsent write was saved. The" in mended(path, clock)
    again = open_store(path, clock)
    for number in range(2):
        other = f"5fc7b7c4{number + 2:016x}"
        again.writes.submit(UpdateCard(board_id=BOARD, card_id=other, name="Lost")).result()
    again.outbox.confirm(
        again.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, desc="Done")).result().seq
    ).result()
    again.close()
    spoil(path, "outbox", "op", "seq > 1")
    told = mended(path, clock)
    assert "repaired: 1 unsent write was saved, 2 cannot be read any more and wait in the outbox. The" in told
    after = open_store(path, clock)
    assert len(after.outbox.unreadable()) == 2, "what is done is not asked about"
    after.close()


def test_states_versions_and_what_is_shown_are_those_from_before(
    store: Store, path: Path, clock: ManualClock
) -> None:
    comment = AddComment(board_id=BOARD, card_id=CARD, comment_id=new_local_id(), text="Hello")
    store.writes.submit(comment).result()
    typed(store)
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("UPDATE counter SET value = 1000")
        conn.commit()
    mended(path, clock)
    again = open_store(path, clock)
    assert [row.state for row in again.outbox.in_state("waiting", "uncertain", "inflight")] == [
        "waiting",
        "uncertain",
        "waiting",
    ]
    assert [row.state for row in again.outbox.in_state("done")] == ["done"]
    card, face = again.cards.get(CARD), again.cards.face(CARD)
    assert card is not None
    assert face is not None
    assert (card.name, card.desc, card.badges.comments) == ("Done", "Leaving", 2)
    assert {one.text for one in again.actions.comments(CARD)} == {"Hello", "Hours of typing “ü”"}
    assert face.version > 1000
    again.close()


def write(text: str) -> str:
    return UpdateCard(board_id=BOARD, card_id=CARD, name=text).to_stored()


@pytest.mark.parametrize(
    ("found", "names"),
    [
        (write("first byte"), ["first byte"]),
        (f"xx{write('one')}yy{write('two')}{write('one')}", ["one", "two"]),
        (f"x[{write('inverse')},{write('another')}]x{write('one')}", ["one"]),
        (f"x{write('cut')[:-5]}x{write('whole')}", ["whole"]),
        (f'x{{"board_id": "no write"}}x{write("one")}', ["one"]),
        ("", []),
    ],
)
def test_writes_are_found_in_the_bytes_of_a_file_and_of_its_log(
    path: Path, found: str, names: list[str]
) -> None:
    path.write_bytes(found.encode() + b"\xff")
    assert [one.as_dict()["name"] for one in _scan(path)] == names
    path.with_name(f"{path.name}-wal").write_text(f"\0{write('in the log')}")
    assert [one.as_dict()["name"] for one in _scan(path)] == [*names, "in the log"]
    path.unlink()
    assert [one.as_dict()["name"] for one in _scan(path)] == ["in the log"]
