"""Lines of new cards, read on Monday 23 November 2026, 9:00."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.model.filter.facts import NamedThing
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.presentation.quick_card import LEFT, complete_quick, offered_names, read_item, read_quick

NOW = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)


def things(*named: tuple[str, str, str]) -> list[NamedThing]:
    return [NamedThing(id=ident, name=name, other=other) for ident, name, other in named]


KNOWN = {
    "#": things(("hot", "hot", ""), ("lead", "Hot lead", ""), ("hold", "Hold on", ""), ("tui", "Tūī", "")),
    "@": things(("you", "me", ""), ("you", "Ada Baker", "ada"), ("mel", "Melissa Ng", "mel")),
    "^": things(("leads", "Leads", ""), ("prog", "In progress", ""), ("rev", "In review", "")),
}


def read(text):
    return read_quick(text, KNOWN, NOW)


@pytest.fixture(autouse=True)
def in_greenwich(monkeypatch):
    import time

    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


def test_everything_in_one_line():
    card = read("Call Ana #hot @me ^Leads fri 17:00 !tomorrow")
    assert (card.title, card.label_ids, card.member_ids, card.list_id) == (
        "Call Ana",
        ("hot",),
        ("you",),
        "leads",
    )
    assert card.due == datetime(2026, 11, 27, 17, 0, tzinfo=UTC)
    assert card.reminder == 3 * 24 * 60
    assert card.problems == ()
    assert [kind for kind, _ in card.parts] == ["label", "member", "list", "due", "reminder"]


@pytest.mark.parametrize(
    "text",
    [
        "Fix #12 in C# for a@b.co at 12:30",
        "Lunch 12:30",
        "Enjoy the sun",
        "Have a sat",
        "Report for Friday",
        "Standup every Monday",
        "Black Friday",
        "Version 1.2",
        "Chapter 3/4",
        "Open 2pm-3pm",
        "Open 24/7",
        "A screen of 16/9",
        "Order 66",
        "C:\\new and \\\\server",
        'Read "#hot" and "call tomorrow"',
        "Two  blanks # @ ^ !",
        "Wow!",
        "12:30",
        "tomorrow",
        "this",
        "now",
    ],
)
def test_what_only_looks_like_something_is_the_title(text):
    card = read(text)
    assert card.title == text
    assert (card.label_ids, card.member_ids, card.list_id, card.due, card.reminder) == (
        (),
        (),
        None,
        None,
        None,
    )


@pytest.mark.parametrize(
    ("text", "title", "times"),
    [
        ("Kahu panel thu 2pm-3pm", "Kahu panel 2pm-3pm", "2pm-3pm"),
        ("Kahu panel on 2 - 3pm thu @me", "Kahu panel 2 - 3pm", "2 - 3pm"),
        ("Kahu due:thu 2pm-3pm", "Kahu 2pm-3pm", "2pm-3pm"),
        ("Kahu panel thu 14:00", "Kahu panel", ""),
    ],
)
def test_a_range_of_times_stays_in_the_title_and_its_beginning_is_the_date(text, title, times):
    card = read(text)
    assert card.due is not None
    assert (card.title, f"{card.due:%Y-%m-%d %H:%M}") == (title, "2026-11-26 14:00")
    assert [words for kind, words in card.parts if kind == LEFT] == (
        [f"{times}: a date has no end"] if times else []
    )


@pytest.mark.parametrize(
    ("text", "title", "due"),
    [
        ("Call fri 17:00", "Call", "2026-11-27 17:00"),
        ("Call fri", "Call", "2026-11-27 17:00"),
        ("Call by Friday", "Call", "2026-11-27 17:00"),
        ("Call due on 1 May 2027", "Call", "2027-05-01 17:00"),
        ("Call next tue at 9am", "Call", "2026-11-24 09:00"),
        ("Call sun 10:00", "Call", "2026-11-29 10:00"),
        ("Call due:sun", "Call", "2026-11-29 17:00"),
        ('due:"24 nov 8am" call', "call", "2026-11-24 08:00"),
        ("Call +3d", "Call", "2026-11-26 17:00"),
        ("Call in 2 weeks", "Call", "2026-12-07 17:00"),
        ("Call 2026-12-01", "Call", "2026-12-01 17:00"),
        ("Call 28/11 9am", "Call", "2026-11-28 09:00"),
        ("Call 9am 28/11", "Call", "2026-11-28 09:00"),
        ("Call at 9:30 on 28/11", "Call", "2026-11-28 09:30"),
        ("Call on 3/12", "Call", "2026-12-03 17:00"),
        ("Call 28/11", "Call", "2026-11-28 17:00"),
        ("Call 05/02", "Call", "2027-02-05 17:00"),
        ("Call Sat 28/11", "Call", "2026-11-28 17:00"),
        ("Call 9am fri", "Call", "2026-11-27 09:00"),
        ("Call at noon tomorrow", "Call", "2026-11-24 12:00"),
        ("Call 10:30am 1/2/27", "Call", "2027-02-01 10:30"),
        ("Call 9am wed", "Call", "2026-11-25 09:00"),
        ("Call end of month", "Call", "2026-11-30 17:00"),
        ("Call tomorrow #hot", "Call", "2026-11-24 17:00"),
        ("Call tomorrow #unknown", "Call #unknown", "2026-11-24 17:00"),
    ],
)
def test_a_date_at_the_end_or_marked_is_when_it_is_due(text, title, due):
    card = read(text)
    assert (card.title, f"{card.due:%Y-%m-%d %H:%M}") == (title, due)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (r"Call \#hot", "Call #hot"),
        (r"Call \@me \^Leads", "Call @me ^Leads"),
        (r"Call \fri 17:00", "Call fri 17:00"),
        (r"Call \tomorrow", "Call tomorrow"),
        (r"Say \!1d", "Say !1d"),
        (r"Write \due:fri", "Write due:fri"),
    ],
)
def test_a_backslash_keeps_a_word_and_is_not_in_the_title(text, title):
    card = read(text)
    assert (card.title, card.parts, card.problems) == (title, (), ())


@pytest.mark.parametrize(
    ("text", "title", "problem"),
    [
        ("Call #foo", "Call #foo", "no label foo on this board"),
        ("Call @bob", "Call @bob", "no member bob on this board"),
        ("Call ^_^", "Call ^_^", "no list _^ on this board"),
        ("Call ^In", "Call ^In", "^In: In progress or In review?"),
        ("Call ^Leads ^rev", "Call ^rev", "^rev: a card goes into one list"),
        ("Call !1d", "Call !1d", "!1d: a reminder needs a due date"),
        ("Call tomorrow !friday", "Call !friday", "!friday: after the due date"),
        ("So !important", "So !important", "!important: no date"),
        ("Call due:soon", "Call due:soon", "due:soon: no date"),
        ("Call due:31 feb 9am", "Call due:31 feb 9am", "due:31 feb 9am: no such date"),
        ("Call 31/2 9am", "Call 31/2 9am", "31/2 9am: no such date"),
        ("Call 31 feb", "Call 31 feb", "31 feb: no such date"),
        ("Call by 31 Nov 17:00", "Call by 31 Nov 17:00", "31 Nov 17:00: no such date"),
        ("#hot", "#hot", "there is no title besides"),
    ],
)
def test_what_stands_for_nothing_stays_and_is_told(text, title, problem):
    card = read(text)
    assert card.title == title
    assert card.problems == (problem,)


@pytest.mark.parametrize(
    ("text", "problem", "completed"),
    [
        ("Call #htt", "no label htt: #hot?", "Call #hot"),
        ("Call #lead", "no label lead: #Hot lead?", 'Call #"Hot lead"'),
        ("Call #old", "no label old: #Hold on?", "Call #Hold"),
        ("Call @melisa", "no member melisa: @mel?", "Call @mel"),
        ("Call ^Laeds", "no list Laeds: ^Leads?", "Call ^Leads"),
        ("Call ^progress", "no list progress: ^In progress?", 'Call ^"In progress"'),
    ],
)
def test_what_is_called_nearly_so_is_offered_and_completed(text, problem, completed):
    card = read(text)
    assert (card.problems, card.lacking) == ((problem,), ())
    assert complete_quick(text, KNOWN) == completed


def test_the_kinds_are_told_of_what_the_board_does_not_have():
    assert read("Call #foo @bob ^Xyz #bar").lacking == ("label", "member", "list")
    assert read("Call #hot #12 a@b.co").lacking == ()
    made = read_quick("Call #foo @bob #12 #ho", KNOWN, NOW, makes_labels=True)
    assert (made.title, made.new_labels, made.lacking) == ("Call @bob #12 #ho", ("foo",), ("member",))
    assert read_quick("Call #hot @me ^Leads", {"#": [], "@": [], "^": []}, NOW).lacking == (
        "label",
        "member",
        "list",
    )


def test_an_item_of_a_checklist_has_a_date_and_a_member_and_no_label_list_or_reminder():
    item = read_item("Ring #1 of ^Leads !1h @mel 9am 28/11", KNOWN["@"], NOW)
    assert (item.title, item.member_ids) == ("Ring #1 of ^Leads !1h", ("mel",))
    assert item.due == datetime(2026, 11, 28, 9, 0, tzinfo=UTC)
    assert item.problems == ()
    both = read_item("Ring @mel @me", KNOWN["@"], NOW)
    assert (both.title, both.member_ids) == ("Ring @me", ("mel",))
    assert both.problems == ("@me: an item has one member",)
    assert read_item("Ring @bob", KNOWN["@"], NOW).problems == ("no member bob on this board",)


def test_names_are_found_by_their_beginning_without_case_and_accents():
    assert read('x #TUI #hot @ADA ^"in pro"').label_ids == ("tui", "hot")
    assert read("x @Melissa").member_ids == ("mel",)
    assert read('x ^"in pro"').list_id == "prog"
    assert read("x #hol").label_ids == ("hold",)


@pytest.mark.parametrize(
    ("text", "reminder"),
    [
        ("x tomorrow !1h", 60),
        ("x !30 min tomorrow", 30),
        ("x !2d fri 17:00", 2880),
        ("x fri !thu 17:00", 1440),
        ("x !1h tomorrow", 60),
        ("x !1h fri 17:00", 60),
    ],
)
def test_a_reminder_is_a_while_before_the_due_date_or_a_moment(text, reminder):
    assert read(text).reminder == reminder
    assert read(text).title == "x"


def test_the_writes_make_the_card_and_set_the_reminder():
    made, reminder = read("x #hot tomorrow !1h").writes(board_id="b", card_id="c", list_id="l", pos=1)
    assert isinstance(made, CreateCard)
    assert (made.name, made.label_ids) == ("x", ("hot",))
    assert isinstance(reminder, UpdateCard)
    assert reminder.changes == {"due_reminder": 60}


@pytest.mark.parametrize(
    ("text", "completed"),
    [
        ("x #h", "x #hot"),
        ("x #tu", "x #Tūī"),
        ("x @me", "x @ada"),
        ("x @A", "x @ada"),
        ("x ^l", "x ^Leads"),
        ("x ^In", 'x ^"In progress"'),
        ('x ^"In r', 'x ^"In review"'),
        ("x #hol", "x #Hold"),
        ("x #nix", "x #nix"),
        ("a@m", "a@m"),
        ("words", "words"),
    ],
)
def test_tab_completes_the_name_at_the_end(text, completed):
    assert complete_quick(text, KNOWN) == completed


@given(st.text(alphabet='#@^!"\\ :ahotmefri17.+d\t0due', max_size=40))
def test_no_line_is_too_odd_and_none_loses_its_title(text):
    card = read(text)
    assert bool(card.title) == bool(text.strip())
    assert complete_quick(text, KNOWN).startswith(text.rpartition(" ")[0])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("x @", ["@me", "@ada", "@mel"]),
        ("^", ["^Leads", "^In progress", "^In review"]),
        ("x #", ["#hot", "#Hot lead", "#Hold on", "#Tūī"]),
        ("a@", []),
        ("x @m", []),
        ("", []),
    ],
)
def test_after_a_bare_sign_all_names_are_offered(text, names):
    assert offered_names(text, KNOWN) == names


def test_a_member_is_found_by_the_initials_that_cards_show_unless_several_have_them():
    lomax = NamedThing(id="jl", name="Jack Lomax", other="jacklomax", short="JL")
    known = {**KNOWN, "@": [*KNOWN["@"], lomax]}
    for text in ("Ring Ana @JL", "Ring Ana @jl"):
        found = read_quick(text, known, NOW)
        assert (found.title, found.member_ids) == ("Ring Ana", ("jl",))
    also = NamedThing(id="jo", name="Jo Lee", other="jolee", short="JL")
    found = read_quick("Ring Ana @JL", {**known, "@": [*known["@"], also]}, NOW)
    assert (found.title, found.member_ids) == ("Ring Ana @JL", ())
    assert found.problems == ("@JL: jacklomax or jolee?",)


def test_a_day_and_a_month_alone_at_the_end_are_said_to_be_left():
    card = read("Send deck 12/12")
    assert (card.title, card.due, card.problems) == ("Send deck 12/12", None, ())
    assert card.parts == (("left in the title", "12/12: due:12/12 sets it"),)
    assert "left in the title" in dict(read("Send deck ^Leads 12/12").parts)
    for text in ("12/12", "Send deck 45/45", "Send deck on 12/12", "Send deck 12/12 due:fri"):
        assert "left in the title" not in dict(read(text).parts)


def test_a_date_in_the_past_is_said_to_be_past():
    assert dict(read("Send deck 12/7/2026 2pm").parts)["due"] == "Sun 12 Jul 14:00, past"
    assert dict(read("Send deck due:12/7/2026").parts)["due"].endswith(", past")
    assert "past" not in dict(read("Send deck fri 2pm").parts)["due"]
