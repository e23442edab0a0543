"""A person at a terminal: walk, drag, quit, come back."""

import json
import re
import signal
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.terminal import Terminal

pytestmark = pytest.mark.terminal

Run = Callable[..., subprocess.CompletedProcess[str]]
Start = Callable[..., Terminal]


@pytest.fixture
def start(start: Start) -> Start:
    """Starts the program with its modules in memory."""
    return partial(start, forked=True)


def lists(cardscout: Run, name: str) -> dict[str, list[str]]:
    """Card names by list name, in order, as the server has them."""
    exported = json.loads(cardscout("export", name).stdout)
    cards = sorted((card for card in exported["cards"] if not card["closed"]), key=lambda card: card["pos"])
    return {
        column["name"]: [card["name"][:7] for card in cards if card["idList"] == column["id"]]
        for column in exported["lists"]
    }


def in_first_list(terminal: Terminal) -> int:
    """How many cards the screen shows in the first list."""
    ends = terminal.find("List 02")[0] - 1
    return sum("C0000" in line[:ends] for line in terminal.screen.display)


def saved_in_second_list(terminal: Terminal) -> set[str]:
    """The cards that the screen shows in the second list, without the sign of a change that waits."""
    begins, ends = (terminal.find(name)[0] - 1 for name in ("List 02", "List 03"))
    cells = [line[begins:ends] for line in terminal.screen.display]
    return {found[0] for cell in cells if (found := re.search(r"C\d{6}", cell)) and "⟳" not in cell}


def quit_cleanly(terminal: Terminal) -> None:
    terminal.press("ctrl+q")
    assert terminal.wait_exit() == 0
    restored = bytes(terminal.raw)
    assert restored.rindex(b"\x1b[?1049l") > restored.rindex(b"\x1b[?1049h"), (
        "the alternate screen was not left"
    )
    assert b"\x1b[?1000l" in restored[restored.rindex(b"\x1b[?1049h") :], "the mouse still reports"


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)])
def test_a_board_opens_and_can_be_walked(start: Start, small: str, size: tuple[int, int]) -> None:
    terminal = start("--board", small, cols=size[0], rows=size[1])
    # Not which card: the cursor is where it was left, and the list may be scrolled to it.
    terminal.until("C0000")
    terminal.press("j", "k", "l", "h", "down", "right")
    quit_cleanly(terminal)


def test_a_card_moved_by_key_is_there_after_a_restart(start: Start, cardscout: Run, small: str) -> None:
    terminal = start("--board", small, forked=False)
    terminal.until("C000000")
    terminal.press("L")
    terminal.until("C000000")
    quit_cleanly(terminal)
    there = lists(cardscout, small)
    assert "C000000" not in there["List 01"]
    assert "C000000" in there["List 02"]


def test_a_card_is_dragged_to_an_exact_place(start: Start, cardscout: Run, small: str) -> None:
    terminal = start("--board", small)
    terminal.until("C000000")
    terminal.settle()
    source, target = terminal.find("C000000"), terminal.find("C000005")
    terminal.drag(source, target)
    quit_cleanly(terminal)
    there = lists(cardscout, small)
    assert "C000000" not in there["List 01"]
    place = there["List 02"].index("C000000")
    assert place in {1, 2}, there["List 02"]


def test_escape_takes_a_drag_back(start: Start, cardscout: Run, small: str) -> None:
    before = lists(cardscout, small)
    terminal = start("--board", small)
    terminal.until("C000000")
    terminal.settle()
    source, target = terminal.find("C000000"), terminal.find("C000005")
    terminal.mouse("press", *source)
    terminal.mouse("drag", source[0] + 3, source[1] + 1)
    terminal.mouse("drag", *target)
    terminal.settle()
    terminal.press("esc")
    terminal.mouse("release", *target)
    terminal.settle()
    quit_cleanly(terminal)
    assert lists(cardscout, small) == before


@pytest.mark.fault("F78")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_dropped_connection_gives_the_terminal_back(start: Start, small: str, number: int) -> None:
    terminal = start("--board", small)
    terminal.until("C000000")
    terminal.signal(number)
    terminal.wait_exit(5)
    restored = bytes(terminal.raw)
    assert restored.rindex(b"\x1b[?1049l") > restored.rindex(b"\x1b[?1049h")


@pytest.mark.fault("F78")
def test_a_terminal_that_is_gone_ends_the_program(start: Start, small: str) -> None:
    terminal = start("--board", small)
    terminal.until("C000000")
    # More keys than the toolkit keeps frames for: what is drawn for them can be written nowhere.
    terminal.write("jk" * 60)
    terminal.drop()
    terminal.wait_exit(10)


@pytest.mark.fault("F79")
def test_kill_dash_nine_loses_no_move_shown_as_done(start: Start, cardscout: Run, small: str) -> None:
    terminal = start("--board", small)
    terminal.until("C000000")
    terminal.settle()
    before = in_first_list(terminal)
    terminal.write("L" * 1 + "jL" * 3)
    terminal.until(lambda _: in_first_list(terminal) < before)
    saved = saved_in_second_list(terminal)
    terminal.signal(signal.SIGKILL)
    terminal.wait_exit()
    again = start("--board", small)
    again.until("C0000")
    again.until("synced")
    quit_cleanly(again)
    there = lists(cardscout, small)
    names = [name for column in there.values() for name in column]
    assert len(names) == len(set(names)) == 24
    assert saved.isdisjoint(there["List 01"])
    # Moves that were not drawn as done yet may be there too.
    assert len(there["List 01"]) <= before


@pytest.mark.fault("F80")
def test_a_window_can_shrink_and_grow(start: Start, small: str) -> None:
    terminal = start("--board", small)
    terminal.until("C000000")
    for cols, rows in ((80, 24), (40, 12), (200, 60), (60, 15), (120, 40)):
        terminal.resize(cols, rows)
        terminal.settle()
        terminal.press("j")
    terminal.until("List 01")
    quit_cleanly(terminal)


HOSTILE = [
    "A\x1b]52;c;cm0gLXJmIH4K\x07B",
    "A\x1b]0;PWNED\x07B",
    "A\x1b[2JB\x1b[31mred",
    "A\x9b31mB",
    "A\x1bP+q544e\x1b\\B",
    "[@click=app.quit]press me[/]",
    "unbalanced [/bold]",
    "[x] done [ ] open",
    "A\x00B\x7fC\x08D",
    "A\u202eB\u2066C",
    "tab\tand\nnewline\rreturn",
    "Kōrero 資料 🏗️ العربية",
]


def hostile_board(names: list[str]) -> dict[str, Any]:
    from tests.bench.boards import board

    document = board(len(names), lists=2)
    for card, name in zip(document["cards"], names, strict=True):
        card["name"] = name
        card["desc"] = name
    document["name"] = "Hostile \x1b]0;PWNED\x07 board"
    document["lists"][0]["name"] = names[0]
    document["labels"][0]["name"] = names[1]
    return document


@pytest.mark.fault("F86")
def test_hostile_names_reach_the_terminal_as_pictures(
    start: Start, imported: Callable[..., str], cardscout: Run, home: Any
) -> None:
    document = hostile_board(HOSTILE)
    imported(document)
    terminal = start("--board", document["id"])
    terminal.until("Kōrero")
    for _ in HOSTILE:
        terminal.press("j")
    terminal.press("enter")
    terminal.settle()
    terminal.press("esc", "l", "enter")
    terminal.settle()
    raw = bytes(terminal.raw)
    for never in (
        b"\x1b]52",
        b"\x1b]0;PWNED",
        b"PWNED\x07",
        b"\x1bP+q",
        "\x9b".encode(),
        "\u202e".encode(),
        b"\x1b[2JB",
    ):
        assert never not in raw, never
    terminal.press("esc")
    quit_cleanly(terminal)
    stored = json.loads(cardscout("export", document["id"]).stdout)
    assert {card["name"] for card in stored["cards"]} == set(HOSTILE)


@pytest.mark.fault("F82")
def test_no_terminal_is_refused_before_anything_is_drawn(cardscout: Run) -> None:
    done = cardscout()
    assert done.returncode == 2
    assert "\x1b" not in done.stdout
    assert done.stdout


@pytest.mark.fault("F83")
def test_a_dumb_terminal_is_refused(start: Start) -> None:
    terminal = start(env={"TERM": "dumb"})
    assert terminal.wait_exit() == 2
    assert b"\x1b[?1049h" not in terminal.raw


def test_a_rule_of_the_screens_fires_for_what_commands_do(
    start: Start, cardscout: Run, small: str, home: Path
) -> None:
    """Each command opens the database and closes it, and is the last to do so as far as it knows from the locks."""
    when = f'when = {{ trigger = "Card Moved", board = {json.dumps(small)}, to = "List 02" }}'
    rule = f'[[rule]]\nname = "told"\n{when}\n[[rule.do]]\nstep = "notify"\ntext = "{{card.name}} is there"\n'
    (home / "config" / "rules.toml").write_text(rule)
    rows = [line.split("\t") for line in cardscout("cards", small, "--list", "List 01").stdout.splitlines()]
    terminal = start("--board", small)
    terminal.until("C0000")
    terminal.press("R")
    terminal.until("done by this window")
    terminal.press("esc")
    terminal.until("C0000")
    for row in rows[:3]:
        moved = cardscout("card", "move", row[0], "List 02")
        assert moved.returncode == 0, moved.stdout
        terminal.until(f"{row[-1][:7]}")
        terminal.until("is there", 40)
    held = [str(each.readlink()) for each in Path(f"/proc/{terminal.pid}/fd").iterdir()]
    assert [each for each in held if each.endswith("(deleted)")] == []
    terminal.press("n")
    terminal.write("Made afterwards\r")
    terminal.press("esc")
    terminal.until("Made")
    quit_cleanly(terminal)
    assert "Made afterwards" in cardscout("cards", small).stdout
    assert cardscout("rules", "log").stdout.count("told: ") == 3
