"""Notifications in words."""

from datetime import UTC, datetime

import pytest

from tui.model.member import Member
from tui.model.notification import Notification
from tui.presentation.inbox_words import _WORDS, notification_words
from tui.server.people.notices import _RECIPIENT_FINDERS

PRIYA = Member(id="m1", username="priya", full_name="Priya Nair")
CARD = {"id": "c1", "name": "Order joinery"}


def words(kind, **data):
    """Return a notification of Priya's deed, about a card of a board, in words."""
    usual = {"card": CARD, "board": {"id": "b1", "name": "Harbour"}}
    return notification_words(
        Notification(
            id="1", type=kind, date=datetime(2026, 11, 28, tzinfo=UTC), data=usual | data,
            id_member_creator="m1", member_creator=PRIYA,
        )
    )  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        ("addedAttachmentToCard", {"attachment": {"name": "plan.pdf"}}, "attached plan.pdf to Order joinery"),
        ("addedAttachmentToCard", {}, "attached a file to Order joinery"),
        (
            "addedMemberToCard",
            {"idMember": "m2", "member": {"name": "Tom Ho"}},
            "put Tom Ho on Order joinery",
        ),
        ("addedMemberToCard", {"idMember": "m1", "member": {"name": "Priya Nair"}}, "joined Order joinery"),
        ("addedMemberToCard", {}, "put somebody on Order joinery"),
        (
            "removedMemberFromCard",
            {"idMember": "m2", "member": {"name": "Tom Ho"}},
            "took Tom Ho off Order joinery",
        ),
        ("removedMemberFromCard", {"idMember": "m1"}, "left Order joinery"),
        (
            "changeCard",
            {"old": {"idList": "l1"}, "listAfter": {"name": "Review"}},
            "moved Order joinery to Review",
        ),
        ("changeCard", {"old": {"closed": False}, "card": CARD | {"closed": True}}, "archived Order joinery"),
        (
            "changeCard",
            {"old": {"closed": True}, "card": CARD | {"closed": False}},
            "took Order joinery out of the archive",
        ),
        (
            "changeCard",
            {"old": {"due": None}, "card": CARD | {"due": "2026-12-01T17:00:00Z"}},
            "changed the due date of Order joinery",
        ),
        (
            "changeCard",
            {"old": {"due": "x"}, "card": CARD | {"due": None}},
            "took the due date off Order joinery",
        ),
        ("changeCard", {}, "changed Order joinery"),
        ("changeCard", {"old": "odd", "card": "odd"}, "changed"),
        ("addAdminToBoard", {}, "put you on the board Harbour, as an admin"),
        ("addedToOrganization", {"organization": {"name": "Studio"}}, "put you in the workspace Studio"),
        ("removedFromOrganization", {}, "took you out of the workspace"),
        ("{card}", {}, "did something on Order joinery"),
    ],
)
def test_what_happened_is_a_sentence(kind, data, said):
    assert words(kind, **data) == f"Priya Nair {said}"


def test_names_are_data_and_never_steer_anything():
    assert words("mentionedOnCard", card={"name": "{board}\x1b[2J"}).startswith(
        "Priya Nair mentioned you on {board}"
    )
    assert "\x1b" not in words("mentionedOnCard", card={"name": "a\x1b[2J"})


def test_every_type_that_the_own_server_writes_has_its_words():
    """A closure of a finder has the types that it writes."""
    written = {
        cell.cell_contents
        for finder in _RECIPIENT_FINDERS.values()
        for cell in finder.__closure__ or ()
        if isinstance(cell.cell_contents, str)
    }
    assert written > {"addedAttachmentToCard", "removedMemberFromCard"}
    assert written - set(_WORDS) == set()
