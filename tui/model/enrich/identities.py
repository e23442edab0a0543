"""Identities: groups stored answers about the same person or company by their shared identifiers. Pure.

A profile and a person's own e-mail address identify somebody alone. The mailbox of a role (``info@``), a
telephone number, and any value that belongs to people of different names in the answers do so only together
with the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from tui.model.enrich.suppression import Kind, keys_of, may_be_shared, suppression_keys, with_name
from tui.model.search import fold_text

if TYPE_CHECKING:
    from tui.model.finding import Finding

Key = tuple[Kind, str]

_OF_PERSON: frozenset[Kind] = frozenset({"email", "network_slug"})
"""Kinds of identifiers that belong to one person, unless several share one."""

_OF_COMPANY: frozenset[Kind] = frozenset({"domain", "network_slug", "abn"})
"""Kinds of identifiers that belong to one company only."""


class Identities:
    """The people and companies in the stored answers, found by any of their identifiers.

    Args:
        findings: The answers; those without a match are ignored.
    """

    def __init__(self, findings: Iterable[Finding]) -> None:
        self._by_key: dict[tuple[str, Key], list[Finding]] = {}
        for finding in findings:
            for key in _keys(finding):
                self._by_key.setdefault((finding.type, key), []).append(finding)

    def of(self, given: Iterable[Key]) -> tuple[set[Key], list[Finding]]:
        """Return ``given`` with all other identifiers of the same people, and the answers about them.

        An identifier found in one answer is searched in the others too, but a person's never leads to a
        company, because both may have the same profile name. Shared identifiers do not lead to further
        people.
        """
        keys = set(given)
        left, seen = [(what, key) for what in ("person", "company") for key in keys], set[tuple[str, Key]]()
        found: dict[tuple[str, str, str], Finding] = {}
        while left:
            if (step := left.pop()) in seen:
                continue
            seen.add(step)
            for finding in self._by_key.get(step, ()):
                found[finding.provider, finding.type, finding.key] = finding
                if self.is_shared(step[1]):
                    continue
                new = self.own_keys(finding)
                keys |= new
                left += [(finding.type, key) for key in (*new, *_at_numbers(finding))]
        return keys, list(found.values())

    def own_keys(self, finding: Finding) -> set[Key]:
        """Return the identifiers in an answer that belong only to the person or company it is about.

        An address that others share is in it together with the name.
        """
        keys = set(_keys(finding))
        if finding.person is None:
            return {key for key in keys if key[0] in _OF_COMPANY}
        # The domain of a person's address is also that of all colleagues.
        mine = {key for key in keys if key[0] in _OF_PERSON}
        shared = {key for key in mine if self.is_shared(key)}
        name = finding.person.whole_name
        return (mine - shared) | {one for kind, value in shared for one in with_name(name, kind, value)}

    def is_shared(self, key: Key) -> bool:
        """Return whether an address, a number or a profile is that of a role, or of people of different names."""
        return (key[0] != "phone" and may_be_shared(key)) or len(self.sharers(key)) > 1

    def sharers(self, key: Key) -> list[str]:
        """Return the names of the different people who have an address, a number or a profile."""
        if key[0] not in _OF_PERSON and key[0] != "phone":
            return []
        people = [one.person for one in self._by_key.get(("person", key), ()) if one.person is not None]
        names = list(dict.fromkeys(filter(None, (one.whole_name for one in people))))
        return names if any(_are_different(*pair) for pair in combinations(names, 2)) else names[:1]


def _keys(finding: Finding) -> Iterator[Key]:
    about = finding.person or finding.company
    if about is None:
        return
    yield from suppression_keys(about)
    if not about.conflicts:
        # The requested identifiers belong to them as well, unless the answer is about somebody else.
        asked = keys_of(finding.key)
        yield from asked
        if finding.person is not None:
            name = finding.person.whole_name
            yield from (one for kind, value in asked for one in with_name(name, kind, value))


def _at_numbers(finding: Finding) -> Iterator[Key]:
    """Yield the name of an answer's person at each of the telephone numbers, which are not on the list themselves."""
    if (person := finding.person) is not None:
        for phone in person.phones:
            yield from with_name(person.whole_name, "phone", phone.e164 or phone.raw)


def _are_different(one: str, other: str) -> bool:
    """Return whether two names belong to different people; a married name or an initial makes no difference."""
    words, others = re.findall(r"\w+", fold_text(one)), re.findall(r"\w+", fold_text(other))
    if not words or not others or set(words) <= set(others) or set(others) <= set(words):
        return False
    if words[0] == others[0]:
        return False
    initial = words[0][0] == others[0][0] and 1 in (len(words[0]), len(others[0]))
    return not (initial and words[-1] == others[-1])
