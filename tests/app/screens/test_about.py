"""A page is reloaded by changes of all that it shows: of each table that it reads, the nouns are declared."""

import re
import shutil
import traceback
from pathlib import Path
from typing import get_args

import pytest

from tests.app.screens.conftest import running
from tests.app.screens.drawn import go_back, settle
from tests.app.screens.every_page import PAGES
from tui.app.screens.enrich.side import PANEL_NOUNS
from tui.app.screens.screen import WorkspaceScreen
from tui.model.change import Noun
from tui.store.connection import Reader

NOUNS: dict[str, Noun] = {
    "boards": "boards",
    "lists": "lists",
    "cards": "cards",
    "card_texts": "cards",
    "labels": "labels",
    "checklists": "checklists",
    "members": "members",
    "memberships": "members",
    "comments": "comments",
    "notifications": "notifications",
    "findings": "findings",
    "finding_names": "findings",
    "suppressed": "findings",
    "bulk_runs": "bulk",
    "bulk_items": "bulk",
    "outbox": "outbox",
    "conflicts": "conflicts",
}
"""The noun of each table whose rows are shown; the others hold what is not shown, or what is about the sync."""

IN_THE_LOOP = (
    *("labels", "card", "people, found", "run", "table", "calendar", "my cards", "agenda", "search"),
    *("archive", "notifications", "outbox", "history", "conflicts", "panel"),
)
"""Pages that read the store in the loop of the app; what a thread reads for one has no page on its stack."""

NOT_THE_PAGE = re.compile(
    r"/app/(commands|screens/board_parts|terminal|account)/|/app/due_marks|/screens/key_hints|in status$"
)
"""Frames of commands, of the board beneath, and of the key hints and the sync status, which every page has."""

TABLE = re.compile(r"\b(?:FROM|JOIN)\s+(\w+)", re.IGNORECASE)


@pytest.fixture
def read(monkeypatch) -> set[str]:
    """The tables that the page reads, from now on."""
    seen: set[str] = set()
    enter = Reader.__enter__

    def enter_traced(self: Reader):
        conn = enter(self)
        codes = (frame.f_code for frame, _ in traceback.walk_stack(None))
        frames = [f"{code.co_filename} in {code.co_name}" for code in codes]
        page = any("/tui/app/" in frame for frame in frames) and not any(map(NOT_THE_PAGE.search, frames))
        conn.set_trace_callback((lambda sql: seen.update(TABLE.findall(sql))) if page else None)
        return conn

    monkeypatch.setattr(Reader, "__enter__", enter_traced)
    return seen


async def test_a_page_is_reloaded_by_changes_of_all_that_it_reads(seeded, tmp_path, read):
    forgotten = {}
    async with running(Path(shutil.copytree(seeded, tmp_path / "home"))) as p:
        for name in IN_THE_LOOP:
            await go_back(p)
            await settle(p)
            read.clear()
            await p.press(*PAGES[name])
            await settle(p)
            page = p.app.screen
            assert isinstance(page, WorkspaceScreen)
            assert read, f"{name} read nothing"
            nouns = {NOUNS[table] for table in read if table in NOUNS}
            # Each write is of one of the panel's nouns too.
            about = PANEL_NOUNS | {"outbox"} if name == "panel" else page.about
            forgotten[name] = sorted(nouns - about)
    assert forgotten == {name: [] for name in IN_THE_LOOP}


def test_every_noun_but_of_things_not_shown_has_a_table():
    assert set(get_args(Noun)) - set(NOUNS.values()) == {"events", "rules", "sync"}
