"""What the user does to a store is told with names."""

from tests.store.conftest import BOARD, card_id
from tui.model.writes.cards import UpdateCard
from tui.store.store import Store

CARD = card_id(1)


def rename(name: str) -> UpdateCard:
    return UpdateCard(board_id=BOARD, card_id=CARD, name=name)


def test_a_write_is_told_with_the_names_of_things(store: Store) -> None:
    assert store.writes.describe(rename("Ana")) == "Renamed to “Ana”"
