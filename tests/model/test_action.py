"""What people wrote is told apart from what a service told."""

from datetime import UTC, datetime

import pytest

from tui.model.action import NOTE_SIGNATURE, Comment

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
