"""Commands of the page of an enrichment run over many cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tui.app.commands.app import APP
from tui.app.commands.command import Choice, Command, CommandType, Context, ImmediateCommand, awaits
from tui.app.commands.list_pages import Back, FirstRow
from tui.app.file_fields import save_csv
from tui.presentation.safe_text import shown_path

if TYPE_CHECKING:
    from tui.model.enrich.bulk import BulkRun


class BulkContext(Context, Protocol):
    """The page of an enrichment run."""

    @property
    def run(self) -> BulkRun | None:
        """The run; None while the cards are being read."""

    @property
    def item_card(self) -> str | None:
        """Id of the card under the cursor."""

    async def begin(self, *, failed: bool = False) -> None:
        """Start or resume the run; with ``failed``, failed lookups are retried too."""

    async def end(self) -> None:
        """End the run."""

    async def plan(
        self, *, attach: bool | None = None, other_scope: bool = False, again: bool | None = None
    ) -> None:
        """Plan the run again with other options; ``other_scope`` switches to the next choice of subjects."""

    async def put_on_cards(self) -> None:
        """Attach the results to the cards."""

    def show_run(self, ident: str) -> None:
        """Show another run."""

    def show_next(self) -> str:
        """Show the next group of items; return its name."""

    def describe(self, run: BulkRun) -> str:
        """Describe a run in one line."""


class _OfRun(Command[BulkContext]):
    """A command on the run."""

    group = "Run"

    def refuse(self, context: BulkContext) -> str | None:
        """Refuse while the cards are being read and there is no run yet."""
        return None if context.run is not None else "one moment: the cards are read"


async def _begin(context: BulkContext, run: BulkRun, *, failed: bool = False) -> None:
    """Start or resume the run, unless the key came with others that were meant for another page.

    Words typed over the board may open this page and end with Enter, before anybody has read the price.
    """
    # Imported late, so as not to delay the first paint.
    from tui.presentation.facts import spent

    if run.high > run.spent and context.ahead.in_haste:
        context.tell(f"nothing was asked · press that again to pay up to {spent(run.high - run.spent)}")
    else:
        context.tell("")  # that nothing was asked would stand beside what was found
        await context.begin(failed=failed)


class BeginRun(_OfRun):
    """Start the run, or go on with it."""

    keys = ("enter",)
    shown = "start"

    def refuse(self, context: BulkContext) -> str | None:
        """Refuse if nothing is left to do; open no card then, in case enter was pressed twice."""
        if (run := context.run) is None:
            return super().refuse(context)
        if run.state == "running":
            return f"it is under way · {context.key_names['open-item']} opens the card"
        if run.state == "planned" and not run.left:
            return "there is nothing to look up"
        return None if run.left else f"it is over · {context.key_names['open-item']} opens the card"

    async def run(self, context: BulkContext) -> None:
        """Start or resume the run."""
        if context.run is not None:
            await _begin(context, context.run)


class OpenItem(_OfRun):
    """Open the card under the cursor."""

    keys = ("o",)
    shown = "open"

    def refuse(self, context: BulkContext) -> str | None:
        """Refuse if no card is under the cursor."""
        return super().refuse(context) or (None if context.item_card else "there is no card here")

    async def run(self, context: BulkContext) -> None:
        """Open the card."""
        context.go(f"card:{context.item_card}")


class CancelRun(_OfRun):
    """End the run; what is under way comes to its end, because it is paid for."""

    keys = ("c", "x")
    shown = "cancel"

    def refuse(self, context: BulkContext) -> str | None:
        """Refuse unless the run is running or paused."""
        run = context.run
        return super().refuse(context) or (
            None if run is not None and run.state in {"running", "paused"} else "it is not under way"
        )

    run = awaits(BulkContext.end)


class AttachRun(_OfRun):
    """Put what is found on the cards as comments, or not."""

    asks = True
    keys = ("a",)
    shown = "attach"

    async def run(self, context: BulkContext) -> None:
        """Toggle attaching for a planned run; for a later one, attach the results to the cards."""
        from tui.app.enrich.sharing import agree

        run = context.run
        if run is not None and not (run.state == "planned" and run.attach):
            items = context.workspace.bulk.items(run.id)
            cards = [item.card_id for item in items if item.subject is not None]
            if not await agree(context, context.workspace.sharing.boards_of(cards)):
                return
        if run is not None and run.state == "planned":
            await context.plan(attach=not run.attach)
        else:
            await context.put_on_cards()


class Everybody(_OfRun):
    """Look up everybody a card names, its comments too, or only the first."""

    keys = ("s",)
    shown = "whom"

    def refuse(self, context: BulkContext) -> str | None:
        """Refuse once the run has started."""
        run = context.run
        return super().refuse(context) or (
            None if run is not None and run.state == "planned" else "that is settled before a run starts"
        )

    run = awaits(BulkContext.plan, other_scope=True)


class TryFailed(_OfRun):
    """Try again what went wrong, and go on; before a run starts: ask again for those whom no service had, or not."""

    keys = ("r",)

    def refuse(self, context: BulkContext) -> str | None:
        """Refuse for a planned run in which nobody was looked up before."""
        if (run := context.run) is None or run.state != "planned" or run.again or run.counts.get("miss"):
            return super().refuse(context)
        return f"nothing was tried yet · {context.key_names['begin-run']} starts the run"

    async def run(self, context: BulkContext) -> None:
        """Resume the run with the failed lookups, or plan it with those that were looked up before."""
        run = context.run
        if run is not None and run.state == "planned":
            await context.plan(again=not run.again)
        elif run is not None:
            await _begin(context, run, failed=True)


class ShowOnly(ImmediateCommand[BulkContext]):
    """Show all, what was found, what you must settle, or what has no result."""

    keys = ("f", "tab")
    group = "Run"
    shown = "show"

    def act(self, context: BulkContext) -> None:
        """Show the next group of items."""
        context.tell(f"shown: {context.show_next()}")


class WriteRun(_OfRun):
    """Write what became of each card to a CSV file."""

    asks = True
    keys = ("w",)
    shown = "CSV"

    async def run(self, context: BulkContext) -> None:
        """Ask for the file, and write the CSV."""
        run = context.run
        if run is None:
            return
        path = await save_csv(context, context.workspace.bulk.csv(run.id), "enriched.csv")
        if path is not None:
            context.tell(f"written to {shown_path(path)}")


class EarlierRuns(Command[BulkContext]):
    """Show an earlier run."""

    asks = True
    keys = ("h",)
    group = "Run"

    def refuse(self, context: BulkContext) -> str | None:
        """Refuse if there is no earlier run."""
        return None if self._runs(context) else "nothing was looked up in a run yet"

    async def run(self, context: BulkContext) -> None:
        """Ask for an earlier run, and show it."""
        choices = [Choice(run.id, context.describe(run)) for run in self._runs(context)]
        chosen = await context.choose("Earlier runs", choices)
        if chosen is not None:
            context.show_run(chosen)

    @staticmethod
    def _runs(context: BulkContext) -> list[BulkRun]:
        return [run for run in context.workspace.bulk.recent() if run.state != "planned"]


BULK: tuple[CommandType, ...] = (
    BeginRun, CancelRun, Everybody, AttachRun, ShowOnly, OpenItem, TryFailed, WriteRun, EarlierRuns, Back,
    FirstRow, *APP,
)  # fmt: skip
