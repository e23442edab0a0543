"""What steps of the command line have in common: what cannot be done says why."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import ANA
from tui import cli


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("lists", "nothing"), "there is no board 'nothing'"),
        (("cards", "Kōrero", "--list", "nothing"), "there is no list 'nothing' on the board 'Kōrero'"),
        (("card", "show", "nothing!"), "there is no card 'nothing!'"),
        (("card", "edit", ANA), "nothing to change"),
        (("card", "edit", ANA, "--due", "someday"), "'someday' is no date"),
        # As from a script whose variable is not set.
        (("card", "edit", ANA, "--due", ""), "--due is empty"),
        (("card", "edit", ANA, "--name", "x", "--list", ""), "there is no list '' on the board 'Kōrero'"),
        (("card", "due", ANA, ""), "WHEN is empty"),
        (("cards", "Kōrero", "--list", ""), "there is no list '' on the board 'Kōrero'"),
        (
            ("enrich", "cards", "--board", "Kōrero", "--list", "", "--dry-run"),
            "there is no list '' on the board 'Kōrero'",
        ),
        (("search", ""), "TEXT is empty"),
        (("member", "find", " "), "TEXT is empty"),
        (("member", "add", "Kōrero", ""), "WHO is empty"),
        (("enrich", "person", "a b c"), "cannot be looked up"),
        (("nonsense",), "No such command"),
        (("boards", "--nonsense"), "No such option"),
        (("--board", "x", "boards"), "go with no command"),
    ],
)
def test_what_cannot_be_done_says_why_and_what_can(imported, args, said):
    result = imported(*args)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "hint: " in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("group", ["card", "board", "search"])
def test_a_group_alone_answers_with_its_whole_help(program, group):
    result = program(group)
    assert "error: " not in result.output
    assert "hint: " not in result.output
    assert "…" not in result.output
    assert program(group, "--help").output.splitlines()[-1] in result.output


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("lsit", "'list'"), ("crads", "'cards'"), ("impotr", "'import'"), ("accout", "'accounts'")],
)
def test_a_mistyped_command_is_told_what_it_resembles(program, typed, meant):
    result = program(typed)
    assert result.exit_code == 2
    assert f"No such command {typed!r}. Did you mean " in result.stderr
    assert meant in result.stderr


_DELETIONS = [
    (("card", "delete", ANA), "the card 'Ring Ana'"),
    (("board", "delete", "Kōrero"), "the board 'Kōrero'"),
    (("label", "delete", "Kōrero", "hot"), "the label 'hot'"),
    (("checklist", "delete", "Steps", "--card", ANA), "the checklist 'Steps'"),
]


@pytest.mark.parametrize(("args", "named"), _DELETIONS)
def test_a_question_names_what_would_be_deleted(imported, args, named):
    assert named in imported(*args, stdin="n\n").stderr
    # A script that nobody watches gets the way on, and nothing is deleted.
    silent = imported(*args, stdin="")
    assert (silent.exit_code, named in silent.stderr) == (2, True)
    assert "stdin ended before an answer\nhint: --yes" in silent.stderr
    imported.read(*args, "--yes")
    assert imported(*args, stdin="n\n").stderr.startswith("error: there is no ")


def test_questions_are_asked_in_one_way():
    asking = {
        path.name for path in Path(cli.__path__[0]).rglob("*.py") if "click.confirm(" in path.read_text()
    }
    assert asking == {"output.py"}


def test_a_password_is_not_asked_for_without_a_terminal(program, tmp_path):
    result = program("serve", "user", "ada", "--password", "--data", str(tmp_path), stdin="")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "error: there is no terminal to ask for a password on",
        "hint: --password-stdin reads it from stdin",
    ]


def test_the_mark_at_the_start_of_a_windows_text_is_no_part_of_it(imported, tmp_path):
    """No id, name or description begins with it, whichever way a text comes."""
    desc = tmp_path / "desc.txt"
    desc.write_text("Spoke to Ana.\r\n", encoding="utf-8-sig")
    made = imported(
        "card", "new", "Kōrero", "To do", "-", "--desc-file", str(desc), stdin="\ufeffOne\r\nTwo\r\n"
    )
    assert made.exit_code == 0, made.output
    cards = {one["id"]: one for one in imported.json("cards", "Kōrero")}
    assert [(cards[ident]["name"], cards[ident]["desc"]) for ident in made.stdout.split()] == [
        ("One", "Spoke to Ana."),
        ("Two", "Spoke to Ana."),
    ]
    for given in (made.stdout, json.dumps([{"id": ident} for ident in made.stdout.split()])):
        assert imported("card", "archive", "-", stdin=f"\ufeff{given}").exit_code == 0
