"""A board's cards as a table, which a spreadsheet opens and an import reads."""

import csv
import io
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.services.conftest import House
from tui.clock import ManualClock
from tui.errors import UsageError
from tui.model.board import TABLE_COLUMNS, Board, BoardList
from tui.model.checklist import COMPLETE
from tui.model.label import Label
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist
from tui.model.writes.labels import CreateLabel
from tui.services.board_csv import board_csv
from tui.store.opening import open_store
from tui.store.outbox.arrivals import Arrived

DUE = datetime(2031, 2, 3, 9, 30, tzinfo=UTC)


async def test_a_row_for_each_open_card_with_what_is_on_it(house: House) -> None:
    workspace = house.workspace
    board_id = await workspace.boards.create("Fair", lists=("Now", "Done"))
    now, done = workspace.boards.lists(board_id)
    me = workspace.access.me()
    assert me is not None
    hot, cold, first, last = (new_local_id() for _ in range(4))
    checklist = {"board_id": board_id, "card_id": first, "checklist_id": new_local_id()}
    for write in (
        CreateLabel(board_id=board_id, label_id=hot, name="hot", color="red"),
        CreateLabel(board_id=board_id, label_id=cold, name="", color="blue"),
        CreateCard(
            board_id=board_id,
            card_id=first,
            list_id=now.id,
            pos=2,
            name="=HYPERLINK(1)",
            desc="+61 2\nring; =1+1",
            due=DUE,
            label_ids=(hot, cold),
            member_ids=(me.id,),
        ),
        CreateCard(board_id=board_id, card_id=new_local_id(), list_id=now.id, pos=1, name="Ring Tūī"),
        CreateCard(board_id=board_id, card_id=new_local_id(), list_id=done.id, pos=1, name="@me, “quoted”"),
        CreateCard(board_id=board_id, card_id=last, list_id=now.id, pos=3, name="gone"),
        UpdateCard(board_id=board_id, card_id=last, closed=True),
        CreateChecklist(**checklist, name="Steps", pos=1),
        CreateCheckItem(**checklist, item_id=new_local_id(), name="a", pos=1, state=COMPLETE),
        CreateCheckItem(**checklist, item_id=new_local_id(), name="b", pos=2, due=DUE, member_id=me.id),
    ):
        await workspace.writes.submit(write)
    text = workspace.boards.csv(board_id)
    assert text.splitlines()[0] == ",".join(TABLE_COLUMNS)
    plain, full, quoted = csv.DictReader(io.StringIO(text, newline=""))
    assert (plain["title"], plain["due"], plain["done"], plain["checklists"]) == ("Ring Tūī", "", "", "")
    assert full["title"] == "'=HYPERLINK(1)"
    assert full["description"] == "'+61 2\nring; '=1+1", "nor is a part of a cell a formula"
    assert (full["list"], full["labels"], full["due"]) == (
        "Now",
        "hot; blue",
        f"{DUE.astimezone():%Y-%m-%d %H:%M}",
    )
    assert full["members"] == me.full_name
    assert full["checklists"] == "1 of 2", "a spreadsheet takes 1/2 for a day"
    assert (
        full["checklist items"]
        == f"Steps\n[x] a\n[ ] b · due {DUE.astimezone():%Y-%m-%d %H:%M} · @{me.full_name}"
    )
    assert (quoted["title"], quoted["list"], quoted["done"]) == ("'@me, “quoted”", "Done", "yes")

    await house.sent()
    assert (
        workspace.boards.csv(board_id).count("https://") + workspace.boards.csv(board_id).count("http://")
        == 3
    )


async def test_a_board_that_is_not_all_here_is_not_exported_in_part(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    board_id = await house.workspace.boards.create("Fair")
    monkeypatch.setattr(type(house.workspace.boards), "was_read", lambda *_: False)
    with pytest.raises(UsageError, match="still being read"):
        house.workspace.boards.csv(board_id)


def test_a_label_that_the_service_names_meanwhile_stays_on_its_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(tmp_path / "store.db", ManualClock())
    board, place = "b" * 24, "c" * 24
    lists = (BoardList(id=place, id_board=board, name="Now"),)
    store.arrive(Arrived(boards=(Board(id=board, name="Fair"),), lists=lists)).result()
    hot = new_local_id()
    made = store.writes.submit(CreateLabel(board_id=board, label_id=hot, name="hot", color="red")).result()
    card = CreateCard(
        board_id=board, card_id=new_local_id(), list_id=place, name="Flour", pos=1.0, label_ids=(hot,)
    )
    store.writes.submit(card).result()
    of_board = store.labels.of_board

    def named_after(ident: str) -> list[Label]:
        found = of_board(ident)
        store.outbox.mark_inflight(made.seq).result()
        store.outbox.confirm(made.seq, {hot: "d" * 24}).result()
        return found

    monkeypatch.setattr(store.labels, "of_board", named_after)
    (row,) = csv.DictReader(io.StringIO(board_csv(store, board), newline=""))
    assert row["labels"] == "hot"
    store.close()
