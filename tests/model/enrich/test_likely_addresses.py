"""An address on the list of opt-outs is recognised as that of a person whom a search found without one."""

import pytest

from tui.model.company import Company
from tui.model.enrich.likely_addresses import is_at_company, likely_locals
from tui.model.person import CompanyRef, Person
from tui.model.subject import Identifier, Subject

CALLUM = Person(
    full_name="Callum O'Brien", company=CompanyRef(name="Bluegum Freight", domain="bluegum.example")
)
TYPED = Subject(type="person", name="Callum O'Brien", company="Bluegum Freight Pty Ltd")


def test_the_forms_of_a_name_have_both_names():
    forms = likely_locals(CALLUM)
    assert {"callum.obrien", "callumobrien", "obrien.callum", "callum_brien", "callum-obrien"} <= {*forms}
    assert not {"callum", "obrien", "cobrien"} & {*forms}
    assert likely_locals(TYPED) == forms
    assert likely_locals(Person(first_name="Zoë", last_name="Reid"))[1] == "zoe.reid"


@pytest.mark.parametrize(
    "one", [Person(full_name="Callum"), Company(name="Two Words"), TYPED.replace(type="company")]
)
def test_one_name_or_a_company_has_none(one):
    assert likely_locals(one) == []


@pytest.mark.parametrize(
    ("address", "one", "there"),
    [
        ("c@bluegum.example", CALLUM, True),
        ("c@bluegumfreight.example", CALLUM, True),
        ("c@bluegum-freight.example", TYPED, True),
        ("c@freight.example", TYPED, False),
        ("c@blu.example", TYPED, False),
        ("c@gmail.example", CALLUM, False),
        ("c@kauri.example", TYPED.replace(company="www.kauri.example"), True),
        ("c@kauri.example", Person(company=CompanyRef(website="https://www.kauri.example/us")), True),
        (
            "c@other.example",
            TYPED.replace(identifiers=(Identifier(kind="domain", value="other.example"),)),
            True,
        ),
        ("c@bluegum.example", Company(name="Bluegum"), False),
        ("c@x.example", TYPED.replace(company=None), False),
    ],
)
def test_the_company_is_told_by_its_domain_or_its_name(address, one, there):
    assert is_at_company(address, one) is there
