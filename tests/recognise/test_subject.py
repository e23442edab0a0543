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


@pytest.mark.parametrize(
    ("title", "name", "company"),
    [
        ("عبد الرحمن الحسن (Abdulrahman Al-Hassan), QA lead", "Abdulrahman Al-Hassan", None),
        ("李娜 (Li Na) inventory", "Li Na", None),
        ("王伟 (Wang Wei), Acme Pty Ltd", "Wang Wei", "Acme Pty Ltd"),
        ("Ring Li Na (李娜) at Kea Freight", "Li Na", "Kea Freight"),
        ("Олена Коваль (Olena Koval) at Kea Freight", "Olena Koval", "Kea Freight"),
    ],
)
def test_a_name_in_another_script_beside_the_same_one_is_no_employer(
    title: str, name: str, company: str | None
) -> None:
    [found] = recognise(title)
    assert (found.type, found.name, found.company) == ("person", name, company)
