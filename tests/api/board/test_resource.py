"""Reading tolerantly and writing exactly."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.api.board.resource import Page, read_made, read_many, read_one, wire
from tui.api.message import Response
from tui.errors import Ambiguous, Garbled
from tui.model.action import Action
from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.model.checklist import Checklist
from tui.model.label import Label
from tui.model.member import Member, Membership

ID = "66a1f1002f7c3b0011aa0100"
OTHER = "66a1f1002f7c3b0011aa0101"


def card(**fields):
    return read_one(Card, {"id": ID, **fields})


def test_parameters_are_spelled_as_the_service_does():
    assert wire(
        {
            "id_list": ID,
            "due_complete": True,
            "closed": False,
            "due": None,
            "start": datetime(2031, 2, 3, 4, 5, 6, 7000, tzinfo=UTC),
            "id_labels": ["a", "b"],
            "id_members": [],
            "pos": 65536.37291,
            "name": "null, and \u3053",
        }
    ) == {
        "idList": ID,
        "dueComplete": "true",
        "closed": "false",
        "due": "null",
        "start": "2031-02-03T04:05:06.007Z",
        "idLabels": "a,b",
        "idMembers": "",
        "pos": "65536.37291",
        "name": "null, and \u3053",
    }


def test_unknown_fields_are_kept():
    assert card(aiMetadata={"x": 1}).wire()["aiMetadata"] == {"x": 1}
    assert card(cardRole="from the future").unknown_fields == {"cardRole": "from the future"}


def test_null_where_a_text_is_expected_is_the_default():
    read = card(name=None, desc=None, badges=None, idLabels=None, attachments=None)
    assert (read.name, read.desc, read.id_labels, read.attachments) == ("", "", (), ())


def test_a_wrong_type_costs_only_its_field():
    read = card(
        name=5,
        desc=["x"],
        closed="perhaps",
        pos="12.5",
        due="soon",
        idLabels=["a", None, 7],
        badges={"comments": "many", "votes": 3},
        attachments=[{"id": "a1", "bytes": -1}, {"name": "no id"}, None, {"id": "a2", "date": "never"}],
    )
    assert (read.name, read.desc, read.closed, read.pos, read.due) == ("5", "", False, 12.5, None)
    assert read.id_labels == ("a",)
    assert (read.badges.comments, read.badges.votes) == (0, 3)
    assert [each.id for each in read.attachments] == ["a1", "a2"]


@pytest.mark.parametrize(
    "due",
    ["0001-01-01T00:00:00+14:00", "0999-12-31T00:00:00Z", "9999-12-31T23:59:59-14:00", "2031-13-01", "?"],
)
def test_a_date_out_of_the_calendar_is_left_out(due):
    assert card(due=due).due is None


def test_a_date_without_a_zone_is_utc():
    assert card(due="2031-02-03T04:05:06").due == datetime(2031, 2, 3, 4, 5, 6, tzinfo=UTC)


@pytest.mark.parametrize(
    "data", [None, 1, "x", [], {}, {"name": "x"}, {"id": None}, {"id": 5}, {"id": "../x"}]
)
def test_what_is_no_card_is_refused(data):
    with pytest.raises(Garbled) as caught:
        read_one(Card, data)
    assert "card" in str(caught.value)
    assert isinstance(data, dict) or str(caught.value) == "The answer is no card."


def test_a_missing_required_field_is_named():
    with pytest.raises(Garbled, match="name"):
        read_one(BoardList, {"id": ID})


def test_another_thing_than_the_one_asked_for_is_refused():
    assert read_one(Card, {"id": ID}, asked=ID).id == ID
    assert read_one(Card, {"id": ID}, asked="aB3dE5fG").id == ID
    with pytest.raises(Garbled, match="another"):
        read_one(Card, {"id": OTHER}, asked=ID)


@pytest.mark.fault("F38")
@pytest.mark.parametrize("ident", ["", "../../x", "x" * 65, "new-0000000000000000000000aa", "new-zz"])
def test_an_id_that_is_empty_or_of_a_thing_made_here_is_none(ident):
    for model in (Card, BoardList, Label):
        with pytest.raises(Garbled, match="its id is none"):
            read_one(model, {"id": ident, "idBoard": ID, "name": "Flour"})
    with pytest.raises(Ambiguous, match="its id is none"):
        read_made(Card, Response(200, {}, {"id": ident}))
    assert read_one(Membership, {"idMember": ID}).id == ""


def test_a_bad_item_does_not_cost_the_page():
    page = read_many(Card, [None, 1, {"id": OTHER}, [], {}, {"id": ID, "name": "a"}])
    assert [each.id for each in page] == [OTHER, ID]
    assert (page.sent, page.skipped, page.oldest) == (6, 4, ID)
    assert (Page().sent, Page().skipped, Page().oldest) == (0, 0, None)
    with pytest.raises(Garbled):
        read_many(Card, {"id": ID})


def test_what_a_service_did_not_date_is_no_action():
    page = read_many(Action, [{"id": ID, "type": "x", "date": "never"}, {"id": OTHER, "type": "y"}])
    assert (len(page), page.skipped) == (0, 2)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from([ID, "2031-02-03T04:05:06.000Z", "9999999999999"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                "id name pos badges attachments checkItems data date type memberCreator color closed due".split()  # noqa: SIM905
            )
            | st.text(max_size=4),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


@pytest.mark.fault("F38")
@given(st.sampled_from([Board, BoardList, Card, Checklist, Label, Member, Action]), JSON, st.booleans())
def test_nothing_a_service_sends_escapes_the_tree(model, body, named):
    if named and isinstance(body, dict):
        body = {**body, "id": ID}
    try:
        value = read_one(model, body)
    except Garbled:
        return
    assert value.id == ID or value.id
    value.wire()
