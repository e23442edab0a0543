"""A sighting as rows: what each row is about, and that nothing from outside reaches the terminal as it came."""

import pytest

from tui.app.enrich.hits import LONGEST
from tui.app.enrich.lines import lines
from tui.app.enrich.sightings import Sighting
from tui.errors import Unreachable
from tui.model.finding import Finding, Quote
from tui.model.person import CompanyRef, EmailPoint, Location, Person, PhonePoint
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


@pytest.mark.parametrize(
    ("state", "signs"),
    [
        ({}, "○"),
        ({"busy": True}, "⟳ ⟳ Looking"),
        ({"trouble": Unreachable("x")}, "! ! Offline"),
        ({"barred": "Opted out"}, "⊘ ⊘ Opted"),
        ({"candidates": (Person(full_name="Ana"), Person(full_name="Ana"))}, "? ? 2 people 1 2"),
    ],
)
def test_every_state_has_its_sign(now, state, signs):
    drawn = " ".join(
        " ".join(shown(Sighting(Subject(type="person", name="Ana"), PRICE, **state), now)).split()
    )
    for sign in signs.split():
        assert sign in drawn
        drawn = drawn.partition(sign)[2]
