"""Answers that are kept for repeated requests have no text of what was deleted."""

from typing import Any

import pytest

from tui.api.board.resource import read_one
from tui.clock import ManualClock
from tui.model.board import Board
from tui.model.card import Card
from tui.server.events.kept_answers import without_texts


def kept(server: Any) -> str:
    with server.engine.connect() as connection:
        return str(connection.exec_driver_sql("SELECT reply FROM idempotency").scalars().all())


async def make(desk: Any, clock: ManualClock) -> dict[str, Any]:
    """Make a board with a card and what it has, each with a key, as our client does; return them by noun."""
    made: dict[str, Any] = {}

    async def post(noun: str, path: str, **values: Any) -> None:
        clock.advance(1)
        asked = {"json": values, "headers": {"Idempotency-Key": noun}}
        made[noun] = {"path": path, "asked": asked, "answer": await desk.ok("POST", path, **asked)}

    await post("board", "/boards", name="secret board", desc="a secret")
    ident = {"board": made["board"]["answer"]["id"]}
    await post("list", "/lists", idBoard=ident["board"], name="secret list")
    await post(
        "card", "/cards", idList=made["list"]["answer"]["id"], name="secret card", desc="secret",
        due="2027-01-02T03:04:05.000Z",
    )  # fmt: skip
    ident["card"] = made["card"]["answer"]["id"]
    await post("comment", f"/cards/{ident['card']}/actions/comments", text="secret words")
    await post("checklist", "/checklists", idCard=ident["card"], name="secret steps")
    await post("item", f"/checklists/{made['checklist']['answer']['id']}/checkItems", name="secret step")
    await post("link", f"/cards/{ident['card']}/attachments", url="https://secret.example/", name="secret")
    return made


async def test_the_texts_of_a_deleted_card_are_in_no_kept_answer(desk, server, clock: ManualClock):
    made = await make(desk, clock)
    other = {"json": {"name": "stays", "idList": made["list"]["answer"]["id"]}}
    await desk.ok("POST", "/cards", **other, headers={"Idempotency-Key": "other"})
    await desk.ok("DELETE", f"/cards/{made['card']['answer']['id']}")
    left = kept(server)
    assert all(text not in left for text in ("secret card", "secret words", "secret step", "secret.example"))
    assert all(text in left for text in ("stays", "secret list", "secret board"))
    again = await desk.ok("POST", "/cards", **made["card"]["asked"])
    assert (again["id"], again["name"], again["desc"]) == (made["card"]["answer"]["id"], "", "")
    assert again["due"] == made["card"]["answer"]["due"]
    assert len(await desk.get(f"/boards/{made['board']['answer']['id']}/cards")) == 1, (
        "no card was made again"
    )


async def test_the_texts_of_a_deleted_board_are_in_no_kept_answer(desk, server, clock: ManualClock):
    made = await make(desk, clock)
    await desk.ok("DELETE", f"/boards/{made['board']['answer']['id']}")
    assert "secret" not in kept(server)
    again = await desk.ok("POST", "/boards", **made["board"]["asked"])
    assert (again["id"], again["name"]) == (made["board"]["answer"]["id"], "")


@pytest.mark.parametrize(("noun", "kind"), [("card", Card), ("board", Board)])
async def test_a_client_can_read_an_answer_without_its_texts(desk, clock: ManualClock, noun, kind):
    made = await make(desk, clock)
    bare = without_texts(made[noun]["answer"])
    assert "secret" not in str(bare)
    assert read_one(kind, bare).id == made[noun]["answer"]["id"]
