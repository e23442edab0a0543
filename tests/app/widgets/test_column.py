"""A column: what it paints, and where things are in it."""

import re
from datetime import UTC, datetime

import pytest
from textual.geometry import Region
from textual.strip import Strip

from tests.app.sources import source_of
from tests.settle import until_settled
from tui.app.theme import TOKENS
from tui.app.widgets.board import column_lines
from tui.app.widgets.card_face import CardStyle
from tui.app.widgets.card_list import CardList
from tui.app.widgets.column import HEAD, Column
from tui.model.board import BoardList
from tui.model.card import CardFace
from tui.settings.known import Density

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def look(density: Density = "normal") -> CardStyle:
    return CardStyle(24, density, datetime(2026, 11, 21, tzinfo=UTC), {**TOKENS, "background": "#11161b"})


def card_list(names: list[str], worn: CardStyle) -> CardList:
    faces = [CardFace(f"{n:03d}", "l", name, float(n + 1)) for n, name in enumerate(names)]
    return CardList("l", source_of(faces), len(faces), worn, lambda _: None)


@pytest.fixture
async def column(stage):
    """Runs a column of 24 by 20 with some cards."""
    from contextlib import asynccontextmanager

    @asynccontextmanager
    async def run(names, *, limit=None, name="Leads", density: Density = "normal"):
        worn = look(density)
        widget = Column(worn)
        widget.styles.width, widget.styles.height = 24, 20
        async with stage(widget).run_test(size=(30, 20)) as pilot:
            widget.show(BoardList(id="l", name=name, soft_limit=limit), card_list(names, worn))
            widget.set_cursor(0, active=True)
            await pilot.pause()
            yield widget

    return run


def text(column: Column) -> list[str]:
    return [strip.text for strip in column.render_lines(Region(0, 0, *column.size))]


async def test_name_count_and_limit(column):
    async with column(["a", "b"]) as c:
        assert text(c)[0] == f" Leads{'2 «':>18}"
        c.set_cursor(None, active=False)
        assert text(c)[0] == f" Leads{'2  ':>18}"
    async with column(["a", "b", "c"], limit=2) as c:
        assert text(c)[0].endswith("▲ 3/2 «")


async def test_an_empty_list_teaches(column):
    async with column([]) as c:
        assert "no cards" in "\n".join(text(c))
        assert "n adds one" in "\n".join(text(c))
        c.set_cursor(None, active=False)
        assert "n adds one" not in "\n".join(text(c))


async def test_what_is_above_and_below_is_counted(column):
    async with column([f"card {n}" for n in range(50)]) as c:
        assert text(c)[-1].strip() == "↓ 41 more"
        c.set_cursor(30, active=True)
        c.reveal(30)
        assert "↑" in text(c)[1]
        assert "card 30" in "\n".join(text(c))
        c.reveal(49)
        assert text(c)[-1].strip() == ""
        assert "card 49" in "\n".join(text(c))


async def test_focus_is_told_without_colour(column):
    async with column(["a"]) as c:
        assert text(c)[1].startswith("━━")
        c.set_cursor(None, active=False)
        assert text(c)[1].startswith("──")


async def test_rows_and_cards_find_each_other(column):
    async with column(["one", "word " * 12, "three"]) as c:
        for index in range(3):
            assert c.index_at(c.row_of(index)) == index
        assert c.index_at(0) is None
        assert c.index_at(HEAD + 1) is None  # the gap
        assert c.drop_index_at(HEAD) == 0
        assert c.drop_index_at(c.row_of(1)) == 1
        assert c.drop_index_at(c.row_of(2) - 2) == 2
        assert c.drop_index_at(19) == 3


@pytest.mark.parametrize("density", ["compact", "normal"])
async def test_the_drop_mark_is_one_row_and_goes_away(column, density):
    async with column(["one", "two", "three"], density=density) as c:
        before = text(c)
        for place in range(4):
            c.drop_mark(place)
            strips = c.render_lines(Region(0, 0, *c.size))
            marked = [
                s for s in strips if s.text.startswith("▸━") or any(g.style and g.style.underline for g in s)
            ]
            assert len(marked) == 1, place
        c.drop_mark(None)
        assert text(c) == before


async def test_a_crop_is_a_part_of_the_whole(column):
    async with column(["one", "two 資料", "three"]) as c:
        whole = c.render_lines(Region(0, 0, *c.size))
        part = c.render_lines(Region(3, 2, 10, 5))
        assert [s.text for s in part] == [s.crop(3, 13).text for s in whole[2:7]]
        assert c.render_line(2).text == whole[2].text


@pytest.mark.parametrize("density", ["compact", "normal", "full"])
async def test_hostile_names_stay_text(column, density, hostile_texts):
    names = hostile_texts
    async with column(names, name=names[0], density=density) as c:
        for index in range(len(names)):
            c.reveal(index)
            for line in text(c):
                assert CONTROL.search(line) is None
                line.encode()
            assert all(s.cell_length == 24 for s in c.render_lines(Region(0, 0, *c.size)))
            styles = [g.style for s in c.render_lines(Region(0, 0, *c.size)) for g in s]
            assert not any(style and (style.link or style.meta) for style in styles)


async def test_a_changed_card_is_laid_out_once_and_a_change_taken_back_is_not_painted(column, monkeypatch):
    async with column(["one", "two"]) as c:
        before = text(c)
        laid_out: list[int] = []
        line = Column._line

        def noted(self: Column, y: int) -> Strip:
            laid_out.append(y)
            return line(self, y)

        monkeypatch.setattr(Column, "_line", noted)
        one = CardFace("000", "l", "one", 1.0)
        c.cards.upsert(CardFace("000", "l", "uno", 1.0))
        c.repaint_list()
        assert sorted(laid_out) == list(range(20))
        assert "uno" in text(c)[HEAD]
        assert len(laid_out) == 20, "a row was laid out again to be painted"
        c.cards.upsert(CardFace("000", "l", "eins", 1.0))
        c.repaint_list()
        c.cards.upsert(one)
        c.repaint_list()
        assert text(c) == before
        c.cards.upsert(CardFace("000", "l", "ein", 1.0))
        c.repaint_list()
        c.set_cursor(1, active=True)
        assert text(c)[HEAD].startswith("  ein"), "the row was painted as it was before the cursor left it"


async def test_the_whole_name_of_a_collapsed_list_shows_where_the_cursor_is(column):
    async with column(["a", "b"]) as c:
        c.fold(True)

        whole = Region(0, 0, *c.size)
        with_cursor = c.render_lines(whole)
        for active in (False, True):
            c.set_cursor(None, active=active)
            shown = c.render_lines(whole)
            c.refresh()
            assert shown == c.render_lines(whole)
            assert (shown == with_cursor) == active


async def test_a_column_that_is_filled_after_it_was_painted_in_its_new_size_is_painted_again(column):
    async with column([f"card {n}" for n in range(20)]) as c:
        c.set_cursor(19, active=True)
        c.reveal(19)
        c.top += 3  # as after a layout that left rows empty
        c.refresh()
        whole = Region(0, 0, *c.size)
        c.render_lines(whole)
        c.on_resize()
        shown = c.render_lines(whole)
        c.refresh()
        assert shown == c.render_lines(whole)


async def test_a_row_without_text_is_drawn_once_for_each_width_and_style(column, monkeypatch):
    drawn: list[tuple[CardStyle, int]] = []
    plain = column_lines.plain

    def counting(words: str, style: CardStyle, width: int, **how: bool) -> Strip:
        if not words:
            drawn.append((style, width))
        return plain(words, style, width, **how)

    async with column(["Ring Ana"]) as c:
        monkeypatch.setattr(column_lines, "plain", counting)
        worn = look()
        c.restyle(worn)
        for width in (24, 20, 20, 24):
            c.styles.width = width
            await until_settled()
            assert text(c)[-1] == " " * width
            c.repaint_list()
        assert drawn == [(worn, 24), (worn, 20)]
        other = look("compact")
        c.restyle(other)
        text(c)
        assert drawn[2:] == [(other, 24)]
