"""Chunks and their signs."""

import pytest

from tui.recognise.chunk import Kind, signature
from tui.recognise.lines import lines


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("Ana Reid, the new CFO at Kea", "R,..T@R"),
        ("Kea's CFO Ana Reid", "RsTR"),
        ("Ana Reid (ex Telstra) - Kea", "R(~R)-R"),
        ("Ring Ms Ana Reid in Taupo", "VHR.."),
        ("Kea, contact is Ana", "R,ViR"),
    ],
)
def test_a_line_is_a_sign_a_chunk(text: str, signs: str) -> None:
    assert signature(lines(text)[0].parts) == signs


def test_every_kind_has_a_sign_of_its_own() -> None:
    signs = [sign for name, sign in vars(Kind).items() if name.isupper()]
    assert len({*signs}) == len(signs) > 1
    assert [sign for sign in signs if len(sign) != 1] == [Kind.MARK]
    assert not {*signs} & set(",;:()/|-")
