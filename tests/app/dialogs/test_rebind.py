"""A command gets other keys: what they mean is said, and they are written and hold at once."""

from unittest.mock import MagicMock

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.commands.app import Undo
from tui.app.commands.catalogue import screens
from tui.app.commands.keymap import Keymap
from tui.app.dialogs.rebind import rebind
from tui.app.screens.screen import WorkspaceScreen
from tui.app.settings_check import complaints
from tui.errors import UsageError
from tui.settings.config import Config


class Page(WorkspaceScreen):
    """A page with one command."""

    commands = (Undo,)


class Settings:
    """Where keys are written."""

    def __init__(self) -> None:
        self.written = []

    def bind(self, name: str, text: str) -> None:
        """Keep the keys."""
        self.written.append((name, text))


async def run(*answers, keys=None, pages=()):
    """Rebind a command with these answers; return the page and what was written."""
    page, settings = fake_page(*answers, app=fake(screen_stack=list(pages))), Settings()
    accounts = MagicMock(bind=settings.bind)
    await rebind(page, accounts, {} if keys is None else keys)
    return page, settings.written


async def test_every_command_is_offered_once_with_its_keys_and_found_by_its_name():
    page, _ = await run(None, keys={"undo": "f9"})
    choices = page.asked[0][1]["choices"]
    values = [one.value for one in choices]
    assert len(values) == len(set(values)) > 100
    undo = next(one for one in choices if one.value == "undo")
    assert (undo.text, undo.note, undo.also) == ("Undo the last change", "f9", "undo")


async def test_the_keys_are_written_and_kept_for_later_pages():
    keys = {"redo": "f8"}
    page, written = await run("undo", "f9, ctrl+f9", keys=keys)
    assert page.asked[1][1]["offer"] == "u, ctrl+z"
    assert written == [("undo", "f9, ctrl+f9")]
    assert keys == {"redo": "f8", "undo": "f9, ctrl+f9"}
    assert page.done == [("tell", "undo: f9, ctrl+f9")]


async def test_open_pages_use_the_keys_at_once():
    workspace = MagicMock()
    beneath = Page(workspace)
    assert beneath.keymap.keys_of("undo") == ("u", "ctrl+z")
    await run("undo", "f9", pages=[beneath])
    assert beneath.keymap.keys_of("undo") == ("f9",)
    assert beneath.key_names["undo"] == "f9"


async def test_an_empty_line_takes_the_keys_away():
    keys = {}
    page, written = await run("undo", "", keys=keys)
    assert written == [("undo", "")]
    assert keys == {"undo": ""}
    assert page.done == [("tell", "undo: no key")]


@pytest.mark.parametrize("answers", [(None,), ("undo", None)])
async def test_who_gives_up_changes_nothing(answers):
    keys = {}
    page, written = await run(*answers, keys=keys)
    assert written == page.done == []
    assert keys == {}


async def test_what_no_keyboard_sends_is_refused():
    page, written = await run("undo", "ctrl+alt+shift", "f9")
    assert len(page.errors) == 1
    assert written == [("undo", "f9")]
    with pytest.raises(ValueError, match="there is no key"):
        page.asked[1][1]["reads"]("ctrl+alt+shift")


async def test_under_the_line_is_said_which_commands_lose_the_key():
    page, _ = await run("archive-card", None)
    reads = page.asked[1][1]["reads"]
    assert reads("D") == "D · taken from “Set due date”"
    assert reads("ctrl+f9") == "ctrl+f9"
    assert "“Undo”" in reads("u, ctrl+f9").partition("taken from ")[2].split(", ")
    assert page.asked[1][1]["note"] == "[bindings] archive-card in config.toml · at first: a"


@pytest.mark.parametrize(
    ("text", "why"), [("ctrl+shift+banana", "there is no key"), ("g", "“g” begins others, such as g")]
)
async def test_keys_that_cannot_work_are_refused(text, why):
    page, _ = await run("card-down", None)
    reads, attempt = page.asked[1][1]["reads"], page.asked[1][1]["attempt"]
    with pytest.raises(ValueError, match=why):
        reads(text)
    with pytest.raises(UsageError, match=why):
        await attempt(text)
    assert reads("f9")


async def test_who_loses_a_key_is_asked_for_at_once_and_nothing_is_left_to_complain_of():
    keys = {}
    page, written = await run("archive-card", "e", "ctrl+f9", keys=keys)
    enrich = page.asked[2]
    assert enrich[0] == "Look up the people and companies the card names"
    assert enrich[1]["offer"] == ""
    assert enrich[1]["note"].startswith("It has lost e: give it other keys, or none. [bindings] enrich")
    assert keys == dict(written) == {"archive-card": "e", "enrich": "ctrl+f9"}
    assert page.done == [("tell", "archive-card: e · enrich: ctrl+f9")]
    assert complaints(Config(bindings=keys), ()) == []


async def test_a_command_that_keeps_another_key_is_offered_that_and_a_beginning_of_others_is_none():
    keys = {}
    page, _ = await run("archive-card", "u", "ctrl+z", keys=keys)
    assert page.asked[2][1]["offer"] == "ctrl+z"
    assert keys == {"archive-card": "u"}
    assert page.done == [("tell", "archive-card: u")]
    assert complaints(Config(bindings=keys), ()) == []
    page, _ = await run("archive-card", "d d", "f9")
    assert page.asked[2][1]["offer"] == ""
    assert "It has lost d" in page.asked[2][1]["note"]


async def test_who_loses_keys_to_two_commands_is_asked_for_both():
    keys = {"undo": "ctrl+f8, ctrl+f7", "redo": "ctrl+f6, ctrl+f5"}
    page, _ = await run("archive-card", "ctrl+f8, ctrl+f6", "ctrl+f5", "ctrl+f9", keys=keys)
    noted = [how["note"].partition(": ")[0] for _, how in page.asked[2:]]
    assert noted == ["It has lost ctrl+f8", "It has lost ctrl+f6, ctrl+f5"]
    assert page.asked[3][1]["offer"] == ""
    assert complaints(Config(bindings=keys), ()) == []


async def test_who_loses_once_more_what_was_just_given_to_it_is_asked_again():
    keys = {"undo": "ctrl+f8", "redo": "ctrl+f6"}
    answers = ("ctrl+f8, ctrl+f6", "ctrl+f4", "ctrl+f4", "ctrl+f9")
    page, _ = await run("archive-card", *answers, keys=keys)
    again = page.asked[4]
    assert again[0] == "Undo the last change"
    assert again[1]["note"].startswith("It has lost ctrl+f4: ")
    assert keys == {"archive-card": "ctrl+f8, ctrl+f6", "undo": "ctrl+f9", "redo": "ctrl+f4"}
    assert complaints(Config(bindings=keys), ()) == []


async def test_who_gives_up_there_keeps_what_was_bound_before():
    keys = {}
    page, written = await run("archive-card", "e", None, keys=keys)
    assert keys == dict(written) == {"archive-card": "e"}
    assert page.done == [("tell", "archive-card: e")]


async def test_who_loses_a_key_keeps_it_on_the_pages_where_the_two_do_not_clash():
    keys = {}
    await run("archive-card", "u", "ctrl+z", keys=keys)
    owners = set()
    for commands in screens().values():
        names = {command.name() for command in commands}
        if "undo" in names:
            keymap = Keymap.of(commands, keys)
            owners.add(keymap.keys["u"])
            assert keymap.keys["u"] == ("archive-card" if "archive-card" in names else "undo")
            assert "ctrl+z" in keymap.keys_of("undo")
    assert owners == {"archive-card", "undo"}
    assert complaints(Config(bindings=keys), ()) == []
    keys.clear()
    await run("archive-card", "u", "f9", keys=keys)
    assert keys == {"archive-card": "u", "undo": "f9"}, "other keys are of all pages"
