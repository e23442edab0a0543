"""Writes on the cards of the seeded store."""

from tui.model.writes.cards import CreateCard, MoveCard

BOARD, NEW, OLD, RED = "b" * 24, "c" * 24, "d" * 24, "1" * 24
CARD, OTHER, SERVER = "5fc7b7c40000000000000001", "5fc7b7c40000000000000002", "e" * 24


def move(card: str = CARD, pos: float = 9.0, list_id: str = OLD) -> MoveCard:
    return MoveCard(board_id=BOARD, card_id=card, list_id=list_id, pos=pos)


def made(card: str) -> CreateCard:
    return CreateCard(board_id=BOARD, card_id=card, list_id=NEW, name="Ana", pos=7)
