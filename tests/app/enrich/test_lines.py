"""A sighting as rows: what each row is about, and that nothing from outside reaches the terminal as it came."""

from datetime import timedelta

import pytest

from tests.app.enrich.conftest import ANA
from tui.app.enrich.lines import LONGEST, face, full_name, lines, lookup_contents, shorten, subject_of, where
from tui.app.enrich.sightings import Sighting
from tui.errors import Unreachable
from tui.model.company import Company
from tui.model.enrich.people import Namesake
from tui.model.finding import Finding, Quote, QuoteStep, Was
from tui.model.person import CompanyRef, Contactable, EmailPoint, Location, Person, PhonePoint
from tui.model.subject import Identifier, Subject

PRICE = Quote(low=1, high=2, credits_left=9)
ODD = [
    "endless " * 4000,
    "x" * 5000,
    "שלום עולם",
    "日本語の名前" * 40,
    "z\u200bw\u0301\u0301\u0301\u0301\u0301",
    "\u202egnp.exe",
    "",
    " ",
    "\n# a heading",
]


def shown(sighting, now, width=40, **how):
    return [line.drawn.at(width).plain for line in lines([sighting], now, **how)]


def harmless(text):
    return not any(
        (ord(char) < 32 and char != "\n") or 127 <= ord(char) < 160 or "\u202a" <= char <= "\u202e"
        for char in text
    )


def test_nothing_from_outside_is_drawn_as_it_came(now, hostile_texts):
    for text in [*hostile_texts, *ODD]:
        record = Person(
            full_name=text,
            title=text,
            company=CompanyRef(name=text, domain=text),
            location=Location(city=text, raw=text),
            emails=(EmailPoint(value=text, kind=text, status=text),),
            phones=(PhonePoint(raw=text, kind=text),),
            conflicts=(text,),
        )
        subject = Subject(
            type="person",
            name=text,
            company=text,
            identifiers=(Identifier(kind="email", value=text, field=text),),
        )
        finding = Finding(key="k", type="person", person=record, provider=text, fetched_at=now)
        for sighting in (
            Sighting(subject, PRICE, finding),
            Sighting(subject, PRICE, candidates=(record, record)),
            Sighting(subject, PRICE, barred=text),
            Sighting(subject, PRICE, trouble=Unreachable(text)),
        ):
            drawn = shown(sighting, now)
            assert drawn
            assert all(map(harmless, drawn))
            assert max(map(len, drawn)) < 12 * LONGEST


KAURI = Subject(type="company", name="Kauri Mills")
MILLS = Namesake(
    company=Company(
        name="KAURI MILLS LIMITED", nzbn="9429000000000", hq=Location(city="Auckland", country="NZ")
    ),
    step=QuoteStep(service="Register", low=0, high=0, name="nzbn"),
)


@pytest.mark.parametrize(
    ("state", "signs"),
    [
        ({}, "○"),
        ({"busy": True}, "⟳ ⟳ Looking"),
        ({"trouble": Unreachable("x")}, "! ! Offline"),
        ({"barred": "Opted out"}, "⊘ ⊘ Opted"),
        ({"candidates": (Person(full_name="Ana"), Person(full_name="Ana"))}, "? ? 2 people 1 2"),
        ({"candidates": (MILLS,), "subject": KAURI}, "? ? company comes 1 KAURI NZBN Auckland Register"),
    ],
)
def test_every_state_has_its_sign(now, state, signs):
    sighting = Sighting(**{"subject": Subject(type="person", name="Ana"), "quote": PRICE, **state})
    drawn = " ".join(" ".join(shown(sighting, now)).split())
    for sign in signs.split():
        assert sign in drawn
        drawn = drawn.partition(sign)[2]


def test_a_record_that_is_old_or_was_otherwise_says_so(now):
    record = Person(
        full_name="Ana Reid",
        title="Chief",
        phones=(PhonePoint(e164="+61290001234", verified_on=now - timedelta(days=500)),),
        last_verified=now - timedelta(days=800),
    )
    before = (
        Was(field="title", value="Head of Sales", until=now - timedelta(days=202)),
        Was(field="e-mail", value="ana@old.example", until=now - timedelta(days=202)),
    )
    subject = Subject(type="person", name="Ana Reid", company="Firm")
    finding = Finding(key="k", type="person", person=record, fetched_at=now, changes=before)
    drawn = " ".join("\n".join(shown(Sighting(subject, PRICE, finding), now, width=200)).split())
    assert "title Chief was Head of Sales until 3 May" in drawn
    assert "e-mail not told any more was ana@old.example until 3 May" in drawn
    assert "phone +61 2 9000 1234 checked 9 Jul 2025, old" in drawn
    assert "! Old: the record was last checked 12 Sep 2024, over 2 years ago" in drawn
    newer = finding.replace(person=record.replace(last_verified=now - timedelta(days=364), phones=()))
    assert "ld" not in " ".join(shown(Sighting(subject, PRICE, newer.replace(changes=())), now, width=200))


def test_a_company_tells_its_register_numbers_in_groups(now):
    firm = Company(name="Acme", abn="51824753556", acn="824753556", phones=("+6495550100",))
    finding = Finding(key="k", type="company", company=firm, fetched_at=now)
    subject = Subject(type="company", name="Acme")
    drawn = "\n".join(shown(Sighting(subject, PRICE, finding), now, width=80))
    for number in ("51 824 753 556", "824 753 556", "+64 9 555 0100"):
        assert number in drawn


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
