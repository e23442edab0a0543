"""A command says its own name, and does what it states."""

from typing import Protocol

import pytest

from tests.app.fakes import fake
from tui.app.commands.command import (
    Command,
    Context,
    ImmediateCommand,
    awaits,
    calls,
    next_name,
    no_board,
)


class WalkOn(ImmediateCommand[Context]):
    """Walk on. And more."""

    keys = ("j", "down")


class Jump(ImmediateCommand[Context]):
    """Jump"""

    keys = ("j",)


def test_name_and_words_come_from_the_class():
    assert WalkOn.name() == "walk-on"
    assert WalkOn.label() == "Walk on. And more"
    assert Jump.label() == "Jump"


class Stepping(Protocol):
    """Whatever can step."""

    def step(self, by: int) -> None:
        """Step."""

    async def rest(self, *, hours: int) -> None:
        """Rest."""


class Walker:
    """Steps, and is no subclass of what the command names."""

    at = 0

    def step(self, by: int) -> None:
        self.at += by

    async def rest(self, *, hours: int) -> None:
        self.at += hours


class StepBack(ImmediateCommand[Stepping]):
    """Step back."""

    act = calls(Stepping.step, -1)


class Rest(Command[Stepping]):
    """Rest."""

    run = awaits(Stepping.rest, hours=8)


async def test_a_command_calls_the_method_of_the_screen_that_it_is_given():
    walker = Walker()
    StepBack().act(walker)
    await StepBack().run(walker)
    assert walker.at == -2


async def test_a_command_awaits_the_method_of_the_screen_that_it_is_given():
    walker = Walker()
    await Rest().run(walker)
    assert walker.at == 8


@pytest.mark.parametrize(
    ("state", "boards", "said"),
    [
        ("starting", (), "the board is being opened"),
        ("loading", (), "the board is being opened"),
        ("loading", ("Leads",), "no board is open: b opens one"),
        ("synced", (), "no board is open: b opens one"),
    ],
)
def test_a_board_that_is_being_opened_is_not_told_to_be_missing(state, boards, said):
    workspace = fake(boards=fake(all=lambda: boards), sync=fake(status=lambda: fake(state=state)))
    assert no_board(fake(board=None, key_names={"switch-board": "b"}, workspace=workspace)) == said


@pytest.mark.parametrize(
    ("name", "taken", "offered"),
    [
        ("Sprint 31", (), "Sprint 32"),
        ("Sprint 31", ("Sprint 32", "Sprint 34"), "Sprint 33"),
        ("Q09", (), "Q10"),
        ("Leads", (), "Leads copy"),
        ("Leads", ("Leads copy",), "Leads copy 2"),
        ("Leads", ("Leads copy", "Leads copy 2"), "Leads copy 3"),
        ("🦜", (), "🦜 copy"),
        ("² 1²", (), "² 1² copy"),
        ("card 123456789", (), "card 123456789 copy"),
        ("7", (), "8"),
    ],
)
def test_a_copy_is_offered_the_next_name_that_is_free(name, taken, offered):
    assert next_name(name, taken) == offered
