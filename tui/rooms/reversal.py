"""What is said of a deed that was taken back, or done again."""

from collections.abc import Sequence

from tui.model.change import Reversal
from tui.model.op import Op
from tui.store.ops.undo import Undone
from tui.store.store import Store


def undone(store: Store, done: Undone, board_id: str | None) -> Reversal:
    """What was taken back, for who looks at a board."""
    left = {row.seq for row in done.left}
    rows = store.outbox.of_batch(done.row.batch)
    ops = [row.op for row in rows if row.seq not in left] or [done.row.op]
    return _told(store, "Undone", done, ops, board_id)


def redone(store: Store, done: Undone, board_id: str | None) -> Reversal:
    """What was done again: what it does, and not what took it back."""
    return _told(store, "Done again", done, done.did, board_id)


def _told(store: Store, deed: str, done: Undone, ops: Sequence[Op], board_id: str | None) -> Reversal:
    more = f" and {len(ops) - 1} more" if len(ops) > 1 else ""
    lost = f" · {len(done.left)} could not be: what they changed is gone" if done.left else ""
    cards = dict.fromkeys(card_id for op in ops if (card_id := getattr(op, "card_id", None)) is not None)
    words = f"{deed}: {store.words(ops[0])}{more}{_elsewhere(store, ops[0], board_id)}{lost}"
    return Reversal(words, tuple(cards), "" if cards else getattr(ops[0], "list_id", ""))


def _elsewhere(store: Store, op: Op, board_id: str | None) -> str:
    """The board ``op`` is about, where that is not the one on the screen and the words do not say it."""
    parts = any(hasattr(op, name) for name in ("card_id", "list_id", "label_id"))
    board = store.boards.get(op.board_id) if parts and not hasattr(op, "from_board_id") else None
    here = store.boards.get(board_id) if board_id is not None else None
    return "" if board is None or board == here else f" · on board “{board.name}”"
