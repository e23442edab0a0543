"""What the first paint reads is read without building a parser, which takes longer than the reading."""

import subprocess
import sys
from pathlib import Path

from tui.clock import ManualClock
from tui.model.board import Board, BoardList
from tui.model.label import Label
from tui.model.member import Member, Membership
from tui.store.opening import open_store
from tui.store.outbox.arrivals import Arrived

READ = """
import sys
from pathlib import Path
from tui.clock import SystemClock
from tui.store.opening import open_store
store = open_store(Path(sys.argv[1]), SystemClock())
(board,) = store.boards.all()
found = (store.boards.get(board.id), store.lists.of_board(board.id), store.labels.of_board(board.id),
         store.members.of_board(board.id), store.cards.counts(board.id))
assert all(found[:4]), found
store.close()
print("pydantic.plugin._loader" in sys.modules)
"""


def test_no_parser_is_built(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    store = open_store(path, ManualClock())
    store.arrive(
        Arrived(
            boards=(Board(id="b", name="Pipeline"),),
            lists=(BoardList(id="l", id_board="b", name="Leads"),),
            labels=(Label(id="h", id_board="b", name="hot"),),
            members_of="b",
            members=(Member(id="m", full_name="Ana"),),
            memberships=(Membership(id_member="m"),),
        )
    ).result()
    store.close()
    done = subprocess.run(
        [sys.executable, "-c", READ, str(path)],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "False"
