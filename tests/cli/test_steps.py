"""What steps of the command line have in common: what cannot be done says why."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.cli.conftest import ANA
from tui.cli import main, steps
from tui.errors import UsageError


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
        (("card", "due", ANA, ""), "WHEN is empty"),
        (("cards", "Kōrero", "--filter", ""), "--filter is empty"),
        (("enrich", "cards", "--board", "Kōrero", "--list", "", "--dry-run"), "--list is empty"),
        (("search", ""), "TEXT is empty"),
        (("member", "find", " "), "TEXT is empty"),
        (("member", "add", "Kōrero", ""), "WHO is empty"),
        (("card", "new", "Kōrero", "J\udce9r"), "'J\ufffdr' is no text in UTF-8"),
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
        path.name for path in Path(main.__file__).parent.rglob("*.py") if "click.confirm(" in path.read_text()
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
    desc.write_text("Spoke to Ana.\r\n", encoding="utf-16-le")
    assert steps.read_text(str(desc)) == "Spoke to Ana."
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


def commands(command: click.Command, *path: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, *path, name)


def a_value(parameter: click.Parameter) -> str:
    return parameter.type.choices[0] if isinstance(parameter.type, click.Choice) else "1"


def with_an_empty_value(command: click.Command) -> Iterator[tuple[str, ...]]:
    """The words of a command, once for each of its values, with that value empty and those before it not."""
    arguments = list[str]()
    for one in command.params:
        texts = (
            isinstance(one.type, click.types.StringParamType | click.Path) and one.type != steps.MAY_BE_EMPTY
        )
        if isinstance(one, click.Argument):
            if texts:
                yield *arguments, ""
            arguments.append(a_value(one))
        elif texts and one.opts != ["--uds"]:  # its path may be left out
            yield *(a_value(one) for _ in range(one.nargs - 1)), one.opts[-1], ""


def test_every_path_of_every_command_may_begin_with_a_tilde(program, monkeypatch):
    """A shell expands it neither in quotes nor after ``=`` or ``@``."""
    monkeypatch.setenv("HOME", str(program.home.parent))
    (program.home.parent / "notes").write_text('{"name": "Rain"}')
    typed = {
        (*path, one.name): one.type_cast_value(
            click.Context(command), "~" if "data" in str(one.name) else "~/notes"
        )
        for path, command in commands(main.cli)
        for one in command.params
        if isinstance(one.type, click.Path | click.File)
    }
    assert [name for name, path in typed.items() if not str(path).startswith(str(program.home.parent))] == []
    assert '"name": "Rain"' in program.read("api", "board", "POST", "/1/boards", "--data", "@~/notes")


def test_every_value_of_every_command_is_refused_if_it_is_empty(program, tmp_path, monkeypatch):
    """As from a script whose variable is not set: it must not mean that there is no such limit."""
    monkeypatch.chdir(tmp_path)
    taken = [
        (*path, *words)
        for path, command in commands(main.cli)
        for words in with_an_empty_value(command)
        if not (done := program(*path, *words)).stderr.endswith("--help\n") or done.exit_code != 2
    ]
    assert taken == []


def test_the_example_of_a_moment_has_the_offset_of_this_machine(monkeypatch):
    with monkeypatch.context() as there:
        there.setenv("TZ", "XXX-11")
        time.tzset()
        with pytest.raises(UsageError) as told:
            steps.read_moment("--due", "zzz")
    time.tzset()
    assert re.match(r"write it as \d{4}-\d\d-\d\dT17:00\+11:00, or as fri 17:00", told.value.hint)
