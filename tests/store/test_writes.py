"""What the user does to a store is told with names, and ends the draft it was typed as."""

from collections.abc import Callable

import pytest

from tests.store.conftest import BOARD, NEW, card_id
from tui.errors import StoreError
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store
from tui.sync.merge import merge

CARD = card_id(1)


def rename(name: str) -> UpdateCard:
    return UpdateCard(board_id=BOARD, card_id=CARD, name=name)


def test_a_write_is_told_with_the_names_of_things(store: Store) -> None:
    assert store.writes.describe(rename("Ana")) == "Renamed to “Ana”"


DRAFT = f"title:{CARD}"


@pytest.mark.parametrize("way", ["submit_all", "edit"])
def test_a_draft_ends_with_the_write_it_became_in_one_transaction(
    store: Store, reopen: Callable[[], Store], monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    def enter(draft: str) -> None:
        if way == "edit":
            store.writes.edit([rename("Ana")], {"name": "Card 1"}, merge, draft).result()
        else:
            store.writes.submit_all([rename("Ana")], draft).result()

    store.drafts.set(DRAFT, "Ana").result()
    reopen().drafts.set(DRAFT, "typed in another window").result()
    with monkeypatch.context() as killed:
        killed.setattr("tui.store.writes.delete_draft", kill)
        with pytest.raises(Killed):
            enter(DRAFT)
    assert (store.outbox.counts(), store.drafts.get(DRAFT)) == ((0, 0), "Ana")
    enter("title:another card")
    assert store.drafts.get(DRAFT) == "Ana"
    enter(DRAFT)
    assert store.drafts.get(DRAFT) is None
    assert store.drafts.all() == {DRAFT: "typed in another window"}


def test_the_draft_of_a_refused_write_stays(store: Store) -> None:
    gone = rename("Ana").replace(card_id=card_id(999))
    store.drafts.set(DRAFT, "Ana").result()
    with pytest.raises(StoreError):
        store.writes.submit_all([gone], DRAFT).result()
    assert store.drafts.get(DRAFT) == "Ana"


def test_a_draft_that_has_the_name_of_a_thing_made_here_ends_under_its_new_one(store: Store) -> None:
    made = new_local_id()
    card = CreateCard(board_id=BOARD, list_id=NEW, card_id=made, name="Ring Ana", pos=1.0)
    row = store.writes.submit(card).result()
    store.drafts.set(f"comment:{made}", "Hello").result()
    store.outbox.confirm(row.seq, {made: card_id(77)}, Arrived()).result()
    store.writes.submit_all([rename("Ana")], f"comment:{made}").result()
    assert not store.drafts.all()


class Killed(Exception):
    """The process ended in the middle."""


def kill(*_: object) -> None:
    raise Killed
