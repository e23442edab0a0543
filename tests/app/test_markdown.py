"""Markdown to text: what it says, where it wraps, and what of it can be clicked."""

from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.content import Content

from tests.corpora import texts
from tui.app.markdown import hanging, openable, prose, prose_with_heading


def lines(text: str, width: int = 40) -> list[str]:
    return [line.rstrip() for line in prose(text).at(width).plain.split("\n")]


def test_marks_are_gone_and_lists_are_indented():
    assert lines("# Plan\n\n- **one**\n  - two\n- [x] three\n\n1. a\n2. b\n\n> said\n\n---") == [
        "Plan", "", "• one", "  • two", "• ☑ three", "", "1. a", "2. b", "", "▎ said", "", "────────────",
    ]  # fmt: skip


def test_a_wrapped_item_keeps_its_indent():
    shown = lines("- one two three four five six seven eight", 20)
    assert shown[0].startswith("• ")
    assert all(line.startswith("  ") for line in shown[1:])
    assert len(shown) > 1


def test_code_and_tables_are_kept_apart():
    shown = lines("```py\nx = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |")
    assert "│ x = 1" in shown
    assert shown[-3:] == ["a │ b", "──┼──", "1 │ 2"]


def test_a_line_end_is_a_line_end_as_on_the_service():
    assert lines("one\ntwo") == ["one", "two"]


def test_a_link_says_where_it_goes():
    found = prose("See [the docs](https://tuiridge.example/a) and https://b.example/c.")
    assert [(link.text, link.url) for link in found.links] == [
        ("the docs", "https://tuiridge.example/a"),
        ("https://b.example/c", "https://b.example/c"),
    ]
    assert "the docs ‹tuiridge.example›" in found.plain


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "data:text/html,x",
        "vbscript:x",
        "ssh://h",
        "http://",
        "mailto:a@b.example",
    ],
)
def test_only_the_web_can_be_opened(url):
    assert not openable(url)
    assert prose(f"[x]({url})").links == ()


@pytest.mark.parametrize("url", texts("urls"))
def test_what_can_be_opened_is_on_the_web_and_shows_its_host(url):
    assert not openable(url) or url.lower().startswith(("http://", "https://"))
    for link in prose(f"[the docs]({url})").links:
        host = urlsplit(link.url).hostname
        assert f"‹{host}" in prose(f"[the docs]({url})").plain


def test_html_is_text():
    assert "<script>" in prose("<script>x</script>").plain


def test_no_markup_of_ours_is_read_in_it():
    assert "[@click=app.quit]x[/]" in prose("[@click=app.quit]x[/]").plain
    assert "[/bad]" in prose("[/bad]").plain


def test_a_very_long_text_is_cut_and_says_so():
    assert "more characters" in prose("word " * 30_000).plain.splitlines()[-1]


def test_headed_puts_the_first_line_above():
    assert prose_with_heading(Content("Ana · now"), "text").at(40).plain.split("\n") == ["Ana · now", "text"]


def test_hanging_indents_what_follows():
    assert [line.rstrip() for line in hanging(Content("☐ "), Content("a b c d e f g h i j")).at(12).plain.split("\n")] == [
        "☐ a b c d e", "  f g h i j",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["terminal_escapes", "control_chars", "markup", "unicode"])
def test_nothing_hostile_passes(name):
    for text in texts(name):
        shown = prose(f"{text}\n\n- `{text}`\n\n[{text}](https://a.example)").at(60).plain
        assert all(char == "\n" or not (ord(char) < 32 or 127 <= ord(char) < 160) for char in shown), text


@given(st.text(max_size=200), st.integers(min_value=1, max_value=80))
@settings(max_examples=60, deadline=None)
def test_any_text_at_any_width(text, width):
    shown = prose(text)
    assert "\x1b" not in shown.at(width).plain
    assert all(openable(link.url) for link in shown.links)


def test_what_is_shifted_keeps_its_hanging_lines():
    drawn = hanging(Content("- "), Content("one two three")).indented(2)
    assert drawn.at(10).plain == "  - one\n    two\n    three"
