"""A change that met somebody else's is no success."""

import pytest

from tui.model.writes.cards import MoveCard
from tui.store.outbox.contested_fields import ContestedField, note_moves
from tui.store.outbox.row import QueuedWrite
from tui.store.store import Store
from tui.sync import push
from tui.sync.sending.base import SendResult
from tui.sync.sending.contested import Remaining
from tui.sync.sending.overridden import Overridden


@pytest.mark.parametrize(
    ("option", "value", "found", "told"),
    [
        (
            "--name",
            "Ring Ana at five",
            ContestedField("name", "Ring Ana", "Ring Ana at four"),
            "title of “Ring Ana” was not changed: it is “Ring Ana at four” by now.",
        ),
        (
            "--due",
            "2031-02-03T09:00Z",
            ContestedField("due", "2031-02-01T09:00:00.000Z", None),
            "due date of “Ring Ana” was not changed: it is empty by now.",
        ),
    ],
)
def test_what_somebody_else_changed_too_is_told_and_exits_as_refused(
    imported, monkeypatch: pytest.MonkeyPatch, option: str, value: str, found: ContestedField, told: str
) -> None:
    async def theirs(*_: object) -> Remaining:
        """Somebody changes the card between the reading and the write."""
        return Remaining(None, (found,))

    monkeypatch.setattr(push, "remaining", theirs)
    [card] = [card["id"] for card in imported.json("cards", "Kōrero") if card["name"] == "Ring Ana"]
    result = imported("card", "edit", card, option, value)
    assert result.exit_code == 4, result.stderr
    assert told in result.stderr


@pytest.mark.parametrize(("who", "named"), [("Bo Example", "Bo Example"), ("", "somebody else")])
def test_who_moved_the_card_too_is_told(
    imported, monkeypatch: pytest.MonkeyPatch, who: str, named: str
) -> None:
    def moved_too(row: QueuedWrite, _answer: SendResult, store: Store) -> list[Overridden]:
        assert isinstance(row.write, MoveCard)
        was = str(store.cards.list_at_service(row.write.card_id))
        return [Overridden(lambda _: False, lambda _, tx: note_moves(tx, row, was, who))]

    monkeypatch.setattr(push, "overridden", moved_too)
    [card] = [one for one in imported.json("cards", "Kōrero") if one["name"] == "Ring Ana"]
    result = imported("card", "move", card["id"], "Done")
    assert result.exit_code == 0, result.stderr
    assert f"note: {named} moved “Ring Ana” to “" in result.stderr
