"""What the current service can be asked by for a subject, and the stored findings about the subject."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, get_args

from tui.errors import UsageError
from tui.model.enrich.spending import Prices, Purchase, Wanted
from tui.model.enrich.wanted import combined, lacking
from tui.model.subject import STRENGTH, Identifier, Kind, Subject
from tui.model.values.fields import Frozen, field

if TYPE_CHECKING:
    from tui.adapters.adapter import Adapter
    from tui.adapters.call import CallKind
    from tui.model.finding import Finding
    from tui.model.person import Person
    from tui.store.store import Store

Type = Literal["person", "company"]
TYPES: tuple[Type, ...] = get_args(Type)
Ways = tuple[frozenset[str], ...]
"""The ways to ask: each the identifiers that are needed together; ``name`` and ``company`` may be among them."""


def _each(*names: str) -> Ways:
    return tuple(frozenset({name}) for name in names)


_CRITERIA = frozenset({"company", "position", "seniority", "department", "location", "size_band", "country"})


_PURCHASES: Mapping[CallKind, Purchase | None] = MappingProxyType(
    {
        "person": "person",
        "company": "company",
        "search people": "search",
        "search companies": "search",
        "credits": None,
    }
)
"""The kind of purchase that each kind of call is charged as."""


class Asking(Frozen):
    """What a service can be asked by, and its charges.

    Until the account's service is known, it is assumed to follow the platform's contract.

    Attributes:
        person: The ways to ask for a person.
        company: The ways to ask for a company.
        criteria: The criteria of a people search; empty if there is none.
        searches_by_id: Whether such a search takes a company's id, which may need a lookup first.
        finds_companies: Whether companies can be searched for by name.
        title: Its name, for the user; "" for an unnamed one.
        adapter: Its description; None for the platform's.
        provider: Its name in findings; None for that of the default service.
        order: For several services: those to ask for each kind, one after another until one has a match.
        others: All services that can be asked by name.
        wanted: For several services: the fields that must be found before no other is asked; empty for any
            match.
        lacks_key: Whether it cannot be asked, because the account has no key to it.
    """

    prices: Prices = field(default_factory=Prices)
    person: Ways = _each("email", "network_url", "network_slug")
    company: Ways = _each("domain", "network_url", "abn", "website")
    criteria: frozenset[str] = _CRITERIA
    searches_by_id: bool = False
    finds_companies: bool = False
    title: str = ""
    adapter: Adapter | None = None
    name: str = ""
    provider: str | None = None
    order: Mapping[Type, tuple[Asking, ...]] = field(default_factory=dict)
    others: tuple[Asking, ...] = ()
    wanted: frozenset[Wanted] = frozenset()
    lacks_key: bool = False

    @classmethod
    def of(cls, adapter: Adapter, prices: Prices) -> Asking:
        """Return the value for the service that ``adapter`` describes."""
        return cls(
            prices=prices,
            person=adapter.ways("person"),
            company=adapter.ways("company"),
            criteria=frozenset[str]().union(*adapter.ways("search people")),
            searches_by_id=adapter.searches_by_id,
            finds_companies=bool(adapter.calls("search companies")),
            title=adapter.title,
            adapter=adapter,
        )

    def purchase_at(self, path: str) -> tuple[Purchase | None, int]:
        """Return as what a call of ``path`` is charged, None for a free one, and the most credits it takes.

        What the adapter does not describe may be anything, and counts as the most expensive request.
        """
        adapter = self.adapter
        if adapter is None:
            from tui.adapters.read import built_in

            adapter = built_in("platform")
        if (call := adapter.call_at(path)) is None:
            return ("person", self.prices.highest) if self.prices.highest else (None, 0)
        what = _PURCHASES[call.kind]
        most = 0 if what is None else self.prices.of(what)[1]
        return what, most if call.price is None else min(most, call.price[1])

    def steps(self, what: Type) -> tuple[Asking, ...]:
        """Return the services to ask for a person or a company, in order.

        One that the account has no key to is left out, unless there is no other.
        """
        ordered = self.order.get(what) or (self,)
        return tuple(one for one in ordered if not one.lacks_key) or ordered

    def left_out(self, what: Type) -> tuple[str, ...]:
        """Return the names of the services in the order that are not asked, because the account has no key to them."""
        asked = self.steps(what)
        return tuple(one.provider or one.title for one in self.order.get(what, ()) if one not in asked)

    def ways(self, what: Type) -> Ways:
        """Return the ways to ask for a person or a company."""
        return self.person if what == "person" else self.company

    def search_refusal(self, criteria: Iterable[str]) -> str:
        """Return why people cannot be searched by ``criteria``, as a sentence; "" if they can."""
        service = self.title or "This service"
        if not self.criteria:
            return f"{service} cannot be searched for people."
        known = {*self.criteria, "company"} if self.searches_by_id else self.criteria
        unknown = [name.replace("_", " ") for name in criteria if name not in known]
        return f"{service} cannot be searched by {', '.join(unknown)}." if unknown else ""

    def kinds(self, what: Type) -> frozenset[Kind]:
        """Return the kinds of identifiers that the service accepts."""
        names = frozenset[str]().union(*self.ways(what))
        return frozenset(kind for kind in STRENGTH if kind in names)


_NAMES: Mapping[Kind, str] = MappingProxyType(
    {"phone": "telephone number", "nzbn": "NZBN", "acn": "ACN", "crn": "company number"}
)

_WANTED: Mapping[frozenset[str], str] = MappingProxyType(
    {
        frozenset({"email"}): "an e-mail address",
        frozenset({"domain"}): "a domain",
        frozenset({"abn"}): "an ABN",
        frozenset({"acn"}): "an ACN",
        frozenset({"nzbn"}): "an NZBN",
        frozenset({"crn"}): "a British company number",
        frozenset({"network_url"}): "a profile",
        frozenset({"phone"}): "a telephone number",
        frozenset({"name", "company"}): "“Name at Company”",
    }
)
"""What a service takes, for the user, by the way of asking that this enables."""


_BY_NAME: Mapping[Type, str] = MappingProxyType({"person": "“Name at Company”", "company": "its name"})
_NAMED = Subject(type="person", name="Name", company="Company")
"""How somebody is searched for by name, and a subject that has one."""


def stored_answer(store: Store, subject: Subject, asking: Asking) -> Finding | None:
    """Return the stored answer for ``subject``, by any of its identifiers.

    With several services it is the first match, completed by the wanted fields of others. A miss, or missing
    wanted fields, count as an answer only if all services that can be asked have answered.
    """
    matched = stored_matches(store, subject, asking)
    if matched and (matched[0].withheld or not lacking([combined(matched, asking.wanted)], asking.wanted)):
        return combined(matched, asking.wanted)
    if unasked(store, subject, asking):
        return None
    return (
        combined(matched, asking.wanted) if matched else next(iter(_held(store, subject, asking)[::-1]), None)
    )


def stored_matches(store: Store, subject: Subject, asking: Asking) -> list[Finding]:
    """Return the stored matches in the order of the services; only one if it is withheld."""
    found = [one for one in _held(store, subject, asking) if one.matched or one.withheld]
    return next(([one] for one in found if one.withheld), found)


def _held(store: Store, subject: Subject, asking: Asking) -> list[Finding]:
    answers = (_answer(store, subject, step) for step in asking.steps(subject.type))
    return [one for one in answers if one is not None]


def _answer(store: Store, subject: Subject, step: Asking) -> Finding | None:
    """Return the stored answer of one service; to a name and a company also the one about somebody who has both.

    A service that searches for the name is asked first, as it may know several.
    """
    found = store.enrichment.findings.find_for(subject, step.kinds(subject.type), step.provider)
    if (found is None or not (found.matched or found.withheld)) and is_askable(subject, step):
        return known_by_name(store, subject, step) or found
    return found


def known_by_name(store: Store, subject: Subject, step: Asking) -> Finding | None:
    """Return a service's answer about the person of a name at a company, found by something else; None for several people."""
    from tui.sync.enrich.names import SHARED, is_surely_same, is_there

    if subject.type != "person" or not (subject.name and subject.company):
        return None
    if any(one.kind not in SHARED for one in subject.identifiers):
        return None  # who has another address or profile may be a namesake
    first: Finding | None = None
    for one in store.enrichment.findings.called(subject.name, step.provider):
        if one.person is None or not is_there(one.person, subject):
            continue
        if first is None:
            first = one
        elif first.person is None or not is_surely_same(first.person, one.person):
            return None
    return first


def is_known_there(store: Store, subject: Subject, step: Asking) -> bool:
    """Return whether a search of the service for a name will find somebody who is known, by a profile, if nobody else."""
    if is_askable(subject, step) or (known := known_by_name(store, subject, step)) is None:
        return False
    return known.person is not None and bool(known.person.network_slug)


def is_known(store: Store, subject: Subject, asking: Asking) -> bool:
    """Return whether all services that are still to be asked for a name will find somebody who is known."""
    steps = unasked(store, subject, asking)
    return bool(steps) and all(is_known_there(store, subject, step) for step in steps)


def unasked(store: Store, subject: Subject, asking: Asking) -> list[Asking]:
    """Return the services in the order that can be asked for ``subject`` and were not asked."""
    return [step for step in services_able(subject, asking) if _answer(store, subject, step) is None]


def services_able(subject: Subject, asking: Asking) -> list[Asking]:
    """Return the services in the order that can be asked for ``subject``."""
    steps = asking.steps(subject.type)
    return [step for step in steps if is_askable(subject, step) or is_named(subject, step)]


def answer_to_show(store: Store, subject: Subject, asking: Asking) -> Finding | None:
    """Return the finding for ``subject``; if the services in the order have none, one of another service.

    A miss of several services names all of them.
    """
    if (known := stored_answer(store, subject, asking)) is not None and (known.matched or known.withheld):
        return known
    if matched := stored_matches(store, subject, asking):
        return combined(matched, asking.wanted)
    other = store.enrichment.findings.shown(subject, asking.kinds(subject.type))
    missed = _held(store, subject, asking)
    if len(missed) < 2 or (other is not None and other.matched):
        return other
    return missed[-1].replace(provider=" and ".join(one.provider for one in missed))


def is_askable(subject: Subject, asking: Asking) -> bool:
    """Return whether ``subject`` has the identifiers for one of the ways to ask."""
    return bool(_asked(subject, asking))


def is_named(subject: Subject, asking: Asking) -> bool:
    """Return whether ``subject`` can be searched for by its name."""
    if subject.type == "company":
        searches = bool(asking.criteria) or asking.finds_companies
        return searches and bool(subject.name or subject.company)
    return bool(asking.criteria) and bool(subject.name and (subject.company or subject.value("domain")))


def with_profile(subject: Subject, person: Person) -> Subject:
    """Return ``subject`` with the profile of ``person``, a search hit, by which it can be looked up.

    Raises:
        UsageError: The hit has no profile.
    """
    if not person.network_slug:
        raise UsageError(
            f"{person.full_name or 'That hit'} has no profile to be looked up by.",
            hint="Look them up by an e-mail address or a profile.",
        )
    found = Identifier(kind="network_slug", value=person.network_slug)
    return subject.replace(identifiers=(*subject.identifiers, found))


def identifiers_to_ask_by(subject: Subject, asking: Asking) -> dict[str, str]:
    """Return the identifiers to ask the service by: all it accepts, since several make a match more certain.

    Raises:
        UsageError: The subject has nothing that the service accepts.
    """
    asked = _asked(subject, asking)
    if not asked:
        raise _unusable_identifier(subject, asking)
    return asked


def refusal(subject: Subject, asking: Asking) -> str:
    """Return why the service cannot be asked for ``subject``, and what to add, as a sentence; "" if it can."""
    if is_askable(subject, asking) or is_named(subject, asking):
        return ""
    error = _unusable_identifier(subject, asking)
    return f"{error} {error.hint}"


def _asked(subject: Subject, asking: Asking) -> dict[str, str]:
    given: dict[str, str] = {one.kind: one.value for one in reversed(subject.identifiers)}
    if subject.name:
        given["name"] = subject.name
    if subject.company:
        given["company" if subject.type == "person" or subject.name else "name"] = subject.company
    used = frozenset[str]().union(*(way for way in asking.ways(subject.type) if way <= given.keys()))
    return {name: value for name, value in given.items() if name in used}


def _unusable_identifier(subject: Subject, asking: Asking) -> UsageError:
    ways, service = asking.ways(subject.type), asking.title or "This service"
    if not ways:
        people = "people" if subject.type == "person" else "companies"
        return UsageError(
            f"{service} knows no {people}.", hint="Ask another service: cardscout providers use NAME."
        )
    best = subject.strongest
    by = "name" if best is None else _NAMES.get(best.kind, "that")
    taken = [words for way, words in _WANTED.items() if way in ways] or ["another identifier"]
    by_name = _BY_NAME[subject.type]
    if by_name not in taken and is_named(_NAMED.replace(type=subject.type), asking):
        taken.append(by_name)
    *others, last = taken
    wanted = f"{', '.join(others)} or {last}" if others else last
    return UsageError(
        f"{subject.text or 'This'} cannot be looked up by {by} alone.", hint=f"The service takes {wanted}."
    )
