"""Which contact values are private."""

from datetime import UTC, datetime
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from tui.model.finding import Finding
from tui.model.person import CompanyRef, EmailPoint, Person, PhonePoint
from tui.sync.enrich.sharing import (
    LEFT_OUT,
    is_private_email,
    private_values,
    shared_board,
    shows_private,
    without_private,
)

FIRM = CompanyRef(name="Tūī Ridge", domain="tuiridge.co.nz")


@pytest.mark.parametrize(
    ("email", "private"),
    [
        (EmailPoint(value="ana@tuiridge.co.nz"), False),
        (EmailPoint(value="ana@sales.tuiridge.co.nz", kind="personal"), False),
        (EmailPoint(value="Ana@GMAIL.com", kind="work"), True),
        (EmailPoint(value="ana@xtra.co.nz"), True),
        (EmailPoint(value="ana@reid.nz"), False),
        (EmailPoint(value="ana@reid.nz", kind="personal"), True),
    ],
)
def test_an_address_is_private_by_its_kind_and_host_and_not_at_the_employers_domain(email, private):
    assert is_private_email(email, Person(company=FIRM)) is private


def test_a_sole_trader_at_a_free_mail_host_has_that_as_the_company_address():
    trader = Person(company=CompanyRef(domain="gmail.com"))
    assert not is_private_email(EmailPoint(value="bo@gmail.com"), trader)


def test_private_values_are_marked_and_everything_else_stays():
    person = Person(
        full_name="Ana Reid",
        company=FIRM,
        emails=(EmailPoint(value="ana@tuiridge.co.nz"), EmailPoint(value="ana@gmail.com")),
        phones=(
            PhonePoint(e164="+64215550123", kind="mobile"),
            PhonePoint(e164="+64215550124", kind="mobile", do_not_call=True),
            PhonePoint(e164="+6495550100", kind="switchboard"),
        ),
    )
    finding = Finding(key="k", type="person", fetched_at=datetime(2026, 11, 21, tzinfo=UTC), person=person)
    # A number that must not be called is in no comment anyway.
    assert private_values(finding) == ("ana@gmail.com", "+64 21 555 0123")
    left = without_private(finding).person
    assert left is not None
    assert [one.value for one in left.emails] == ["ana@tuiridge.co.nz", LEFT_OUT]
    assert [one.e164 or one.raw for one in left.phones] == [LEFT_OUT, "+64215550124", "+6495550100"]
    assert without_private(finding.replace(person=None)).person is None


@pytest.mark.parametrize(
    ("level", "said", "shared", "shows"),
    [
        ("private", None, False, True),
        ("org", None, True, False),
        ("public", "no", True, False),
        ("public", "yes", True, True),
    ],
)
def test_a_board_that_others_may_see_shows_what_is_private_once_that_was_allowed(level, said, shared, shows):
    board = SimpleNamespace(name="Pipeline", unknown_fields={"prefs": {"permissionLevel": level}})
    store = MagicMock(boards=MagicMock(get=lambda _: board), meta=MagicMock(get=lambda _: said))
    store.members.roles.return_value = [SimpleNamespace(deactivated=False)]
    store.current_id.side_effect = lambda ident: ident
    found = shared_board(store, "b1")
    assert ((found is not None), shows_private(store, "b1")) == (shared, shows)
    if found is not None:
        assert "others may see" in found.question
