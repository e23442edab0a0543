"""A rule that fires when a card is moved, and the move."""

from tests.rules.conftest import Desk

MOVED = """
[[rule]]
name = "moved"
when = { trigger = "Card Moved", board = "local board", to = "Done" }
"""


def rule(*steps: str, extra: str = "", when: str = MOVED) -> str:
    """A rules file with one rule."""
    return when + extra + "".join(f"\n[[rule.do]]\n{step}\n" for step in steps)


async def move(desk: Desk, name: str = "Ana", **values: str) -> str:
    """Make a card, and move it to Done; return its id."""
    card = await desk.local.make("/cards", idList=desk.local.todo, name=name, **values)
    await desk.look()
    await desk.local.ask("PUT", f"/cards/{card}", idList=desk.local.done)
    return card
