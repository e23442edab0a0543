"""Calls of any address, as a user writes them, and the pages behind them."""

from typing import Any

import pytest

from tui.errors import UsageError
from tui.model.account.call import PAGE, ApiCall, group_pairs, listed, parse_body, split_address, split_pair

BOARD = ApiCall(service="board", method="GET", path="/1/boards/b/cards")
SEARCH = ApiCall(service="enrich", method="POST", path="/search/people", body={"company": "Tui", "from": 0})


def test_the_first_page_of_boards_is_as_large_as_it_may_be() -> None:
    assert BOARD.first_page().query == {"limit": PAGE}
    assert BOARD.replace(query={"limit": "5", "x": "1"}).first_page().query == {"limit": "5", "x": "1"}
    assert SEARCH.first_page() == SEARCH


@pytest.mark.parametrize("answer", [[], {}, None, "x", {"error": "no"}])
def test_nothing_is_the_last_page(answer: Any) -> None:
    assert BOARD.after(answer) is None
    assert SEARCH.after(answer) is None


def test_the_next_page_of_boards_is_before_the_oldest() -> None:
    after = BOARD.replace(query={"limit": 2}).after([{"id": "c"}, {"id": "a"}, {"name": "x"}, 7])
    assert after is not None
    assert after.query == {"limit": 2, "before": "a"}
    assert after.after([{"id": "a"}]) is None
    assert BOARD.after([{"name": "x"}]) is None


def test_a_cursor_leads_on_and_takes_the_place_of_an_offset() -> None:
    after = SEARCH.after({"records": [1], "next_cursor": "c1"})
    assert after is not None
    assert after.body == {"company": "Tui", "cursor": "c1"}
    assert SEARCH.after({"records": [1], "next_cursor": None}) is None


def test_an_offset_leads_on_as_far_as_there_are_hits() -> None:
    after = SEARCH.after({"people": [1, 2], "from": 4, "total": 7})
    assert after is not None
    assert after.body == {"company": "Tui", "from": 6}
    assert SEARCH.after({"people": [1, 2], "from": 5, "total": 7}) is None
    assert SEARCH.after({"people": [1, 2], "total": 7}) is None
    assert SEARCH.after([1, 2]) is None
    asked = ApiCall(service="enrich", method="GET", path="/search/people", query={"page": "1"})
    found = asked.after({"records": [1], "next_cursor": "c1"})
    assert found is not None
    assert (found.query, found.body) == ({"cursor": "c1"}, None)


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("/1/members/me", ("/1/members/me", [])),
        (
            "/1/x?fields=id&fields=name&empty=",
            ("/1/x", [("fields", "id"), ("fields", "name"), ("empty", "")]),
        ),
        ("/1/x?q=a%20b", ("/1/x", [("q", "a b")])),
    ],
)
def test_an_address_is_a_path_and_pairs(address: str, found: object) -> None:
    assert split_address(address) == found


@pytest.mark.parametrize("address", ["1/members/me", "https://api.example/1", "//api.example/1", "", "?a=b"])
def test_a_host_is_no_path(address: str) -> None:
    with pytest.raises(UsageError, match="is no path of a service") as caught:
        split_address(address)
    assert "/1/members/me" in caught.value.hint


def test_a_pair_is_cut_at_the_first_equals_sign() -> None:
    assert split_pair("limit=10") == ("limit", "10")
    assert split_pair("q=a=b") == ("q", "a=b")
    assert split_pair("q=") == ("q", "")
    for text in ("limit", "=10", ""):
        with pytest.raises(UsageError, match="is no value"):
            split_pair(text)


def test_repeated_names_have_lists() -> None:
    assert group_pairs([("a", "1"), ("b", "2"), ("a", "3")]) == {"a": ["1", "3"], "b": "2"}


def test_a_body_that_is_no_json_is_refused_with_its_place() -> None:
    assert parse_body('{"name": "Ana"}') == {"name": "Ana"}
    with pytest.raises(UsageError, match=r"the body is no JSON: .*line 1 column"):
        parse_body("{name: Ana}")


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ([1], [1]),
        ({"records": [1], "people": [2]}, [1]),
        ({"records": "x", "data": [3]}, [3]),
        ({"a": [1]}, []),
        (7, []),
    ],
)
def test_what_an_answer_lists(answer: Any, found: list[Any]) -> None:
    assert listed(answer) == found


def test_a_body_of_nothing_but_brackets_is_refused() -> None:
    with pytest.raises(UsageError, match="nested too deeply"):
        parse_body("[" * 100_000)
