"""Text is wrapped and cut by the cells it takes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.content import Content

from tui.app.drawing.wrapping import break_addresses, fit, fit_path, opening, wrap
from tui.app.markdown import hanging
from tui.presentation.safe_text import safe_line

FAMILY = "👨\u200d👩\u200d👧"
TEXTS = st.one_of(st.text(max_size=120), st.text("資料🏗e\u0301 a", max_size=80))


@given(TEXTS.filter(lambda text: text.isprintable()), st.integers(2, 40), st.integers(1, 4))
def test_wrapped_lines_fit(text, width, most):
    rows = wrap(text, width, most)
    assert 1 <= len(rows) <= most
    assert all(cell_len(row) <= width for row in rows)


def test_lines_break_between_words_and_the_last_one_says_that_there_is_more():
    assert wrap("ring Ana about the lease", 10, 3) == ["ring Ana", "about the", "lease"]
    assert wrap("ring Ana about the lease", 10, 2) == ["ring Ana", "about the…"]
    assert wrap("   ", 2, 2) == [""]


def test_a_text_that_fits_is_left_as_it_is():
    assert wrap("two  blanks", 11, 1) == ["two  blanks"]
    assert fit("寿司", 4) == "寿司"


@pytest.mark.parametrize(
    ("text", "width", "cut"), [("Ring Ana", 5, "Ring…"), ("寿司寿司", 5, "寿司…"), ("寿司寿司", 4, "寿…")]
)
def test_what_is_wider_is_cut_with_a_sign(text, width, cut):
    assert fit(text, width) == cut


def test_an_address_is_cut_at_its_seams():
    assert wrap("layla.haddad@quandonglegal.example", 29, 3) == ["layla.haddad@quandonglegal", ".example"]
    assert wrap("ab@cdefg", 4, 3) == ["ab@c", "defg"], "a sign in the first half would leave a short line"
    assert wrap("x" * 12, 5, 3) == ["xxxxx", "xxxxx", "xx"]
    assert wrap("to zoe.whitlock@southerlynetworks.example", 22, 2) == [
        "to zoe.whitlock",
        "@southerlynetworks.ex…",
    ]
    assert wrap("moonrisemedia.example wants", 18, 1) == ["moonrisemedia.exa…"]


def test_a_joined_emoji_has_two_cells_and_is_not_cut_in_two():
    assert wrap(f"ab {FAMILY} cd", 8, 1) == [f"ab {FAMILY} cd"]
    assert fit(f"abc{FAMILY}def", 5) == "abc…"


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (40, "Southern pipeline · Waiting · team"),
        (30, "Southern pipeline · Waiting"),
        (23, "Southern…line · Waiting"),
        (19, "Southe…ne · Waiting"),
        (14, "So…e · Waiting"),
        (13, "Waiting"),
        (5, "Wait…"),
    ],
)
def test_of_a_path_the_name_that_tells_most_is_kept(width, shown):
    assert fit_path(("Southern pipeline", "Waiting", "team"), width, 1) == shown


def test_boards_whose_names_begin_alike_can_be_told_apart():
    shown = [fit_path((name, "Leads"), 18, 1) for name in ("Pipeline ANZ 2027", "Pipeline ANZ 2026")]
    assert shown == ["Pipeli…027 · Leads", "Pipeli…026 · Leads"]
    assert fit_path((f"Pipeline {FAMILY}", "Leads"), 16, 1) == f"Pipel…{FAMILY} · Leads"


def parts(text, width):
    return [part.plain for part in break_addresses(Content(text), width)]


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("short@firm.example", 20, ["short@firm.example"]),
        ("priya.menon@ironbarkengineering.example", 30, ["priya.menon@", "ironbarkengineering.example"]),
        (
            "https://www.linkedin.com/in/ana-reid-xabcf6",
            32,
            ["https://www.linkedin.com/in/ana-", "reid-xabcf6"],
        ),
        (
            "at priya.menon@ironbarkengineering.example now",
            30,
            ["at", "priya.menon@", "ironbarkengineering.example now"],
        ),
        (
            "https://tui.example/renewal?utm_source=letter&utm_term=x",
            33,
            ["https://tui.example/renewal?", "utm_source=letter&utm_term=x"],
        ),
        (
            "https://tui.example/people/ana_reid_of_tui",
            34,
            ["https://tui.example/people/", "ana_reid_of_tui"],
        ),
        ("minutes_of_the_meeting_in_may.md", 20, ["minutes_of_the_", "meeting_in_may.md"]),
        ("two words that are short", 10, ["two words that are short"]),
        ("x" * 40, 10, ["x" * 40]),
        ("a@" + "y" * 40, 10, ["a@", "y" * 40]),
        ("日本語@日本語.example", 12, ["日本語@", "日本語.", "example"]),
        ("...@@@...", 4, ["...@@@..."]),
        ("", 4, [""]),
    ],
)
def test_an_address_that_is_longer_than_a_line_breaks_behind_its_marks(text, width, expected):
    assert parts(text, width) == expected


def test_a_row_keeps_its_styles_and_its_indent():
    value = Content.styled("priya.menon@ironbarkengineering.example", "bold")
    drawn = hanging(Content("  e-mail  "), value).at(40)
    assert drawn.plain.split("\n") == ["  e-mail  priya.menon@", "          ironbarkengineering.example"]
    assert sum(span.end - span.start for span in drawn.spans) == len(value)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("She rang", "She rang"),
        (" \n", ""),
        ("She rang\n\n  back", "She rang back"),
        ("She rang back while you were out", "She rang bac…"),
        ("a\x1b[31mb", safe_line("a\x1b[31mb")),
        ("東京に電話をかける", "東京に電話を…"),
    ],
)
def test_an_opening_is_one_safe_line(text, shown):
    assert opening(text, 13) == shown
