"""Identities: which remembered answers are about the same person or company, by the identifiers they share. Pure."""

from collections.abc import Iterable, Iterator

from tui.model.enrich.suppression import Kind, keys_of, suppression_keys
from tui.model.finding import Finding

Key = tuple[Kind, str]

_OF_PERSON: frozenset[Kind] = frozenset({"email", "network_slug"})
"""Kinds of identifiers that belong to one person only; telephone numbers and names are shared."""

_OF_COMPANY: frozenset[Kind] = frozenset({"domain", "network_slug", "abn"})
"""Kinds of identifiers that belong to one company only."""


class Identities:
    """The people and companies that remembered answers are about, found by any of their identifiers.

    Args:
        findings: The answers; those without a match are ignored.
    """

    def __init__(self, findings: Iterable[Finding]) -> None:
        self._by_key: dict[tuple[str, Key], list[Finding]] = {}
        for finding in findings:
            for key in _keys(finding):
                self._by_key.setdefault((finding.type, key), []).append(finding)

    def of(self, given: Iterable[Key]) -> tuple[set[Key], list[Finding]]:
        """Return ``given`` with all other identifiers of whoever has one of them, and the answers about them.

        An identifier that one answer adds is looked for in the others too, but a person's never leads to a company:
        both may have the same profile name.
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
                new = own_keys(finding)
                keys |= new
                left += [(finding.type, key) for key in new]
        return keys, list(found.values())


def own_keys(finding: Finding) -> set[Key]:
    """Return the identifiers in an answer that belong only to the person or company it is about."""
    # The domain of a person's address is also that of all colleagues.
    kinds = _OF_PERSON if finding.person is not None else _OF_COMPANY
    return {key for key in _keys(finding) if key[0] in kinds}


def _keys(finding: Finding) -> Iterator[Key]:
    about = finding.person or finding.company
    if about is None:
        return
    yield from suppression_keys(about)
    if not about.conflicts:
        # What was asked by belongs to them as well, unless the answer is about somebody else.
        yield from keys_of(finding.key)
