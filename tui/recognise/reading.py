"""Second reading of a card: the names in its texts, with the help of its identifiers."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from tui.recognise.drafts import Notes, PersonDraft, label_of
from tui.recognise.identifiers.hosts import is_free_mail, registrable
from tui.recognise.identifiers.mailboxes import SHORTEST
from tui.recognise.language import is_foreign
from tui.recognise.lines import lines
from tui.recognise.names import is_person, named, names, page_runs, weigh
from tui.recognise.notes import MOST
from tui.recognise.page import CardLines, read_page

if TYPE_CHECKING:
    from tui.model.subject import Identifier

_SHARED = re.compile(r"\+61(?:13|18)|\+64(?:800|508)")
"""Numbers of a firm, not of a person."""

_PLAUSIBLE = 0.3
"""Least confidence of a firm beside a number of its own."""


def read_page_of(notes: Notes) -> CardLines:
    """Return the lines of the passages, with the possible names on them."""
    kinds: dict[tuple[int, int], set[str]] = {}
    for (index, start), one in notes.identifiers:
        number = notes.plain[index].count("\n", 0, start)
        kinds.setdefault((index, number), set()).add(_kind(one))
    return read_page(
        [lines(text) for text in notes.plain],
        _labels(notes),
        kinds={place: frozenset(found) for place, found in kinds.items()},
        addresses=[_address(one.value) for _, one in notes.of_kind("email")],
        foreign=is_foreign("\n".join(notes.plain)),
    )


def _kind(one: Identifier) -> str:
    """Return the kind of an identifier as features tell it apart."""
    if one.kind in {"network_slug", "network_url"}:
        return "profile"
    return "shared" if one.kind == "phone" and _SHARED.match(one.value) else one.kind


def _address(email: str) -> tuple[str, str]:
    """Return the local part of an address, and the label of its domain; "" for a mail provider's."""
    mailbox, _, host = email.partition("@")
    domain = registrable(host) or host
    return mailbox, "" if is_free_mail(domain) else label_of(domain)


def names_anybody(notes: Notes) -> bool:
    """Whether the passages name anybody who stands without an identifier."""
    page = read_page_of(notes)
    weigh(page)
    # Somebody who is surely a person stands, whichever firm is theirs: the pairs need not be looked at.
    surely = len(page.names) <= MOST and any(map(is_person, page.names))
    found = surely or any(one.stands for one in named(page)[:MOST])
    page.forget_names()
    return found


def read_names(notes: Notes) -> Notes:
    """Find the names in the passages, using the card's identifiers."""
    starts = [_line_starts(plain) for plain in notes.plain]
    page = read_page_of(notes)
    found = [
        ((one.passage, starts[one.passage][one.line]), notes.fields[one.passage], one)
        for one in names(page)[:MOST]
    ]
    if notes.identifiers:
        notes.runs = list(dict.fromkeys(islice(page_runs(page), 4 * MOST)))
    page.forget_names()
    notes.firms = [(place, one.company) for place, _, one in found if one.company and one.sure > _PLAUSIBLE]
    notes.named = [one for one in found if one[2].stands]
    notes.lone = [
        PersonDraft(place, field, one.name, one.sure)
        for place, field, one in found
        if one.name and not one.stands
    ]
    return notes


def _labels(notes: Notes) -> list[str]:
    """Return the labels of the card's domains, without very short ones."""
    hosts = {one.value for _, one in notes.of_kind("domain")}
    return sorted({label for label in map(label_of, hosts) if len(label) > SHORTEST})


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text))]
