"""Cards as they are sent."""

from sqlalchemy import event, update

from tui.server.storage import db
from tui.server.wire import cards


async def test_badges_count_what_hangs_on_the_card(desk):
    card = await desk.card(desc="flour")
    checklist = await desk.post("/checklists", idCard=card["id"], name="Steps")
    items = f"/checklists/{checklist['id']}/checkItems"
    await desk.post(items, name="call", checked=True, due="2031-01-01")
    await desk.post(items, name="pay", due="2032-01-01")
    await desk.post(f"/cards/{card['id']}/actions/comments", text="done?")
    await desk.post(f"/cards/{card['id']}/attachments", url="https://trello.com/c/aB3dE5fG", name="twin")
    badges = (await desk.get(f"/cards/{card['shortLink']}"))["badges"]
    assert badges["checkItems"] == 2
    assert badges["checkItemsChecked"] == 1
    assert badges["checkItemsEarliestDue"] == "2032-01-01T00:00:00.000Z"
    assert (badges["comments"], badges["attachments"], badges["description"]) == (1, 1, True)
    assert badges["attachmentsByType"] == {"trello": {"board": 0, "card": 1}}


async def test_a_card_of_an_import_may_have_kept_anything(desk, server):
    me = (await desk.get("/members/me"))["id"]
    card = await desk.card()
    path = f"/cards/{card['id']}"
    for kept, votes, place in (
        ({"idMembersVoted": [me, 7], "coordinates": {"latitude": 1.5, "longitude": -2}}, [me], "1.5,-2"),
        ({"idMembersVoted": "me", "coordinates": "3,4", "stickers": [1], "futureField": 1}, [], "3,4"),
        ({"idMembersVoted": None, "coordinates": [1], "name": "another"}, [], None),
    ):
        with db.writing(server.engine) as connection:
            connection.execute(update(db.cards).values(extra=kept))
        shown = await desk.get(path)
        assert (shown["idMembersVoted"], shown["coordinates"], shown["name"]) == (votes, place, "Order flour")
        assert (shown["badges"]["votes"], shown["badges"]["viewingMemberVoted"]) == (len(votes), bool(votes))
        assert shown["badges"]["location"] is True
        assert "stickers" not in shown
        assert shown.get("futureField") == kept.get("futureField")


async def test_the_addresses_of_a_card(desk):
    card = await desk.card("Ring Ana!")
    assert card["url"] == f"{card['shortUrl']}/1-ring-ana"
    assert (await desk.put(f"/cards/{card['id']}", name="!"))["url"] == f"{card['shortUrl']}/1"


async def test_ticked_items_and_labels_are_with_each_card_of_many(desk):
    plain, full = await desk.card("plain"), await desk.card("full")
    label = (await desk.get(f"/boards/{desk.id}/labels"))[0]
    await desk.post(f"/cards/{full['id']}/idLabels", value=label["id"])
    checklist = await desk.post("/checklists", idCard=full["id"], name="Steps")
    item = await desk.post(f"/checklists/{checklist['id']}/checkItems", name="call", checked=True)
    await desk.post(f"/checklists/{checklist['id']}/checkItems", name="pay")
    shown = {one["id"]: one for one in await desk.get(f"/boards/{desk.id}/cards")}
    assert shown[full["id"]]["checkItemStates"] == [{"idCheckItem": item["id"], "state": "complete"}]
    assert [one["id"] for one in shown[full["id"]]["labels"]] == [label["id"]]
    assert (shown[plain["id"]]["checkItemStates"], shown[plain["id"]]["labels"]) == ([], [])


async def test_attached_addresses_are_counted_by_what_they_lead_to(desk):
    card = await desk.card()
    board = await desk.get(f"/boards/{desk.id}", fields="shortUrl")
    for url in (
        card["shortUrl"],
        board["shortUrl"],
        "https://trello.com/b/x/y",
        "https://bakery.example/c/x",
    ):
        await desk.post(f"/cards/{card['id']}/attachments", url=url)
    badges = (await desk.get(f"/cards/{card['id']}"))["badges"]
    assert badges["attachmentsByType"] == {"trello": {"board": 2, "card": 1}}
    assert badges["attachments"] == 4


async def test_a_subscription_is_the_askers_own(desk, person):
    card = await desk.card()
    bo = await person("bo", on="normal")
    await bo.put(f"/cards/{card['id']}", subscribed=True)
    for who, own in ((bo, True), (desk, False)):
        shown = await who.get(f"/cards/{card['id']}")
        assert (shown["subscribed"], shown["badges"]["subscribed"]) == (own, own)


async def test_an_answer_of_several_pages_is_whole_and_in_order(desk, monkeypatch):
    monkeypatch.setattr("tui.server.wire.cards.PAGE", 2)
    made = [(await desk.card(f"card {n}"))["id"] for n in range(5)]
    found = await desk.get("/search", query="card", modelTypes="cards", cards_limit=10)
    assert sorted(one["id"] for one in found["cards"]) == made


def test_rows_of_cards_have_the_columns_of_the_query_in_its_order():
    assert cards._Row._fields == tuple(cards.query().selected_columns.keys())


async def test_the_statements_for_a_page_are_the_same_for_any_number_of_cards(desk, server):
    """SQLAlchemy compiles a statement once; with as many placeholders as cards it would do so for each page."""

    async def statements():
        await desk.get(f"/boards/{desk.id}/cards", attachments="true")  # the first use compiles them
        event.listen(server.engine, "before_cursor_execute", note)
        try:
            found.clear()
            await desk.get(f"/boards/{desk.id}/cards", attachments="true")
        finally:
            event.remove(server.engine, "before_cursor_execute", note)
        return list(found)

    def note(*sent):
        found.append(sent[2])

    found = []
    for name in ("one", "two"):
        await desk.card(name)
    few = await statements()
    for number in range(5):
        await desk.card(f"another {number}")
    assert await statements() == few
    assert len(few) < 20
