"""All that is held of a person in several accounts, as rows for the user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tui.model.values.scalars import Json

_SORTS: Mapping[str, tuple[str, str, str]] = {
    "findings": ("answer", "provider", "key"),
    "cards": ("card", "board", "name"),
    "texts": ("", "card", "text"),
    "comments": ("comment", "card", "text"),
    "onlyTheName": ("perhaps named", "card", "text"),
    "directorOf": ("director, or of that name", "provider", "name"),
    "hits": ("hit", "provider", "name"),
    "lookups": ("receipt", "provider", "key"),
    "searches": ("search", "provider", "key"),
    "drafts": ("draft", "key", "text"),
    "conflicts": ("text in a conflict", "name", "text"),
    "optOut": ("opt-out", "kind", "value"),
}
"""The name of each sort of things that is held, "" for that of its part; and the keys of its place and its text."""

_CARD_ID: Mapping[str, str] = {
    "cards": "id",
    "texts": "idCard",
    "comments": "idCard",
    "onlyTheName": "idCard",
}
"""The key of the card's id, for the things that stand on one."""


class HeldRow(NamedTuple):
    """One thing that is held of a person.

    Attributes:
        what: Its sort, in words.
        where: The service, the board or the card that it is from.
        card_id: The card that it stands on; "" for none.
    """

    account: str
    what: str
    where: str
    text: str
    card_id: str


def held_rows(found: Mapping[str, Mapping[str, Sequence[Json]]]) -> list[HeldRow]:
    """Return a row for each thing that is held, by account."""
    return [
        HeldRow(
            account,
            what or str(one["part"]),
            str(one[where]),
            str(_full_name(one) or one[text]),
            str(one[_CARD_ID[sort]]) if sort in _CARD_ID else "",
        )
        for account, held in found.items()
        for sort, (what, where, text) in _SORTS.items()
        for one in held.get(sort, ())
    ]


def boards_not_read(counts: Mapping[str, int]) -> list[str]:
    """Return "local: 1 board" for each account with boards that were never opened here, so that more may be on them."""
    return [f"{account}: {count} board{'' if count == 1 else 's'}" for account, count in counts.items()]


def _full_name(finding: Json) -> str | None:
    person: Json = finding.get("person") or {}
    return person.get("fullName")
