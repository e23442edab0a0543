"""All that is read comes into the store through one place, which asks whether the service was put back only in doubt."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tui
from tests.sync.pulling import Pull, card_id, known
from tests.sync.stub_service import BOARD
from tui.errors import Unreachable
from tui.model.action import Action, Comment
from tui.store.outbox.arrivals import Arrived
from tui.sync.reading.intake import SURE

TUI = Path(tui.__file__).parent


def test_nothing_else_stores_what_was_read() -> None:
    calls = {
        path.relative_to(TUI).as_posix()
        for path in TUI.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "arrive"
        and "store" in ast.unparse(node.func.value)
    }
    # What the inbox reads was typed by nobody.
    assert calls == {"sync/reading/intake.py", "sync/reading/inbox.py"}


async def renamed(pull: Pull) -> tuple[Arrived, Action]:
    """A known board, a card that has another name now, and the last action."""
    await known(pull)
    last = pull.happens("updateCard", 0)
    await pull.puller.pull_changes(BOARD)
    pull.asked()
    return Arrived(cards=(pull.service.held[1].replace(name="Other"),)), last


def kept(pull: Pull) -> list[tuple[str, str]]:
    return [(one.why, one.mine) for one in pull.store.conflicts.all()]


async def test_what_nobody_tells_of_is_asked_for_and_taken_if_nothing_was_put_back(pull: Pull) -> None:
    arrived, last = await renamed(pull)
    await pull.puller.arrive(arrived)
    assert (pull.here(), kept(pull)) == (["Card 0", "Other"], [])
    assert pull.asked() == [f"action {last.id}"]
    # For a second that is known.
    await pull.puller.arrive(Arrived(cards=(arrived.cards[0].replace(name="Third"),)))
    assert pull.asked() == []
    pull.clock.advance(SURE)
    await pull.puller.arrive(arrived)
    assert pull.asked() == [f"action {last.id}"]
    # Nothing that was typed goes by this.
    pull.clock.advance(SURE)
    await pull.puller.arrive(arrived)
    await pull.puller.arrive(Arrived(cards=(arrived.cards[0].replace(pos=7.0),)))
    assert pull.asked() == []


async def test_comments_too_are_asked_for_once_a_second(pull: Pull) -> None:
    _, last = await renamed(pull)
    said = Comment(id="f" * 24, id_card=card_id(1), text="One", date=pull.clock.now())
    for text in ("One", "Two", "Three"):
        await pull.puller.arrive(Arrived(comments=(said.replace(text=text),)))
    assert pull.asked() == [f"action {last.id}"]


async def test_nothing_is_asked_where_the_feed_tells_of_it(pull: Pull) -> None:
    await renamed(pull)
    pull.service.held[1] = pull.service.held[1].replace(name="Other")
    pull.happens("updateCard", 1, old={"name": "Card 1"})
    pull.service.held.pop(0)
    pull.happens("deleteCard", 0)
    await pull.puller.pull_changes(BOARD)
    assert (pull.here(), kept(pull)) == (["Other"], [])
    assert sum(what.startswith("action ") for what in pull.asked()) == 1, "once in a pull with news"


async def test_what_a_service_lacks_that_was_put_back_is_kept(pull: Pull) -> None:
    arrived, last = await renamed(pull)
    pull.service.feed.remove(last)
    await pull.puller.arrive(arrived)
    assert (pull.here(), kept(pull)) == (["Card 0", "Other"], [("older", "Card 1")])
    # The rest of the board is compared by the next pull, whatever was told since.
    pull.service.held.pop(0)
    await pull.puller.pull_changes(BOARD)
    assert kept(pull)[0][0] == "lost"
    assert {"cards 100", "closed cards 100", "comments 100"} < set(pull.asked())
    await pull.puller.pull_changes(BOARD)
    assert "cards 100" not in pull.asked(), "once"


async def test_nothing_is_stored_while_the_service_does_not_answer(pull: Pull) -> None:
    arrived, last = await renamed(pull)
    pull.service.failing[f"action {last.id}"] = Unreachable("no answer")
    with pytest.raises(Unreachable):
        await pull.puller.arrive(arrived)
    assert pull.here() == ["Card 0", "Card 1"]
    assert pull.store.cards.get(card_id(1)) is not None
