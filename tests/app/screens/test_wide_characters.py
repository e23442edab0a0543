"""Titles in every script: what stands beside and below them keeps its place, as the terminal counts the cells."""

from collections.abc import Iterator

import pytest
from rich.cells import cell_len

from tests.app.screens.conftest import Play
from tests.app.screens.every_page import PAGES
from tui.app.widgets.column import Column
from tui.app.widgets.views.bar_plot import BarPlot
from tui.app.widgets.views.card_table import CardTable
from tui.model.writes.cards import UpdateCard
from tui.model.writes.labels import UpdateLabel
from tui.model.writes.lists import UpdateList

TITLES = (
    "👩\u200d👩\u200d👧\u200d👦 and 👨🏽\u200d💻 at the family day",
    "🇳🇿🇦🇺 offer across the Tasman",
    "👍🏽🏳️\u200d🌈 thanks ❤️ ☎️ 1️⃣",
    "عرض السعر للعميل في سيدني",
    "הצעת מחיר ללקוח בחיפה",
    "Cafe\u0301 n\u0303 a\u0302\u0301\u0323 combining marks",
    "寿司レストランの予約を確認する",
    "ＦＵＬＬ width and ﾊﾝｶｸ",
    "ใบเสนอราคา ก็ํ สำหรับลูกค้า",
    "한국어 지사에 전화하기",
    "हिन्दी में प्रस्ताव",
)
SHOWN = (
    "board", "board, carrying", "board, selected", "board, quick add", "palette, found", "menu", "labels", "move to",
    "card", "panel", "table", "table, filter", "calendar", "calendar, week", "dashboard", "activity", "my cards",
    "agenda", "search", "archive", "history", "confirm",
)  # fmt: skip
"""The pages that show titles."""


async def rename(p: Play) -> None:
    """Give the cards, lists and labels of the board names in every script."""
    lists = p.workspace.boards.lists(p.board.id)
    faces = [face for each in lists for face in p.workspace.cards.faces(each.id)]
    writes = [
        *(
            UpdateCard(board_id=p.board.id, card_id=face.id, name=title_of(at))
            for at, face in enumerate(faces)
        ),
        *(
            UpdateList(board_id=p.board.id, list_id=each.id, name=title_of(at))
            for at, each in enumerate(lists)
        ),
        *(
            UpdateLabel(board_id=p.board.id, label_id=each.id, name=title_of(at + 2))
            for at, each in enumerate(p.workspace.boards.labels(p.board.id))
        ),
    ]
    await p.workspace.writes.submit_all(writes)
    await p.sees("synced")


def title_of(number: int) -> str:
    """The title of the card of this number."""
    return f"{TITLES[number % len(TITLES)]} ana"


def uneven_lines(p: Play, width: int) -> Iterator[str]:
    """The lines of the screen that take another number of cells than it has."""
    for line in p.text().split("\n"):
        if cell_len(line) != width:
            yield f"{cell_len(line)} cells: {line}"


def starts(p: Play, inside: type, mark: str) -> set[int]:
    """The cells at which ``mark`` stands in the lines of a widget."""
    lines = p.text(inside).split("\n") if p.app.screen.query(inside) else []
    return {cell_len(line[: line.index(mark)]) for line in lines if mark in line}


@pytest.mark.parametrize("name", SHOWN)
async def test_nothing_is_moved_by_a_title_of_any_script(play, name):
    async with play((80, 24), rules="") as p:
        await rename(p)
        await p.press(*PAGES[name])
        for size in ((60, 20), (120, 40)):
            await p.pilot.resize_terminal(*size)
            await p.pilot.pause()
            assert list(uneven_lines(p, size[0])) == []
            assert len(starts(p, CardTable, "◷")) <= 1
            assert len(starts(p, BarPlot, "█")) <= 1


async def test_columns_beside_each_other_keep_their_edges(play):
    async with play((120, 40)) as p:
        await rename(p)
        await p.until(lambda: "寿司" in p.text())
        edges = {column.region.x for column in p.app.screen.query(Column)}
        for line in p.text().split("\n")[4:-2]:
            for x in edges - {0}:
                before = [at for at in range(len(line)) if cell_len(line[:at]) == x - 1]
                assert before, f"a character of the column before stands at {x}: {line}"
                assert line[before[-1]] == " ", line
