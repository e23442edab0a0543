"""The schema of the settings says what the reader of the file holds."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tui.errors import UsageError
from tui.settings import config_problems
from tui.settings.config import Config
from tui.settings.known import COLOURS, SETTINGS, known_setting
from tui.settings.schema import schema

SCHEMA = schema(["undo", "new-card"])
TUI = Path(__file__).parents[2] / "tui"


def test_every_setting_and_table_is_in_it_and_says_what_it_does():
    assert set(SCHEMA["properties"]) == set(config_problems._NAMES)
    assert all(each["description"] for each in SCHEMA["properties"].values())
    assert not SCHEMA["additionalProperties"]
    assert set(SCHEMA["properties"]["bindings"]["properties"]) == {"undo", "new-card"}
    assert set(SCHEMA["properties"]["spending"]["properties"]) == {"run", "month"}


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_it_allows_what_can_be_read_and_nothing_else(setting, tmp_path: Path):
    right = {"text": '"x"', "choice": f'"{setting.choices[-1] if setting.choices else ""}"', "switch": "true"}
    right["number"] = str(setting.most or setting.least)
    right["name"] = '"Pacific/Auckland"' if setting.name == "timezone" else right["text"]
    wrong = {
        "text": "3",
        "name": "3",
        "choice": '"nothing of the kind"',
        "switch": '"yes"',
        "number": str(setting.least - 1),
    }
    path = tmp_path / "config.toml"
    path.write_text(f"{setting.name} = {right[setting.kind]}\n")
    written: Any = tomllib.loads(path.read_text())
    for name in setting.place:
        written = written[name]
    assert Config.read(path).written(setting) == written
    path.write_text(f"{setting.name} = {wrong[setting.kind]}\n")
    with pytest.raises(UsageError):
        Config.read(path)
    told = SCHEMA
    for name in setting.place:
        told = told["properties"][name]
    kinds = {"choice": "enum", "switch": "type", "number": "minimum"}
    assert kinds.get(setting.kind, "description") in told


def test_colours_of_a_theme_are_six_digits_in_both():
    own = SCHEMA["properties"]["theme"]["oneOf"][1]
    assert set(own["properties"]) == {"base", *COLOURS}
    pattern = own["properties"]["ink"]["pattern"]
    assert re.search(pattern, "#00ffAA")
    assert not re.search(pattern, "#00ffAA00")
    assert known_setting("ink") is None


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_something_obeys_each_setting(setting):
    """The page and the schema offer every setting of the list, so one that nothing reads would do nothing."""
    read = re.compile(rf"\bconfig\.{setting.place[0]}\b|\b_config\.{setting.place[0]}\b")
    files = [path for path in TUI.rglob("*.py") if path.parent.name != "settings"]
    assert any(read.search(path.read_text("utf-8")) for path in files), (
        f"nothing reads config.{setting.name}: pass it to the part of the program that obeys it"
    )
