"""Cards moved, archived, deleted and picked by keys."""

import pytest

from tests.app.screens.conftest import first, screen
from tests.app.screens.test_board import here, lists, said, shown
from tui.app.screens.boxes.confirm import ConfirmScreen
from tui.app.widgets.column import Column
from tui.model.account.call import ApiCall


async def test_a_card_goes_to_a_list_found_by_its_board_also_one_never_read(play):
    async with play() as p:
        card = first(p)
        team = p.workspace.boards.find("Team")
        await p.press("M", *"team", "enter")
        await p.sees("u undoes")
        assert p.workspace.cards.get(card).id_board == team.id
        other = first(p)
        fields = {"name": "Made elsewhere", "defaultLists": "true"}
        made = await p.workspace.sync.call(
            ApiCall(service="board", method="POST", path="/1/boards", body=fields)
        )
        p.workspace.sync.refresh()
        await p.until(lambda: p.workspace.boards.find("Made elsewhere") is not None)
        assert not p.workspace.boards.was_read(made["id"])
        await p.press("M", *"made else", "enter")
        await p.sees("Move to a list of Made elsewhere")
        await p.press("enter")
        await p.sees("on Made elsewhere")
        assert p.workspace.cards.get(other).id_board == made["id"]


async def test_a_card_goes_to_another_board(play):
    async with play() as p:
        card = p.workspace.cards.get(first(p))
        other = next(board for board in p.workspace.boards.all() if board.id != card.id_board)
        await p.press("M")
        await p.sees(other.name)
        target = p.workspace.boards.lists(other.id)[0]
        await p.press(*target.name.lower(), "enter")
        await p.until(lambda: p.workspace.cards.get(card.id).id_board == other.id)
        await p.press("u")
        await p.until(lambda: p.workspace.cards.get(card.id).id_board == card.id_board)


async def test_a_card_is_moved_and_moved_back(play):
    async with play() as p:
        before = lists(p)
        name = before["Leads"][0]
        await p.press("L")
        assert name in lists(p)["Contacted"]
        assert here(p) == ("Contacted", name)
        assert "moved to Contacted" in said(p)
        await p.press("u")
        assert lists(p) == before
        await p.press("U")
        assert name in lists(p)["Contacted"]


@pytest.mark.parametrize(
    ("keys", "target", "index"),
    [
        (["full_stop"], "Contacted", -1),
        (["greater_than_sign"], "Contacted", 0),
        (["2", "L"], "Qualified", 0),
        (["J"], "Leads", 1),
        (["3", "J", "K"], "Leads", 2),
        (["g", "2", "less_than_sign"], "Leads", 0),
        (["g", "2", "comma"], "Leads", -1),
        (["M", "w", "o", "n", "enter"], "Won", -1),
    ],
)
async def test_moves_end_where_they_say(play, keys, target, index):
    async with play() as p:
        if keys[0] == "g":
            await p.press(*keys[:2])
            keys = keys[2:]
        name = here(p)[1]
        await p.press(*keys)
        await p.until(lambda: lists(p)[target][index] == name)


async def test_keys_typed_ahead_each_find_what_the_one_before_left(play):
    async with play() as p:
        first, second, third = lists(p)["Leads"][:3]
        await p.pilot.press("L", "h", "L", "h", "L")
        await p.pilot.pause()
        assert lists(p)["Contacted"][:3] == [third, second, first]


async def test_at_the_end_of_the_board_a_move_says_why_not(play):
    async with play() as p:
        before = lists(p)
        await p.press("H")
        assert "no list on that side" in said(p)
        assert lists(p) == before


async def test_a_title_is_changed_in_its_place(play):
    async with play() as p:
        name = lists(p)["Leads"][0]
        await p.press("t", "home", *"Do: ", "enter")
        await p.until(lambda: lists(p)["Leads"][0] == f"Do: {name}")
        await p.press("t", *"nonsense", "escape")
        assert lists(p)["Leads"][0] == f"Do: {name}"


async def test_a_card_is_archived_and_brought_back(play):
    async with play() as p:
        before = lists(p)
        await p.press("a")
        assert lists(p)["Leads"] == before["Leads"][1:]
        assert shown(p) == lists(p)
        assert before["Leads"][0][:14] not in p.text(Column)
        await p.press("u")
        assert shown(p) == lists(p) == before


async def test_deleting_asks_and_the_safe_answer_has_the_focus(play):
    async with play() as p:
        before = lists(p)
        await p.press("X")
        assert isinstance(p.app.screen, ConfirmScreen)
        await p.press("enter")
        assert lists(p) == before
        await p.press("X", "y")
        await p.until(lambda: lists(p)["Leads"] == before["Leads"][1:])


async def test_a_selection_is_moved_together_and_back_together(play):
    async with play() as p:
        before = lists(p)
        await p.press("v", "v", "L")
        assert lists(p)["Contacted"][:3] != before["Contacted"][:3]
        assert set(before["Leads"][:2]) <= set(lists(p)["Contacted"])
        await p.press("escape", "u")
        assert lists(p) == before


@pytest.mark.parametrize("keys", [("full_stop",), ("greater_than_sign",), ("M", *"won", "enter")])
async def test_a_card_that_is_sent_away_leaves_the_cursor_on_the_next(play, keys):
    async with play() as p:
        sent, following = lists(p)["Leads"][:2]
        await p.press(*keys)
        await p.until(lambda: sent not in lists(p)["Leads"])
        assert here(p) == ("Leads", following)
        await p.press("u")
        assert here(p) == ("Leads", sent)


@pytest.mark.parametrize(
    ("keys", "stays"),
    [
        (("L",), True),
        (("J",), True),
        (("full_stop",), True),
        (("greater_than_sign",), True),
        (("M", *"won", "enter"), True),
        (("M", *"waiting", "enter"), False),
        (("a",), False),
    ],
)
async def test_cards_stay_selected_wherever_they_go_on_their_board_and_only_there(play, keys, stays):
    async with play() as p:
        await p.press("v", "v", "v")
        picked = screen(p).selection.picked
        before = lists(p)
        await p.press(*keys)
        await p.until(lambda: lists(p) != before)
        assert screen(p).selection.picked == (picked if stays else frozenset())
        card = screen(p).card
        assert card is not None
        assert (card.id in picked) is stays


async def test_what_a_card_does_not_take_to_another_board_is_told(play):
    async with play() as p:
        await p.press("M", *"waiting", "enter")
        await p.until(lambda: "moved to Waiting on Team" in said(p))
        assert " · without #hot" in said(p)
        await p.press("u")
        await p.until(lambda: "Undone" in said(p))
        await p.press("M", *"won", "enter")
        await p.until(lambda: "moved to Won" in said(p))
        assert "without" not in said(p)


async def test_a_list_is_selected_and_then_all_that_the_board_shows(play):
    async with play() as p:
        await p.press("slash", *"#hot", "enter", "V")
        board = screen(p)
        assert len({card.list_id for card in board.cards}) == 1
        await p.press("V")
        hot = next(label.id for label in p.workspace.boards.labels(p.board.id) if label.name == "hot")
        assert len({card.list_id for card in board.cards}) > 1
        worn = [face for each in board.lists for face in p.workspace.cards.faces(each.id)]
        assert {card.id for card in board.cards} == {face.id for face in worn if hot in face.label_ids}


async def test_of_lists_that_show_a_single_card_all_are_selected_by_the_second_key_but_not_by_the_first(play):
    async with play() as p:
        await p.press("slash", *"renewal for", "enter", "V")
        board = screen(p)
        assert len(board.cards) == 1
        await p.press("V")
        assert len(board.cards) == 2
        await p.press("escape", "v", "V")
        assert len(board.cards) == 1, "the card was selected before, not its list"
        await p.press("V")
        assert len(board.cards) == 2


async def test_an_empty_list_selects_nothing_else_and_a_collapsed_one_is_left_out(play):
    async with play() as p:
        board = screen(p)
        await p.press("v", "slash", *"zzz", "enter", "V")
        assert len(board.selection.picked) == 1, "the one that was picked before"
        await p.press("escape", "escape", "l", "Z", "h", "V", "V")
        folded = board.lists[1].id
        assert len({card.list_id for card in board.cards}) > 1
        assert folded not in {card.list_id for card in board.cards}


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        # Selecting steps on: the cursor is on the card below them, or wherever it went since.
        ("vvJ", [2, 0, 1, 3, 4]),
        ("vvK", [0, 1, 2, 3, 4]),
        ("jjvvK", [0, 2, 3, 1, 4]),
        ("jvvggJ", [0, 3, 1, 2, 4]),
        ("vjvK", [0, 2, 1, 3, 4]),
        ("jjjvg0K", [0, 1, 3, 2, 4]),
    ],
)
async def test_selected_cards_move_by_one_from_where_the_first_of_them_is(play, keys, expected):
    async with play() as p:
        board = screen(p)
        before = [face.id for face in board.cards_of(board.lists[0].id)][:5]
        await p.press(*keys.replace("g0", "gg"))
        assert [face.id for face in p.workspace.cards.faces(board.lists[0].id)][:5] == [
            before[at] for at in expected
        ]


@pytest.mark.parametrize("key", ["v", "V"])
async def test_nothing_is_selected_with_a_card_in_the_hand(play, key):
    async with play() as p:
        await p.press("space", key)
        await p.sees("a card is in your hand")
        assert screen(p).selection.holding
        assert not screen(p).selection.picked
