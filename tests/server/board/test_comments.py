"""Comments, served."""

import pytest
from sqlalchemy import update

from tui.clock import ManualClock
from tui.server.storage import db


async def test_a_comment_is_written_changed_and_deleted(desk, server, clock: ManualClock):
    card = await desk.card()
    made = await desk.post(f"/cards/{card['id']}/actions/comments", text="  *done?*\n")
    assert made["data"]["text"] == "  *done?*\n"
    assert made["display"]["translationKey"] == "action_comment_on_card"
    assert made["memberCreator"]["username"] == "you"
    clock.advance(5)
    for _ in range(2):
        changed = await desk.put(f"/actions/{made['id']}", text="done!")
    assert changed["data"]["dateLastEdited"] == "2026-11-21T09:00:05.000Z"
    (comment,) = await desk.get(f"/cards/{card['id']}/actions")
    assert (comment["id"], comment["data"]["text"]) == (made["id"], "done!")
    assert await desk.ok("DELETE", f"/cards/{card['id']}/actions/{made['id']}/comments") == {"_value": None}
    assert await desk.get(f"/cards/{card['id']}/actions") == []
    kinds = [kind for kind, _ in await desk.log(server)][-3:]
    assert kinds == ["createCard", "updateComment", "deleteComment"]


async def test_the_text_of_a_deleted_comment_is_nowhere(desk, server):
    card = await desk.card()
    other = await desk.post(f"/cards/{card['id']}/actions/comments", text="stays")
    made = await desk.post(f"/cards/{card['id']}/actions/comments", text="a secret")
    for text in ("a secret @you", "another secret"):
        await desk.put(f"/actions/{made['id']}", text=text)
    await desk.put(f"/actions/{other['id']}", text="stays here")
    await desk.ok("DELETE", f"/actions/{made['id']}")
    with server.engine.connect() as connection:
        rows = [
            str(row)
            for table in ("action", "notification")
            for row in connection.exec_driver_sql(f"SELECT data FROM {table}")
        ]
    assert not [row for row in rows if "secret" in row]
    assert [row for row in rows if "stays here" in row]


async def test_nor_is_it_in_the_answer_that_is_kept_for_a_repeated_request(desk, server):
    card = await desk.card()
    asked = {"json": {"text": "a secret @you"}, "headers": {"Idempotency-Key": "one"}}
    made = await desk.ok("POST", f"/cards/{card['id']}/actions/comments", **asked)
    await desk.ok("DELETE", f"/actions/{made['id']}")
    with server.engine.connect() as connection:
        replies = str(connection.exec_driver_sql("SELECT reply FROM idempotency").all())
    assert made["id"] in replies
    assert "secret" not in replies
    again = await desk.ok("POST", f"/cards/{card['id']}/actions/comments", **asked)
    assert (again["id"], again["data"]["text"]) == (made["id"], "")
    assert await desk.get(f"/cards/{card['id']}/actions") == []


@pytest.mark.parametrize("data", [{}, {"action": "x"}, {"action": {}}])
async def test_an_imported_edit_of_nothing_keeps_no_comment_from_being_deleted(desk, server, data):
    card = await desk.card()
    made = await desk.post(f"/cards/{card['id']}/actions/comments", text="done")
    await desk.put(f"/actions/{made['id']}", text="done!")
    with db.writing(server.engine) as connection:
        connection.execute(update(db.actions).where(db.actions.c.type == "updateComment").values(data=data))
    await desk.ok("DELETE", f"/actions/{made['id']}")


@pytest.mark.parametrize("text", ["", " \n", None, 5, "x" * 16385, ["a"]])
async def test_a_comment_needs_a_text(desk, text):
    card = await desk.card()
    path = f"/cards/{card['id']}/actions/comments"
    assert await desk.refused("POST", path, json={"text": text}) == (400, "invalid value for text")


async def test_what_no_database_can_hold_is_made_holdable(desk):
    card = await desk.card()
    made = await desk.http.post(
        f"/cards/{card['id']}/actions/comments",
        content=b'{"text":"a\\u0000b\\ud800c \\ud83e\\udd50"}',
        headers={"Content-Type": "application/json"},
    )
    assert made.json()["data"]["text"] == "ab\ufffdc \U0001f950"


async def test_other_actions_can_not_be_changed_or_deleted(desk):
    card = await desk.card()
    (made,) = await desk.get(f"/cards/{card['id']}/actions", filter="createCard")
    assert (await desk.refused("PUT", f"/actions/{made['id']}", json={"text": "x"}))[0] == 400
    assert (await desk.refused("DELETE", f"/actions/{made['id']}"))[0] == 400


async def test_a_reaction_is_given_once_and_taken_back(desk):
    card = await desk.card()
    comment = await desk.post(f"/cards/{card['id']}/actions/comments", text="fresh rye")
    path = f"/actions/{comment['id']}/reactions"
    made = await desk.post(path, unified="1F44D", shortName="thumbsup")
    assert (made["emoji"]["native"], made["idModel"]) == ("\N{THUMBS UP SIGN}", comment["id"])
    assert (await desk.post(path, native="\N{THUMBS UP SIGN}"))["id"] == made["id"]
    await desk.post(path, shortName="tada")
    assert [one["count"] for one in await desk.get(f"/actions/{comment['id']}/reactionsSummary")] == [1, 1]
    (fed,) = await desk.get(f"/cards/{card['id']}/actions", reactions="true")
    assert len(fed["reactions"]) == 2
    assert (await desk.get(f"{path}/{made['id']}"))["member"]["username"] == "you"
    assert await desk.ok("DELETE", f"{path}/{made['id']}") == {"_value": None}
    assert len(await desk.get(path)) == 1


@pytest.mark.parametrize("body", [{}, {"unified": "x"}, {"unified": "D800"}, {"native": 5}])
async def test_a_senseless_reaction_is_refused(desk, body):
    card = await desk.card()
    comment = await desk.post(f"/cards/{card['id']}/actions/comments", text="fresh rye")
    assert (await desk.refused("POST", f"/actions/{comment['id']}/reactions", json=body))[0] == 400


async def test_only_comments_are_reacted_to(desk):
    await desk.card()
    (created,) = await desk.get(f"/boards/{desk.id}/actions", filter="createCard")
    assert (await desk.refused("POST", f"/actions/{created['id']}/reactions", json={"native": "x"}))[0] == 400
