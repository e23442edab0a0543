"""The JSON schema of ``config.toml``, with which editors check and complete it."""

from collections.abc import Iterable
from typing import Any

from tui.model.enrich.spending import WANTED
from tui.settings.known import BASE, COLOUR, COLOURS, SETTINGS, Setting

_TABLES = {
    "spending": "The most credits for looking people and companies up",
    "privacy": "What is forgotten by itself",
}
"""What the tables are about whose settings are all known."""


def schema(commands: Iterable[str]) -> dict[str, Any]:
    """Return the schema.

    Args:
        commands: Names of the commands that keys can be bound to.
    """
    properties = {each.name: _of(each) for each in SETTINGS if len(each.place) == 1}
    properties["theme"] = {
        "description": properties["theme"]["description"],
        "oneOf": [_text(), _own_theme()],
    }
    keys = {"type": "string", "description": 'Keys, several divided by commas; "" for none'}
    properties["bindings"] = {
        "type": "object",
        "description": "Keys by command, on top of the preset",
        "properties": dict.fromkeys(sorted(set(commands)), keys),
        "additionalProperties": False,
    }
    for table, about in _TABLES.items():
        properties[table] = {
            "type": "object",
            "description": about,
            "properties": {each.place[1]: _of(each) for each in SETTINGS if each.place[0] == table},
            "additionalProperties": False,
        }
    names = {"type": "array", "items": _text()}
    properties["labels"] = {
        "type": "object",
        "description": "Labels of new cards, by the name of their list, or BOARD/LIST",
        "additionalProperties": names,
    }
    by_kind = {
        "type": "object",
        "properties": {"person": names, "company": names},
        "additionalProperties": False,
    }
    properties["order"] = {
        "description": "Providers to ask, one after the other, for both kinds or for each",
        "oneOf": [names, by_kind],
    }
    properties["want"] = {
        "type": "array",
        "description": "What the providers of the order are asked for, one after the other, until it is there",
        "items": {"enum": list(WANTED)},
    }
    for name in ("accounts", "providers"):
        properties[name] = {"type": "object", "description": f"See cardscout {name} --help"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Cardscout's config.toml",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def _text() -> dict[str, Any]:
    return {"type": "string", "minLength": 1}


def _of(setting: Setting) -> dict[str, Any]:
    """Return the schema of one setting."""
    about = {"description": f"{setting.about}. Unless it is set: {setting.unset}."}
    match setting.kind:
        case "choice":
            return {**about, "enum": list(setting.choices)}
        case "switch":
            return {**about, "type": "boolean"}
        case "number":
            most = {} if setting.most is None else {"maximum": setting.most}
            return {**about, "type": "integer", "minimum": setting.least, **most}
        case "text" | "name":
            return {**about, **_text()}


def _own_theme() -> dict[str, Any]:
    """Return the schema of the table [theme]."""
    colours = {
        name: {"type": "string", "pattern": f"^{COLOUR.pattern}$", "description": about}
        for name, about in COLOURS.items()
    }
    base = {**_text(), "description": "The theme that gives the other colours: dark, light, contrast, 16 …"}
    return {"type": "object", "properties": {BASE: base, **colours}, "additionalProperties": False}
