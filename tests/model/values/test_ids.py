"""Ids say what they are, and when the thing was made."""

from datetime import UTC, datetime

from tui.model.values.ids import created_at, is_local, new_local_id


def test_local_ids_are_ours_ordered_and_dated() -> None:
    first, second = new_local_id(), new_local_id()
    assert is_local(first)
    assert not is_local("66a1f1002f7c3b0011aa0100")
    assert first < second or first[:18] == second[:18]
    made = created_at(first)
    assert made is not None
    assert made.year >= 2024


def test_an_object_id_says_when_it_was_made() -> None:
    assert created_at("55841b8000000000000000aa") == datetime(2015, 6, 19, 13, 39, 12, tzinfo=UTC)
    assert created_at("not an id") is None
