"""The rows that the panel and the people page draw for a sighting, and for a person or a company found by a search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from textual.content import Content

from tui.app.enrich.lookup_errors import error_words, lost_request_words
from tui.app.enrich.sightings import BARRED, TROUBLE, UNSURE, WORKING
from tui.app.markdown import Prose, hanging
from tui.model.enrich.people import Namesake
from tui.model.subject import Identifier, Kind, Subject
from tui.presentation.facts import Fact, age_warning, facts, firm_words, identifier_words, source
from tui.presentation.safe_text import safe_line, safe_text
from tui.presentation.timestamps import ago, day

if TYPE_CHECKING:
    from tui.app.enrich.sightings import Sighting
    from tui.model.enrich.differences import Difference
    from tui.model.enrich.people import Candidate
    from tui.model.finding import Finding
    from tui.model.person import Person
    from tui.model.search import Hit

LONGEST = 400
"""Maximum number of characters of a value that are drawn."""


def full_name(person: Person) -> str:
    """Return the full name, or the parts of it that are known, or the profile's slug."""
    return person.whole_name or person.network_slug


def where(person: Person) -> str:
    """Return the company and the place."""
    place = person.location
    spot = ", ".join(filter(None, (place.city, place.state, place.country))) or place.raw
    return " · ".join(
        safe_text(part) for part in (person.company.name or person.company.domain, spot) if part
    )


def lookup_contents(person: Person) -> str:
    """Return the data that a lookup would return, such as ``e-mail, mobile``; "" if unknown."""
    has = person.contactable
    phone = "mobile" if has.has_mobile else ("phone" if has.has_phone else "")
    barred = " (do not call)" if has.has_do_not_call_phone and phone else ""
    email = "e-mail" if has.has_email or has.has_personal_email else ""
    return ", ".join(filter(None, (email, f"{phone}{barred}")))


def subject_of(person: Person) -> Subject:
    """Convert a hit to a subject that can be looked up."""
    profiles: tuple[tuple[Kind, str], ...] = (
        ("network_slug", person.network_slug),
        ("network_url", person.network_url),
    )
    known = [(kind, value) for kind, value in profiles if value][:1]
    return Subject(
        type="person",
        name=full_name(person) or None,
        company=person.company.name or person.company.domain or None,
        confidence=1.0,
        identifiers=tuple(Identifier(kind=kind, value=value) for kind, value in known),
    )


def face(hit: Candidate) -> Content:
    """Draw a hit in two lines: name and title, then place and available data; for a company its number."""
    return _firm_face(hit) if isinstance(hit, Namesake) else _person_face(hit)


def _firm_face(hit: Namesake) -> Content:
    firm = hit.company
    second = f"{safe_text(firm_words(firm))} · {safe_line(hit.step.service)}"
    name = shorten(safe_line(firm.name or firm.legal_name))
    return Content.assemble((name, "bold"), "\n", (shorten(second), "$ink-quiet"))


def _person_face(person: Person) -> Content:
    first = Content.assemble(
        (shorten(safe_line(full_name(person))), "bold"), f"  {shorten(safe_text(person.title))}"
    )
    if second := " · ".join(filter(None, (where(person), lookup_contents(person)))):
        return Content.assemble(first, "\n", (shorten(second), "$ink-quiet"))
    return first


def shorten(text: str) -> str:
    """Shorten a long value for drawing; copying still takes all of it."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}…"


HIDDEN = "••••••••"
"""Placeholder for a number on a do-not-call register."""

_KINDS: dict[Kind, str] = {
    "email": "e-mail",
    "network_url": "profile",
    "network_slug": "profile",
    "domain": "domain",
    "website": "website",
    "abn": "ABN",
    "acn": "ACN",
    "nzbn": "NZBN",
    "crn": "company number",
    "phone": "phone",
}
_FIELDS = {"desc": "description"}
_SURE, _LIKELY = 0.85, 0.6


@dataclass(frozen=True, slots=True)
class PanelLine:
    """One row, and the target of its keys.

    Attributes:
        ident: The row's id, unique in the list.
        fact: The field that the row shows, or None.
        candidate: The person or company that the row offers to be picked, or None.
        colleague: The person of the company that the row shows, or None.
        elsewhere: The other card that the row names, or None.
    """

    ident: str
    drawn: Prose
    sighting: Sighting
    fact: Fact | None = None
    candidate: Candidate | None = None
    colleague: Person | None = None
    elsewhere: Hit | None = None


def lines(
    sightings: Iterable[Sighting], now: datetime, *, phones: bool = False, shows: str = "p"
) -> Iterator[PanelLine]:
    """Yield the rows of each subject: the subject, its state, and the finding.

    Args:
        sightings: The sightings, in display order.
        now: The current time, for ages.
        phones: Whether numbers on a do-not-call register are shown.
        shows: The key that shows those numbers.
    """
    for sighting in sightings:
        yield PanelLine(sighting.subject.key, _subject(sighting), sighting)
        yield from result_rows(sighting, now, phones=phones, shows=shows)


def result_rows(
    sighting: Sighting, now: datetime, *, phones: bool = False, shows: str = "p", under: str | None = None
) -> Iterator[PanelLine]:
    """Yield the rows below a subject: its state and the finding.

    Args:
        sighting: The subject's sighting.
        now: The current time, for ages.
        phones: Whether numbers on a do-not-call register are shown.
        shows: The key that shows those numbers.
        under: Id of the row above, the prefix of these rows' ids; None for the subject's key.
    """
    key = sighting.subject.key if under is None else under
    for number, drawn in enumerate(_state_rows(sighting, now)):
        yield PanelLine(f"{key}\nstate{number}", drawn, sighting)
    for number, one in enumerate(() if sighting.barred else sighting.candidates):
        yield PanelLine(candidate_row(key, number), _candidate(number, one), sighting, candidate=one)
    # While it is asked who is meant, the earlier answer may be about somebody else.
    if sighting.finding is not None and not sighting.barred and not sighting.candidates:
        yield from _answer_rows(key, sighting, sighting.finding, now, phones=phones, shows=shows)
    if not sighting.barred:
        yield from _staff_rows(key, sighting)
        for number, hit in enumerate(sighting.also):
            words = f"also on: {shorten(safe_line(hit.board_name))} › {shorten(safe_line(hit.name))}"
            yield PanelLine(f"{key}\n+{number}", _quiet(words), sighting, elsewhere=hit)


def candidate_row(key: str, number: int) -> str:
    """Return the id of the row of a person or company that can be picked, below the subject ``key``."""
    return f"{key}\n?{number}"


def colleague_row(key: str, number: int) -> str:
    """Return the id of the row of a company's person, below the subject ``key``."""
    return f"{key}\n@{number}"


def _staff_rows(key: str, sighting: Sighting) -> Iterator[PanelLine]:
    """Yield the number of the company's people, then the people."""
    if (page := sighting.staff) is None:
        return
    shown, total = len(page.people), page.total or len(page.people)
    many = (
        f"{shown} of {total:,} people" if total > shown else f"{shown} {'person' if shown == 1 else 'people'}"
    )
    yield PanelLine(f"{key}\nstaff", _quiet(f"{many} there" if shown else "nobody is known there"), sighting)
    for number, person in enumerate(page.people):
        yield PanelLine(colleague_row(key, number), _candidate(number, person), sighting, colleague=person)


def _state_rows(sighting: Sighting, now: datetime) -> Iterator[Prose]:
    if sighting.barred:
        yield _remark(BARRED.mark, shorten(safe_text(sighting.barred)), BARRED.token)
    elif sighting.busy:
        yield _remark(WORKING.mark, "Looking it up …", WORKING.token)
    elif sighting.trouble is not None:
        yield _remark(TROUBLE.mark, error_words(sighting.trouble), TROUBLE.token)
    elif sighting.lost_at is not None:
        yield _remark(TROUBLE.mark, lost_request_words(f"{ago(sighting.lost_at, now)}"), TROUBLE.token)
    elif sighting.candidates:
        yield _remark(UNSURE.mark, _choice(sighting), UNSURE.token)


def _remark(mark: str, words: str, token: str) -> Prose:
    return hanging(Content.styled(f"  {mark} ", token), Content(shorten(words)))


def _answer_rows(
    key: str, sighting: Sighting, finding: Finding, now: datetime, *, phones: bool, shows: str
) -> Iterator[PanelLine]:
    if not finding.matched:
        if not sighting.busy:
            missed = f"No match on {day(finding.fetched_at, now)} in {shorten(safe_text(finding.provider))}; enter tries again"
            yield PanelLine(f"{key}\nmissed", _quiet(missed), sighting)
        return
    known = facts(finding, now)
    width = max((len(fact.name) for fact in known), default=0)
    for number, fact in enumerate(known):
        yield PanelLine(f"{key}\n{number}", _fact(fact, width, phones=phones, shows=shows), sighting, fact)
    if old := age_warning(finding, now):
        yield PanelLine(f"{key}\nold", _remark(TROUBLE.mark, old, UNSURE.token), sighting)
    for number, one in enumerate(sighting.differences):
        yield PanelLine(f"{key}\ndiffers{number}", _difference(one, now), sighting)
    told = source(finding, now, bought=sighting.bought) + (" · attached" if sighting.attached else "")
    yield PanelLine(f"{key}\nsource", _quiet(shorten(safe_text(told))), sighting)


def _difference(one: Difference, now: datetime) -> Prose:
    """Draw a field in which services disagree: each value with its source and age."""
    values = " · ".join(
        f"{safe_text(said.value)} ({safe_text(said.provider)}, {ago(said.fetched_at, now)})"
        for said in one.stated
    )
    return _remark(UNSURE.mark, f"{one.name}: {values}", UNSURE.token)


def _quiet(words: str) -> Prose:
    return hanging(Content("  "), Content.styled(words, "$ink-quiet"))


def _subject(sighting: Sighting) -> Prose:
    subject, best = sighting.subject, sighting.subject.strongest
    spot = sighting.added or (_FIELDS.get(best.field, safe_line(best.field)) if best else "by name")
    kind = _KINDS[best.kind] if best else "name"
    parts = [subject.type, kind, spot, _confidence_word(subject.confidence)]
    if more := len(subject.identifiers) - 1 if best else 0:
        parts.append(f"{more} more")
    drawn = [Content.styled(shorten(safe_line(subject.text)), "bold")]
    if best is not None and best.value != subject.text:
        drawn.append(Content(shorten(safe_text(identifier_words(best.kind, best.value)))))
    drawn.append(Content.styled(" · ".join(parts), "$ink-quiet"))
    sign = sighting.sign
    return hanging(Content.styled(f"{sign.mark} ", sign.token), Content("\n").join(drawn))


def _confidence_word(confidence: float) -> str:
    if confidence >= _SURE:
        return "sure"
    return "likely" if confidence >= _LIKELY else "a guess"


def _choice(sighting: Sighting) -> str:
    """Return the words above the candidates."""
    few = len(sighting.candidates)
    if sighting.subject.type == "person":
        return f"{few} people fit this name. Enter on the right one:"
    many = "1 company comes" if few == 1 else f"{few} companies come"
    return f"{many} near this name. Enter on the right one:"


def _candidate(number: int, one: Candidate) -> Prose:
    return hanging(Content.styled(f"  {number + 1} ", "bold $cursor"), face(one))


def _fact(fact: Fact, width: int, *, phones: bool, shows: str) -> Prose:
    hidden = fact.do_not_call and not phones
    value = HIDDEN if hidden else shorten(safe_text(fact.value))
    kind = f"  {shorten(safe_text(fact.kind))}" if fact.kind else ""
    note = f"  {shorten(safe_text(fact.note))}" if fact.note else ""
    was = f"  {shorten(safe_text(fact.was))}" if fact.was else ""
    more = " ▸" if fact.opens else (f"  {shows} shows it" if hidden else "")
    return hanging(
        Content.styled(f"  {fact.name:<{width}}  ", "$ink-quiet"),
        Content.assemble(value, (kind, "$ink-quiet"), (note, "$soon"), (was, "$soon"), (more, "$ink-quiet")),
    )
