"""Hostile texts in every place a service fills, through the real program in a terminal: no sequence a harmless run has not."""

import json
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.bench.boards import board
from tests.corpora import texts
from tests.terminal.terminal import Terminal

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.slow_fault,
    pytest.mark.fault("F86"),
    pytest.mark.timeout(900),
]

CATEGORIES = (
    "terminal_escapes",
    "control_chars",
    "markup",
    "unicode",
    "urls",
    "paths",
    "search_sql",
    "csv",
    "scalars",
)
OWN = [
    "A\x1b]52;c;cm0gLXJmIH4K\x07B",
    "A\x1b]0;PWNED\x07B",
    "A\x9b31mB",
    "A\x1bP+q544e\x1b\\B",
    "[@click=app.quit]press[/]",
    "A\u202eB",
]

TOGETHER = 8
"""Texts of one description, comment or paste: opening each card for each text takes ten minutes."""

SEQUENCE = re.compile(
    r"\x1b\[(?P<csi>[0-?]*[ -/]*[@-~])|\x1b\](?P<osc>\d*)|\x1b(?P<string>[PX^_])|\x1b(?P<other>[ -/]*[0-~])"
    r"|(?P<bare>[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069])"
)


def hostile_texts() -> list[str]:
    """Our own and the corpus, without what is only blank."""
    found = [*OWN, *(text for text in texts(*CATEGORIES) if text.strip())]
    return [text.encode("utf-8", "replace").decode()[:2_000] for text in found]


def kinds(raw: bytes) -> set[str]:
    """The kinds of what a terminal obeys: modes by their number, colours and places without theirs."""
    found = set()
    for match in SEQUENCE.finditer(raw.decode("utf-8", "replace")):
        kind, what = str(match.lastgroup), match[str(match.lastgroup)]
        private = what[:1] in {"?", ">", "<", "="} or what[-1:] in {"h", "l"}
        found.add(f"{kind} {what if kind != 'csi' or private else re.sub('[0-9;:]', '', what)!r}")
    return found


def document(values: list[str]) -> dict[str, Any]:
    """A board with ``values`` as its name and its lists', labels', cards', checklists', members' and files'."""
    made = board(len(values), lists=6)
    made["name"] = f"Board {values[0]}"
    for number, one in enumerate((*made["lists"], *made["labels"])):
        one["name"] = values[number % len(values)]
    members = [
        {"id": f"{number:024x}", "username": f"member{number}", "fullName": value}
        for number, value in enumerate(values[:12], 1)
    ]
    made["members"] = members
    made["memberships"] = [
        {"id": f"{number:024x}", "idMember": one["id"], "memberType": "normal"}
        for number, one in enumerate(members, 100)
    ]
    for number, (card, value) in enumerate(zip(made["cards"], values, strict=True)):
        several = values[number : number + TOGETHER]
        card["name"], card["desc"] = value, "\n\n".join(several)
        ident, other = f"{number:08x}{'c' * 16}", f"{number:08x}{'d' * 16}"
        item = {"id": other, "name": " ".join(several), "pos": 1, "state": "incomplete", "idChecklist": ident}
        card["idChecklists"] = [ident]
        made["checklists"].append(
            {
                "id": ident, "idBoard": made["id"], "idCard": card["id"], "name": value, "pos": 1,
                "checkItems": [item],
            }
        )  # fmt: skip
        card["idMembers"] = [members[number % len(members)]["id"]]
        card["attachments"] = [
            {"id": f"{number:08x}{'e' * 16}", "name": value, "url": "https://a.example/x", "pos": 1}
        ]
        made["actions"].append(
            {
                "id": f"{number:08x}{'f' * 16}", "type": "commentCard", "date": "2026-01-01T00:00:00.000Z",
                "idMemberCreator": members[number % len(members)]["id"],
                "data": {"text": "\n\n".join(several), "board": {"id": made["id"]}, "card": {"id": card["id"]}},
            }
        )  # fmt: skip
    return made


def conflict(home: Path, board_id: str, card_id: str, value: str) -> None:
    """Have two people have written the same, in words of ``value``."""
    op = {"kind": "update_card", "board_id": board_id, "card_id": card_id, "name": value}
    with closing(sqlite3.connect(home / "data" / "store-local.db")) as conn, conn:
        conn.execute(
            "INSERT INTO conflicts (at, why, op, field, base, theirs, board, thing) VALUES (0, 'both', ?, 'name', ?, ?, ?, ?)",
            (json.dumps(op), json.dumps(value), json.dumps(f"{value} theirs"), value, value),
        )


PLACES: list[tuple[str, ...]] = [
    ("b", "esc"), ("g", "m", "esc"), ("S", "a", "esc", "esc"), ("g", "a", "esc"), ("N", "esc"), ("O", "esc"),
    ("g", "c", "enter", "esc", "esc"), ("A", "enter", "l", "esc", "esc", "esc"),
    ("A", "j", "j", "l", "esc", "esc", "esc"), ("?", "esc"), ("ctrl+p", "a", "esc"),
    ("P", "esc"), ("M", "esc"), ("/", "A", "enter", "esc", "esc"), ("r", "esc"), ("t", "esc"), ("B", "esc"), ("#", "esc"),
]  # fmt: skip
ON_A_CARD: list[tuple[str, ...]] = [
    ("l", "esc"), ("m", "esc"), ("f", "esc"), ("c", "esc"), ("C", "esc"), ("d", "esc"), ("e", "esc"), ("y", "esc"),
    ("W",), ("t", "esc"), ("o", "esc"),
]  # fmt: skip
ACCOUNT = (
    '[accounts.team]\nurl = "https://team.example"\nkey = "{key}"\nsecrets = "command"\ncommand = [{name}]\n'
    '[accounts.vaulted]\nurl = "https://vaulted.example"\nkey = "{key}"\nsecrets = "vault"\n'
)


def left(terminal: Terminal) -> None:
    terminal.write("\x11")
    assert terminal.wait_exit(60) == 0, terminal.text


def screens(terminal: Terminal, count: int) -> bytes:
    """All that is drawn while somebody opens every screen, each card, and pastes."""
    terminal.until("cards", 60)
    terminal.settle(1)
    for keys in PLACES:
        terminal.press(*keys)
    for word in ("Accounts", "Conflicts", "Log in"):
        assert word.encode() in terminal.raw, f"{word} was not opened"
    for number in range(count):
        if number % TOGETHER == 0:
            keys = ON_A_CARD[number // TOGETHER % len(ON_A_CARD)]
            terminal.press("enter", "pgdn", *keys, "esc")
        terminal.write("j" if (number + 1) % ((count + 5) // 6) else "l")
    for _ in range(4):
        terminal.press("esc")
    left(terminal)
    return bytes(terminal.raw)


def pasted(terminal: Terminal, values: list[str]) -> bytes:
    """All that is drawn while ``values`` are pasted into new cards, a search, a filter and the login."""
    terminal.until("cards", 60)
    terminal.settle(1)
    for first in range(0, len(values), TOGETHER):
        whole = " ".join(values[first : first + TOGETHER]).replace("\x1b[201~", "")
        terminal.press("n", f"\x1b[200~{whole}\x1b[201~", "enter", "esc")
    for before in (("/",), ("S",), ("A", "n", "enter"), ("ctrl+p",)):
        terminal.press(*before, f"\x1b[200~{values[0]}\x1b[201~", "enter", "esc", "esc", "esc")
    terminal.press("esc")
    left(terminal)
    return bytes(terminal.raw)


def commands(start: Callable[..., Terminal], made: dict[str, Any], values: list[str]) -> Iterator[bytes]:
    """What commands write on a terminal, with the names of ``made``, and of ``values`` that are nothing's."""
    ident, card = made["id"], made["cards"][0]["id"]
    asked = [
        ("boards",), ("lists", ident), ("cards", ident), ("labels", ident), ("members", ident), ("card", "show", card),
        ("card", "attachments", card), ("notifications",), ("search", "a"), ("accounts",), ("doctor",),
        ("export", ident), ("credits",), ("cards", ident, "--json"), ("members", ident, "--json"), ("card", "show", card, "--json"),
    ]  # fmt: skip
    refused = [
        (*words, value)
        for value in values
        for words in (("cards",), ("card", "show"), ("--account",), ("accounts", "login"))
        if "\0" not in value
    ]
    for argv in (*asked, *refused):
        terminal = start(*argv)
        terminal.wait_exit(60)
        assert b"Traceback" not in terminal.raw, argv
        yield bytes(terminal.raw)


@pytest.mark.parametrize("part", ["screens", "pasted", "commands"])
def test_no_text_brings_a_sequence_that_a_harmless_one_does_not(
    part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile = hostile_texts()
    found: list[set[str]] = []
    for name, values in (("harmless", [f"text {n}" for n in range(len(hostile))]), ("hostile", hostile)):
        home = tmp_path / name
        (home / "config").mkdir(parents=True, mode=0o700)
        account = ACCOUNT.format(key="0" * 32, name=json.dumps(values[0]).replace("\x7f", ""))
        (home / "config" / "config.toml").write_text(account, "utf-8")
        made, file = document(values), tmp_path / f"{name}.json"
        file.write_text(json.dumps(made), "utf-8")
        started: list[Terminal] = []

        def start(*argv: str, home: Path = home, started: list[Terminal] = started) -> Terminal:
            started.append(Terminal(argv, home))
            return started[-1]

        imported = start("import", str(file))
        assert imported.wait_exit(60) == 0, imported.text
        assert start("cards", made["id"]).wait_exit(60) == 0
        conflict(home, made["id"], made["cards"][0]["id"], values[0])
        if part == "screens":
            found.append(kinds(screens(start("--board", made["id"]), len(values))))
        elif part == "pasted":
            found.append(kinds(pasted(start("--board", made["id"]), values)))
        else:
            found.append(set().union(*map(kinds, commands(start, made, values[:3]))))
        for terminal in started:
            terminal.__exit__(None, None, None)
    with capsys.disabled():
        sys.stdout.write(
            f"\n  {part}: {len(hostile)} texts; kinds harmless {len(found[0])}, hostile {len(found[1])}\n"
        )
    assert found[1] - found[0] == set()
