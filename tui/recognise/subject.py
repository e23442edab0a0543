"""Entry point of the recogniser: card text to the people and companies worth looking up."""

from collections.abc import Sequence

from tui.model.subject import STRENGTH, Kind, Subject
from tui.recognise import reading
from tui.recognise.assemble import assemble
from tui.recognise.drafts import Draft, PersonDraft, Place
from tui.recognise.notes import read_identifiers
from tui.recognise.text import FIELDS, CardText

_CONFIDENCE: dict[Kind, float] = {
    "email": 0.95,
    "network_slug": 0.95,
    "network_url": 0.95,
    "abn": 0.95,
    "domain": 0.8,
    "website": 0.8,
    "nzbn": 0.8,
    "crn": 0.8,
    "acn": 0.8,
    "phone": 0.5,
}
"""Confidence of a subject by its strongest kind of identifier."""


def recognise(
    title: str,
    desc: str = "",
    *,
    checklists: Sequence[str] = (),
    comments: Sequence[str] = (),
    attachments: Sequence[str] = (),
    files: Sequence[str] = (),
    country: str = "AU",
) -> list[Subject]:
    """Return the people and companies named on a card, the title's first, then the surest identifiers first.

    Args:
        title: The card's title.
        desc: Its description, Markdown.
        checklists: Texts of its checklist items.
        comments: Texts of its comments.
        attachments: Names and URLs of the links on it.
        files: Names of the files on it, which are read only if nothing else names anybody: they tell what is in a
            file, and beside a person's name "Resume Reid" reads like an employer.
        country: ISO 3166 alpha-2 of the user, for numbers that are valid in both Australia and New Zealand.

    Returns:
        The subjects; empty for a card that names nobody.
    """
    card = CardText(title, desc, tuple(checklists), tuple(comments), tuple(attachments), country)
    for one in card.readings(files):
        assembly = assemble(one)
        if ranked := sorted([*assembly.people, *assembly.companies], key=_rank):
            return [_subject(draft) for draft in ranked]
    return []


def names_anybody(
    title: str,
    desc: str = "",
    *,
    checklists: Sequence[str] = (),
    comments: Sequence[str] = (),
    attachments: Sequence[str] = (),
    files: Sequence[str] = (),
) -> bool:
    """Whether ``recognise`` would find anybody; quick for a card with an address, a link or a number."""
    card = CardText(title, desc, tuple(checklists), tuple(comments), tuple(attachments))
    notes = map(read_identifiers, card.readings(files))
    return any(one.identifiers or reading.names_anybody(one) for one in notes)


def _rank(draft: Draft) -> tuple[int, int, Place]:
    strength = min((STRENGTH.index(one.kind) for one in draft.identifiers), default=len(STRENGTH))
    return FIELDS.index(draft.field), strength, draft.place


def _subject(draft: Draft) -> Subject:
    identifiers = tuple(sorted(draft.identifiers, key=lambda one: STRENGTH.index(one.kind)))
    surest = max((_CONFIDENCE[one.kind] for one in identifiers), default=0.0)
    person = isinstance(draft, PersonDraft)
    return Subject(
        type="person" if person else "company",
        name=draft.name or None,
        company=(draft.company or None) if isinstance(draft, PersonDraft) else None,
        confidence=max(surest, draft.sure),
        identifiers=identifiers,
        field=draft.field,
    )
