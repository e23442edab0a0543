"""Wanted fields: a lookup continues from service to service until they are found. Pure."""

from collections.abc import Collection, Sequence

from tui.model.enrich.spending import WANTED, Wanted
from tui.model.finding import Finding, OtherSource


def lacking(findings: Sequence[Finding], wanted: Collection[Wanted]) -> list[Wanted]:
    """Return those of the ``wanted`` fields that no answer has."""
    return [one for one in WANTED if one in wanted and not any(_gives(each, one) for each in findings)]


def combined(findings: Sequence[Finding], wanted: Collection[Wanted]) -> Finding:
    """Return the first of some answers about one subject, with missing ``wanted`` fields from later answers.

    Answers that may be about somebody else are never combined.
    """
    first, *others = findings
    for name in lacking([first], wanted):
        giver = next((one for one in others if _gives(one, name) and not _is_doubtful(one, first)), None)
        if giver is None:
            continue
        source = OtherSource(
            field=name, provider=giver.provider, fetched_at=giver.fetched_at, cost=giver.cost
        )
        first = first.replace(also=(*first.also, source))
        values = {f"{name}s": getattr(giver.person or giver.company, f"{name}s")}
        if first.person is not None:
            first = first.replace(person=first.person.replace(**values))
        elif first.company is not None:
            first = first.replace(company=first.company.replace(**values))
    return first


def _gives(finding: Finding, name: Wanted) -> bool:
    about = finding.person or finding.company
    # A do-not-call number counts too; another service, which may not know that, is not asked for it.
    return about is not None and bool(about.emails if name == "email" else about.phones)


def _is_doubtful(finding: Finding, first: Finding) -> bool:
    """Return whether an answer may be about somebody else than the first one."""
    about = finding.person or finding.company
    if finding.person is not None and first.person is not None:
        return bool(finding.person.conflicts) or finding.person.has_other_profile(first.person)
    return about is None or bool(about.conflicts)
