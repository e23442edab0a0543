"""``activity``: of a board and of a card, as lines and as JSON, page by page, and what it says where it cannot ask."""

import shutil

import pytest


@pytest.fixture
def card(program, home_of):
    """A card that was made, commented and moved."""
    shutil.copytree(home_of("a card moved", make_and_move), program.home)
    return (program.home / "card").read_text()


def make_and_move(program):
    program.read("board", "new", "Work", "--list", "Leads", "--list", "Won")
    made = program.read("card", "new", "Work", "Leads", "Ring").strip()
    program.read("card", "comment", made, "at noon")
    program.read("card", "move", made, "Won")
    (program.home / "card").write_text(made)


def test_what_happened_is_listed_newest_first(program, card):
    lines = [line.split("\t")[3] for line in program.read("activity", "Work").splitlines()]
    assert lines[:3] == [
        "moved “Ring” from “Leads” to “Won”",
        "commented on “Ring”: at noon",
        "made “Ring” in “Leads”",
    ]
    assert "made the board" in lines
    of_card = [line.split("\t")[3] for line in program.read("activity", "--card", card).splitlines()]
    assert of_card == ["moved it from “Leads” to “Won”", "commented on it: at noon", "made it in “Leads”"]


def test_a_move_to_another_place_of_another_list_is_one_line(program, card):
    program.read("card", "new", "Work", "Leads", "Write")
    other = program.read("card", "new", "Work", "Leads", "Draw").strip()
    program.read("card", "move", other, "Won", "--pos", "top")
    lines = [line.split("\t")[3] for line in program.read("activity", "Work").splitlines()]
    assert [line for line in lines if "moved “Draw”" in line] == ["moved “Draw” from “Leads” to “Won”"]
    program.read("card", "move", other, "Won", "--pos", "bottom")
    latest = program.read("activity", "Work").splitlines()[0].split("\t")[3]
    assert latest == "moved “Draw” within “Won”"


def test_the_last_id_leads_on(program, card):
    every = [one["id"] for one in program.json("activity", "--card", card)]
    first = [one["id"] for one in program.json("activity", "--card", card, "--limit", "2")]
    rest = [one["id"] for one in program.json("activity", "--card", card, "--before", first[-1])]
    assert first + rest == every
    assert len(every) == 3


@pytest.mark.parametrize("args", [(), ("Work", "--card", "x")])
def test_one_board_or_one_card_is_named(program, card, args):
    result = program("activity", *args)
    assert (result.exit_code, "of which board, or which card?" in result.stderr) == (2, True)


def test_what_is_before_something_that_never_was_is_not_asked(program, card):
    refused = program("activity", "Work", "--before", "zz")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--before zz: is neither the id of an action nor a date" in refused.stderr
    assert "2026-11-30" in refused.stderr
    assert program.json("activity", "Work", "--before", "2020-01-01") == []


def test_the_figures_of_a_board(program, card):
    program.read("card", "new", "Work", "Leads", "Write")
    figures = program.json("board", "stats", "Work")
    assert figures["list"] == [{"name": "Leads", "cards": 1}, {"name": "Won", "cards": 1}]
    assert figures["label"] == [{"name": "no label", "cards": 2}]
    assert [one["cards"] for one in figures["age"]] == [2, 0, 0, 0, 0]
    assert [one["cards"] for one in figures["week"]] == [0] * 11 + [1]
    assert program.read("board", "stats", "Work").splitlines()[:2] == ["list\tLeads\t1", "list\tWon\t1"]
