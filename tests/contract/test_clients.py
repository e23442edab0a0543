"""The clients against our own server, in process: what one sends is what the other reads."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select, update

from tui.adapters.read import built_in
from tui.api.auth import bearer, oauth
from tui.api.board.client import BoardClient
from tui.api.enrich.client import EnrichClient
from tui.api.transport import Transport
from tui.clock import SystemClock
from tui.errors import NotFound, OutOfCredits, Rejected, Unauthorized
from tui.secret import Secret
from tui.server.enrich import tables
from tui.server.run import LocalServer

BASE = "http://cardscout.localhost"
NOWHERE = "0123456789abcdef01234567"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    opened = LocalServer.open(tmp_path_factory.mktemp("server"), SystemClock())
    yield opened
    opened.close()


@pytest.fixture
async def wire(server):
    transport = Transport(
        BASE, clock=SystemClock(), auth=oauth(server.key, Secret(server.token)), http=server.transport()
    )
    yield transport
    await transport.close()


@pytest.fixture
def client(wire):
    return BoardClient(wire)


@pytest.fixture
async def board(client):
    return await client.boards.create(name="Bakery", desc="flour", idempotency_key=f"b-{datetime.now(UTC)}")  # noqa: TID251


@pytest.fixture
def keys():
    """Fresh idempotency keys."""
    made = iter(range(10_000))
    started = datetime.now(UTC).isoformat()  # noqa: TID251 - distinct from other tests
    return lambda: f"{started}-{next(made)}"


async def test_me_and_mine(client, board):
    me = await client.members.me()
    assert me.username == "you"
    mine = await client.boards.mine()
    assert board.id in {each.id for each in mine}
    assert mine.skipped == 0
    whole = await client.boards.get(board.id)
    assert (await client.boards.get(whole.short_link)).id == board.id


async def test_a_snapshot_has_what_stands_around_the_cards(client, board, keys):
    closed = await client.lists.create(board_id=board.id, name="Old", pos=99999.5, idempotency_key=keys())
    await client.lists.update(closed.id, closed=True)
    seen = await client.boards.snapshot(board.id)
    assert seen["board"].name == "Bakery"
    assert [each.name for each in seen["lists"]] == ["To Do", "Doing", "Done", "Old"]
    assert seen["lists"][-1].closed
    assert seen["lists"][-1].pos == 99999.5
    assert len(seen["labels"]) == 6
    assert [each.username for each in seen["members"]] == ["you"]
    assert seen["memberships"][0].member_type == "admin"
    assert seen["skipped"] == 0
    assert not {"lists", "labels", "members", "memberships"} & set(seen["board"].unknown_fields)


async def test_a_card_from_its_making_to_its_end(client, board, keys):
    todo, doing, _ = await client.boards.lists(board.id)
    name = "Brød & \u3053\u3093 \U0001f35e null"
    made = await client.cards.create(
        list_id=todo.id, name=name, desc="a\n  b", pos=65536.37291, idempotency_key=keys()
    )
    assert (made.name, made.desc, made.pos, made.id_list) == (name, "a\n  b", 65536.37291, todo.id)
    due = datetime(2031, 5, 6, 7, tzinfo=UTC)
    card = await client.cards.update(made.id, due=due, due_complete=True, name="null")
    assert (card.due, card.due_complete, card.name) == (due, True, "null")
    card = await client.cards.update(made.id, due=None, desc="")
    assert (card.due, card.desc) == (None, "")
    card = await client.cards.move(made.id, list_id=doing.id, pos=1.5)
    assert (card.id_list, card.pos) == (doing.id, 1.5)
    assert [each.id for each in await client.lists.cards(doing.id)] == [made.id]
    assert (await client.cards.update(made.id, closed=True)).closed
    assert [each.id for each in await client.boards.cards(board.id, filter="all")] == [made.id]
    assert await client.boards.cards(board.id) == []
    await client.cards.delete(made.id)
    await client.cards.delete(made.id)
    with pytest.raises(NotFound):
        await client.cards.get(made.id)


async def test_labels_and_members_are_sets(client, board, keys):
    todo, *_ = await client.boards.lists(board.id)
    card = await client.cards.create(list_id=todo.id, name="a", pos=1, idempotency_key=keys())
    label = await client.labels.create(
        board_id=board.id, name="urgent", color="red_dark", idempotency_key=keys()
    )
    plain = await client.labels.create(board_id=board.id, name="", color=None, idempotency_key=keys())
    assert (label.color, plain.color) == ("red_dark", None)
    me = await client.members.me()
    for _ in range(2):
        await client.cards.add_label(card.id, label.id)
        await client.cards.add_member(card.id, me.id)
    card = await client.cards.get(card.id)
    assert (card.id_labels, card.id_members) == ((label.id,), (me.id,))
    for _ in range(2):
        await client.cards.remove_label(card.id, label.id)
        await client.cards.remove_member(card.id, me.id)
    card = await client.cards.get(card.id)
    assert (card.id_labels, card.id_members) == ((), ())
    changed = await client.labels.update(label.id, name="calm", color=None)
    assert (changed.name, changed.color) == ("calm", None)
    for _ in range(2):
        await client.labels.delete(label.id)
    assert label.id not in {each.id for each in await client.boards.labels(board.id)}


async def test_checklists(client, board, keys):
    todo, *_ = await client.boards.lists(board.id)
    card = await client.cards.create(list_id=todo.id, name="a", pos=1, idempotency_key=keys())
    steps = await client.checklists.create(card_id=card.id, name="Steps", pos=5.5, idempotency_key=keys())
    item = await client.checklists.add_item(
        steps.id, name="call", pos=2.5, idempotency_key=keys(), state="complete"
    )
    assert (steps.name, steps.pos, item.pos, item.done) == ("Steps", 5.5, 2.5, True)
    item = await client.cards.update_item(card.id, item.id, state="incomplete", name="ring")
    assert (item.done, item.name) == (False, "ring")
    (read,) = await client.cards.checklists(card.id)
    assert [each.name for each in read.check_items] == ["ring"]
    assert [each.id for each in await client.boards.checklists(board.id)] == [steps.id]
    assert [page async for page in client.boards.every_checklist(board.id)] == [
        await client.boards.checklists(board.id)
    ]
    assert (await client.checklists.update(steps.id, name="Deeds")).name == "Deeds"
    for _ in range(2):
        await client.checklists.delete_item(steps.id, item.id)
        await client.checklists.delete(steps.id)


async def test_comments(client, board, keys):
    todo, *_ = await client.boards.lists(board.id)
    card = await client.cards.create(list_id=todo.id, name="a", pos=1, idempotency_key=keys())
    first = await client.cards.add_comment(card.id, "one", idempotency_key=keys())
    second = await client.cards.add_comment(card.id, " two\n", idempotency_key=keys())
    assert (first.text, first.id_card, first.author) == ("one", card.id, "You")
    await client.actions.update_comment(first.id, "eins")
    comments = await client.cards.comments(card.id)
    assert [(each.id, each.text) for each in comments] == [(second.id, " two\n"), (first.id, "eins")]
    assert comments[1].edited is not None
    types = {action.type for action in await client.boards.actions(board.id)}
    assert {"createCard", "commentCard"} <= types
    since = await client.boards.actions(board.id, since=first.id, filter="commentCard")
    assert [action.id for action in since] == [second.id]
    for _ in range(2):
        await client.actions.delete_comment(first.id)


async def test_a_lost_answer_makes_one_card(client, wire, board, keys):
    await client.members.me()
    assert wire.honours_keys
    todo, *_ = await client.boards.lists(board.id)
    key = keys()
    twice = [
        await client.cards.create(list_id=todo.id, name="a", pos=1, idempotency_key=key) for _ in range(2)
    ]
    assert twice[0].id == twice[1].id
    assert len(await client.lists.cards(todo.id)) == 1
    with pytest.raises(Rejected):
        await client.cards.create(list_id=todo.id, name="another", pos=1, idempotency_key=key)


async def test_pages_go_to_the_end(client, board, keys):
    todo, *_ = await client.boards.lists(board.id)
    for number in range(26):
        await client.cards.create(list_id=todo.id, name=str(number), pos=number + 1, idempotency_key=keys())
    for walk in (client.lists.every_card(todo.id, limit=12), client.boards.every_card(board.id, limit=12)):
        pages = [page async for page in walk]
        assert [len(page) for page in pages] == [12, 12, 2]
        assert {card.name for page in pages for card in page} == {str(number) for number in range(26)}
    actions = [action.id async for page in client.boards.every_action(board.id, limit=10) for action in page]
    assert len(actions) == len(set(actions)) >= 26


async def test_refusals_are_named(client, server, board, keys):
    with pytest.raises(NotFound):
        await client.boards.get(NOWHERE)
    with pytest.raises(Rejected) as caught:
        await client.lists.create(board_id=board.id, name="", pos=1, idempotency_key=keys())
    assert caught.value.fields == {"name": "invalid value"}
    stranger = Transport(
        BASE, clock=SystemClock(), auth=oauth(server.key, Secret("f" * 64)), http=server.transport()
    )
    with pytest.raises(Unauthorized):
        await BoardClient(stranger).members.me()
    await stranger.close()


# --- enrichment ---------------------------------------------------------------------


@pytest.fixture
async def enrich_wire(server):
    transport = Transport(
        BASE,
        clock=SystemClock(),
        auth=bearer(Secret(server.enrich_key)),
        http=server.transport(),
        service="enrich",
    )
    yield transport
    await transport.close()


@pytest.fixture
def somebody(server):
    """A person of the sample directory with an address, and the employer's domain."""
    with server.engine.connect() as connection:
        rows = connection.execute(
            select(tables.people).where(tables.people.c.email != "").limit(40)
        ).mappings()
        return list(rows)


@pytest.mark.parametrize("dialect", ["platform", "direct"])
async def test_a_person_is_found_and_paid_for_once(enrich_wire, somebody, dialect):
    enrich: Any = EnrichClient(enrich_wire, built_in(dialect))
    row = somebody[{"platform": 0, "direct": 1}[dialect]]
    first = await enrich.person(email=row["email"])
    assert first.person.full_name == row["name"]
    assert row["email"] in {email.value for email in first.person.emails}
    assert first.person.seniority != "unknown"
    assert first.person.department != "unknown"
    assert first.person.company.domain
    assert first.person.location.country in {"AU", "NZ"}
    assert all(phone.e164 for phone in first.person.phones)
    assert first.cost >= 1
    assert first.credits_left is not None
    assert first.request_id.startswith("req_")
    again = await enrich.person(network_slug=row["network_slug"])
    assert again.person.id == first.person.id
    assert (again.cost, again.credits_left) == (0, first.credits_left)
    company = await enrich.company(domain=first.person.company.domain)
    assert company.company.domain == first.person.company.domain
    assert company.company.size_band is not None
    assert company.company.conflicts == ()


@pytest.mark.parametrize("dialect", ["platform", "direct"])
async def test_nobody_is_found_for_nothing(enrich_wire, dialect):
    answer = await EnrichClient(enrich_wire, built_in(dialect)).person(email="nobody@nowhere.example")
    assert (answer.person, answer.cost) == (None, 0)


@pytest.mark.parametrize("dialect", ["platform", "direct"])
async def test_people_are_searched(enrich_wire, somebody, dialect):
    enrich: Any = EnrichClient(enrich_wire, built_in(dialect))
    found = await enrich.person(email=somebody[2]["email"])
    page = await enrich.search_people(company=found.person.company.domain, limit=2)
    assert page.total >= 1
    assert page.skipped == 0
    assert all(person.id and person.full_name and not person.emails for person in page.people)
    assert any(person.contactable.has_email for person in page.people) or page.next


async def test_the_balance_is_told(enrich_wire):
    enrich = EnrichClient(enrich_wire, built_in("platform"))
    before = await enrich.credits()
    answer = await enrich.person(email="nobody@nowhere.example")
    assert before == answer.credits_left


async def test_a_repeat_with_the_same_key_is_paid_for_once(enrich_wire, somebody):
    enrich = EnrichClient(enrich_wire, built_in("platform"))
    first = await enrich.person(email=somebody[5]["email"], idempotency_key="k-5")
    again = await enrich.person(email=somebody[5]["email"], idempotency_key="k-5")
    assert again.credits_left == first.credits_left
    assert enrich_wire.honours_keys


async def test_a_wrong_key_and_an_empty_purse(server, enrich_wire, somebody):
    stranger = Transport(
        BASE, clock=SystemClock(), auth=bearer(Secret("wrong")), http=server.transport(), service="enrich"
    )
    with pytest.raises(Unauthorized):
        await EnrichClient(stranger, built_in("platform")).person(email="a@b.example")
    await stranger.close()
    enrich = EnrichClient(enrich_wire, built_in("platform"))
    with server.engine.begin() as connection:
        left = connection.scalar(select(tables.accounts.c.credits))
        connection.execute(update(tables.accounts).values(credits=0))
    try:
        with pytest.raises(OutOfCredits) as caught:
            await enrich.person(email=somebody[30]["email"])
    finally:
        # The other tests of this module buy there too, and several workers run them in another order.
        with server.engine.begin() as connection:
            connection.execute(update(tables.accounts).values(credits=left))
    assert "credits" in str(caught.value)
