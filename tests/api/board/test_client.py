"""The board client against a scripted service: paging, repeats, and what a strange answer means."""

import io
from functools import partial
from itertools import count

import httpx
import pytest

from tui.api.board import resource
from tui.api.board.client import BoardClient
from tui.api.message import FilePart
from tui.errors import Ambiguous, Forbidden, Garbled, NotFound, Rejected

BOARD = "66a1f0aa2f7c3b0011aa0001"
LIST = "66a1f0aa2f7c3b0011aa0010"


def ident(number):
    return f"66a1f100{number:016x}"


def cards(*numbers):
    return [{"id": ident(number), "name": str(number), "pos": number} for number in numbers]


@pytest.fixture
def client(service):
    def make(*steps):
        made = service(*steps)
        return BoardClient(made.transport), made.asked

    return make


def many(total, cap=1000):
    """A service with so many cards, which gives no more than ``cap`` at a time, whatever is asked."""
    made = sorted(ident(number) for number in range(total))

    def answer(request):
        before = request.url.params.get("before", "z")
        limit = min(cap, int(request.url.params["limit"]))
        return httpx.Response(200, json=[{"id": each} for each in made if each < before][-limit:])

    return answer


@pytest.mark.parametrize(
    ("total", "cap", "calls"),
    [(0, 1000, 1), (49, 1000, 1), (50, 1000, 2), (2500, 1000, 4), (2500, 300, 10), (120, 50, 3)],
)
async def test_no_cap_that_was_not_told_ends_a_walk(client, total, cap, calls):
    board, asked = client(many(total, cap))
    seen = [card.id async for page in board.boards.every_card(BOARD) for card in page]
    assert len(seen) == len(set(seen)) == total
    assert len(asked) == calls


async def test_a_service_that_ignores_before_does_not_hold_us(client):
    board, asked = client(httpx.Response(200, json=cards(*range(60))))
    pages = [page async for page in board.lists.every_card(LIST)]
    assert len(pages) == len(asked) == 2


@pytest.mark.parametrize("way", ["to and fro", "ever older"])
async def test_pages_without_end_are_an_error(client, monkeypatch, way):
    monkeypatch.setattr(resource, "ENDLESS", 1000)
    asked = count()

    def answer(_request):
        step = next(asked)
        first = 60 * (step % 2) if way == "to and fro" else 10**6 - 60 * step
        return httpx.Response(200, json=cards(*range(first, first + 60)))

    board, _ = client(answer)
    with pytest.raises(Garbled, match=r"goes on to send pages, (120|1,020) items"):
        [page async for page in board.lists.every_card(LIST)]
    assert next(asked) == (2 if way == "to and fro" else 17)


async def test_a_page_of_junk_still_leads_on(client):
    junk: list[object] = [{"id": ident(number), "attachments": 5, "pos": "x"} for number in range(100, 200)]
    junk[3] = None
    board, asked = client(httpx.Response(200, json=junk), httpx.Response(200, json=cards(1)))
    pages = [page async for page in board.boards.every_card(BOARD, limit=100)]
    assert [len(page) for page in pages] == [99, 1]
    assert pages[0].skipped == 1
    assert asked[1].url.params["before"] == ident(100)


async def test_a_page_that_is_too_large_is_asked_for_in_smaller_ones(client):
    """Titles of a quarter of a megabyte: 8 MiB hold 31 of them."""
    made = [ident(number) for number in range(70)]

    def answer(request):
        there = [each for each in made if each < request.url.params.get("before", "z")]
        found = [{"id": each, "name": "x" * 2**18} for each in there[-int(request.url.params["limit"]) :]]
        return httpx.Response(200, json=found)

    board, asked = client(answer)
    seen = [card.id async for page in board.boards.every_card(BOARD, limit=100) for card in page]
    assert sorted(seen) == made
    assert [request.url.params["limit"] for request in asked] == ["100", "25", "25", "25"]
    made[:] = [ident(0)]
    board, _ = client(lambda _: httpx.Response(200, json=[{"id": ident(0), "name": "x" * 2**24}]))
    with pytest.raises(Garbled, match="larger than 8 MiB"):
        [page async for page in board.boards.every_card(BOARD)]


async def test_checklists_come_with_their_cards_page_by_page(client):
    def checklists(number):
        return [{"id": ident(1000 + number), "idCard": ident(number), "idBoard": BOARD, "name": "x"}]

    made = {ident(number): checklists(number) if number % 2 else [] for number in range(600)}

    def answer(request):
        there = sorted(each for each in made if each < request.url.params.get("before", "z"))
        asked = there[-int(request.url.params["limit"]) :]
        return httpx.Response(200, json=[{"id": each, "checklists": made[each]} for each in asked])

    board, asked = client(answer)
    seen = [one.id_card async for page in board.boards.every_checklist(BOARD) for one in page]
    assert sorted(seen) == [card for card, held in made.items() if held]
    assert {request.url.params["filter"] for request in asked} == {"all"}
    assert len(asked) == 4
    # A service that does not nest them is asked for all of them.
    board, asked = client(httpx.Response(200, json=cards(1, 2)), httpx.Response(200, json=checklists(1)))
    assert [one.id_card async for page in board.boards.every_checklist(BOARD) for one in page] == [ident(1)]
    assert asked[1].url.path.endswith("/checklists")


async def test_actions_are_walked_back_to_since(client):
    def answer(request):
        before = request.url.params.get("before", "z")
        ids = [ident(number) for number in range(120) if ident(number) < before]
        actions = [{"id": each, "type": "x", "date": "2031-02-03T04:05:06.000Z"} for each in reversed(ids)]
        return httpx.Response(200, json=actions[: int(request.url.params["limit"])])

    board, asked = client(answer)
    seen = [
        action.id
        async for page in board.boards.every_action(BOARD, since=ident(0), limit=50)
        for action in page
    ]
    assert len(seen) == len(set(seen)) == 120
    assert all(request.url.params["since"] == ident(0) for request in asked)


async def test_labels_are_asked_for_past_the_default_of_fifty(client):
    board, asked = client(httpx.Response(200, json=[]))
    await board.boards.labels(BOARD)
    assert asked[0].url.params["limit"] == "1000"


async def test_what_a_snapshot_leaves_out_is_asked_for(client):
    whole = {"id": BOARD, "name": "b", "lists": [{"id": LIST, "name": "l"}], "members": [], "memberships": []}
    board, asked = client(httpx.Response(200, json=whole), httpx.Response(200, json=[{"id": ident(1)}]))
    seen = await board.boards.snapshot(BOARD)
    assert [request.url.path for request in asked] == [f"/1/boards/{BOARD}", f"/1/boards/{BOARD}/labels"]
    assert [label.id for label in seen["labels"]] == [ident(1)]


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"id":"../x"}', "<html>"])
async def test_a_card_that_was_made_and_cannot_be_read_is_doubt(client, body):
    board, asked = client(httpx.Response(200, text=body, headers={"content-type": "application/json"}))
    with pytest.raises(Ambiguous):
        await board.cards.create(list_id=LIST, name="a", pos=1, idempotency_key="k")
    assert len(asked) == 1


async def test_what_is_on_already_is_on(client):
    board, _ = client(
        httpx.Response(400, text="that label is already on the card"),
        httpx.Response(400, text="member is already on the card"),
        httpx.Response(400, text="member is not on the card"),
        httpx.Response(404, text="The requested resource was not found."),
        httpx.Response(400, text="invalid value for value"),
    )
    await board.cards.add_label(ident(1), ident(2))
    await board.cards.add_member(ident(1), ident(2))
    await board.cards.remove_member(ident(1), ident(2))
    await board.cards.remove_label(ident(1), ident(2))
    with pytest.raises(Rejected):
        await board.cards.add_label(ident(1), ident(2))


async def test_adding_to_a_set_may_be_repeated(client):
    board, asked = client(httpx.ReadError("x"), httpx.Response(400, text="that label is already on the card"))
    with pytest.raises(Ambiguous):
        await board.cards.add_label(ident(1), ident(2))
    await board.cards.add_label(ident(1), ident(2))
    assert len(asked) == 2


async def test_deleting_what_is_gone_is_done_but_changing_it_is_not(client):
    board, _ = client(httpx.Response(404, text="model not found"))
    await board.cards.delete(ident(1))
    await board.labels.delete(ident(1))
    await board.checklists.delete(ident(1))
    await board.checklists.delete_item(ident(1), ident(2))
    await board.actions.delete_comment(ident(1))
    with pytest.raises(NotFound):
        await board.cards.update(ident(1), name="x")


@pytest.mark.fault("F26")
async def test_one_board_that_is_closed_to_us_is_not_the_token(client):
    board, _ = client(httpx.Response(401, text="unauthorized permission requested"))
    with pytest.raises(Forbidden):
        await board.boards.get(BOARD)


async def test_a_comment_is_read_from_its_action(client):
    action = {
        "id": ident(9),
        "type": "commentCard",
        "date": "2031-02-03T04:05:06.000Z",
        "idMemberCreator": ident(5),
        "memberCreator": {"id": ident(5), "username": "ada", "fullName": None},
        "data": {"text": "done?", "card": {"id": ident(1)}, "dateLastEdited": "2031-02-04T04:05:06.000Z"},
    }
    other = {"id": ident(8), "type": "updateCard", "date": "2031-02-03T04:05:06.000Z", "data": {}}
    board, _ = client(httpx.Response(200, json=[action, other, {**action, "data": {"text": 5}}]))
    page = await board.cards.comments(ident(1))
    (comment,) = page
    assert (comment.text, comment.author, comment.author_id, comment.id_card) == (
        "done?",
        "ada",
        ident(5),
        ident(1),
    )
    assert comment.edited.day == 4
    assert (page.sent, page.skipped) == (3, 2)


async def test_a_comment_whose_answer_leaves_out_the_card_is_read(client):
    answer = {"id": ident(9), "type": "commentCard", "date": "2031-02-03T04:05:06.000Z", "data": {}}
    board, asked = client(httpx.Response(200, json=answer))
    comment = await board.cards.add_comment(ident(1), "hello", idempotency_key="k")
    assert (comment.id, comment.text, comment.id_card) == (ident(9), "hello", ident(1))
    assert asked[0].content == b"text=hello"


async def test_another_board_than_the_one_asked_for_is_refused(client):
    board, _ = client(httpx.Response(200, json={"id": ident(1), "name": "x"}))
    with pytest.raises(Garbled):
        await board.boards.get(BOARD)


async def test_a_file_has_a_minute_and_a_second_more_for_each_fifty_thousand_bytes(service, monkeypatch):
    made = service(httpx.Response(200, json={"id": ident(1), "name": "a", "url": "https://a.example"}))
    sent = []

    async def noted(ask, request, *given, **limits):
        sent.append((request.seconds, limits))
        return await ask(request, *given, **limits)

    for name in ("fetch", "send"):
        monkeypatch.setattr(made.transport, name, partial(noted, getattr(made.transport, name)))
    files, largest = BoardClient(made.transport).attachments, 256 * 1024 * 1024
    assert await files.download(LIST, ident(1), "a.pdf", io.BytesIO, size=None) == 70
    with pytest.raises(Garbled, match="70 bytes where the service said 100000"):
        await files.download(LIST, ident(1), "a.pdf", io.BytesIO, size=100_000)
    upload = FilePart(io.BytesIO, "a.pdf", 100_000)
    await files.upload(LIST, upload, name="a", idempotency_key="k")
    limits = {"max_bytes": largest}
    assert sent == [(60 + largest / 50_000, limits), (62.0, limits), (62.0, {})]
