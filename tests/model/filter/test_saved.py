"""The stored form of saved filters."""

import pytest

from tui.model.filter.saved import read_saved, spelled, write_saved


def test_filters_come_back_as_they_were_saved() -> None:
    saved = {"Hot": "#hot", "Für mich": "@me"}
    assert read_saved(write_saved(saved)) == saved
    assert "Für mich" in write_saved(saved)


def test_a_name_is_found_in_whatever_case() -> None:
    saved = {"Hot": "#hot", "hot": "#lead"}
    assert [spelled(saved, name) for name in ("hot", "Hot", "HOT", "cold")] == ["hot", "Hot", "Hot", "cold"]


@pytest.mark.parametrize("text", [None, "", "{", "[]", "3"])
def test_what_is_damaged_has_none(text: str | None) -> None:
    assert read_saved(text) == {}
