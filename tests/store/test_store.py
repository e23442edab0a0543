"""A store as it is read and shared."""

from collections.abc import Callable

from tests.store.conftest import BOARD, ME, NEW, RED, card_id
from tui.model.change import Change
from tui.model.member import Member
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.store.store import EVERYTHING, Store
from tui.store.tables.members import know_me

CARD = card_id(1)


def rename(name: str) -> UpdateCard:
    return UpdateCard(board_id=BOARD, card_id=CARD, name=name)


def test_a_new_store_is_empty_and_says_nothing(reopen: Callable[[], Store]) -> None:
    store = reopen()
    assert (store.boards.all(), store.outbox.counts(), store.notice, store.trouble) == ([], (0, 0), "", None)
    assert store.members.me() is None


def test_what_was_written_is_there_at_the_next_start(store: Store, reopen: Callable[[], Store]) -> None:
    store.writes.submit(rename("Ana")).result()
    store.close()
    again = reopen()
    face = again.cards.face(CARD)
    assert face is not None
    assert (face.name, again.outbox.counts(), again.notice) == ("Ana", (1, 0), "")


def test_closing_is_told_last_first_and_once(store: Store) -> None:
    told: list[str] = []
    store.closing += [lambda: told.append("first"), lambda: told.append("last")]
    store.close()
    store.close()
    assert told == ["last", "first"]


def test_another_process_that_wrote_is_told_once(store: Store, reopen: Callable[[], Store]) -> None:
    news: list[Change] = []
    store.feed.subscribe(news.append)
    assert not store.changed_elsewhere()
    other = reopen()
    row = other.writes.submit(
        CreateCard(board_id=BOARD, card_id="new-1", list_id=NEW, name="x", pos=9)
    ).result()
    other.outbox.confirm(row.seq, {"new-1": "e" * 24}).result()
    assert (store.changed_elsewhere(), store.changed_elsewhere()) == (True, False)
    store.write(lambda _tx: None).result()
    found = [change for change in news if change.nouns == EVERYTHING.nouns]
    assert [dict(change.bound) for change in found] == [{"new-1": "e" * 24}]


def test_an_id_is_the_services_once_that_is_known(store: Store) -> None:
    row = store.writes.submit(
        CreateCard(board_id=BOARD, card_id="new-1", list_id=NEW, name="x", pos=9)
    ).result()
    assert store.current_id("new-1") == "new-1"
    store.outbox.confirm(row.seq, {"new-1": "e" * 24}).result()
    assert (store.current_id("new-1"), store.current_id(CARD)) == ("e" * 24, CARD)


def test_everything_is_told_with_its_name(store: Store) -> None:
    names = [store._name(ident) for ident in (NEW, RED, ME, CARD, BOARD, "nothing")]
    assert names == ["New", "Hot", "Me Myself", "Card 1", "Sales", ""]


def test_what_the_service_said_last_is_kept_beside_what_is_shown(store: Store) -> None:
    store.writes.submit(rename("Ana")).result()
    said = {card["id"]: card["name"] for card in store.raw_state("cards", BOARD)}
    assert said[CARD] == "Card 1"
    assert list(said) == sorted(said)
    assert store.raw_state("comments", CARD, of_card=True) == []
    assert store.raw_state("cards", "nothing") == []


def test_versions_only_grow(store: Store) -> None:
    before = store.mark()
    store.writes.submit(rename("Ana")).result()
    assert store.mark() > before


def test_who_we_are_is_remembered(reopen: Callable[[], Store]) -> None:
    store = reopen()
    store.write(lambda tx: know_me(tx, Member(id=ME, username="me", full_name="Me Myself"))).result()
    me = store.members.me()
    assert me is not None
    assert me.username == "me"
