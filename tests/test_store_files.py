"""Store files that no workspace has open: counted, checked, exported, and cleared."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from tests.store.conftest import BOARD, card_id, clock, path, reopen, store
from tests.store.enrich.paying import SHOP, give_up, record, reserve, spend
from tui.clock import ManualClock
from tui.errors import StoreError
from tui.model.action import Comment
from tui.model.enrich.bulk import BulkRun
from tui.model.enrich.spending import Spend
from tui.model.writes.cards import UpdateCard
from tui.store.enrich import bulk
from tui.store.enrich.ledger import write_down
from tui.store.enrich.suppression import suppress
from tui.store.faults import marker
from tui.store.opening import open_store
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store
from tui.store_files import (
    StoreSummary,
    carry_receipts,
    clear_cursors,
    documents,
    forget_older,
    hold_unsent,
    share_opt_outs,
    soundness,
    summary_of,
)

__all__ = ("clock", "path", "reopen", "store")

CARD = card_id(1)


def rename(store: Store, name: str, card: str = CARD) -> int:
    return store.writes.submit(UpdateCard(board_id=BOARD, card_id=card, name=name)).result().seq


@pytest.fixture
def other(tmp_path: Path, clock: ManualClock) -> Iterator[Store]:
    made = open_store(tmp_path / "other.db", clock)
    yield made
    made.close()


def test_what_is_in_a_store_is_counted_while_another_has_it_open(store: Store, path: Path) -> None:
    assert summary_of(path) == StoreSummary(boards=1, cards=4)
    rename(store, "Ana")
    store.outbox.refuse(rename(store, "Bo", card_id(2)), "no").result()
    assert summary_of(path) == StoreSummary(boards=1, cards=4, waiting=1, refused=1)


@pytest.mark.parametrize("content", [None, b"", b"no database" * 200])
def test_a_store_that_is_none_has_nothing(tmp_path: Path, content: bytes | None) -> None:
    found = tmp_path / "no.db"
    if content is not None:
        found.write_bytes(content)
    assert summary_of(found) == StoreSummary()


def test_a_sound_store_is_told_to_be_one(store: Store, path: Path) -> None:
    assert soundness(path) == ""
    assert not marker(path).exists()


def test_damage_is_described_and_repaired_at_the_next_start(store: Store, path: Path) -> None:
    store.close()
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("UPDATE docs SET base = '{' WHERE noun = 'cards'")
        conn.commit()
    assert soundness(path) == "something in it cannot be read"
    assert marker(path).exists()


def test_a_file_that_is_no_database_says_so(tmp_path: Path) -> None:
    (tmp_path / "no.db").write_bytes(b"no database" * 500)
    assert "not a database" in soundness(tmp_path / "no.db")


def test_a_store_that_cannot_be_checked_now_is_not_called_damaged(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"gone\.db cannot be read"):
        soundness(tmp_path / "gone.db")
    assert list(tmp_path.iterdir()) == []


def test_boards_are_given_as_the_service_last_had_them(store: Store, path: Path, clock: ManualClock) -> None:
    store.arrive(
        Arrived(
            comments=(Comment(id="c" * 24, id_card=CARD, text="hello", date=clock.now(), author_id="a" * 24),)
        )
    ).result()
    rename(store, "Ana")
    store.close()
    boards, me = documents(path, clock)
    [board] = boards
    assert (board["name"], len(board["lists"]), len(board["labels"])) == ("Sales", 2, 2)
    assert {card["name"] for card in board["cards"]} == {f"Card {n}" for n in range(4)}
    assert me is not None
    assert (me["username"], [one["username"] for one in board["members"]]) == ("me", ["me"])
    [action] = board["actions"]
    assert (action["type"], action["data"]["text"], action["data"]["card"]) == (
        "commentCard",
        "hello",
        {"id": CARD},
    )
    assert action["idMemberCreator"] == "a" * 24


def test_an_empty_store_has_no_boards_and_nobody(tmp_path: Path, clock: ManualClock) -> None:
    assert documents(tmp_path / "new.db", clock) == ([], None)


def test_who_opted_out_anywhere_is_kept_out_everywhere(
    store: Store, path: Path, other: Store, tmp_path: Path, clock: ManualClock
) -> None:
    other.write(lambda tx: suppress(tx, [("email", "ana@tui.example", "asked us")])).result()
    other.close()
    store.close()
    assert share_opt_outs(path, [tmp_path / "other.db"], clock) == 1
    assert share_opt_outs(path, [tmp_path / "other.db"], clock) == 0
    assert share_opt_outs(path, [], clock) == 0
    again = open_store(path, clock)
    assert [(one.kind, one.value, one.why) for one in again.enrichment.suppression.all()] == [
        ("email", "ana@tui.example", "asked us")
    ]
    again.close()


def test_what_was_spent_later_counts_in_an_earlier_state_once(
    store: Store, path: Path, other: Store, tmp_path: Path, clock: ManualClock
) -> None:
    before, later = clock.now() - timedelta(days=2), clock.now()
    old = Spend(before, "email:ana@b.example", "shop", 3, "r0")
    dear = Spend(later, "email:bo@b.example", "shop", 5, "r1")
    nameless = Spend(later, "email:cy@b.example", "shop", 7, "r2")
    own = Spend(later, "email:di@b.example", "local directory", 11, "r3")
    for each in (store, other):
        each.write(lambda tx: write_down(tx, old, "t0")).result()
    for bought, token in ((dear, "t1"), (nameless, ""), (own, "t3")):
        other.write(partial(write_down, spend=bought, token=token)).result()
    other.close()
    store.close()
    assert carry_receipts(path, tmp_path / "other.db", clock, without="local directory") == 12
    assert carry_receipts(path, tmp_path / "other.db", clock, without="local directory") == 0
    with closing(open_store(path, clock)) as again:
        assert again.enrichment.ledger.receipts() == [(old, "t0"), (dear, "t1"), (nameless, "")]
        assert again.enrichment.ledger.spent() == 15


def test_requests_without_an_answer_are_known_in_an_earlier_state(
    store: Store, other: Store, path: Path, tmp_path: Path, clock: ManualClock, reopen: Callable[[], Store]
) -> None:
    """It would ask anew, by another token, and pay a second time."""
    answered = reserve(store, "answered since")
    record(other, spend(clock.now(), 2, "answered since"), reserve(other, answered.key, token=answered.token))
    give_up(store, reserve(store, "twice", token="first"), unsure=True)
    clock.advance(1)
    for key in ("twice", "lost since"):
        give_up(other, reserve(other, key), unsure=True)
    give_up(store, reserve(store, "lost here"), unsure=True)
    for one in (store, other):
        one.close()
    for _ in range(2):
        carry_receipts(path, tmp_path / "other.db", clock, without="local directory")
    again = reopen()
    assert sorted(one.key for one in again.enrichment.ledger.reserves()) == [
        "lost here", "lost since", "twice", "twice",
    ]  # fmt: skip
    assert again.enrichment.ledger.spent() == 2
    for key in ("lost since", "twice", "lost here"):
        assert reserve(again, key, token="another").token == f"token of {key}"


def test_requests_to_a_service_that_is_restored_too_are_its_own(
    store: Store, other: Store, path: Path, tmp_path: Path, clock: ManualClock, reopen: Callable[[], Store]
) -> None:
    give_up(store, reserve(store, "then"), unsure=True)
    give_up(other, reserve(other, "now"), unsure=True)
    for one in (store, other):
        one.close()
    carry_receipts(path, tmp_path / "other.db", clock, without=SHOP)
    assert [one.key for one in reopen().enrichment.ledger.reserves()] == ["then"]


def test_what_lookups_left_is_counted_and_then_erased(
    store: Store, path: Path, clock: ManualClock, reopen: Callable[[], Store]
) -> None:
    run = BulkRun("old", "done", clock.now() - timedelta(days=2))
    store.write(lambda tx: bulk.make(tx, run, [])).result()
    store.close()
    before = clock.now() - timedelta(days=1)
    assert forget_older(path, before, clock, dry_run=True).runs == 1
    assert forget_older(path, before - timedelta(days=7), clock).runs == 0
    assert forget_older(path, before, clock).runs == 1
    assert reopen().enrichment.bulk.get("old") is None


def test_every_board_is_fetched_anew(
    store: Store, path: Path, clock: ManualClock, reopen: Callable[[], Store]
) -> None:
    store.cursors.set("board", "2026").result()
    store.meta.set("kept", "x").result()
    store.close()
    clear_cursors(path, clock)
    again = reopen()
    assert not any(again.cursors.all().values())
    assert again.meta.get("kept") == "x"


def test_what_waits_is_kept_for_the_user_who_sends_it_again_or_not(
    store: Store, path: Path, clock: ManualClock, reopen: Callable[[], Store]
) -> None:
    sent = rename(store, "Sent")
    store.outbox.mark_inflight(sent).result()
    store.outbox.confirm(sent).result()
    under_way = rename(store, "Under way")
    store.outbox.mark_inflight(under_way).result()
    waits = rename(store, "Waits")
    store.close()
    assert hold_unsent(path, "Look first.", clock) == 2
    assert hold_unsent(path, "Look first.", clock) == 0
    again = reopen()
    held = again.outbox.in_state("refused")
    assert {(row.seq, row.reason) for row in held} == {(waits, "Look first."), (under_way, "Look first.")}
    face = again.cards.face(CARD)
    assert face is not None
    assert face.name == "Sent", "what the service is not known to have is not shown"
    again.outbox.retry(under_way).result()
    assert [row.seq for row in again.outbox.ready()] == [under_way]
