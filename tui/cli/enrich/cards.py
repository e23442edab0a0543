"""``cardscout enrich cards``: look up the subjects of many cards in one run that can be resumed."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from tui.cli import output, steps
from tui.cli.card.find import find_card
from tui.cli.enrich import shown
from tui.cli.enrich.credits import ensure_balance
from tui.cli.enrich.provider import provider_option, want_option
from tui.cli.enrich.sheet import write_sheet
from tui.cli.online.reach import wait_until_synced
from tui.cli.online.work import fetch_board
from tui.cli.privacy.sharing import agree, no_private_option
from tui.cli.session import run
from tui.errors import SpendRefused, UsageError
from tui.presentation.lookup_targets import whom

if TYPE_CHECKING:
    from tui.model.change import Change
    from tui.model.enrich.bulk import BulkItem, BulkRun, Scope
    from tui.model.finding import Quote
    from tui.model.values.scalars import Json
    from tui.workspace import Workspace

_LAST = "last"
"""What stands for the last run, where --resume or --cancel names none."""

_PAUSED = 4
"""Exit code of a run that could not continue; the reason is on stderr."""


@click.command()
@click.argument("cards", nargs=-1, metavar="[CARD]...")
@click.option("--board", metavar="BOARD", help="All cards of this board.")
@click.option("--list", "list_", metavar="LIST", help="With --board: those of this list only.")
@click.option("--all", "every", is_flag=True, help="Everybody a card names, not only the first.")
@click.option("--comments", is_flag=True, help="Everybody a card or a comment on it names.")
@click.option("--again", is_flag=True, help="Ask again for those whom no service had.")
@click.option("--attach", is_flag=True, help="Put what is found on the cards, as comments.")
@click.option("--cap", type=click.IntRange(0), metavar="N", help="Refuse to begin if it could cost more.")
@click.option("--dry-run", is_flag=True, help="Only say what it would cost.")
@click.option(
    "--yes",
    is_flag=True,
    help="Do not ask; with --attach, private mobiles and e-mails go on shared boards too, unless --no-private is given.",
)
@no_private_option
@click.option(
    "--resume",
    metavar="RUN",
    is_flag=False,
    flag_value=_LAST,
    help="Go on with a run; the last one unless named.",
)
@click.option(
    "--cancel", metavar="RUN", is_flag=False, flag_value=_LAST, help="End a run, from here or elsewhere."
)
@click.option("--retry", is_flag=True, help="With --resume: also those that went wrong.")
@click.option("--csv", "file", metavar="FILE", help="Write what was found as a table; - is stdout.")
@click.option("--do-not-call", is_flag=True, help="Write numbers that must not be called out.")
@provider_option
@want_option
@output.json_option
def cards(cards: tuple[str, ...], json_: bool, **options: Any) -> None:
    """Look up whom CARDs name, or the cards of a board or list; each person and company is paid for once.

    Whom only a comment names is left out unless --comments asks for them. The price, and who it is for, is told
    first. A run that was ended or killed is gone on with by --resume.

    Columns: card, subject, state, cost, why.
    """
    result = run(lambda workspace: _carry_out(workspace, cards, options))
    if result is None:
        return
    found, items, table = result
    if options["file"] is not None:
        write_sheet(options["file"], table)
    elif json_:
        output.as_json(run_json(found, items))
    elif found.state != "planned":
        rows = [(x.card_id, x.subject.text if x.subject else "", x.state, x.cost, x.why) for x in items]
        output.table(("card", "subject", "state", "cost", "why"), rows)
    if not options["dry_run"]:
        _say_end(found)


async def _carry_out(
    workspace: Workspace, cards: Sequence[str], options: dict[str, Any]
) -> tuple[BulkRun, list[BulkItem], str] | None:
    no_key = await ensure_balance(workspace) if options["cancel"] is None else None
    if no_key is not None:
        if not options["dry_run"]:
            raise no_key
        output.say(f"note: {shown.no_key(no_key)}")
    if options["cancel"] is not None:
        found = await workspace.bulk.cancel(_find_run(workspace, options["cancel"], failed=False).id)
    elif options["resume"] is not None:
        resumed = _find_run(workspace, options["resume"], failed=options["retry"])
        found = await _run(workspace, resumed, options, resume=True)
    else:
        found = await _run(workspace, await _plan(workspace, cards, options), options, resume=False)
    items = workspace.bulk.items(found.id)
    if found.state == "planned":
        found, items = _with_remembered(found, items, workspace.bulk.answered(found.id))
    table = workspace.bulk.csv(found.id, do_not_call=options["do_not_call"])
    if found.state == "planned" and options["resume"] is None:
        await workspace.bulk.drop(found.id)
    return found, items, table


async def _plan(workspace: Workspace, cards: Sequence[str], options: dict[str, Any]) -> BulkRun:
    """Plan a new run, once the user agrees that others see what is attached."""
    chosen = await _card_ids(workspace, cards, options["board"], options["list_"])
    if options["attach"] and not options["dry_run"]:
        boards = workspace.sharing.boards_of(chosen)
        await agree(workspace, boards, yes=options["yes"], no_private=options["no_private"])
    scope: Scope = "comments" if options["comments"] else "all" if options["every"] else "first"
    return await workspace.bulk.plan(chosen, attach=options["attach"], subjects=scope, again=options["again"])


def _with_remembered(
    run: BulkRun, items: list[BulkItem], answered: Collection[int]
) -> tuple[BulkRun, list[BulkItem]]:
    """Return a planned run and its items as the run would leave those whose answers are stored already."""
    items = [one.replace(state="remembered") if one.place in answered else one for one in items]
    return run.replace(counts=MappingProxyType(Counter(one.state for one in items))), items


async def _run(workspace: Workspace, planned: BulkRun, options: dict[str, Any], *, resume: bool) -> BulkRun:
    """Print the price, ask for confirmation, and execute the run; a declined run stays planned."""
    failed = resume and options["retry"]
    price = await workspace.bulk.price(planned.id, failed=failed)
    retried = planned.failed if failed else 0
    _say_price(planned, price, retried, known=len(workspace.bulk.answered(planned.id)))
    if asked := await workspace.bulk.asked(planned.id, failed=failed):
        output.say(f"whom: {whom(asked)}")
    try:
        _require_below(options["cap"], planned.spent + price.high)
    except SpendRefused:
        await _drop_new(workspace, planned, resume=resume)
        raise
    if options["dry_run"]:
        _say_refusal(workspace, price, planned.spent)
        return planned
    try:
        if price.high and not options["yes"]:
            _confirm_price(options["cap"])
        with progress(workspace, planned.id):
            await workspace.bulk.resume(planned.id, failed=failed, agreed=price)
            found = await workspace.bulk.wait_finished(planned.id)
    except (SpendRefused, UsageError):
        await _drop_new(workspace, planned, resume=resume)
        raise
    if found.attach:
        await wait_until_synced(workspace)
    return found


def _confirm_price(cap: int | None) -> None:
    """Ask whether to pay; a script, where nobody answers, agrees beforehand: by --yes, or by --cap to no more than that."""
    if cap is None or sys.stdin.isatty():
        output.confirm(
            "Look them up?", otherwise="--yes answers beforehand, --cap N up to a price of N credits"
        )


def _require_below(cap: int | None, cost: int) -> None:
    if cap is not None and cost > cap:
        raise SpendRefused(
            f"This run may cost {output.plural(cost, 'credits')}, and --cap is {cap}. Nothing was asked.",
            hint="Raise --cap, or name fewer cards.",
        )


async def _drop_new(workspace: Workspace, planned: BulkRun, *, resume: bool) -> None:
    """Delete a planned run that never began; a run that was to be resumed stays listed."""
    if not resume:
        await workspace.bulk.drop(planned.id)


async def _card_ids(
    workspace: Workspace, cards: Sequence[str], board: str | None, list_: str | None
) -> list[str]:
    """Return the ids of the cards that the command line names."""
    if cards and board is not None:
        raise UsageError("CARDs and --board are two ways to say it", hint="give one of them")
    if list_ is not None and board is None:
        raise UsageError("--list goes with --board", hint="cardscout enrich cards --board BOARD --list LIST")
    if board is None and not cards:
        raise UsageError("of which cards?", hint="name CARDs, - to read them from stdin, or --board BOARD")
    if board is None:
        return [await _id_of(workspace, text) for text in _card_texts(cards)]
    found = await fetch_board(workspace, board)
    lists = [workspace.names.list(found.id, list_)] if list_ is not None else workspace.boards.lists(found.id)
    return [face.id for one in lists for face in workspace.cards.faces(one.id)]


def _card_texts(cards: Sequence[str]) -> list[str]:
    """Return the command line's names of cards; - stands for what stdin names, of which a line may name several."""
    texts: list[str] = []
    for text in cards:
        named, piped = steps.read_idents(text)
        texts += [word for line in named for word in (line.split() if piped else [line])]
    return texts


async def _id_of(workspace: Workspace, text: str) -> str:
    """Return the id of the card that ``text`` names; ask the service only if the store does not have it."""
    here = workspace.cards.get(text)
    return here.id if here is not None else (await find_card(workspace, text)).id


def _find_run(workspace: Workspace, text: str, *, failed: bool) -> BulkRun:
    """Find the run that ``text`` names; for ``last`` the newest one that can be resumed, with ``failed`` for what went wrong."""
    if text == _LAST:
        open_ = [
            one
            for one in workspace.bulk.recent()
            if one.state in {"running", "paused", "cancelled"} or (failed and one.counts.get("error"))
        ]
        if open_:
            return open_[0]
        raise UsageError("there is no run to go on with", hint="cardscout enrich runs lists them")
    found = workspace.bulk.get(text)
    if found is None:
        raise UsageError(f"there is no run {text!r}", hint="cardscout enrich runs lists them")
    return found


@contextmanager
def progress(workspace: Workspace, run_id: str) -> Iterator[None]:
    """Show a run's progress while the block runs; if stderr is no terminal, only why it waits, each reason once."""
    loop = asyncio.get_running_loop()
    due, told, terminal = [0.0], {""}, sys.stderr.isatty()

    def note() -> None:
        found = workspace.bulk.get(run_id)
        if found is not None and found.state == "running" and found.why not in told:
            told.add(found.why)
            output.say(f"note: {output.clean(found.why)}")

    def show() -> None:
        found = workspace.bulk.get(run_id)
        if found is not None and loop.time() >= due[0]:
            due[0] = loop.time() + 0.1
            why = f" · {output.clean(found.why)}" if found.why else ""
            sys.stderr.write(
                f"\r\x1b[K{found.settled} of {found.total} · {output.plural(found.spent, 'credits')}{why}"
            )
            sys.stderr.flush()

    def on_change(change: Change) -> None:
        if "bulk" in change.nouns:
            loop.call_soon_threadsafe(show if terminal else note)

    unsubscribe: Callable[[], None] = workspace.sync.subscribe(on_change)
    try:
        yield
    finally:
        unsubscribe()
        if terminal:
            sys.stderr.write("\r\x1b[K")


def _say_price(planned: BulkRun, price: Quote, retried: int, *, known: int) -> None:
    named = planned.total - planned.counts.get("nothing", 0)
    left = "" if planned.credits_left is None else f", {planned.credits_left} left"
    output.say(
        f"{output.plural(planned.cards, 'cards')}, {output.plural(named, 'subjects')},"
        f" {planned.left + retried - known} to look up: {shown.price(price.low, price.high)}{left}"
    )
    if known:
        output.say(f"{known} known already: free")
    if missed := planned.counts.get("miss", 0):
        output.say(f"{missed} asked for before and nobody found: --again asks anew")


def _say_refusal(workspace: Workspace, quote: Quote, spent: int) -> None:
    """Print why the spending caps would refuse a run, for a dry run."""
    try:
        workspace.spending.check(quote.high, spent)
    except SpendRefused as error:
        output.say(f"note: {error}")


def _say_end(found: BulkRun) -> None:
    """Print how the run ended."""
    if found.state == "planned":
        return
    counts = ", ".join(f"{number} {state}" for state, number in found.counts.items())
    output.say(f"{found.state}: {counts}; {output.plural(found.spent, 'credits')}")
    if found.state != "done" and found.left:
        output.say(f"left: {output.plural(found.left, 'subjects')} not looked up")
        output.say(f"hint: cardscout enrich cards --resume {found.id} goes on")
    # A run that is still in state "running" has failed without recording it.
    if found.state in {"paused", "running"}:
        output.say(f"error: {found.why or 'it was ended'}")
        raise SystemExit(_PAUSED)


def run_json(found: BulkRun, items: Sequence[BulkItem]) -> Json:
    """Convert a run and its items to JSON."""
    return {
        "run": found.id,
        "state": found.state,
        "at": found.made_at,
        "cards": found.cards,
        "low": found.low,
        "high": found.high,
        "spent": found.spent,
        "creditsLeft": found.credits_left,
        "counts": dict(found.counts),
        "why": found.why,
        "items": [
            {
                "card": item.card_id,
                "subject": None if item.subject is None else item.subject.text,
                "type": None if item.subject is None else item.subject.type,
                "key": None if item.subject is None else item.subject.key,
                "state": item.state,
                "cost": item.cost,
                "why": item.why,
            }
            for item in items
        ],
    }
