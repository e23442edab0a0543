"""Values from outside in the Markdown of a comment, and read out of it again."""

import pytest

from tui.sync.comment_markdown import address, escape, escape_start, unescape


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ana  Reid\n", "Ana Reid"),
        ("*Ana* [x](y)", r"\*Ana\* \[x\](y)"),
        ("ana@tui.example", "ana@tui.example"),
        ("@ana and (@bo)", "@\u2060ana and (@\u2060bo)"),
        ("@ home", "@ home"),
    ],
)
def test_a_value_is_drawn_as_it_is_and_read_back(text: str, line: str) -> None:
    assert escape(text) == line
    assert unescape(line) == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- one", r"\- one"),
        ("+61 2 5550", r"\+61 2 5550"),
        ("12. May", r"12\. May"),
        ("3) three", r"3\) three"),
        ("12 May", "12 May"),
        ("a - b", "a - b"),
    ],
)
def test_a_value_begins_no_list(text: str, line: str) -> None:
    assert escape_start(text) == line
    assert unescape(line) == text


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://tui.example/a", "https://tui.example/a"),
        ("https://tui.example/a_b", "<https://tui.example/a_b>"),
        ("http://tui.example/a b_c", "<http://tui.example/ab_c>"),
        ("https://tui.example/<_", r"https://tui.example/\<\_"),
        ("mailto:a_b@x.example", r"mailto:a\_b@x.example"),
    ],
)
def test_an_address_is_one_that_can_be_followed(url: str, shown: str) -> None:
    assert address(url) == shown
    assert unescape(shown) == "".join(url.split())


@pytest.mark.parametrize("text", ["<half", "half>"])
def test_half_a_bracket_is_kept(text: str) -> None:
    assert unescape(text) == text
