"""A home with boards whose names are completed."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Program

PROGRAM = str(Path(sys.executable).with_name("cardscout"))


BAKERY = 'Bakery launch: "Q1" $5'


@pytest.fixture(scope="session")
def stock(tmp_path_factory):
    """A home with boards, and the id of a card."""
    home = tmp_path_factory.mktemp("stock") / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDSCOUT_HOME", str(home))
        patch.setattr("tui.cli.keep.copies.start_copying", lambda _data: None)
        program = Program(home)
        program.read("board", "new", BAKERY, "--list", "To do", "--list", "Done")
        program.read("board", "new", "Bank")
        program.read("board", "new", "Evil\x1b[31m")
        program.read("label", "new", BAKERY, "hot")
        program.read("list", "new", BAKERY, "Old")
        program.read("list", "archive", BAKERY, "Old")
        card = program.read("card", "new", BAKERY, "To do", "Ring Ana").strip()
        program.read("checklist", "new", card, "Steps")
        program.read("checklist", "add", "Steps", "call her", "--card", card)
    return home, card


@pytest.fixture
def stocked(program, stock):
    """The program with those boards, and the id of the card."""
    shutil.copytree(stock[0], program.home)
    return program, stock[1]
