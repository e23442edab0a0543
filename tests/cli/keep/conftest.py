"""A program with a backup."""

import pytest


def titles(program):
    return {card["name"] for card in program.json("cards", "Kōrero")}


@pytest.fixture
def kept(imported, tmp_path):
    """The program with a card more than its backup, and the backup."""
    imported.read("accounts", "list")
    file = tmp_path / "all.zip"
    imported.read("backup", str(file))
    imported.read("card", "new", "Kōrero", "To do", "Later")
    return imported, file
