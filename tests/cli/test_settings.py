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
    ],
)
def test_what_cannot_be_used_is_told_too(program, config, text, said):
    config.write_text(text)
    result = program("config", "check")
    assert result.exit_code == 2
    assert said in result.stdout


def test_the_schema_is_json_and_names_the_commands(program):
    schema = json.loads(program.read("config", "schema"))
    assert "move-card-right" in schema["properties"]["bindings"]["properties"]
    assert schema["properties"]["density"]["enum"] == ["compact", "normal", "full"]
