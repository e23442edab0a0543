"""A program with a backup."""

import shutil

import pytest


def titles(program):
    return {card["name"] for card in program.json("cards", "Kōrero")}


@pytest.fixture
def kept(program, home_of, imported_home, tmp_path):
    """The program with a card more than its backup, and the backup."""

    def commands(imported):
        shutil.copytree(imported_home, imported.home, dirs_exist_ok=True)
        imported.read("accounts", "list")
        imported.read("backup", str(imported.home / "all.zip"))
        imported.read("card", "new", "Kōrero", "To do", "Later")

    shutil.copytree(home_of("kept", commands), program.home)
    return program, (program.home / "all.zip").rename(tmp_path / "all.zip")
