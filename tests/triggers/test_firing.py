"""What a trigger reports of an event."""

from datetime import UTC, datetime
from typing import Any

from tui.model.event import Event
from tui.triggers.catalogue import named
from tui.triggers.firing import Firing

AT = datetime(2031, 2, 3, 4, 5, 6, tzinfo=UTC)
BOARD = {"id": "b" * 24, "name": "Leads", "shortLink": "aB3dE5fG"}
CARD = {"id": "c" * 24, "name": "Ana Ray", "idShort": 7, "shortLink": "Qw3rTy7z"}


def event(kind: str, **data: Any) -> Event:
    member = {"id": "d" * 24, "name": "Ben"}
    return Event(
        id="e" * 24, type=kind, at=AT, data={"board": BOARD, **data}, member=member, source="webhook"
    )


def test_a_move_says_where_from_and_where_to() -> None:
    before, after = {"id": "1" * 24, "name": "Doing"}, {"id": "2" * 24, "name": "Done"}
    moved = event("updateCard", card=CARD, old={"idList": "1" * 24}, listBefore=before, listAfter=after)
    told = Firing.of(named("Card Moved")(), moved, account="work", card={**CARD, "desc": "now"}).wire()
    assert list(told)[:4] == ["trigger", "id", "at", "account"]
    assert (told["trigger"], told["at"], told["source"]) == (
        "Card Moved",
        "2031-02-03T04:05:06.000Z",
        "webhook",
    )
    assert (told["list"], told["listBefore"], told["old"]) == (after, before, {"idList": "1" * 24})
    assert told["card"] == {**CARD, "desc": "now"}
    assert told["member"] == {"id": "d" * 24, "name": "Ben"}


def test_what_an_event_does_not_say_is_null() -> None:
    told = Firing.of(named("New Board")(), event("createBoard").replace(member={}), account="work").wire()
    assert told["id"] == BOARD["id"], "a board that is told of twice fires once"
    assert [told[name] for name in ("card", "list", "listBefore", "member", "old", "text")] == [None] * 6


def test_the_text_of_a_comment_is_told_and_a_label_s_is_not() -> None:
    said = event("commentCard", card=CARD, text="hello")
    assert Firing.of(named("New Comment Added to Card")(), said, account="work").text == "hello"
    label = {"id": "3" * 24, "name": "hot", "color": "red"}
    worn = event("addLabelToCard", card=CARD, label=label, text="hot", value="red")
    told = Firing.of(named("New Label Added To Card")(), worn, account="work")
    assert told.text is None
    assert told.about == {"label": label}
