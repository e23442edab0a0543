"""The options of a card's fields: what they change, and where the card goes."""

from types import SimpleNamespace
from typing import Any

import click
import pytest
from click.testing import CliRunner

from tui.cli import steps
from tui.cli.card import fields as module
from tui.cli.card.fields import CardFields, card_options, positions_in
from tui.errors import UsageError

taken: list[CardFields] = []


@click.command()
@click.argument("name", default="")
@steps.pos_option("the cards", default=None)
@card_options
def command(name: str, fields: CardFields) -> None:
    taken.append(fields)


def given(*words: str, stdin: str | None = None) -> CardFields:
    """The fields that the command is given with these options."""
    result = CliRunner().invoke(command, words, input=stdin, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return taken.pop()


def test_an_option_that_is_left_out_changes_nothing():
    assert given() == CardFields({}, None, (), ())


def test_each_option_is_a_field():
    found = given("--due", "2031-05-06T10:00Z", "--start", "-", "--done", "--desc", "text", "--pos", "top")
    due = found.changes.pop("due")
    assert due.isoformat() == "2031-05-06T10:00:00+00:00"
    assert (found.changes, found.pos) == ({"start": None, "due_complete": True, "desc": "text"}, "top")
    assert given("--not-done").changes == {"due_complete": False}
    assert given("--desc-file", "-", stdin="from a pipe\n").changes == {"desc": "from a pipe"}


def test_what_cannot_be_is_refused():
    with pytest.raises(UsageError, match="--start: 'someday' is no date"):
        given("--start", "someday")
    with pytest.raises(UsageError, match="stdin can be only one of these"):
        given("-", "--desc-file", "-")


class Names:
    """Labels and members whose ids are their names in capitals."""

    def label(self, board_id: str, name: str) -> Any:
        if name == "-":
            raise UsageError("there is no label '-'")
        return SimpleNamespace(id=f"{board_id}:{name.upper()}")

    def member(self, board_id: str, name: str, *, begun: bool) -> Any:
        assert begun
        return self.label(board_id, name)


def test_labels_and_members_are_ids_each_once_and_a_dash_alone_is_none():
    workspace: Any = SimpleNamespace(names=Names())
    assert given().label_ids(workspace, "b") is None
    assert given("--label", "-").label_ids(workspace, "b") == ()
    assert given("--label", "hot", "--label", "Hot").label_ids(workspace, "b") == ("b:HOT",)
    assert given("--member", "me", "--member", "ben").member_ids(workspace, "b") == ("b:ME", "b:BEN")
    with pytest.raises(UsageError):
        given("--label", "-", "--label", "hot").label_ids(workspace, "b")


class Cards:
    """Cards of a list, which are known once they were asked for."""

    def __init__(self) -> None:
        self.fetched = 0

    async def fetch_faces(self, _list_id: str) -> None:
        self.fetched += 1

    def faces(self, _list_id: str) -> list[Any]:
        places = {"a": 100.0, "b": 200.0, "c": 900.0}
        return [SimpleNamespace(id=name, pos=pos) for name, pos in places.items()] if self.fetched else []


async def test_an_end_of_a_list_is_that_of_its_cards_at_the_service(monkeypatch):
    async def reached(ask):
        await ask()

    monkeypatch.setattr(module, "reached_service", reached)
    cards = Cards()
    workspace: Any = SimpleNamespace(cards=cards)
    somewhere: Any = SimpleNamespace(id="list")
    assert await positions_in(workspace, somewhere, 5.0, 2) == [5.0, 5.0]
    assert cards.fetched == 0, "a number needs no cards"
    (top,) = await positions_in(workspace, somewhere, "top")
    assert top < 100
    (bottom,) = await positions_in(workspace, somewhere, "bottom")
    assert bottom > 900
    first, second = await positions_in(workspace, somewhere, "bottom", 2, but=["c"])
    assert 200 < first < second
    assert first < bottom, "a card that is moved itself is not counted"
