"""A hit of a search: who it is, and what a lookup would bring."""

from tests.app.enrich.conftest import ANA
from tui.app.enrich.hits import LONGEST, face, full_name, lookup_contents, shorten, subject_of, where
from tui.model.person import CompanyRef, Contactable, Location, Person


def test_a_hit_says_who_where_and_what_a_lookup_promises():
    assert where(ANA) == "Tūī Ridge · Hamilton, WKO, NZ"
    assert lookup_contents(ANA) == "e-mail, mobile (do not call)"
    assert (
        lookup_contents(Person(contactable=Contactable(has_personal_email=True, has_phone=True)))
        == "e-mail, phone"
    )
    assert lookup_contents(Person()) == ""
    assert face(ANA).plain == (
        "Ana Reid  Head of Growth\nTūī Ridge · Hamilton, WKO, NZ · e-mail, mobile (do not call)"
    )


def test_a_hit_can_be_looked_up():
    subject = subject_of(ANA)
    assert (subject.key, subject.text) == ("network_slug:ana-reid", "Ana Reid at Tūī Ridge")
    nameless = subject_of(Person(first_name="Ana", last_name="Reid", company=CompanyRef(domain="x.example")))
    assert (nameless.name, nameless.company, nameless.identifiers) == ("Ana Reid", "x.example", ())


def test_a_name_is_what_is_known_of_it():
    assert full_name(Person(first_name="Ana", last_name="Reid", network_slug="ana-reid")) == "Ana Reid"
    assert full_name(Person(last_name="Reid")) == "Reid"
    assert full_name(Person(network_slug="ana-reid")) == "ana-reid"


def test_a_place_without_parts_is_as_it_was_written():
    assert where(Person(location=Location(raw="Down Under"), company=CompanyRef(domain="x.example"))) == (
        "x.example · Down Under"
    )
    assert where(Person()) == ""


def test_an_address_of_a_profile_is_used_where_there_is_no_slug():
    subject = subject_of(Person(network_url="https://linkedin.com/in/ana"))
    assert [(one.kind, one.value) for one in subject.identifiers] == [
        ("network_url", "https://linkedin.com/in/ana")
    ]
    assert (subject.name, subject.company) == (None, None)


def test_a_hit_of_which_nothing_more_is_known_is_one_line():
    assert face(Person(full_name="Ana")).plain == "Ana  "


def test_a_long_value_is_cut_where_it_is_drawn():
    assert shorten("x" * LONGEST) == "x" * LONGEST
    assert shorten("x" * (LONGEST + 1)) == "x" * LONGEST + "…"
    assert len(face(Person(full_name="x" * 5000, title="y" * 5000)).plain) < 3 * LONGEST
