"""The bad inputs of ``tests/corpus``, by the name of their file; its README says what an entry holds."""

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).with_name("corpus")
EVERY = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def corpus(name: str) -> dict[str, Any]:
    """The whole file: its entries, and what goes for all of them."""
    told: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return told


def entries(*names: str) -> list[dict[str, Any]]:
    """The entries of these files, in their order."""
    return [entry for name in names for entry in corpus(name)["entries"]]


def cases(*names: str) -> list[Any]:
    """The same as parameters of a test, each under its id."""
    return [pytest.param(entry, id=entry["id"]) for entry in entries(*names)]


def text(entry: dict[str, Any]) -> str:
    """What an entry says, made if it is too long to be written down."""
    made = entry.get("gen")
    return str(entry["value"] if made is None else made["repeat"] * made["times"] + made.get("suffix", ""))


def texts(*names: str) -> list[str]:
    """The values of these files that are text."""
    return [entry["value"] for entry in entries(*names) if isinstance(entry.get("value"), str)]
