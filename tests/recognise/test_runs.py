"""Where a name ends: runs of words that may be one."""

import pytest

from tui.recognise.chunk import Kind
from tui.recognise.chunking import chunks
from tui.recognise.runs import run_end, stops, strip_possessive

NAMES = {sign: name.lower() for name, sign in vars(Kind).items() if name.isupper()}
"""The name of each kind of chunk."""


def shape(line: str) -> list[tuple[str, str]]:
    return [(NAMES[part.kind], part.text) for part in chunks(line)]


@pytest.mark.parametrize(
    ("line", "run"),
    [("Reid, Ana (Tūī Ridge)", "Ana Reid"), ("Margaret (Meg) Dunstan – Yabby Creek", "Margaret Dunstan"),
     ("Margaret (Meg) Dunstan", "Margaret Dunstan"), ("Ring Margaret (Meg) Dunstan", "Margaret Dunstan"),
     ("Kea Shipping (NZ) Limited", "Kea Shipping (NZ) Limited"), ("Bank of Tūī", "Bank of Tūī"),
     ("sione tuipulotu @ pasifika freight", "sione tuipulotu"), ("Bob's Burgers", "Bob's Burgers"),
     ("Lucky Star P/L abn", "Lucky Star P/L"), ("Tūī Ridge's Ana Reid", "Tūī Ridge"),
     ("Until Tūī Freight pays", "Tūī Freight"), ("Tūī Coast FM. Soon", "Tūī Coast FM"),
     ("Ana at Tūī Coffee", "Tūī Coffee"), ("Ana at Curtain Call", "Curtain Call"), ("Kea & Co. Repairer", "Kea & Co"),
     ("from Ana Reid I'm late", "Ana Reid"), ("Kea Q&A", "Kea Q&A"), ("Ring Zyxa @ March & June", "March & June"),
     ("Ana - St Anne's, soon", "St Anne's"), ("Ana Reid's, soon", "Ana Reid"), ("Imran Sheikh. He rang", "Imran Sheikh"),
     ("Ana, Ministry for Primary Industries", "Ministry for Primary Industries"), ("from Zyxa and Daughters um", "Zyxa and Daughters"),
     ("Dept of Education WA", "Dept of Education WA"), ("Councillor Bill Stanthorpe - Kea", "Bill Stanthorpe"),
     ("Ring Ana at The Woolstore", "The Woolstore"), ("Issued by Mitchell Plains Shire Council.", "Mitchell Plains Shire Council"),
     ("Business: Thistle Lane Florist", "Thistle Lane Florist"), ("Towed by Hooked Up. Driver Ana Reid", "Hooked Up"),
     ("Sent Ana Reid's CV to Kea", "Ana Reid"), ("Ana Reid (ex-Fonterra)", "Fonterra"), ("Ana Reid (The Age)", "The Age"), ("Ana Reid (Zyxa PM)", "Zyxa PM"),
     ("funding: Lottery Grants Board + Kea Charitable Trust", "Lottery Grants Board"), ("Movers are Grunt Bros. Give keys", "Grunt Bros.")],
)  # fmt: skip
def test_a_run_is_a_whole_name(line: str, run: str) -> None:
    assert run in [text for kind, text in shape(line) if kind == "name"]


def test_two_people_are_two_runs() -> None:
    assert [text for kind, text in shape("Ana Reid & Hemi Parata at Kea") if kind == "name"][:2] == [
        "Ana Reid",
        "Hemi Parata",
    ]


@pytest.mark.parametrize(
    ("word", "stripped"), [("Ridge's", "Ridge"), ("Ridge’s", "Ridge"), ("Reid.", "Reid"), ("Reid", "Reid")]
)
def test_a_possessive_is_no_part_of_a_name(word: str, stripped: str) -> None:
    assert strip_possessive(word) == stripped


@pytest.mark.parametrize(("word", "ends"), [("Reid.", True), ("St.", False), ("A.", False), ("Reid", False)])
def test_a_full_stop_ends_a_sentence_unless_it_shortens_a_word(word: str, *, ends: bool) -> None:
    assert stops(word) is ends


@pytest.mark.parametrize(
    ("line", "end"),
    [
        ("Ana Reid called", 2), ("Ana van der Berg rang", 4), ("Peel and Pith Juice Bar", 5), ("Tūī Freight + Kea Plumbing", 2), ("Tūī + Kea", 3), ("Kea Pty Ltd ATF Kea Trust", 3), ("Bank of Tūī today", 3),
        ("Tūī Ridge's Ana Reid", 2), ("Ana Reid. Bo Lee", 2),
    ],
)  # fmt: skip
def test_a_run_ends_where_the_name_does(line: str, end: int) -> None:
    assert run_end(line.split(), 0, {}) == end
