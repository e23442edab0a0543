"""A change that met somebody else's is no success."""

import pytest

from tui.store.ops.contest import Found
from tui.sync import push
from tui.sync.contested import Weighed


async def _theirs(*_: object) -> Weighed:
    """Somebody renames the card between the reading and the write."""
    return Weighed(None, (Found("name", "Ring Ana", "Ring Ana at four"),))


def test_what_somebody_else_changed_too_is_told_and_exits_as_refused(
    imported, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "look_again", _theirs)
    [card] = [card["id"] for card in imported.json("cards", "Kōrero") if card["name"] == "Ring Ana"]
    result = imported("card", "edit", card, "--name", "Ring Ana at five")
    assert result.exit_code == 4, result.stderr
    assert "The title of “Ring Ana” was not changed" in result.stderr
    assert "by now" in result.stderr
