"""A new account: its address, key and name, each tried before the next is asked for."""

import pytest
from textual.widgets import Input

from tests.app.hall import URL, Hall
from tests.stories.world import Wire
from tui.app.screens.account.accounts import AccountsScreen
from tui.app.screens.account.login import LoginScreen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.cli.account import account_manager as manager_module


async def test_adding_an_account_goes_back_a_step_and_drops_nothing_that_was_typed(hall: Hall) -> None:
    p = hall.play
    await p.press("A")
    await hall.at(AccountsScreen)
    # Nothing was typed: it is left without a question.
    await p.press("n")
    await p.sees("Where are the boards?")
    await p.press("escape")
    await hall.at(AccountsScreen)
    await p.press("n")
    await p.sees("Where are the boards?")
    await hall.type("team")
    await p.sees("The server's address")
    await p.press("enter")
    await p.sees("The address is needed")
    await hall.type(URL)
    await p.sees("The application's key")
    await p.press("enter")
    await p.sees("The key is needed")
    # No line begins with what stands between two things.
    assert not [line for line in p.text().split("\n") if "│  ·" in line]
    assert hall.on(PromptScreen)
    await p.press("escape")
    await p.sees("The server's address")
    assert p.app.screen.query_one(Input).value == URL
    await p.press("enter")
    await p.sees("The application's key")
    await hall.type(hall.key)
    await p.sees("A name for the account")
    await p.press("ctrl+u", "enter")
    await p.sees("A name is needed")
    await hall.type("team")
    await hall.at(LoginScreen)
    await p.sees("Log in to team")
    for asked, value in (
        ("A name for the account", "team"),
        ("The application's key", hall.key),
        ("The server's address", URL),
    ):
        await p.press("escape")
        await p.sees(asked)
        assert p.app.screen.query_one(Input).value == value
    await p.press("escape")
    await p.sees("Where are the boards?")
    # What was typed is not dropped without a word.
    await p.press("escape")
    await p.sees("Add no account, and forget what you typed?")
    await p.press("enter")
    await p.sees("Where are the boards?")
    await p.press("escape")
    await p.sees("Add no account, and forget what you typed?")
    await p.press("escape")
    await hall.at(AccountsScreen)


async def test_an_address_and_a_key_are_tried_before_a_token_is_asked_for(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    p = hall.play
    wire = Wire(hall.team.transport())
    monkeypatch.setattr(manager_module, "unix_transport", lambda _account: wire)
    await p.press("A")
    await hall.at(AccountsScreen)
    await p.press("n")
    await p.sees("Where are the boards?")
    await hall.type("team")
    await p.sees("The server's address")
    wire.fail("404", "GET", "/members/me")
    await hall.type(URL)
    await p.sees("does not answer as a board service does")
    await p.sees("Enter again goes on all the same.")
    # An odd answer keeps nobody out.
    await p.press("enter")
    await p.sees("The application's key")
    await hall.type("0" * 32)
    await p.sees("knows no application with this key")
    await p.press("ctrl+u")
    await hall.type(hall.key)
    await p.sees("A name for the account")
    await hall.type("team")
    await hall.at(LoginScreen)
    # The page can change both, and tries them too.
    for key, shown, given in (
        ("k", "The application's key", "1" * 32),
        ("a", "The service's address", "ftp://x"),
    ):
        await p.press(key)
        await p.sees(shown)
        await p.press("ctrl+u", "enter")
        await p.sees("is needed")
        await hall.type(given)
        await p.until(lambda: "working" not in p.text())
        assert hall.on(PromptScreen)
        await p.press("ctrl+u")
        await hall.type({"k": hall.key, "a": "http://127.0.0.1:10"}[key])
        await hall.at(LoginScreen)
    await p.sees("Log in to team http://127.0.0.1:10")
