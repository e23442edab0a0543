"""Search at the service: what is asked, and what is made of the answer."""

import httpx
import pytest

from tui.api.board.client import BoardClient
from tui.errors import Garbled

BOARD, CARD, ANA = "66a1f0aa2f7c3b0011aa0001", "66a1f0aa2f7c3b0011aa0002", "66a1f0aa2f7c3b0011aa0003"


async def test_boards_and_cards_are_searched_at_once(service):
    found = {
        "boards": [{"id": BOARD, "name": "Leads"}],
        "cards": [{"id": CARD, "name": "Ring Ana", "pos": 1}],
    }
    board = service(httpx.Response(200, json=found))
    result = await BoardClient(board.transport).search.everything("ana #hot", limit=7, partial=False)
    assert [one.name for one in result.boards] == ["Leads"]
    assert [one.name for one in result.cards] == ["Ring Ana"]
    asked = dict(board.asked[0].url.params)
    assert (asked["query"], asked["partial"], asked["modelTypes"]) == ("ana #hot", "false", "boards,cards")
    assert (asked["cards_limit"], asked["boards_limit"]) == ("7", "7")
    assert (asked["card_list"], asked["card_board"]) == ("true", "true")


@pytest.mark.parametrize("said", [{}, {"boards": None, "cards": []}])
async def test_nothing_found_is_an_answer(service, said):
    board = service(httpx.Response(200, json=said))
    result = await BoardClient(board.transport).search.everything("ana")
    assert (list(result.boards), list(result.cards)) == ([], [])
    assert board.asked[0].url.params["partial"] == "true"
    assert board.asked[0].url.params["cards_limit"] == "50"


async def test_what_is_no_search_is_told(service):
    with pytest.raises(Garbled, match="no search"):
        await BoardClient(service(httpx.Response(200, json=[])).transport).search.everything("ana")


@pytest.mark.parametrize("board_id", [None, BOARD])
async def test_members_are_searched_by_what_is_typed(service, board_id):
    board = service(httpx.Response(200, json=[{"id": ANA, "username": "ana"}]))
    found = await BoardClient(board.transport).search.members("an", limit=3, board_id=board_id)
    assert [one.username for one in found] == ["ana"]
    asked = dict(board.asked[0].url.params)
    assert board.asked[0].url.path == "/1/search/members"
    assert asked == {"query": "an", "limit": "3", **({"idBoard": BOARD} if board_id else {})}
