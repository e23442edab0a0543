"""Titles in every script: what stands beside and below them keeps its place, as the terminal counts the cells."""

import asyncio
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.app.screens.conftest import Play, know_all, running, served, told
from tests.app.screens.every_page import PAGES
from tests.stories.world import PatientClock
from tests.thinned import thinned
from tui.app.widgets.column import Column
from tui.app.widgets.views.bar_plot import BarPlot
from tui.app.widgets.views.card_table import CardTable
from tui.model.sync import SyncStatus
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
    "card", "panel", "table", "table, filter", "calendar", "dashboard", "activity", "my cards",
    "agenda", "search", "archive", "history", "confirm",
)  # fmt: skip
"""The pages that show titles."""


async def rename_all(home: Path) -> None:
    """Give the cards, lists and labels of the sales board of a home names in every script."""
    async with served(home, PatientClock()) as (workspace, _):
        await workspace.start()
        board = next(each for each in workspace.boards.all() if each.name == "Pipeline")
        lists = workspace.boards.lists(board.id)
        faces = [face for each in lists for face in workspace.cards.faces(each.id)]
        await workspace.writes.submit_all(
            [
                *(
                    UpdateCard(board_id=board.id, card_id=face.id, name=title_of(at))
                    for at, face in enumerate(faces)
                ),
                *(
                    UpdateList(board_id=board.id, list_id=each.id, name=title_of(at))
                    for at, each in enumerate(lists)
                ),
                *(
                    UpdateLabel(board_id=board.id, label_id=each.id, name=title_of(at + 2))
                    for at, each in enumerate(workspace.boards.labels(board.id))
                ),
            ]
        )
        await told(workspace, lambda: workspace.sync.status() == SyncStatus(state="synced"))
        await know_all(workspace)


@pytest.fixture(scope="module")
def renamed(seeded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The seeded home with names in every script, to be copied."""
    home = tmp_path_factory.mktemp("renamed")
    shutil.copytree(seeded, home, dirs_exist_ok=True)
    asyncio.run(rename_all(home))
    return home


@pytest.fixture
async def play(renamed: Path, tmp_path: Path):
    """Runs the app on a copy of it."""
    shutil.copytree(renamed, tmp_path, dirs_exist_ok=True)
    return partial(running, tmp_path)


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


@pytest.mark.parametrize("name", thinned(SHOWN, 3))
async def test_nothing_is_moved_by_a_title_of_any_script(play, name):
    async with play((80, 24), rules="") as p:
        await p.press(*PAGES[name])
        for size in ((60, 20), (120, 40)):
            await p.pilot.resize_terminal(*size)
            await p.pilot.pause()
            assert list(uneven_lines(p, size[0])) == []
            assert len(starts(p, CardTable, "◷")) <= 1
            assert len(starts(p, BarPlot, "█")) <= 1


async def test_columns_beside_each_other_keep_their_edges(play):
    async with play((120, 40)) as p:
        await p.until(lambda: "寿司" in p.text())
        edges = {column.region.x for column in p.app.screen.query(Column)}
        for line in p.text().split("\n")[4:-2]:
            for x in edges - {0}:
                before = [at for at in range(len(line)) if cell_len(line[:at]) == x - 1]
                assert before, f"a character of the column before stands at {x}: {line}"
                assert line[before[-1]] == " ", line
