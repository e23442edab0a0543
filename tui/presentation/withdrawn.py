"""The outcome of a withdrawal over several accounts, as rows and lines for the user."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.model.enrich.withdrawal import Fate, Withdrawal, WithdrawnNote

FATES: Mapping[Fate, str] = {"deleted": "deleted", "queued": "queued", "kept": "still there"}
"""What became of a comment, in words."""


def places(found: Mapping[str, Sequence[WithdrawnNote]]) -> str:
    """Describe where comments are, by board: ``3 comments (Pipeline 2, Leads 1 in work)``; "" for none."""
    count = sum(map(len, found.values()))
    if not count:
        return ""
    by_board = Counter((account, one.board) for account, notes in found.items() for one in notes)
    several = len(found) > 1
    where = ", ".join(
        f"{safe_line(board) if board else 'archived'} {number}" + (f" in {account}" if several else "")
        for (account, board), number in by_board.items()
    )
    return f"{count} comment{'' if count == 1 else 's'} ({where})"


def lines(done: Mapping[str, Withdrawal], failed: Mapping[str, str]) -> list[str]:
    """Return a line for each comment, the erased answers of each account, and each account that failed.

    Args:
        done: What was withdrawn, by account.
        failed: Why nothing was withdrawn, by account.
    """
    found = [
        f"{FATES[one.fate]}: {account} · {_place(one)}" + (f" ({safe_line(one.why)})" if one.why else "")
        for account, withdrawal in done.items()
        for one in withdrawal.notes
    ]
    found += [
        f"erased: {account} · {withdrawal.answers} remembered answer{'' if withdrawal.answers == 1 else 's'}"
        for account, withdrawal in done.items()
        if withdrawal.answers
    ]
    return found + [f"not reached: {account} ({safe_line(why)})" for account, why in failed.items()]


def _place(note: WithdrawnNote) -> str:
    return f"{safe_line(note.board)} › {safe_line(note.card)}" if note.board_id else "an archived card"
