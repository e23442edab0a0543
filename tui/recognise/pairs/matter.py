"""The role of a firm or person in the subject of a card: event, venue, former employer, client, or party."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tui.recognise.chunk import Kind
from tui.recognise.page import FIRM, PERSON
from tui.recognise.pairs.needs import BACKWARD, IN_TITLE, needs, vocabulary
from tui.recognise.words.lexicon import VENUES, fold
from tui.recognise.words.likeness import LIKELY, SURE
from tui.recognise.words.word_list import word_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tui.recognise.pairs.pair import Pair

_EVENTS = word_list("events")
"""Last words of the names of conferences, shows and the like."""

_MET = vocabulary(word_list("met"))
"""Words before the place or the occasion where somebody was met or heard."""

_CONSENTS = vocabulary(word_list("consents"))
"""Words for what is asked of somebody who is no party of the deal: "approval from Ana"."""

_MOVES = vocabulary(word_list("moves"))
"""Words around a firm that somebody came from."""

_CLIENTS = vocabulary(word_list("outsiders"))
"""Words for people who deal with a firm and are not of it."""

_ACCOUNTS, _INCIDENTS = word_list("accounts"), word_list("incidents")
"""Words of a title that is about a client, and of one that is about what somebody has from a firm."""

_SUBJECT = re.compile(r"(?i)\s*(?:re|fw|fwd|aw|wg)\s*:")

_QUOTED = re.compile(
    r"\s*(?:>|On .{3,80} wrote:|-{2,}\s?(?:Original|Forwarded)|From:\s|\S.{2,40} wrote:\s*\Z)"
)
_CON = re.compile(r"[A-Z][a-zA-Z]*(?:Con|Fest|Conf|Camp|Expo)\Z|[A-Z]\w+(?:fest|expo|camp)\Z")
"""How coined names of events end: "DataCon"."""

_YEAR = re.compile(r"(?:19|20)?\d\d\Z")
_NEAR, _BESIDE = 4, 3


@lru_cache(maxsize=512)
def _is_event_name(words: Sequence[str]) -> bool:
    named = [word for word in words if not _YEAR.match(word)]
    return bool(named) and (fold(named[-1]) in _EVENTS or _CON.match(named[-1]) is not None)


def is_event(pair: Pair) -> bool:
    """Whether a firm is a conference, a show or the like by its name: "Pacific Energy Expo"."""
    return pair.firm.trade < SURE and _is_event_name(pair.firm.words)


def is_venue(pair: Pair) -> bool:
    """Whether a firm is a place to eat and drink by its name: "The Copper Kettle Cafe"."""
    return pair.firm.trade < SURE and pair.firm.folded[-1] in VENUES


@needs(_MET)
def is_met_at(pair: Pair) -> bool:
    """Whether people were met, seen or heard at a firm, or at what looks like one: "Met Ana at Kea"."""
    firm = pair.firm
    if firm.trade >= LIKELY and not (is_event(pair) or is_venue(pair)):
        return False
    if firm.before[-1:] != Kind.AT and _of(firm.left, 1).isdisjoint(("in", "on", "during", "after")):
        return False
    return not _MET.isdisjoint((*firm.left[-_NEAR:], *pair.person.left[-_BESIDE:], *pair.words))


@needs(_CONSENTS)
def is_asked_for_consent(pair: Pair) -> bool:
    """Whether a person's approval is asked for, or given: "approval from Ana"."""
    return not _CONSENTS.isdisjoint((*pair.person.left[-_BESIDE:], *pair.person.right[:2]))


@needs(_MOVES)
def is_left(pair: Pair) -> bool:
    """Whether words around a firm say that somebody came from there, or was there: "came over from Kea"."""
    return not _MOVES.isdisjoint((*pair.firm.left[-_BESIDE:], *pair.firm.right[:2]))


@needs(_CLIENTS)
def is_clients(pair: Pair) -> bool:
    """Whether a person is said to be a client or the like of a firm: "Ana, a customer of Kea", "Kea's client Ana"."""
    if pair.forward:
        return pair.firm.before[-1:] in {Kind.OF, Kind.AT, Kind.FROM} and not _CLIENTS.isdisjoint(
            pair.words[-_NEAR:]
        )
    return not _CLIENTS.isdisjoint(pair.person.left[-_BESIDE:])


@needs(IN_TITLE)
def is_of_subject_line(pair: Pair) -> bool:
    """Whether a firm is named in the subject of a mail and nowhere else."""
    firm = pair.firm
    if firm.passage or not _SUBJECT.match(firm.row.raw):
        return False
    return not any(one.passage and one.firm_key == firm.firm_key for one in firm.page.names)


def is_across_thread(pair: Pair) -> bool:
    """Whether a mail that is quoted begins between a person and a firm, or one of the two is quoted."""
    first, last = sorted((pair.person.line, pair.firm.line))
    lines = pair.person.page.lines
    if lines[first].raw[:1] == ">":
        return False
    return any(map(_begins_quote, [line.raw for line in lines[first + 1 : last + 1]]))


@lru_cache(maxsize=512)
def _begins_quote(raw: str) -> bool:
    return _QUOTED.match(raw) is not None


def is_of_two_firms(pair: Pair) -> bool:
    """Whether a line has several firms and one person."""
    signs = pair.person.page.marked[pair.firm.line]
    return signs.count(PERSON) == 1 and signs.count(FIRM) > 1


@needs(IN_TITLE)
def is_account(pair: Pair) -> bool:
    """Whether the title is about dealings with the firm that it names, whose people a card then has: "Kea - renewal"."""
    return not _ACCOUNTS.isdisjoint(_beside_in_title(pair))


@needs(IN_TITLE)
def is_incident(pair: Pair) -> bool:
    """Whether the title is about what somebody has from the firm that it names: "Invoice of Kea", "Complaint - Kea"."""
    return not _INCIDENTS.isdisjoint(_beside_in_title(pair))


@needs(BACKWARD)
def is_addressed(pair: Pair) -> bool:
    """Whether a firm that stands before a person is one that something is done to, for or with: "Quote for Kea"."""
    return not pair.forward and not _of(pair.firm.left, 1).isdisjoint(("to", "for", "with", "w"))


def _beside_in_title(pair: Pair) -> Iterator[str]:
    """Yield the words of the title beside the firm, if it stands there."""
    firm = pair.firm
    if not firm.passage:
        parts = (part for part in firm.row.parts if part.words != firm.words)
        yield from (word for part in parts for word in part.lows)


def is_through(pair: Pair) -> bool:
    """Whether something is done by, through or with the help of a firm: "tiles by Kea"."""
    return not _of(pair.firm.left, 1).isdisjoint(("by", "through", "via", "using", "thru", "per"))


def is_named_often(pair: Pair) -> bool:
    """Whether the firm is named at several places of the card."""
    return pair.firm.firm_key in pair.firm.page.often


def _of(words: Sequence[str], number: int) -> frozenset[str]:
    return frozenset(words[-number:])
