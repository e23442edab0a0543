"""The outcome of a withdrawal over several accounts, as rows and lines for the user."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.model.enrich.namings import Naming
    from tui.model.enrich.withdrawal import NoteState, Withdrawal, WithdrawnNote

STATES: Mapping[NoteState, str] = {"deleted": "deleted", "queued": "queued", "kept": "still there"}
"""The outcome for a comment, in words."""


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
    """Return lines for each account: its comments, answers and unread boards, and each failed account.

    Args:
        done: The withdrawal, by account.
        failed: Why nothing was withdrawn, by account.
    """
    found = [
        f"{STATES[one.state]}: {account} · comment on {_place(one)}"
        + (f" ({safe_line(one.why)})" if one.why else "")
        for account, withdrawal in done.items()
        for one in withdrawal.notes
    ]
    found += [
        f"erased: {account} · {withdrawal.answers} remembered answer{'' if withdrawal.answers == 1 else 's'}"
        for account, withdrawal in done.items()
        if withdrawal.answers
    ]
    found += [
        f"not read: {account} · {_unread(withdrawal.unread)}, then cardscout suppress withdraw"
        for account, withdrawal in done.items()
        if withdrawal.unread
    ]
    return found + [f"not reached: {account} ({safe_line(why)})" for account, why in failed.items()]


def _unread(count: int) -> str:
    return (
        f"{count} board{'' if count == 1 else 's'} never opened here: open {'it' if count == 1 else 'them'}"
    )


def staying_lines(cards: Sequence[StayingCard]) -> list[str]:
    """Return a line for each card with remaining texts, below one that explains why; none for no cards."""
    if not cards:
        return []
    return [
        "what people typed is theirs and stays; edit it there:",
        *(
            f"{'still named' if one.sure else 'perhaps named'}: {one.account} · {one.place} ({one.parts})"
            for one in cards
        ),
    ]


class StayingCard(NamedTuple):
    """A card with typed texts that name somebody who opted out.

    Attributes:
        place: The board's name and the card's title.
        parts: Which texts: ``title, comment by Bo Lee``; with a remark if they only have the name.
        sure: Whether one of them has an identifier.
    """

    account: str
    board_id: str
    card_id: str
    place: str
    parts: str
    sure: bool


def staying_cards(done: Mapping[str, Withdrawal]) -> list[StayingCard]:
    """Return the cards with remaining texts, those with an identifier first."""
    cards: dict[tuple[str, str], list[Naming]] = {}
    for account, withdrawal in done.items():
        for one in withdrawal.stays:
            cards.setdefault((account, one.card_id), []).append(one)
    found = [_staying(account, texts) for (account, _), texts in cards.items()]
    return sorted(found, key=lambda one: not one.sure)


def _staying(account: str, texts: Sequence[Naming]) -> StayingCard:
    first, sure = texts[0], any(one.sure for one in texts)
    parts = ", ".join(dict.fromkeys(map(_part, texts)))
    return StayingCard(
        account,
        first.board_id,
        first.card_id,
        _place(first),
        parts if sure else f"{parts}; only a name or number",
        sure,
    )


def _part(one: Naming) -> str:
    by = f" by {safe_line(one.by)}" if one.by else ""
    return f"{one.part}{by}{' with a finding' if one.holds_finding else ''}"


def _place(one: WithdrawnNote | Naming) -> str:
    return f"{safe_line(one.board)} › {safe_line(one.card)}" if one.board_id else "an archived card"
