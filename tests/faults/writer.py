"""A program that makes writes and says which are kept, for tests that break what is under it.

Usage: writer.py STORE COUNT [SIZE]. It waits for a line, then says ``kept N`` or ``lost: why`` for each.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from tui.clock import Clock, SystemClock
from tui.errors import StoreError
from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.model.writes.comments import AddComment
from tui.store.opening import open_store
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store

BOARD, LIST, CARD = "b" * 24, "d" * 24, "c" * 24


def opened(path: Path, clock: Clock) -> Store:
    """A store with a card in it to write on."""
    store = open_store(path, clock)
    if store.cards.get(CARD) is None:
        board, first = Board(id=BOARD, name="Sales"), BoardList(id=LIST, id_board=BOARD, name="New", pos=1)
        card = Card(id=CARD, id_board=BOARD, id_list=LIST, name="Ana Lee", pos=1)
        store.arrive(Arrived(boards=(board,), lists=(first,), cards=(card,))).result()
    return store


def said(n: int, size: int = 1) -> AddComment:
    """The n-th write, of ``size`` words."""
    return AddComment(board_id=BOARD, card_id=CARD, comment_id=f"local-{n:032x}", text=f"{n} " * size)


def tell(line: str) -> None:
    """Say it now: a kill may be next."""
    try_until_done(lambda: os.write(sys.stdout.fileno(), f"{line}\n".encode()))


def try_until_done(talk: Callable[[], object]) -> None:
    """Talk to the test, again where a read or write was made to fail: it is the store that is tested."""
    while True:
        try:
            talk()
        except BrokenPipeError:
            raise
        except OSError:
            continue
        return


def main(path: Path, count: int, size: int) -> None:
    """Write one after the other, whatever becomes of each."""
    try:
        store = opened(path, SystemClock())
    except StoreError as error:
        tell(f"shut: {error}")
        return
    tell("open")
    try_until_done(sys.stdin.readline)
    for n in range(count):
        op = AddComment(
            board_id="b" * 24, card_id="c" * 24, comment_id=f"local-{n:032x}", text=f"{n} " * size
        )
        try:
            store.writes.submit(op).result()
        except StoreError as error:
            tell(f"lost: {error}")
        else:
            tell(f"kept {n}")
    tell(f"read {len(store.outbox.in_state('waiting'))}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1)
