"""Many cards at once are told of exactly as if each had been changed by itself."""

import json
import re
from datetime import timedelta

import pytest
from sqlalchemy import event, insert, select

from tui.server.people.due_soon import TYPE
from tui.server.storage import db

CHANGES = {
    "archived": ("archiveAllCards", {}, {"closed": True}),
    "to a list": ("moveAllCards", {"idBoard": "here", "idList": "here 1"}, {"idList": "here 1"}),
    "to a board": ("moveAllCards", *[{"idBoard": "there", "idList": "there 1"}] * 2),
}


@pytest.mark.parametrize("kind", CHANGES)
async def test_at_once_is_as_one_by_one(desk, person, server, clock, kind):
    people = {"bo": await person("bo"), "cy": await person("cy")}
    worlds = [await world(desk, people, clock) for _ in range(2)]
    for hooks in (watch(server, ids, people) for ids in worlds):
        assert hooks
    clock.advance(60)
    path, said, change = CHANGES[kind]
    await desk.post(f"/lists/{worlds[0]['here 0']}/{path}", **named(said, worlds[0]))
    for name in IN_ORDER:
        await desk.put(f"/cards/{worlds[1][name]}", **named(change, worlds[1]))
    at_once, singly = (left_behind(server, ids) for ids in worlds)
    for what, rows in singly.items():
        assert at_once[what] == rows, what
    assert any(row["date"] == clock_stamp(clock) for row in singly["told"])
    assert len(singly["events"]) > len(IN_ORDER)


IN_ORDER = ("first", "due", "labelled", "quiet")


async def world(desk, people, clock):
    """Two boards with all that concerns an action about a card; what is in them by name."""
    ids = {}
    for name in ("here", "there"):
        board = await desk.post("/boards", name=name)
        ids |= {name: board["id"], f"link of {name}": board["shortUrl"].rsplit("/", 1)[1]}
        lists = await desk.get(f"/boards/{board['id']}/lists")
        ids |= {f"{name} {n}": one["id"] for n, one in enumerate(lists)}
        for label in ("urgent", name):
            made = await desk.post("/labels", name=label, color="red", idBoard=board["id"])
            ids[f"{name} label {label}"] = made["id"]
        for field in ("Price", f"Of {name}"):
            made = await desk.post(
                "/customFields", idModel=board["id"], modelType="board", name=field, type="text", pos="bottom"
            )
            ids[f"{name} field {field}"] = made["id"]
    for name, board in (("bo", "here"), ("cy", "here"), ("bo", "there")):
        await desk.put(f"/boards/{ids[board]}/members/{people[name].member}", type="normal")
    await fill(desk, people, ids, clock.now() + timedelta(days=4))
    await people["cy"].put(f"/cards/{ids['labelled']}", subscribed=True)
    await people["cy"].put(f"/lists/{ids['here 1']}", subscribed=True)
    await people["bo"].put(f"/boards/{ids['here']}", subscribed=True)
    return ids


async def fill(desk, people, ids, due):
    """Cards: one with members and a date, one with labels and fields, one that comes first, one that is quiet."""
    both = [one.member for one in people.values()]
    for name, more in {
        "due": {"idMembers": both, "due": due.isoformat()},
        "labelled": {"idLabels": [ids["here label here"], ids["here label urgent"]]},
        "first": {"idMembers": both[:1], "due": due.isoformat(), "dueReminder": 60, "pos": "top"},
        "quiet": {"desc": "Nobody is around it."},
        "gone": {"due": due.isoformat()},
    }.items():
        card = await desk.card(name, idList=ids["here 0"], **more)
        ids |= {name: card["id"], f"link of {name}": card["shortLink"]}
    await desk.put(f"/cards/{ids['gone']}", closed=True)
    for field in ("Price", "Of here"):
        item = f"/cards/{ids['labelled']}/customField/{ids[f'here field {field}']}/item"
        await desk.put(item, value={"text": "9.50"})
    await desk.post(f"/cards/{ids['quiet']}/checklists", name="Steps")


def watch(server, ids, people):
    """Webhooks of ``bo`` on boards, lists, cards and members; one is switched off."""
    models = ["here", "here 0", "there", "due", "quiet"]
    with db.writing(server.engine) as connection:
        mine = select(db.tokens.c.id).where(db.tokens.c.id_member == people["bo"].member)
        token = connection.scalars(mine).one()
        members = [server.id_member] if not connection.execute(select(db.webhooks.c.id)).first() else []
        rows = [
            {
                "id": f"{n:08x}{ids['here'][8:]}",
                "id_token": token,
                "id_model": model,
                "callback_url": "https://hook.example.org/",
                "active": model != ids["quiet"],
            }
            for n, model in enumerate([*(ids[name] for name in models), *members], 1)
        ]
        connection.execute(insert(db.webhooks), rows)
        return rows


def named(said, ids):
    return {key: ids.get(value, value) if isinstance(value, str) else value for key, value in said.items()}


def clock_stamp(clock):
    return clock.now().strftime("%Y-%m-%dT%H:%M:%S.000Z")


def left_behind(server, ids):
    """All that is written about the boards, with names in the place of ids."""
    boards = [ids["here"], ids["there"]]
    tables = {
        "actions": select(db.actions).where(db.actions.c.id_board.in_(boards)).order_by(db.actions.c.id),
        "told": select(db.notifications).order_by(db.notifications.c.id),
        "events": select(db.webhook_events).order_by(db.webhook_events.c.id),
        "cards": select(db.cards).where(db.cards.c.id_board.in_(boards)).order_by(db.cards.c.id),
        "boards": select(db.boards).where(db.boards.c.id.in_(boards)).order_by(db.boards.c.id),
        "checklists": select(db.checklists).where(db.checklists.c.id_board.in_(boards)),
    }
    cards = select(db.cards.c.id).where(db.cards.c.id_board.in_(boards))
    for table in (db.card_members, db.card_labels, db.custom_field_items):
        tables[table.name] = select(table).where(table.c.id_card.in_(cards)).order_by(*table.primary_key)
    with db.reading(server.engine) as connection:
        found = {name: connection.execute(query).mappings().all() for name, query in tables.items()}
    shown = {name: [plain(row, ids) for row in rows] for name, rows in found.items()}
    mine = {"here", "there"}
    shown["told"] = sorted(
        (row for row in shown["told"] if row["id_board"] in mine),
        key=lambda row: (row["type"] == TYPE, str(row) if row["type"] == TYPE else ""),
    )
    shown["events"] = [row for row in shown["events"] if row["action"]["data"]["board"]["id"] in mine]
    return shown


def plain(row, ids):
    """A row as JSON: its ids become names, those nobody has named one and the same."""
    # The place of a card is not told of, and one that moves by itself keeps its own.
    text = json.dumps({key: value for key, value in row.items() if key not in {"id", "pos", "short_link"}})
    for name, ident in ids.items():
        text = text.replace(ident, name)
    return json.loads(re.sub(r"\b[0-9a-f]{24}\b", "an id", text))


async def test_hundreds_take_as_many_statements_as_a_few(desk, server):
    # What the first change of a server asks once.
    await desk.put(f"/boards/{desk.id}", name="Bakery")
    one, other = (await desk.lists())[:2]
    counted = []
    event.listen(server.engine, "before_cursor_execute", lambda *_: counted.append(1))
    taken = []
    for many in (2, 30):
        with db.writing(server.engine) as connection:
            rows = [
                {"id": f"{many:08x}{n:016x}", "id_board": desk.id, "id_list": one, "id_short": 100 * many + n,
                 "short_link": f"{many}x{n}", "name": "x", "desc": "", "closed": False, "pos": n + 1.0}
                for n in range(many)
            ]  # fmt: skip
            connection.execute(insert(db.cards), rows)
        counted.clear()
        moved = await desk.post(f"/lists/{one}/moveAllCards", idBoard=desk.id, idList=other)
        assert await desk.post(f"/lists/{other}/archiveAllCards") == {}
        assert len(moved) == many
        taken.append(len(counted))
    assert taken[0] == taken[1]
