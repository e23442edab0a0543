"""Text that was written to hang, crash or mislead."""

import re
import string
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import corpora
from tests.thinned import thinned
from tui.recognise.subject import recognise

MOST = 200
"""How many times as long as some ordinary work a hundred thousand characters may take: some seconds. A hang takes minutes."""


def seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def ordinary_work() -> Counter[str]:
    """Do what takes 10 ms of a processor, and longer where everything does: a slow machine, or one that others use."""
    return Counter(
        word for _ in range(30) for word in re.findall(r"\w+", "Spoke to Ana Reid at Kea Freight. " * 200)
    )


def hangs(text: str) -> bool:
    """Whether the work on a text is out of proportion."""
    before = seconds(ordinary_work)
    took = seconds(lambda: recognise(text[:200], text, comments=[text[:1000]]))
    return took > MOST * max(before, seconds(ordinary_work))


@pytest.mark.parametrize("entry", corpora.cases("redos"))
def test_corpus_does_not_hang(entry: dict[str, Any]) -> None:
    assert not hangs(corpora.text(entry))


@pytest.mark.parametrize(
    "piece",
    thinned([
        "a.", "a@b.", "1 ", "12 345 678 901 ", "04", "0 4 9 1 ", "A ", "Ana Reid at ", "Ana Reid, ", "(Ana ", "T/A ",
        "Pty ", "http://", "https://a.b/", "linkedin.com/in/", "LinkedIn: ", "ABN ", "ABN: ", "|", "| ABN |\n", "\n",
        "@", "www.", "Ā", "é", "\u0301", "\u200b", "日本", "-–—", "[at]", "a(at)b(dot)", "Name: A\nCompany: B\n", "Ltd. ",
        "and Of ", "& ", "+61 ", "(0", "mailto:", "%41", "in/", "a_", "tel:",
        "http://a.co x@b.co ",
        "x.y@b.co Ana Reid, CEO, Kea Ltd 0491 570 006\n",
    ], 3),
)  # fmt: skip
def test_a_repeated_piece_does_not_hang(piece: str) -> None:
    assert not hangs(piece * (100_000 // len(piece)))


LINES = {
    "mailing list": "{first} {last} <{first}{n}@firm{n}.example>, in/ana-{n}, Kea{n} Ltd\n",
    "mailing list of namesakes": "Ana Reid{n} <ana{n}@firm{n}.example>, Kea{n} Ltd\n",
    "profiles": "{first} {last}{n}, Kea{n} Ltd, https://linkedin.com/in/{first}-{last}{n}\n",
    "telephone list": "{first} {last}, CEO, Kea{n} Ltd 0491 570 {n:03}\n",
    "register": "Kea{n} Freight Pty Ltd ABN 51 824 753 556, NZBN 942903{n:07}\n",
    "log": "Ana Reid rang Kea Freight about the sheds, {n}\n",
    "names": "{first} {last}{n}\n",
    "table": "| {first} {last} | Kea{n} Ltd | a{n}@kea{n}.example |\n",
    "enumeration": "{first} {last}, ",
}
"""Lines of long lists, each the more work the more others there are if something compares each with all."""


def long_list(line: str, count: int) -> str:
    first, last = (
        ("Ana", "Hemi", "Mei", "Sarah", "Priya"),
        ("Reid", "Parata", "Chow", "Baker", "Singh", "Tran", "Jones"),
    )
    return "".join(line.format(n=n, first=first[n % 5], last=last[n % 7]) for n in range(count))


@pytest.mark.parametrize("line", thinned(list(LINES.values()), 2), ids=LINES)
def test_a_long_list_does_not_hang(line: str) -> None:
    assert not hangs(long_list(line, 2000))


@pytest.mark.parametrize("line", thinned(list(LINES.values()), 2, first=1), ids=LINES)
def test_twice_the_lines_are_about_twice_the_work(line: str) -> None:
    # Fewer lines than the recogniser reads names of: beyond, the work on names is bounded whatever it is.
    once, twice = (calls(long_list(line, count)) for count in (45, 90))
    assert twice < 2.85 * once


@given(st.text(), st.text())
def test_any_text_is_read(title: str, desc: str) -> None:
    for subject in recognise(title, desc):
        assert subject.identifiers or subject.name or subject.company


PIECES = st.sampled_from(
    ["Ana Reid", " at ", "Tūī Ridge", " Pty Ltd", "\n", ", ", "ana@tuiridge.example", "(", ")", " – ", ":", "CEO", " ",
     "ABN 51 824 753 556", "0491 570 006", "https://tuiridge.example/x", "linkedin.com/in/ana-reid-1", "|", "T/A", "of", "the"]
)  # fmt: skip


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=14).map("".join), st.lists(PIECES, max_size=14).map("".join))
def test_spans_point_at_what_was_read(title: str, desc: str) -> None:
    fields = {"title": title, "desc": desc}
    for subject in recognise(title, desc):
        for one in subject.identifiers:
            written = fields[one.field][one.start : one.end]
            assert written
            assert written.strip() == written
            if one.kind == "email":
                assert written.casefold() == one.value
            if one.kind in {"abn", "phone"}:
                assert set(written) <= set(string.digits + "+-() .")


@pytest.mark.parametrize(
    "text", ["\ud800 ana@tuiridge.example", "ana@tuiridge.example\x00", "\x07 Ana Reid at Tūī Ridge"]
)
def test_broken_text_is_read_too(text: str) -> None:
    assert recognise(text)


def test_an_ordinary_card_takes_a_millisecond() -> None:
    desc = (
        "Met at the expo. Three sheds, all on whiteboards.\n\n- ana.reid@tuiridge.example\n- 0491 570 006\n"
        * 2
    )
    recognise("Ring Ana Reid at Tūī Ridge", desc)
    best = min(elapsed_card(desc) for _ in range(20))
    assert best < 0.01, "ten times the aim: a slow machine passes, a quadratic pattern does not"


def elapsed_card(desc: str) -> float:
    started = time.process_time()
    recognise("Ring Ana Reid at Tūī Ridge", desc)
    return time.process_time() - started


def test_heavy_libraries_wait_until_a_card_needs_them() -> None:
    code = (
        "import sys; from tui.recognise.subject import recognise; recognise('Buy milk', 'and bread');"
        "print([m for m in ('phonenumbers', 'publicsuffixlist', 'httpx') if m in sys.modules])"
    )
    root = Path(__file__).parents[2]
    ran = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


@settings(max_examples=200)
@given(st.lists(PIECES, max_size=14).map("".join), st.text(max_size=40))
def test_reading_twice_says_the_same(title: str, desc: str) -> None:
    assert recognise(title, desc) == recognise(title, desc)


@settings(max_examples=200)
@given(st.lists(PIECES, max_size=14).map("".join))
def test_names_are_words_of_the_card(title: str) -> None:
    for subject in recognise(title):
        for name in (subject.name, subject.company):
            assert all(word in title for word in re.split(r"[ ()]+", name or ""))


def test_twice_the_text_is_about_twice_the_work() -> None:
    # Calls are counted, not seconds: a slow machine counts the same.
    prose = "Spoke to Ana Reid at Tūī Ridge Pty Ltd, then rang Hemi Parata (Kea Freight) about the sheds.\n"
    once, twice = (calls(prose * times) for times in (150, 300))
    assert twice < 2.6 * once


def calls(text: str) -> int:
    """Count the calls of a card that was read just before: what is remembered of other tests counts for nothing."""
    recognise("A note", text)
    count = 0

    def seen(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(seen)
    try:
        recognise("A note", text)
    finally:
        sys.setprofile(None)
    return count
