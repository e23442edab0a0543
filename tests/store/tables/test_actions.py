"""Comments of a card, as they are shown."""

from datetime import timedelta

from tests.store.conftest import BOARD, ME, card_id
from tui.clock import ManualClock
from tui.model.action import Comment
from tui.model.writes.comments import AddComment, UpdateComment
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store
from tui.store.tables.actions import attached_key, note_attached

ANA, BEN = card_id(0), card_id(1)


def say(store: Store, text: str, card: str = ANA, ident: str = "new-1") -> int:
    return (
        store.writes.submit(AddComment(board_id=BOARD, card_id=card, comment_id=ident, text=text))
        .result()
        .seq
    )


def told(
    clock: ManualClock, ident: str, text: str, *, by: str = "", ago: int = 0, card: str = ANA
) -> Comment:
    return Comment(id=ident, id_card=card, text=text, date=clock.now() - timedelta(minutes=ago), author_id=by)


def test_the_newest_comes_first_and_of_one_moment_the_last(store: Store, clock: ManualClock) -> None:
    comments = (
        told(clock, "a", "old", ago=5),
        told(clock, "c", "last"),
        told(clock, "b", "first"),
        told(clock, "d", "other", card=BEN),
    )
    store.arrive(Arrived(comments=comments)).result()
    assert [one.text for one in store.actions.comments(ANA)] == ["last", "first", "old"]


def test_ours_are_known_by_who_we_are(store: Store, clock: ManualClock) -> None:
    store.arrive(
        Arrived(comments=(told(clock, "a", "mine", by=ME), told(clock, "b", "theirs", by="f" * 24)))
    ).result()
    assert {one.text: one.mine for one in store.actions.comments(ANA)} == {"mine": True, "theirs": False}


def test_a_comment_is_pending_until_the_service_has_it(store: Store, clock: ManualClock) -> None:
    store.arrive(
        Arrived(comments=(told(clock, "a", "kept", by=ME, ago=1), told(clock, "b", "before", by=ME)))
    ).result()
    seq = say(store, "new")
    change = store.writes.submit(
        UpdateComment(board_id=BOARD, card_id=ANA, comment_id="b", text="after")
    ).result()
    pending = {one.text: one.pending for one in store.actions.comments(ANA)}
    assert pending == {"new": True, "after": True, "kept": False}
    store.outbox.confirm(seq, {"new-1": "e" * 24}).result()
    store.outbox.refuse(change.seq, "no").result()
    assert not any(one.pending for one in store.actions.comments(ANA))


def test_a_card_is_found_by_its_local_id_too(store: Store) -> None:
    assert store.actions.comments("nobody") == []
    say(store, "hello")
    assert [one.text for one in store.actions.comments(ANA)] == ["hello"]


def test_comments_with_some_words_are_found_on_every_card(store: Store, clock: ManualClock) -> None:
    store.arrive(Arrived(comments=(told(clock, "a", "-- Cardscout"), told(clock, "b", "else")))).result()
    say(store, "mine -- Cardscout", BEN)
    assert sorted(one.text for one in store.actions.signed("-- Cardscout")) == [
        "-- Cardscout",
        "mine -- Cardscout",
    ]
    # A word of the author's name or of another field is none of the text.
    assert store.actions.signed("Me Myself") == []


def test_a_comment_holds_one_finding_and_a_finding_one_comment(store: Store) -> None:
    def key(comment: str) -> str | None:
        return store.write(lambda tx: attached_key(tx, comment)).result()

    store.write(lambda tx: note_attached(tx, ANA, "k", "one")).result()
    assert (key("one"), key("two")) == ("k", None)
    store.write(lambda tx: note_attached(tx, ANA, "k", "two")).result()
    assert (key("one"), key("two")) == (None, "k")
    store.write(lambda tx: note_attached(tx, BEN, "k", "three")).result()
    assert (key("two"), key("three")) == ("k", "k")
