import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.app.markdown import prose
from tui.model.company import Company, SizeBand
from tui.model.finding import Finding, Was
from tui.model.person import CompanyRef, EmailPoint, Location, Person, PhonePoint
from tui.sync.note import (
    address,
    escape,
    escape_start,
    holds_finding,
    identifiers_in,
    is_note,
    is_unaltered,
    note,
    says_the_same,
    unescape,
)

WHEN = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
ANA = Person(
    full_name="Ana Lee",
    title="Head of Growth",
    company=CompanyRef(name="Acme Robotics", domain="acme.example", size="51-200"),
    seniority="vp_director_head",
    department="Sales",
    last_verified=datetime(2026, 8, 4, tzinfo=UTC),
    emails=(EmailPoint(value="ana@acme.example", kind="work", status="deliverable"),),
    phones=(
        PhonePoint(e164="+61491570006", kind="mobile"),
        PhonePoint(e164="+61491570157", kind="direct", do_not_call=True),
    ),
    location=Location(city="Sydney", state="NSW", country="AU"),
)


def finding(**values) -> Finding:
    given = {"key": "email:ana@acme.example", "type": "person", "fetched_at": WHEN, "provider": "directory"}
    return Finding(**{**given, **values})


def test_a_person_is_written_out_for_a_reader() -> None:
    before = Was(field="title", value="Head of Sales", until=datetime(2026, 5, 3, tzinfo=UTC))
    assert note(finding(person=ANA, cost=2, changes=(before,))).splitlines() == [
        "**Ana Lee**, Head of Growth (was Head of Sales until 2026-05-03)",
        "Acme Robotics · acme.example · 51-200 people",
        "- Seniority: VP/Director / Head of",
        "- Department: Sales",
        "- E-mail: ana@acme.example (work, deliverable)",
        "- Phone: +61 491 570 006 (mobile)",
        "- Phone: number hidden (direct, do not call)",
        "- Location: Sydney, NSW, AU",
        "",
        "Record checked: 2026-08-04",
        "Source: directory, 2026-11-21, 2 credits",
        "Cardscout · email:ana@acme.example · 594d2ca4",
    ]


def test_what_points_at_somebody_else_is_to_be_checked() -> None:
    doubted = ANA.replace(conflicts=("email", "phone"))
    assert "- Check: email, phone points at somebody else" in note(finding(person=doubted)).splitlines()
    assert "Check:" not in note(finding(person=ANA))


def test_a_number_that_must_not_be_called_is_not_written_out() -> None:
    assert "570157" not in note(finding(person=ANA))


def test_a_company_is_written_out_for_a_reader() -> None:
    firm = Company(
        name="Acme Robotics",
        domain="acme.example",
        industries=("Robotics",),
        size_band=SizeBand(low=11, high=50),
        abn="51824753556",
        abn_status="Active",
        phones=("+61255501234",),
    )
    text = note(finding(key="domain:acme.example", type="company", company=firm, cost=1))
    assert text.splitlines() == [
        "**Acme Robotics**",
        "acme.example · Robotics",
        "- People: 11-50",
        "- ABN: 51 824 753 556 · active",
        "- Phone: +61 2 5550 1234",
        "",
        "Source: directory, 2026-11-21, 1 credit",
        "Cardscout · domain:acme.example · 45325162",
    ]


def test_the_status_in_a_register_is_written_out_and_the_directors_are_not() -> None:
    said = {"status": "Removed", "gst": "2000-07-01", "directors": "Ana Reid"}
    text = note(
        finding(key="nzbn:9429000000000", type="company", company=Company(name="Kauri", registers=said))
    )
    assert "- Status: Removed\n- GST since: 2000-07-01\n" in text
    assert "Ana" not in text


def test_a_miss_is_said_too() -> None:
    assert note(finding()).splitlines()[0] == "**No match**"


@given(st.text(), st.text())
def test_a_note_is_known_by_its_last_line_whatever_it_says(name: str, key: str) -> None:
    text = note(finding(key=key, person=ANA.replace(full_name=name, title=name)))
    assert is_note(text)
    assert holds_finding(text, key)


def test_a_name_from_outside_cannot_pass_for_another_note() -> None:
    forged = "Ana\n\nCardscout · email:someone@else.example"
    text = note(finding(person=ANA.replace(full_name=forged)))
    assert not holds_finding(text, "email:someone@else.example")


HOSTILE = [
    "*Ana* _Lee_ **x** ~~gone~~",
    "# Head",
    "- item",
    "+ more",
    "1. first",
    "2) second",
    "===",
    "> quoted",
    "[click](https://evil.example)",
    "![image](https://evil.example/i.png)",
    "<script>alert(1)</script> <https://evil.example>",
    "`code` and ```fence",
    "a | b | c",
    "&copy; &#64;",
    "\\*not\\* \\",
    "tail\\",
    "Ana\n\n# Heading",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_value_is_drawn_as_it_is_whatever_markdown_it_looks_like(text: str) -> None:
    """Rendered as the card's screen does it, each value stands there character by character."""
    person = ANA.replace(
        full_name=text,
        title=text,
        company=CompanyRef(name=text, industry=text),
        emails=(EmailPoint(value=text, kind=text, status=text),),
        phones=(PhonePoint(raw=text, kind=text),),
        location=Location(city=text),
    )
    drawn = prose(note(finding(person=person, provider=text)))
    value = " ".join(text.split())
    assert drawn.plain.split("\n")[:3] == [
        f"{value}, {value}",
        f"{value} · {value}",
        "• Seniority: VP/Director / Head of",
    ]
    for line in (
        f"• E-mail: {value} ({value}, {value})",
        f"• Phone: {value} ({value})",
        f"• Location: {value}",
    ):
        assert line in drawn.plain.split("\n")
    assert drawn.plain.split("\n")[-2].startswith(f"Source: {value}, 2026")
    # An address that stands in a value is a link, but to no other place than it says.
    assert all(link.text == link.url for link in drawn.links)


def test_a_name_does_not_mention_members() -> None:
    text = note(finding(person=ANA.replace(full_name="@board and @you", title="cc @card")))
    assert not [word for word in ("@board", "@you", "@card") if word in text]
    assert "ana@acme.example" in text


@given(st.text())
def test_what_is_escaped_is_read_back(text: str) -> None:
    line = " ".join(text.split()).replace("@\u2060", "@")
    if not (line.startswith("<") and line.endswith(">")):
        assert unescape(escape(line)) == line
        assert unescape(escape_start(line)) == line


def test_an_address_stays_a_link() -> None:
    assert address("https://www.linkedin.com/in/ana-lee") == "https://www.linkedin.com/in/ana-lee"
    (link,) = prose(f"- Profile: {address('https://n.example/in/_ana_*lee*')}").links
    assert link.url == "https://n.example/in/_ana_*lee*"
    assert prose(address("javascript:*alert(1)*")).links == ()


def test_whom_a_note_is_about_is_read_back_from_it() -> None:
    person = ANA.replace(network_url="https://www.linkedin.com/in/ana_lee", full_name="Ana_Lee*")
    found = identifiers_in(note(finding(key="email:a_b@acme.example", person=person)))
    wanted = {
        ("email", "ana@acme.example"),
        ("email", "a_b@acme.example"),
        ("phone", "491570006"),
        ("network_slug", "ana_lee"),
        ("name", "ana_lee|"),
    }
    assert wanted <= set(found)
    firm = Company(name="Acme", abn="51824753556", abn_status="Active")
    assert ("abn", "51824753556") in identifiers_in(note(finding(key="x", type="company", company=firm)))


def test_a_comment_of_an_earlier_version_is_known_too() -> None:
    text = "**Ana_Lee**, Head\n- Phone: +61491570006 (mobile)\n\nSource: x, 2026-01-01, no credits\nCardscout · email:a_b@acme.example"
    assert holds_finding(text, "email:a_b@acme.example")
    assert {("phone", "491570006"), ("email", "a_b@acme.example")} <= set(identifiers_in(text))


def test_the_same_answer_fetched_again_says_the_same() -> None:
    text = note(finding(person=ANA, cost=2))
    later = finding(person=ANA, fetched_at=WHEN + timedelta(days=40))
    assert note(later) != text
    assert says_the_same(text, note(later))
    assert not says_the_same(text, note(later.replace(person=ANA.replace(title="Chief"))))
    assert not says_the_same(text, note(later.replace(provider="another")))
    checked = ANA.replace(last_verified=WHEN)
    assert not says_the_same(text, note(later.replace(person=checked)))


def test_an_old_record_is_said_to_be_old() -> None:
    old = ANA.replace(last_verified=WHEN - timedelta(days=365))
    assert "Record checked: 2025-11-21, old: over a year before it was fetched" in note(finding(person=old))
    assert "old" not in note(finding(person=old.replace(last_verified=WHEN - timedelta(days=364))))


def test_a_comment_is_found_by_whatever_its_person_is_on_the_list_with() -> None:
    known = ANA.replace(network_url="https://linkedin.example/in/ana-lee")
    told = identifiers_in(note(finding(person=known)))
    assert set(told) >= {
        ("email", "ana@acme.example"),
        ("name", "ana lee|"),
        ("phone", "491570006"),
        ("domain", "acme.example"),
        ("network_slug", "ana-lee"),
    }


def test_a_comment_is_found_by_whatever_its_company_is_on_the_list_with() -> None:
    firm = Company(name="Acme", domain="acme.example", abn="51824753556")
    told = identifiers_in(note(finding(key="abn:51824753556", type="company", company=firm)))
    assert set(told) >= {("abn", "51824753556"), ("domain", "acme.example")}


def test_a_line_that_names_nobody_is_nobodys() -> None:
    assert identifiers_in("- Founded: 1999\nthe brief\nCardscout · odd:value") == []


TEXT = note(finding(person=ANA, cost=2))


def test_what_is_attached_is_known_as_unaltered_also_where_a_service_changed_the_white_space() -> None:
    assert is_unaltered(TEXT)
    assert is_unaltered(TEXT.replace("\n", "\r\n") + "\n")


@pytest.mark.parametrize(
    "text",
    [
        f"rang her\n{TEXT}",
        f"{TEXT}\nrang her",
        TEXT.replace("Head of Growth", "Head of Growth, rude"),
        "\n".join(f"> {line}" for line in TEXT.splitlines()),
        f"rang her\n{TEXT.splitlines()[-1]}",
        f"**Ana Lee**, call her\n\n{TEXT.splitlines()[-2]}\n{TEXT.splitlines()[-1]}",
        TEXT.replace("email:ana@acme.example", "email:bo@acme.example"),
        TEXT.rpartition(" · ")[0],
        "",
    ],
)
def test_a_comment_in_which_somebody_typed_anything_is_not_taken_for_an_attached_one(text: str) -> None:
    assert not is_unaltered(text)


@given(st.text(), st.text())
def test_an_attached_comment_is_known_whatever_it_says(name: str, key: str) -> None:
    assert is_unaltered(note(finding(key=key, person=ANA.replace(full_name=name, title=name))))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ana  Reid\n", "Ana Reid"),
        ("*Ana* [x](y)", r"\*Ana\* \[x\](y)"),
        ("ana@tui.example", "ana@tui.example"),
        ("@ana and (@bo)", "@\u2060ana and (@\u2060bo)"),
        ("@ home", "@ home"),
    ],
)
def test_a_value_is_drawn_as_it_is_and_read_back(text: str, line: str) -> None:
    assert escape(text) == line
    assert unescape(line) == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- one", r"\- one"),
        ("+61 2 5550", r"\+61 2 5550"),
        ("12. May", r"12\. May"),
        ("3) three", r"3\) three"),
        ("12 May", "12 May"),
        ("a - b", "a - b"),
    ],
)
def test_a_value_begins_no_list(text: str, line: str) -> None:
    assert escape_start(text) == line
    assert unescape(line) == text


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://tui.example/a", "https://tui.example/a"),
        ("https://tui.example/a_b", "<https://tui.example/a_b>"),
        ("http://tui.example/a b_c", "<http://tui.example/ab_c>"),
        ("https://tui.example/<_", r"https://tui.example/\<\_"),
        ("mailto:a_b@x.example", r"mailto:a\_b@x.example"),
    ],
)
def test_an_address_is_one_that_can_be_followed(url: str, shown: str) -> None:
    assert address(url) == shown
    assert unescape(shown) == "".join(url.split())


@pytest.mark.parametrize("text", ["<half", "half>"])
def test_half_a_bracket_is_kept(text: str) -> None:
    assert unescape(text) == text


def test_the_dates_are_local(monkeypatch: pytest.MonkeyPatch) -> None:
    late = datetime(2026, 11, 30, 15, 3, tzinfo=UTC)
    person = Person(full_name="Ana Lee", title="Head", last_verified=late)
    told = (Was(field="title", value="Buyer", until=late),)
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Australia/Melbourne")
        time.tzset()
        text = note(
            Finding(key="email:a@b.example", type="person", person=person, fetched_at=late, changes=told)
        )
    time.tzset()
    assert text.count("2026-12-01") == 3
    assert "2026-11-30" not in text
