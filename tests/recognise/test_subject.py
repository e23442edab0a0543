"""The recogniser against cards written by hand."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from tui.model.subject import Subject
from tui.recognise.subject import recognise


def _cards() -> dict[str, tuple[str, str]]:
    spec = spec_from_file_location("recognise_cards", Path(__file__).with_name("cards.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    cards: dict[str, tuple[str, str]] = module.CARDS
    return cards


CARDS = _cards()


def facts(subjects: list[Subject]) -> set[str]:
    said = {f"{one.kind} {one.value}" for subject in subjects for one in subject.identifiers}
    people = [subject for subject in subjects if subject.type == "person" and subject.name]
    return said | {f"who {one.name} | {one.company or ''}".strip() for one in people}


@pytest.mark.parametrize("name", CARDS)
def test_a_card_names_exactly_this(name: str) -> None:
    text, expected = CARDS[name]
    title, _, desc = text.partition("\n\n")
    assert facts(recognise(title, desc)) == {line.strip() for line in expected.splitlines()}
