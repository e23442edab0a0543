"""What a filter can ask about a card that a column shows, and what of it is read from the store."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.app.conftest import NOW
from tui.app.screens.board_parts.face_facts import FaceFacts
from tui.app.theme import TOKENS
from tui.app.widgets.card_face import CardStyle
from tui.model.card import Card, CardFace
from tui.model.filter.filter import parse_filter
from tui.model.label import Label
from tui.model.member import Member
from tui.model.values.scalars import format_instant, new_local_id

STYLE = CardStyle(
    28, "normal", NOW, TOKENS,
    labels={"hot": Label(id="hot", name="Hot", color="red"), "bare": Label(id="bare", name="", color=None)},
    members={"ana": Member(id="ana", username="ana.reid", full_name="Ana Reid")},
)  # fmt: skip


@pytest.fixture
def read():
    """The cards that were read from the store, by id."""
    return []


@pytest.fixture
def facts(read):
    """The facts of a card with these fields."""
    kept = Card(id="1", name="Ring", desc="about the lease", date_last_activity=NOW)

    def of(ident):
        read.append(ident)
        return kept if ident == "1" else None

    made = FaceFacts(STYLE, {"l": "Leads"}, "ana", of)

    def about(ident="1", name="Ring", list_id="l", **fields):
        made.face = CardFace(ident, list_id, name, 1.0, **fields)
        return made

    return about


def test_a_card_is_asked_about_after_another_and_only_about_itself(facts):
    assert facts(label_ids=("hot",)).labels[0].name == "Hot"
    assert facts(name="Second").labels == ()
    assert facts(name="Second").name == "Second"


def test_words_are_looked_for_in_the_title_and_in_the_names_of_labels_and_members(facts):
    found = facts("1", "Kōrero", label_ids=("hot",), member_ids=("ana",)).text
    for word in ("korero", "hot", "red", "ana reid", "ana.reid"):
        assert word in found
    assert "hot" not in facts("1", "Kōrero").text


@pytest.mark.parametrize(
    ("title", "typed"), [("王 小明", "王小明"), ("王小明", '"王 小明"'), ("王 小明", "王 小明")]
)
def test_a_blank_does_not_count_between_letters_that_are_written_without(title, typed):
    made = FaceFacts(STYLE, {"l": "Leads"}, "ana", lambda _: None)
    passes = made.test_of(parse_filter(typed), NOW)
    assert passes(CardFace("1", "l", f"{title} (Xiaoming)", 1.0))
    assert not passes(CardFace("1", "l", "王 大明", 1.0))


def test_what_the_board_does_not_know_has_its_id_alone(facts):
    card = facts(label_ids=("gone",), member_ids=("stranger",), list_id="elsewhere")
    assert [(one.id, one.name) for one in (*card.labels, *card.members)] == [("gone", ""), ("stranger", "")]
    assert card.list_name == ""
    assert facts().list_name == "Leads"


def test_a_description_and_a_last_change_are_only_read_when_they_are_asked_for(facts, read):
    card = facts(has_desc=True)
    assert (card.has_desc, card.comments, card.closed) == (True, 0, False)
    assert read == []
    assert (card.desc, card.edited) == ("about the lease", NOW)
    assert facts(has_desc=False).desc == ""
    assert read == ["1", "1"], "a card without a description is not read for it"
    gone = facts("2", has_desc=True)
    assert (gone.desc, gone.edited) == ("", None)


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("2026-11-24T09:00:00.000Z", datetime(2026, 11, 24, 9, tzinfo=UTC)),
        ("2026-11-24T09:00:00", datetime(2026, 11, 24, 9, tzinfo=UTC)),
        ("tomorrow", None),
        ("", None),
        (None, None),
    ],
)
def test_a_date_that_cannot_be_read_is_none(facts, text, due):
    assert facts(due=text).due == due


def test_when_a_card_was_made_is_in_its_id(facts):
    assert facts("54c8b7290000000000000014").created == datetime.fromtimestamp(0x54C8B729, UTC)
    assert facts(new_local_id()).created is not None
    assert facts("odd").created is None


def test_mine_is_what_this_account_is_on(facts):
    assert facts(member_ids=("bo", "ana")).mine
    assert not facts(member_ids=("bo",)).mine
    nobody = FaceFacts(STYLE, {}, "", lambda _: None)
    nobody.face = CardFace("1", "l", "Ring", 1.0, member_ids=("",))
    assert not nobody.mine, "an account that is not known yet is on no card"


def test_numbers_and_marks_are_those_of_the_face(facts):
    card = facts(
        items=3, items_done=2, comments=4, attachments=5, due_complete=True, closed=True, subject=True
    )
    assert (card.items, card.items_done, card.comments, card.attachments) == (3, 2, 4, 5)
    assert (card.due_complete, card.closed, card.has_subject) == (True, True, True)
    assert not facts(subject=None).has_subject
    assert [parse_filter("is:template").passes(facts(template=each), NOW) for each in (True, False)] == [
        True,
        False,
    ]


_FILTERS = [
    "ring", "ring korero", '"kōrero a"', "#hot", "-#hot", "#hot or ring", "ring #hot", "@me", "-@ana", "list:leads",
    "-list:leads", "due:any", "due:<9d", "-due:overdue", "due:<9d is:done", "due:none #hot or list:won ring",
    "is:done", "has:description", "desc:lease", "name:ring", "created:<9d", "-ring", "g", '"ring\nhot"',
]  # fmt: skip


@pytest.mark.parametrize("text", _FILTERS)
def test_a_card_passes_a_test_of_faces_as_it_passes_the_filter(text):
    kept = Card(id="1", name="Ring", desc="about the lease")
    made = FaceFacts(STYLE, {"l": "Leads", "w": "Won"}, "ana", lambda ident: kept if ident == "1" else None)
    parsed = parse_filter(text)
    passes = made.test_of(parsed, NOW)
    days = [None, *(format_instant(NOW + timedelta(days=each)) for each in (-3, 1, 30))]
    faces = [
        CardFace(
            ident, list_id, name, 1.0, label_ids=labels, member_ids=members, due=due, due_complete=done,
            item_dues=items, has_desc=ident == "1",
        )
        for ident, name in (("1", "Ring Ana"), ("2", "Kōrero a hot day"), (new_local_id(), "RING kōrero"))
        for list_id in ("l", "w", "x")
        for labels in ((), ("hot",), ("bare", "gone"))
        for members in ((), ("ana",))
        for due in days
        for done in (False, True)
        for items in ((), (format_instant(NOW - timedelta(days=1)),))
    ]  # fmt: skip
    passed = [passes(face) for face in faces]
    for face, found in zip(faces, passed, strict=True):
        made.face = face
        assert found is parsed.passes(made, NOW), face
    assert {True, False} == set(passed) or text == '"ring\nhot"'
