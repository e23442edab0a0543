"""Whom a run over cards looks up, in which order, and what it may cost."""

import pytest

from tui.adapters.read import built_in
from tui.model.enrich.spending import Prices
from tui.model.subject import Identifier, Subject
from tui.sync.enrich.askable import Asking
from tui.sync.enrich.plan import chosen

ASKING = Asking.of(built_in("platform"), Prices())


def by_email(value: str) -> Subject:
    return Subject(type="person", identifiers=(Identifier(kind="email", value=value),))


ANA, BO = by_email("ana@acme.example"), by_email("bo@acme.example")
NAMED = Subject(type="person", name="Cy Ng", company="Acme")
TOLD = by_email("jo@acme.example").replace(field="comment")
NOBODY = Subject(type="person", name="Cy")


@pytest.mark.parametrize(
    ("subjects", "first", "every", "comments"),
    [
        ([NAMED, ANA, BO], [ANA], [NAMED, ANA, BO], [NAMED, ANA, BO]),
        ([NAMED, NOBODY], [NAMED], [NAMED], [NAMED]),
        ([NAMED, TOLD], [NAMED], [NAMED], [NAMED, TOLD]),
        ([TOLD], [], [], [TOLD]),
        ([NOBODY], [], [], []),
        ([], [], [], []),
    ],
)
def test_who_is_surely_found_goes_before_who_has_a_name_only(
    subjects: list[Subject], first: list[Subject], every: list[Subject], comments: list[Subject]
) -> None:
    assert chosen(subjects, "first", ASKING) == first
    assert chosen(subjects, "all", ASKING) == every
    assert chosen(subjects, "comments", ASKING) == comments
