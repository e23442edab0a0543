"""Who is who: names that are one, and companies that are one."""

import pytest

from tests.sync.enrich.desk import firm
from tests.sync.enrich.shop import by, named
from tui.model.person import CompanyRef, Person
from tui.model.subject import Subject
from tui.sync.enrich.names import fits, is_same_firm, likeness, may_be_same


@pytest.mark.parametrize(
    ("name", "found", "least", "most"),
    [
        ("Ana Reid", "Ana Reid", 1, 1),
        ("ana REID", "Ana Reid", 1, 1),
        ("Reid, Ana", "Ana Reid", 1, 1),
        ("Hēmi Tāmati", "Hemi Tamati", 1, 1),
        ("Chloe O'Brien", "Chloë O’Brien", 1, 1),
        ("Ana Reid", "Ana Maria Reid", 0.9, 0.99),
        ("Bob Lee", "Robert Lee", 0.8, 0.9),
        ("Kate Lee", "Katherine Lee", 0.8, 0.9),
        ("A Reid", "Ana Reid", 0.5, 0.7),
        ("Ana Reid", "Anna Reid", 0, 0),
        ("Ana Reid", "Ana Read", 0, 0),
        ("Ana", "Ana Reid", 0, 0),
        ("Reid", "Ana Reid", 0, 0),
        ("", "Ana Reid", 0, 0),
        ("Ana Reid", "Reid", 0, 0),
        ("Reid", "Reid", 0, 0),
        ("Reid", "Reid Reid", 0, 0),
        ("Reid Reid", "Reid", 0, 0),
        ("Jo Reid", "J Reid", 0.5, 0.7),
        ("J Reid", "Ana Reid", 0, 0),
    ],
)
def test_names(name: str, found: str, least: float, most: float) -> None:
    assert least <= likeness(name, Person(full_name=found)) <= most


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Kauri Timber", "KAURI TIMBER PTY LTD", True),
        ("Kauri Timber Pty. Limited", "Kauri Timber", True),
        ("Kauri Timber (Australia) Pty Ltd", "Kauri Timber", True),
        ("Tūī Ridge", "Tui Ridge Ltd", True),
        ("Kauri Timber", "Kauri Homes", False),
        ("Kauri", "Kauri Timber", False),
        ("Group Holdings", "Holdings Group Ltd", False),
        ("", "", False),
    ],
)
def test_companies(one: str, other: str, same: bool) -> None:
    assert is_same_firm(one, other) is same


def test_the_employer_is_compared_by_its_domain_where_it_has_one() -> None:
    subject = named("Ana Reid", None, domain="kauri.example")
    here = Person(full_name="Ana Reid", company=CompanyRef(name="K", domain="kauri.example"))
    there = Person(full_name="Ana Reid", company=CompanyRef(name="K", domain="rimu.example"))
    assert fits(subject, here) == 1
    assert fits(subject, there) < 0.7


@pytest.mark.parametrize(
    ("one", "other", "may"),
    [
        (by("email", "rewi@rata.example"), named("Rewi Pene", "Rata"), True),
        (by("email", "rewi@rata.example"), by("network_slug", "rewi-pene"), True),
        (by("email", "rewi@rata.example"), by("email", "rewi.pene@home.example"), True),
        (by("email", "rewi@rata.example"), by("email", "bo@rata.example"), False),
        (by("email", "info@rata.example"), by("email", "info@kauri.example"), False),
        (by("email", "rewi@rata.example"), by("email", "rewi@rata.example"), False),
        (named("Rewi Pene", "Rata"), named("Rewi Pene", "Rata Software"), True),
        (named("Rewi Pene", "Rata"), named("Rewi Parata", "Rata"), False),
        (named("Rewi Pene", "Rata", phone="+64215550166"), by("email", "x1@rata.example"), True),
        (firm(abn="51824753556"), firm(domain="kauri.example"), True),
        (firm(abn="51824753556"), firm(abn="53004085616"), False),
        (firm(domain="kauri.example"), firm(domain="kauri.co.nz"), True),
        (firm(domain="kauri.example"), firm(domain="rata.example"), False),
        (firm(domain="kauri.example"), by("email", "kauri@kauri.example"), False),
    ],
)
def test_two_subjects_may_be_the_same(one: Subject, other: Subject, *, may: bool) -> None:
    assert may_be_same(one, other) is may
    assert may_be_same(other, one) is may


def test_letters_that_are_written_without_blanks_are_one_name() -> None:
    assert likeness("王 小明", Person(full_name="王小明")) == 1
    assert likeness("王", Person(full_name="王")) == 0
    assert likeness("王 大明", Person(full_name="王小明")) == 0
