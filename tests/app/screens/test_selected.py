"""What is said of selected cards, and what the bottom line offers for them."""

import pytest
from textual.widgets import Input

from tests.app.screens.conftest import Play, screen
from tests.app.screens.test_board import said
from tui.app.commands.command import quote_title
from tui.app.widgets.status_bar import StatusBar
from tui.model.writes.cards import DeleteCard, UpdateCard


def shown(p, ident):
    """The fields of a card, as text."""
    card = p.workspace.cards.get(ident)
    lists = p.workspace.boards.lists(card.id_board)
    names = {one.id: one.full_name for one in p.workspace.boards.members(card.id_board)}
    labels = {one.id: one.name for one in p.workspace.boards.labels(card.id_board)}
    return {
        "list_name": next(one.name for one in lists if one.id == card.id_list),
        "due": f"{card.due:%Y-%m-%d %H:%M}" if card.due else "",
        "members": " ".join(names[one] for one in card.id_members),
        "labels": " ".join(labels[one] for one in card.id_labels),
        "subscribed": str(card.subscribed),
        "closed": str(card.closed),
    }


def bottom(p: Play) -> str:
    return p.text().split("\n")[-1].strip()


async def test_selected_cards_are_counted_until_none_is(play):
    async with play((80, 24)) as p:
        usual = bottom(p)
        await p.press("v", "v", "v")
        assert bottom(p) == "3 selected  │ esc clear  M move  a archive  # labels  D due  m members"
        await p.press("l", "l", "h")
        assert bottom(p).startswith("3 selected")
        # A line that is typed has its own keys; those that it hides are not acted on.
        await p.press("slash", *"ring", "enter")
        await p.sees("2 selected, 1 not shown", StatusBar)
        await p.press("slash", "escape")
        await p.sees("3 selected esc clear", StatusBar)
        await p.press("escape")
        assert bottom(p) == usual
        await p.press("V")
        assert bottom(p).startswith("8 selected  │ esc clear")
        first = p.workspace.cards.faces(p.workspace.boards.lists(p.board.id)[1].id)[0]
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=first.id, closed=True))
        await p.sees("7 selected, 1 not shown", StatusBar)
        await p.press("a")
        await p.sees("archived 7 cards", StatusBar)
        assert "selected" not in bottom(p)


async def two_of_three(p, monkeypatch):
    """Select three cards of which one is deleted elsewhere before the board hears of it; its title, and the others."""
    await p.press("v", "v", "v")
    gone, *others = sorted(screen(p).selection.picked, key=lambda ident: p.workspace.cards.face(ident).name)
    title = p.workspace.cards.face(gone).name
    monkeypatch.setattr(screen(p).feed, "deliver", lambda: None)
    await p.workspace.writes.submit(DeleteCard(board_id=p.board.id, card_id=gone))
    return title, others


@pytest.mark.parametrize(
    ("keys", "words", "field", "value"),
    [
        (("L",), "2 of 3 cards moved to Contacted", "list_name", "Contacted"),
        (("M", *"Won", "enter"), "2 of 3 cards moved to Won", "list_name", "Won"),
        (("M", *"Waiting", "enter"), "2 of 3 cards moved to Waiting", "list_name", "Waiting"),
        (("D", *"24 Nov 9am", "enter"), "due Tue 24 Nov 09:00 · 2 of 3 cards", "due", "2026-11-24 09:00"),
        (("m", *"mere", "enter"), "Mere Tamihana put on 2 of 3 cards", "members", "Mere Tamihana"),
        (("at",), "you are on 2 of 3 cards", "members", "You"),
        (("W",), "watched 2 of 3 cards: ", "subscribed", "True"),
        (("a",), "archived 2 of 3 cards", "closed", "True"),
    ],
    ids=["move", "move-to", "move-board", "due", "members", "me", "watch", "archive"],
)
async def test_a_verb_on_many_cards_does_what_it_can_and_names_the_rest(
    play, monkeypatch, keys, words, field, value
):
    async with play() as p:
        title, others = await two_of_three(p, monkeypatch)
        await p.press(*keys)
        await p.until(lambda: f" · not {quote_title(title)}: that card is not there any more" in said(p))
        assert said(p).startswith(words)
        assert not screen(p).selection.picked
        for ident in others:
            assert value in shown(p, ident)[field]


async def test_a_label_goes_on_what_is_there_and_the_rest_is_named(play, monkeypatch):
    async with play() as p:
        title, others = await two_of_three(p, monkeypatch)
        await p.press("number_sign", *" fresh", "enter", *"lime", "enter")
        await p.until(lambda: all("fresh" in shown(p, ident)["labels"] for ident in others))
        assert any("2 of 3 cards changed" in str(one.message) for one in p.app._notifications)
        assert any(quote_title(title) in str(one.message) for one in p.app._notifications)


async def test_plus_on_a_card_just_opened_makes_a_checklist(play):
    async with play() as p:
        await p.press("enter", "plus", *"Pack", "enter", *"a tent", "enter")
        face = p.face("Ana Reid")
        await p.until(lambda: p.workspace.cards.checklists(face.id)[-1].check_items)
        made = p.workspace.cards.checklists(face.id)[-1]
        assert (made.name, [item.name for item in made.check_items]) == ("Pack", ["a tent"])
        assert isinstance(p.app.focused, Input)
        assert not p.workspace.cards.get(face.id).closed
