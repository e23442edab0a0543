"""A store as it is opened and shared."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.conftest import BOARD, ME, NEW, RED, card_id
from tui.clock import ManualClock
from tui.errors import StoreError, StoreTooNew
from tui.model.change import Change
from tui.model.member import Member
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.store.faults import mark_damaged, marker
from tui.store.store import EVERYTHING, Store
from tui.store.tables.members import know_me

CARD = card_id(1)


def rename(name: str) -> UpdateCard:
    return UpdateCard(board_id=BOARD, card_id=CARD, name=name)


def test_a_new_store_is_empty_and_says_nothing(open_store: Callable[[], Store]) -> None:
    store = open_store()
    assert (store.boards.all(), store.outbox.counts(), store.notice, store.trouble) == ([], (0, 0), "", None)
    assert store.members.me() is None


def test_what_was_written_is_there_at_the_next_start(store: Store, open_store: Callable[[], Store]) -> None:
    store.submit(rename("Ana")).result()
    store.close()
    again = open_store()
    face = again.cards.face(CARD)
    assert face is not None
    assert (face.name, again.outbox.counts(), again.notice) == ("Ana", (1, 0), "")


def test_closing_is_told_last_first_and_once(store: Store) -> None:
    told: list[str] = []
    store.closing += [lambda: told.append("first"), lambda: told.append("last")]
    store.close()
    store.close()
    assert told == ["last", "first"]


def test_a_file_of_a_newer_cardscout_is_left_as_it_is(store: Store, path: Path, clock: ManualClock) -> None:
    store.close()
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA user_version = 9999")
        conn.commit()
    with pytest.raises(StoreTooNew):
        Store.open(path, clock)
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("SELECT name FROM cards WHERE id = ?", (CARD,)).fetchone() == ("Card 1",)


def test_a_marked_store_is_looked_at_and_kept_where_it_is_sound(
    store: Store, path: Path, open_store: Callable[[], Store]
) -> None:
    store.close()
    mark_damaged(path)
    again = open_store()
    assert [board.name for board in again.boards.all()] == ["Sales"]
    assert not marker(path).exists()


def test_damage_that_the_first_reads_meet_is_repaired_in_the_same_start(
    store: Store, path: Path, open_store: Callable[[], Store]
) -> None:
    store.close()
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("UPDATE docs SET base = x'ff' WHERE noun = 'boards'")
        conn.execute("UPDATE boards SET payload = x'ff'")
        conn.commit()
    again = open_store()
    assert "kept as" in again.notice
    assert again.submit(rename("Ana")).result().state == "waiting"


def test_writes_that_a_copied_file_does_not_have_are_told(
    store: Store, path: Path, open_store: Callable[[], Store]
) -> None:
    store.close()
    before = path.read_bytes()
    again = open_store()
    again.submit(rename("Ana")).result()
    again.close()
    path.write_bytes(before)
    for beside in (f"{path.name}-wal", f"{path.name}-shm"):
        path.with_name(beside).unlink(missing_ok=True)
    assert "The last change made here is missing" in open_store().notice
    assert open_store().notice == ""


def test_another_process_that_wrote_is_told_once(store: Store, open_store: Callable[[], Store]) -> None:
    news: list[Change] = []
    store.feed.subscribe(news.append)
    assert not store.changed_elsewhere()
    other = open_store()
    row = other.submit(CreateCard(board_id=BOARD, card_id="new-1", list_id=NEW, name="x", pos=9)).result()
    other.outbox.confirm(row.seq, {"new-1": "e" * 24}).result()
    assert (store.changed_elsewhere(), store.changed_elsewhere()) == (True, False)
    store.write(lambda _tx: None).result()
    found = [change for change in news if change.nouns == EVERYTHING.nouns]
    assert [dict(change.bound) for change in found] == [{"new-1": "e" * 24}]


def test_an_id_is_the_services_once_that_is_known(store: Store) -> None:
    row = store.submit(CreateCard(board_id=BOARD, card_id="new-1", list_id=NEW, name="x", pos=9)).result()
    assert store.current_id("new-1") == "new-1"
    store.outbox.confirm(row.seq, {"new-1": "e" * 24}).result()
    assert (store.current_id("new-1"), store.current_id(CARD)) == ("e" * 24, CARD)


def test_a_write_is_told_with_the_names_of_things(store: Store) -> None:
    assert store.describe(rename("Ana")) == "Renamed to “Ana”"
    names = [store._name(ident) for ident in (NEW, RED, ME, CARD, BOARD, "nothing")]
    assert names == ["New", "Hot", "Me Myself", "Card 1", "Sales", ""]


def test_what_the_service_said_last_is_kept_beside_what_is_shown(store: Store) -> None:
    store.submit(rename("Ana")).result()
    said = {card["id"]: card["name"] for card in store.raw_state("cards", BOARD)}
    assert said[CARD] == "Card 1"
    assert list(said) == sorted(said)
    assert store.raw_state("comments", CARD, of_card=True) == []
    assert store.raw_state("cards", "nothing") == []


def test_versions_only_grow(store: Store) -> None:
    before = store.mark()
    store.submit(rename("Ana")).result()
    assert store.mark() > before


def test_who_we_are_is_remembered(open_store: Callable[[], Store]) -> None:
    store = open_store()
    store.write(lambda tx: know_me(tx, Member(id=ME, username="me", full_name="Me Myself"))).result()
    me = store.members.me()
    assert me is not None
    assert me.username == "me"


def test_a_store_where_no_folder_can_be_is_refused(tmp_path: Path, clock: ManualClock) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError):
        Store.open(tmp_path / "file" / "store.db", clock)
