"""``cardscout config``: what is wrong in the settings, and their schema."""

import json
from pathlib import Path

import pytest


@pytest.fixture
def config(program) -> Path:
    path: Path = program.home / "config" / "config.toml"
    path.parent.mkdir(parents=True)
    return path


def test_nothing_to_check_and_nothing_wrong(program, config):
    assert "is not there: all is as by default" in program.read("config", "check")
    config.write_text('theme = "contrast"\nageing = 14\n')
    assert program.read("config", "check") == f"{config}: nothing is wrong\n"


def test_every_mistake_is_told_with_its_line(program, config):
    config.write_text('theme = "nordd"\n[bindings]\n' + "".join(f'no-such-{n} = "x"\n' for n in range(9)))
    result = program("config", "check")
    assert result.exit_code == 2
    assert "line 1, theme: there is no theme “nordd”; did you mean nord?" in result.stdout
    assert result.stdout.count("there is no such command") == 9


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("density = 3", "line 1: density cannot be 3; write one of compact"),
        ('[theme]\ncursr = "#ffffff"', "line 2: there is no colour theme.cursr; did you mean cursor?"),
        ('[theme]\n\ncursor = "red"', "line 3: theme.cursor cannot be 'red'; write cursor = \"#ffd700\""),
        ("[theme]\nbase = 3", "line 2: theme.base must be text"),
        ('[theme]\nbase = "drak"', "line 2, base: there is no theme “drak”; did you mean dark?"),
        ('account = "x"\naccounts = 3', "line 1, account: there is no account 'x'"),
        ('provider = "x"\nproviders = 3', "line 1, provider: there is no provider 'x'"),
        ('\naccount = "wrok"', "line 2, account: there is no account 'wrok'; there are local"),
        ('provider = "huntr"', "line 1, provider: there is no provider 'huntr'; there are local"),
        ('order = ["local", "huntr"]', "line 1, order: there is no provider 'huntr'"),
        ('[order]\nperson = ["huntr"]', "line 1, order: there is no provider 'huntr'"),
    ],
)
def test_what_cannot_be_used_is_told_too(program, config, text, said):
    config.write_text(text)
    result = program("config", "check")
    assert result.exit_code == 2
    assert said in result.stdout
    assert "no theme “own”" not in result.stdout  # which nobody wrote


def test_a_table_of_colours_without_one_is_no_mistake(program, config):
    config.write_text("[theme]\n")
    assert "nothing is wrong" in program.read("config", "check")


def test_accounts_and_providers_that_are_there_are_right(program, config):
    tables = (
        '[accounts.work]\nurl = "https://a.example"\nkey = "k"\n[providers.team]\nurl = "https://a.example"\n'
    )
    config.write_text(f'account = "work"\nprovider = "team"\norder = ["team", "local"]\n{tables}')
    assert "nothing is wrong" in program.read("config", "check")
    config.write_text('account = "local"\nprovider = "local"\n')
    assert "nothing is wrong" in program.read("config", "check")


def test_the_schema_is_json_and_names_the_commands(program):
    schema = json.loads(program.read("config", "schema"))
    assert "move-card-right" in schema["properties"]["bindings"]["properties"]
    assert schema["properties"]["density"]["enum"] == ["compact", "normal", "full"]


def test_all_mistakes_are_told_at_once_each_with_its_line_and_the_fix(program, config):
    config.write_text(
        'density = 3\nagein = 2\ntheme = "nordd"\n[spending]\nrun = -1\n[bindings]\nno-such = "x"\nundo = 3\n'
        '[accounts.firm]\nkind = "x"\nurl = 3\n[accounts.other]\nnonsense = 1\n'
    )
    result = program("config", "check")
    assert result.exit_code == 2
    for said in (
        "line 1: density cannot be 3; write one of compact",
        "line 2: there is no setting 'agein'; did you mean ageing?",
        "line 3, theme: there is no theme “nordd”; did you mean nord?",
        "line 5: spending.run cannot be -1; write a whole number from 0 up, or leave it out",
        "line 7, no-such: there is no such command",
        "line 8: bindings.undo must be text",
        "accounts.firm.kind",
        "accounts.firm.url",
        "accounts.other.nonsense",
    ):
        assert said in result.stdout


def test_of_a_file_that_is_not_toml_the_place_is_told(program, config):
    config.write_text("density = \nageing = 3\n")
    result = program("config", "check")
    assert result.exit_code == 2
    assert "line 1" in result.stdout
    assert "mend that line" in result.stdout


def test_a_start_tells_the_first_mistake_and_that_there_is_more(program, config):
    config.write_text("density = 3\nageing = -2\nbell = 1\n")
    result = program("boards")
    assert result.exit_code == 2
    assert "line 1: density cannot be 3" in result.stderr
    assert "there is more: cardscout config check tells all" in result.stderr
    config.write_text("them = 3\nbell = 1\n")
    assert "did you mean theme? there is more: cardscout" in program("boards").stderr
