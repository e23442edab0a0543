"""The menu has what can be done now: with the cards, or with the list."""

from tests.app.fakes import fake, fake_page
from tui.app.commands.command import Command, Context
from tui.app.commands.keymap import Keymap
from tui.app.palette.menu import menu_lines


class MoveIt(Command[Context]):
    """Move the card."""

    keys = ("L", "greater_than_sign")
    group = "Card"


class LookAt(Command[Context]):
    """Look at the card."""

    group = "Card"
    needs = "card"


class EditTitle(Command[Context]):
    """Change the title."""

    group = "Cards"


class NotNow(Command[Context]):
    """Do what cannot be done."""

    group = "Cards"

    def refuse(self, context: Context) -> str:
        """Refuse."""
        return f"not now, of {len(context.cards)}"


class RenameIt(Command[Context]):
    """Rename the list."""

    group = "Lists"


class CollapseList(Command[Context]):
    """Collapse the list."""

    group = "View"


class WalkOn(Command[Context]):
    """Walk on."""

    group = "Walking"


KEYMAP = Keymap.of([MoveIt, NotNow, RenameIt, CollapseList, WalkOn])


def page(*names, reason="", on="Leads"):
    """A page with cards of these names on a list, on a board that can be read only for a reason."""
    workspace = fake(
        access=fake(read_only_reason=lambda _board: reason, forbidden_reason=lambda _board: reason)
    )
    cards = tuple(fake(id=name, name=name) for name in names)
    return fake_page(
        cards=cards,
        card=next(iter(cards), None),
        board_list=fake(name=on),
        board=fake(id="b"),
        workspace=workspace,
    )


def values(lines):
    return [line.value for line in lines]


def test_of_a_card_it_has_the_commands_that_can_run_with_their_keys():
    title, lines = menu_lines(KEYMAP, page("Ring Ana"), card=True)
    assert title == "“Ring Ana”"
    assert [(line.value, line.text, line.note) for line in lines] == [("move-it", "Move the card", "L · >")]


def test_of_several_cards_the_title_says_how_many_and_what_is_done_to_one_is_left_out():
    keymap = Keymap.of([MoveIt, LookAt, EditTitle])
    title, lines = menu_lines(keymap, page("Ring Ana", "Ring Bo"), card=True)
    assert (title, values(lines)) == ("2 cards", ["move-it"])
    assert values(menu_lines(keymap, page("Ring Ana"), card=True)[1]) == ["move-it", "look-at", "edit-title"]


def test_of_a_list_it_has_the_folding_too():
    title, lines = menu_lines(KEYMAP, page("Ring Ana"), card=False)
    assert title == "Leads"
    assert values(lines) == ["rename-it", "collapse-list"]


def test_of_a_list_whose_cards_count_as_done_the_title_says_so():
    title, _ = menu_lines(KEYMAP, page("Ring Ana", on="Won"), card=False)
    assert title == "Won · its cards count as done"


def test_in_a_list_without_a_card_it_is_about_the_list():
    title, lines = menu_lines(KEYMAP, page(), card=True)
    assert (title, values(lines)) == ("Leads", ["rename-it", "collapse-list"])


def test_a_board_that_can_be_read_only_offers_nothing_that_changes_it():
    reason = "this board can be read only"
    assert values(menu_lines(KEYMAP, page("Ring Ana", reason=reason), card=True)[1]) == []
    assert values(menu_lines(KEYMAP, page(reason=reason), card=False)[1]) == ["collapse-list"]
