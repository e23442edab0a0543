"""A table becomes a dataclass and back, and what cannot be is told with its line and its fix."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import AfterValidator, Field
from pydantic.dataclasses import dataclass

from tui.errors import UsageError
from tui.settings.table import as_table, read_table, validation_error


def _even(number: int) -> int:
    if number % 2:
        raise validation_error(f": {number} is odd", "write an even number")
    return number


@dataclass(frozen=True, config={"extra": "forbid"})
class Thing:
    name: str
    colour: Literal["red", "green"]
    size: Annotated[int, Field(strict=True, description="a whole number"), AfterValidator(_even)] = 2
    words: tuple[str, ...] = ()


def read(path: Path, body: str, table: object) -> Thing:
    path.write_text(f"# things\n\n[things.one]\n{body}\n", "utf-8")
    return read_table(path, Thing, ("things", "one"), table)


def test_only_what_was_set_is_written_and_it_is_read_back(tmp_path: Path) -> None:
    path, thing = tmp_path / "config.toml", Thing("one", "red", words=("a", "b"))
    assert as_table(thing) == {"colour": "red", "words": ["a", "b"]}
    assert read(path, "", as_table(thing)) == thing
    assert as_table(replace(thing, size=4, words=())) == {"colour": "red", "size": 4}


@pytest.mark.parametrize(
    ("body", "table", "said", "fix"),
    [
        ('colour = "red"\nsize = 3', {"colour": "red", "size": 3}, "line 5: things.one.size: 3 is odd", "even"),
        ('colour = "red"\nsize = "3"', {"colour": "red", "size": "3"}, "line 5: things.one.size cannot be '3'", "a whole"),
        ("colour = 'blue'", {"colour": "blue"}, "line 4: things.one.colour cannot be 'blue'", "red, green"),
        ("size = 2", {"size": 2}, "line 3: things.one has no colour", "red, green"),
        ("colour = 1\nshape = 2", {"colour": "red", "shape": 2}, "line 5: things.one.shape: there is no", "colour, size, words"),
        ("", 3, "line 3: things.one must be a table", "[things.one]"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_with_its_line_and_its_fix(
    tmp_path: Path, body: str, table: object, said: str, fix: str
) -> None:
    with pytest.raises(UsageError) as told:
        read(tmp_path / "config.toml", body, table)
    assert said in str(told.value)
    assert fix in (told.value.hint or "")
