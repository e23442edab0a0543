"""What a word names."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.services.conftest import House
from tui.errors import UsageError
from tui.model.label import Label
from tui.model.member import Member
from tui.services.names import NameResolver, find_by_name
from tui.store.outbox.arrivals import Arrived

TODO, SHOUTED, BLUE, DOING, AGAIN = LABELS = [
    Label(id="a1", name="Todo"),
    Label(id="a2", name="TODO"),
    Label(id="a3", color="blue"),
    Label(id="a4", name="doing", color="green"),
    Label(id="a5", name="a3"),
]


def _label(text: str) -> Label:
    def colour(one: Label) -> str:
        return one.color or one.name

    return find_by_name("label", text, LABELS, lambda one: one.name, colour, spelled=colour, where=" here")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a2", SHOUTED),
        ("a3", BLUE),  # an id comes before a name
        ("Todo", TODO),  # to the letter, before in any case
        ("DOING", DOING),
        ("Green", DOING),
    ],
)
def test_it_is_found_by_id_and_by_each_of_its_names(text: str, meant: Label) -> None:
    assert _label(text) is meant


def test_several_of_a_name_are_listed_to_choose_one_by_id() -> None:
    with pytest.raises(UsageError, match="2 labels are called 'todo'") as told:
        _label("todo")
    assert told.value.hint == "there are Todo (a1), TODO (a2)"


def test_none_of_a_name_lists_all_there_are() -> None:
    with pytest.raises(UsageError, match="there is no label 'grey' here") as told:
        _label("grey")
    assert told.value.hint == "there are Todo (a1), TODO (a2), blue (a3), green (a4), a3 (a5)"


def test_none_of_none_says_so() -> None:
    with pytest.raises(UsageError) as told:
        find_by_name("list", "a", list[Label](), spelled=str)
    assert told.value.hint == "there are none"


@pytest.mark.parametrize("text", ["me", "@me", "@Me"])
async def test_me_is_the_account_s_own_member_though_another_is_called_so(house: House, text: str) -> None:
    store, me = house.workspace._store, house.workspace.access.me()
    assert me is not None
    named = Member(id="f" * 24, username="me", full_name="Me Too")
    store.arrive(Arrived(members_of=house.board_id, members=(me, named))).result()
    assert house.workspace.names.member(house.board_id, text) == me


async def test_the_beginning_of_a_name_is_enough_for_a_member_if_only_one_begins_so(house: House) -> None:
    store, names = house.workspace._store, house.workspace.names
    jack = Member(id="e" * 24, username="jacklomax", full_name="Jack Lomax")
    jane = Member(id="f" * 24, username="jane", full_name="Jāne Kea")
    store.arrive(Arrived(members_of=house.board_id, members=(jack, jane))).result()
    assert [names.member(house.board_id, text, begun=True) for text in ("Jack", "@jackl", "jane k")] == [
        jack,
        jack,
        jane,
    ]
    for text, said in (
        ("ja", "2 members are called"),
        ("j", "there is no member"),
        ("lomax", "there is no member"),
        ("*", "there is no member"),
    ):
        with pytest.raises(UsageError, match=said):
            names.member(house.board_id, text, begun=True)
    with pytest.raises(UsageError, match="there is no member 'jack'"):
        names.member(house.board_id, "jack")


def test_who_has_no_board_is_told_of_invitations_too() -> None:
    boards = SimpleNamespace(find=lambda _: None, all=list)
    names = NameResolver(cast("Any", SimpleNamespace(boards=boards)), cast("Any", None), {})
    with pytest.raises(UsageError, match="there is no board 'Launch'") as caught:
        names.board("Launch")
    assert caught.value.hint == "ask somebody to invite you to one, or import one: cardscout import FILE.json"


async def test_an_address_names_the_card_or_board_at_its_service(house: House) -> None:
    ident = await house.make("/cards", idList=house.lists[0], name="Fire sign-off")
    await house.workspace.boards.pull(house.board_id)
    card, board = house.workspace.cards.get(ident), house.workspace.boards.get(house.board_id)
    assert card is not None
    assert board is not None
    at = house.workspace.names.at
    assert [at(url) for url in (card.url, card.short_url, f" {card.short_url}/ ")] == [card] * 3
    assert [at(url) for url in (board.url, board.short_url)] == [board] * 2
    elsewhere = f"https://other.example/c/{card.short_link}"
    for url in (elsewhere, f"{card.short_url}x", "https://firm.example/", "", "http://[", board.name, "/b/"):
        assert at(url) is None
