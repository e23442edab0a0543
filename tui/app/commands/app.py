"""Commands offered on every screen: help, palette, undo, credit cap, theme and quit."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui.app.commands.command import Choice, Command, CommandType, Context, GoCommand, ImmediateCommand
from tui.app.commands.parts.long_work import told_meanwhile

if TYPE_CHECKING:
    from tui.model.change import Reversal


class ShowAccounts(GoCommand):
    """Show the accounts: log in, switch, add another one."""

    keys = ("A",)
    group = "Places"
    place = "accounts"


class Help(GoCommand):
    """Show what the keys do."""

    keys = ("question_mark", "f1")
    group = "Cardscout"
    shown = "keys"
    place = "help"


class Palette(GoCommand):
    """Run a command by its name."""

    keys = ("ctrl+p", "colon")
    group = "Cardscout"
    shown = "commands"
    place = "palette"


class Menu(ImmediateCommand[Context]):
    """Choose what to do with the card, or in a list without one with the list; the right button does it too."""

    keys = ("semicolon", "f10")
    opens = True
    group = "Cardscout"

    def refuse(self, context: Context) -> str | None:
        """Refuse if there is neither a card nor a list."""
        return None if context.cards or context.board_list else "there is no card and no list here"

    def act(self, context: Context) -> None:
        """Show the menu."""
        context.go("menu")


def _board_id(context: Context) -> str | None:
    """Return the id of the open board, whose changes are undone; None means all boards."""
    if context.undoes == "notifications":
        return ""
    return None if context.board is None else context.board.id


def _nothing_undone(context: Context) -> str | None:
    """Return why nothing is undone on this page, or None."""
    return (
        "nothing is undone on this page: changes of boards are on theirs"
        if context.undoes == "nothing"
        else None
    )


def _scope(context: Context) -> str:
    return "" if context.board is None else " on this board"


def other_board(context: Context, left: str) -> str:
    """Return the id of another open board than ``left``; "" if there is none."""
    return next((each.id for each in context.workspace.boards.all() if each.id != left), "")


def _show(context: Context, done: Reversal | None) -> None:
    """Show what an undo or a redo changed."""
    board = context.board and context.workspace.boards.get(context.board.id)
    if board is not None and board.closed:
        # It closed the open board, where nobody would find what is added now.
        context.go(f"other-board:{other_board(context, board.id)}")
    elif board is not None and done is not None and done.board_id:
        context.go(f"other-board:{done.board_id}")
    context.show_cards(done.card_ids if done else ())
    context.show_list(done.list_id if done else "")


class Undo(Command[Context]):
    """Undo the last change."""

    keys = ("u", "ctrl+z")
    group = "Cardscout"
    quick = True

    def refuse(self, context: Context) -> str | None:
        """Refuse where the changes of boards are out of sight."""
        return _nothing_undone(context)

    _told = 0  # the last batch of another window or a command that was told

    async def run(self, context: Context) -> None:
        """Undo the last change of the open board, and show what was undone; first tell of one made elsewhere."""
        # A key that is held down reads nothing.
        batch = 0 if context.ahead.in_haste else self._told
        undo = partial(context.workspace.writes.undo, _board_id(context), batch=batch)
        done = await told_meanwhile(context, "undoing", undo)
        if done is not None and done.untold:
            self._told = done.untold
            again = context.key_names["undo"]
            by = "a rule did" if done.by_rules else "was not done in this window"
            context.tell(f"{again} again undoes what {by}: {done.words}")
            return
        again = "" if done is None or done.by_rules or done.for_good else " · U does it again"
        context.tell(f"{done.words}{again}" if done else f"nothing to undo{_scope(context)}")
        _show(context, done)


class Redo(Command[Context]):
    """Do again what was undone."""

    keys = ("U", "ctrl+y")
    group = "Cardscout"
    quick = True

    def refuse(self, context: Context) -> str | None:
        """Refuse where the changes of boards are out of sight."""
        return _nothing_undone(context)

    async def run(self, context: Context) -> None:
        """Redo the last undone change of the open board, and show what was redone."""
        redo = partial(context.workspace.writes.redo, _board_id(context))
        done = await told_meanwhile(context, "doing again", redo)
        words = done.words if done else f"nothing to do again{_scope(context)}"
        context.tell(words, undo=done is not None)
        _show(context, done)


class CallApi(GoCommand):
    """API call: any address of either service, and its answer."""

    opens = True
    group = "Cardscout"
    place = "api-call"


class OptedOutTexts(GoCommand):
    """List the cards on which people typed about somebody who opted out."""

    opens = True
    group = "Cardscout"
    place = "stays"


class CreditCap(Command[Context]):
    """Set how many credits one run, or a month, may cost at most."""

    asks = True
    group = "Cardscout"

    async def run(self, context: Context) -> None:
        """Ask which cap, and for the number."""
        spending = context.workspace.spending
        caps = spending.caps()
        month = spending.month()
        spent = f"{_words(caps.month)} · {month} spent in this one"
        of_month = caps.month is not None and (caps.run is None or caps.month - month < caps.run)
        which = await context.choose(
            "Cap on the credits of",
            [
                Choice("run", "one run over many cards, or one lookup", _words(caps.run)),
                Choice("month", "a calendar month", spent),
            ],
            at="month" if of_month else None,  # the one that stops a lookup first
        )
        if which is None:
            return

        async def keep(text: str) -> None:
            # Read again: a command may have set the other one meanwhile.
            await spending.set_caps(spending.caps().replace(**{which: _number(text)}))

        now = getattr(caps, which)
        asked = await context.prompt(
            f"At most so many credits a {which}",
            offer="" if now is None else str(now),
            placeholder="a number, or none",
            blank=now is not None,
            note="What could cost more is refused before anything is asked.",
            attempt=keep,
            action="set it",
        )
        if asked is not None:
            context.tell(f"cap of a {which}: {_words(_number(asked))}")


def _words(cap: int | None) -> str:
    return "none" if cap is None else str(cap)


def _number(text: str) -> int | None:
    """Return the number of credits; None for no cap.

    Raises:
        UsageError: It is no number.
    """
    from tui.presentation.typed_number import read_most

    return read_most(text, "credits", example=100)


class RebindKey(GoCommand):
    """Give a command other keys."""

    opens = True
    group = "Cardscout"
    place = "rebind"


class Theme(GoCommand):
    """Change between the dark and the light theme."""

    keys = ("f2",)
    group = "Cardscout"
    place = "theme"


class Suspend(GoCommand):
    """Suspend: go back to the shell, until its fg."""

    keys = ("g z",)
    group = "Cardscout"
    place = "suspend"
    hint = "suspend"


class Redraw(GoCommand):
    """Draw the screen anew, after something else wrote over it."""

    keys = ("ctrl+l",)
    group = "Cardscout"
    place = "redraw"


class Quit(GoCommand):
    """Quit; everything is kept."""

    keys = ("ctrl+q",)
    group = "Cardscout"
    place = "quit"


WITHOUT_ACCOUNT: tuple[CommandType, ...] = (Help, Theme, Redraw, Suspend, Quit)
"""The commands that need no open account."""

APP: tuple[CommandType, ...] = (
    ShowAccounts,
    Help,
    Palette,
    Menu,
    Undo,
    Redo,
    CallApi,
    OptedOutTexts,
    CreditCap,
    RebindKey,
    Theme,
    Redraw,
    Suspend,
    Quit,
)
