"""Nothing a terminal would obey leaves safe_text."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpora import cases
from tui.presentation.safe_text import LONGEST_BLOCK, LONGEST_LINE, UNTITLED, safe_line, safe_text, shown_path

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
ANY = st.text(st.characters(), max_size=200)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain", "plain"),
        ("資料 Kōrero", "資料 Kōrero"),
        ("אבג ABC ابج 123", "אבג ABC ابج 123"),
        ("a\x1b[31mb", "a␛[31mb"),
        ("a\x00b\x7fc", "a␀b␡c"),
        ("a\x9b31m", "a\ufffd31m"),
        ("a\nb\r\nc", "a␊b␍␊c"),
        ("a\u2028b\x85c", "a\u2424b\u2424c"),
        ("a\tb", "a   b"),
        ("\u202eabc\u2066", "\ufffdabc\ufffd"),
        ("a\u200bb\ufeffc\u00ad", "abc"),
        ("👩\u200d💻 x", "👩\u200d💻 x"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("a\u200db\u200c", "ab"),
        ("\u200d👩\u200d\u200d💻\u200d", "👩💻"),
        ("x\ud800y", "x\ufffdy"),
        ("\u3164", "\ufffd"),
        ("a\u0301\u0301\u0301\u0301\u0301b", "a\u0301\u0301\u0301b"),
        ("a\u00a0b", "a b"),
        ("[@click=app.quit]x[/]", "[@click=app.quit]x[/]"),
    ],
)
def test_a_line(raw, shown):
    assert safe_text(raw) == shown


def test_a_text_keeps_its_lines_and_no_other_control():
    assert safe_text("a\r\nb\rc\nd\x07", multiline=True) == "a\nb\nc\nd␇"


def test_a_line_of_exact_width_has_no_emoji_modifiers():
    assert safe_line("\u2764\ufe0f ok \U0001f44d\U0001f3fd") == "\u2764 ok \U0001f44d"
    assert safe_text("\u2764\ufe0f") == "\u2764\ufe0f"


@pytest.mark.parametrize("raw", ["", "   ", "\u200b", "\t"])
def test_a_name_is_never_blank(raw):
    assert safe_line(raw) == UNTITLED


def test_what_is_too_long_is_cut_and_says_so():
    assert len(safe_text("x" * 10**6)) == LONGEST_LINE + 1
    assert safe_text("x" * 10**6, multiline=True).endswith("…")
    assert len(safe_text("x" * 10**6, multiline=True)) == LONGEST_BLOCK + 1


@pytest.mark.fault("F86")
@given(ANY)
def test_no_control_ever_leaves(text):
    assert CONTROL.search(safe_text(text)) is None
    assert CONTROL.search(safe_line(text)) is None
    assert CONTROL.search(safe_text(text, multiline=True).replace("\n", "")) is None


@given(ANY)
def test_safe_text_is_left_alone_the_second_time(text):
    once = safe_text(text)
    assert safe_text(once) == once


@given(st.text(st.sampled_from("e\u0301\u0308\u20dd"), max_size=30))
def test_marks_do_not_pile_up(text):
    assert re.search("[\u0301\u0308\u20dd]{4}", safe_text(text)) is None


@pytest.mark.fault("F86")
@pytest.mark.parametrize("entry", cases("terminal_escapes", "control_chars", "unicode", "markup"))
def test_the_corpus(entry):
    values = entry["value"] if isinstance(entry["value"], list) else [entry["value"]]
    shown = "".join(safe_text(value) for value in values)
    assert CONTROL.search(shown) is None
    shown.encode()
    if "unchanged_display" in entry["expect"]:
        assert shown == values[0]
    if "visible_nonempty" in entry["expect"]:
        assert safe_line(values[0]).strip()


def test_a_file_is_named_with_its_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "ana"))
    monkeypatch.chdir(tmp_path)
    assert shown_path(tmp_path / "ana" / "out" / "a.csv") == "~/out/a.csv"
    assert shown_path(Path("b.csv")) == f"{tmp_path}/b.csv"
    assert shown_path(Path("/x\x1b.csv")) == "/x␛.csv"
