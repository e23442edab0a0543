"""``cardscout watch``: from the line to what it prints."""

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from tui.cli.output import BROKEN_PIPE


@pytest.fixture
def board(program, home_of):
    """A board that somebody has begun to watch."""
    shutil.copytree(home_of("watched", watch), program.home)
    return json.loads((program.home / "board.json").read_text())


def watch(program):
    assert program("watch", "--once", "--board", "Pipeline").stdout == ""
    board = next(board for board in program.json("boards") if board["name"] == "Pipeline")
    (program.home / "board.json").write_text(json.dumps(board))


def lines(program, *args):
    return [json.loads(line) for line in program.read("watch", "--once", *args).splitlines()]


def _stores(home):
    """The stores of accounts, which have cursors."""
    for path in sorted(home.rglob("*.db")):
        with closing(sqlite3.connect(path)) as file:
            if file.execute("SELECT 1 FROM sqlite_master WHERE name = 'cursors'").fetchone():
                yield path


def test_what_happened_since_the_last_look_is_told_once(program, board):
    made = program.read("card", "new", "Pipeline", "Leads", "Ring Ana").split()[0]
    (told,) = lines(program, "--trigger", "new card")
    assert (told["trigger"], told["account"], told["source"]) == ("New Card", "local", "local")
    assert told["board"]["id"] == board["id"]
    assert (told["card"]["id"], told["card"]["name"], told["card"]["desc"]) == (made, "Ring Ana", "")
    assert told["list"]["name"] == "Leads"
    assert lines(program, "--trigger", "new card") == []


def test_what_a_kill_kept_from_being_printed_is_printed_the_next_time(program, board, monkeypatch):
    assert lines(program, "--trigger", "new card") == []
    program.read("card", "new", "Pipeline", "Leads", "Ring Ana")

    def killed(_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("tui.cli.output.as_line", killed)
        assert program("watch", "--once", "--trigger", "new card").stdout == ""
    assert [told["card"]["name"] for told in lines(program, "--trigger", "new card")] == ["Ring Ana"]
    assert lines(program, "--trigger", "new card") == []


def test_a_store_whose_positions_begin_again_is_watched_on(program, board):
    """As after the repair of a damaged one."""
    assert lines(program, "--trigger", "new card") == []
    (path,) = _stores(program.home)
    with closing(sqlite3.connect(path)) as store, store:
        assert store.execute("UPDATE cursors SET value = '999999' WHERE key LIKE 'watched %'").rowcount
    program.read("card", "new", "Pipeline", "Leads", "Ring Ana")
    assert [told["card"]["name"] for told in lines(program, "--trigger", "new card")] == ["Ring Ana"]


def test_another_choice_takes_nothing_away(program, board):
    for trigger in ("new card", "card archived"):
        assert lines(program, "--trigger", trigger) == []
    program.read("card", "new", "Pipeline", "Leads", "Ring Ana")
    assert lines(program, "--trigger", "card archived") == []
    assert [told["card"]["name"] for told in lines(program, "--trigger", "new card")] == ["Ring Ana"]


def test_each_trigger_that_fires_has_a_line(program, board):
    program.read("card", "new", "Pipeline", "Leads", "Ring Ana")
    assert {told["trigger"] for told in lines(program)} >= {
        "New Card",
        "New Board Activity",
        "Custom Webhook Events",
    }


def test_only_what_is_chosen(program, board):
    program.read("card", "new", "Pipeline", "Leads", "one")
    program.read("card", "new", "Pipeline", "Contacted", "two")
    told = lines(program, "--trigger", "New Card", "--board", "pipeline", "--list", "contacted")
    assert [one["card"]["name"] for one in told] == ["two"]


def test_a_move_is_told_by_where_it_goes_and_where_from(program, board):
    card = program.json("card", "new", "Pipeline", "Leads", "one")["id"]
    for to in ("Contacted", "Won", "Contacted"):
        program.read("card", "move", card, to)
    places = ("--trigger", "Card Moved", "--board", "Pipeline", "--since", "1h", "--to", "contacted")
    assert len(lines(program, *places)) == 2
    assert len(lines(program, *places, "--from", "won")) == 1


def test_it_ends_when_nobody_reads_it_any_more(program):
    """Also while nothing happens."""
    program.read("boards")
    watch = subprocess.Popen([sys.executable, "-m", "tui", "watch"], stdout=subprocess.PIPE)
    assert watch.stdout is not None
    watch.stdout.close()
    assert watch.wait(60) == BROKEN_PIPE


def test_a_card_is_named_by_its_short_link_and_names_by_any_case(program, board):
    made = program.json("card", "new", "Pipeline", "Leads", "one")
    program.read("card", "new", "Pipeline", "Leads", "two")
    for name in (made["shortLink"], made["id"]):
        told = lines(
            program,
            "--trigger",
            "Custom Webhook Events",
            "--activity",
            "createcard",
            "--card",
            name,
            "--since",
            "1h",
        )
        assert [one["card"]["name"] for one in told] == ["one"]
    program.read("card", "edit", made["id"], "--name", "three")
    told = lines(program, "--trigger", "Card Updated", "--property", "Title", "--since", "1h")
    assert [one["card"]["name"] for one in told] == ["three"]


def test_since_tells_what_was_there_before(program):
    program.read("card", "new", "Pipeline", "Leads", "Ring Ana")
    told = lines(program, "--trigger", "New Card", "--since", "1h")
    assert [one["card"]["name"] for one in told][-1] == "Ring Ana"
    assert lines(program, "--trigger", "New Card", "--since", "2031-01-01") == []


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--trigger", "Card Eaten"), "there are New Card, Card Updated"),
        (("--board", "Nowhere"), "no board 'Nowhere'"),
        (("--list", "Leads"), "need --board"),
        (("--to", "Leads"), "need --board"),
        (("--trigger", "New Card", "--board", "Pipeline", "--to", "Leads"), "--to is for other triggers"),
        (("--trigger", "New Board", "--card", "x"), "--card is for other triggers"),
        (("--trigger", "New Board", "--property", "title"), "--property is for other triggers"),
        (("--property", "titel"), "there is no property 'titel'"),
        (("--property", "titel"), "there are title, description, due"),
        (("--activity", "cardCreated"), "there is no activity 'cardCreated'"),
        (("--activity", "cardDue"), "createCard, createCheckItem"),
        (("--card", "zzzzzzzz"), "there is no card 'zzzzzzzz'"),
        (("--before", "soon"), "write 15m, 2h, 1d or 1w"),
        (("--before", "99999999999w"), "a hundred years, 5200w, is the longest"),
        (("--since", "99999999999w"), "a hundred years, 5200w, is the longest"),
        (("--since", "yesterday"), "write 2h, 3d, 2031-02-03"),
        (("--listen", "127.0.0.1:0"), "go together"),
        (("--interval", "1"), "x>=5.0"),
    ],
)
def test_what_cannot_be_is_refused_with_the_mend(program, args, said):
    result = program("watch", "--once", *args)
    assert result.exit_code == 2
    assert said in result.stderr
