"""What people wrote is told apart from what a service told."""

from datetime import UTC, datetime

import pytest

from tui.model.action import NOTE_SIGNATURE, Action, Comment
from tui.model.member import Member

_NOTE = f"**Ana Reid**\n- E-mail: ana@acme.example\n\n{NOTE_SIGNATURE} email:ana@acme.example · 12345678"


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("She rings back.\n\nOn Monday.", "She rings back.\n\nOn Monday."),
        (f"I like {NOTE_SIGNATURE}s", f"I like {NOTE_SIGNATURE}s"),
        (_NOTE, ""),
        (f"{NOTE_SIGNATURE} email:ana@acme.example", ""),
        (f"{_NOTE}\n\nShe rings back.\n", "She rings back."),
        (f"{_NOTE}\nOne.\n{_NOTE}\nTwo.", "Two."),
        ("", ""),
    ],
)
def test_what_stands_below_a_note_was_written_by_people(text: str, own: str) -> None:
    comment = Comment(id="1" * 24, id_card="2" * 24, text=text, date=datetime(2026, 11, 29, tzinfo=UTC))
    assert comment.below_note == own


def test_an_action_names_its_author_and_its_parts_as_far_as_it_was_told() -> None:
    at, ana = datetime(2026, 11, 29, tzinfo=UTC), Member(id="m", username="ana")
    told = Action(id="1", type="x", date=at, member_creator=ana, data={"card": {"id": "c"}, "list": "l"})
    assert (told.author, told.author_id, told.card_id) == ("ana", "m", "c")
    assert (told.part("list"), told.ident("list")) == ({}, "")
    bare = Action(id="2", type="x", date=at, id_member_creator="m")
    assert (bare.author, bare.author_id, bare.card_id) == ("", "m", None)
