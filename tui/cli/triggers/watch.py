"""``cardscout watch``: prints the events on boards, one JSON object per line."""

from __future__ import annotations

import asyncio
import select
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tui.cli import output
from tui.cli.account.chosen import CHOSEN
from tui.cli.account.secret import read_secret_file
from tui.cli.card.find import find_card
from tui.cli.online.reach import told_at_the_end
from tui.cli.online.work import fetch_board
from tui.cli.privacy.retention import keep_forgetting
from tui.cli.session import Session
from tui.cli.triggers.moments import parse_minutes, parse_since
from tui.errors import CardscoutError, UsageError
from tui.triggers.cards import PROPERTIES
from tui.triggers.catalogue import TRIGGERS, known_activity, known_property, named
from tui.triggers.firing import Firing

if TYPE_CHECKING:
    from datetime import datetime

    from tui.model.board import BoardList
    from tui.model.event import Event
    from tui.model.label import Label
    from tui.model.member import Member
    from tui.secret import Secret
    from tui.triggers.trigger import Trigger
    from tui.workspace import Link, Workspace

SHORTEST = 5.0
"""Seconds: the shortest interval between two polls, as the services limit requests."""

_REMEMBERED = 10_000
"""Printed reports that are remembered, so that none is printed twice."""

TERMINATED = 128 + signal.SIGTERM
"""Exit code after SIGTERM, as shells have it."""


@dataclass(frozen=True, slots=True)
class WatchChoice:
    """The choices made by options of the command line, by name."""

    triggers: tuple[str, ...]
    boards: tuple[str, ...]
    lists: tuple[str, ...]
    to_lists: tuple[str, ...]
    from_lists: tuple[str, ...]
    cards: tuple[str, ...]
    labels: tuple[str, ...]
    members: tuple[str, ...]
    activities: tuple[str, ...]
    properties: tuple[str, ...]
    before: int


@dataclass(frozen=True, slots=True)
class Reached:
    """How the service reaches this machine.

    Attributes:
        listen: Where webhooks arrive, ``host:port``.
        secret: The secret that signs them, if the account has none of its own.
    """

    listen: str
    public_url: str
    secret: Secret

    def connecting(self, connect: Callable[[], Link]) -> Callable[[], Link]:
        """Return ``connect`` with webhooks that arrive here."""

        def connected() -> Link:
            link = connect()
            signing = link.webhook_secret or self.secret
            if not signing:
                raise UsageError(
                    "the account has no secret that signs webhooks, so anybody could forge them",
                    hint="name a file with the application's secret: --secret-file FILE",
                )
            return link.replace(
                webhook_listen=self.listen, webhook_url=self.public_url, webhook_secret=signing
            )

        return connected


@click.command()
@click.option("--board", "boards", multiple=True, help="Only this board: name, id, short link or URL.")
@click.option(
    "--trigger", "triggers", multiple=True, metavar="NAME", help="Only this trigger; all unless given."
)
@click.option(
    "--account", "accounts", multiple=True, metavar="NAME", help="Of this account; several may be given."
)
@click.option("--list", "lists", multiple=True, help="Only cards of this list; needs --board.")
@click.option(
    "--to", "to_lists", multiple=True, metavar="LIST", help="Only cards that come to it; needs --board."
)
@click.option(
    "--from", "from_lists", multiple=True, metavar="LIST", help="Only cards that leave it; needs --board."
)
@click.option("--card", "cards", multiple=True, help="Only this card: id, short link or URL.")
@click.option("--label", "labels", multiple=True, help="Only this label put on a card; needs --board.")
@click.option(
    "--member", "members", multiple=True, help="Only this member put on a card, or me; needs --board."
)
@click.option("--activity", "activities", multiple=True, metavar="TYPE", help="Only actions of this type.")
@click.option(
    "--property",
    "properties",
    multiple=True,
    metavar="NAME",
    help=f"Only updates of this property: {', '.join(PROPERTIES)}.",
)
@click.option("--before", default="0m", metavar="TIME", help="How long before a due date: 15m, 2h, 1d, 1w.")
@click.option("--since", metavar="WHEN", help="Begin with what happened since: 2h, 3d, or a date and time.")
@click.option("--rules", is_flag=True, help="Do the rules of rules.toml, instead of printing.")
@click.option("--once", is_flag=True, help="Look once and end, instead of going on.")
@click.option(
    "--interval",
    default=60.0,
    show_default=True,
    type=click.FloatRange(min=SHORTEST),
    help="Seconds between polls.",
)
@click.option("--listen", metavar="HOST:PORT", help="Where webhooks arrive on this machine.")
@click.option("--public-url", metavar="URL", help="The public address that leads there.")
@click.option(
    "--secret-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The application's secret, which signs webhooks, where the account has none.",
)
def watch(
    accounts: tuple[str, ...],
    before: str,
    since: str | None,
    rules: bool,
    once: bool,
    interval: float,
    listen: str | None,
    public_url: str | None,
    secret_file: Path | None,
    **chosen: tuple[str, ...],
) -> None:
    """Print what happens on boards: one JSON object a line, for each trigger that fires.

    Without --once it goes on until it is stopped, or nobody reads it any more. It begins with what happened
    since it last ended with the same options. docs/triggers.md has the triggers and the fields.
    """
    reached = _reached(listen, public_url, secret_file)
    if rules:
        _refuse_beside_rules(once, since is not None, accounts, *chosen.values())
        work = _rules(interval, reached)
    else:
        choice = WatchChoice(before=parse_minutes(before), **chosen)
        moment = None if since is None else parse_since(since)
        work = _watch(accounts, choice, reached, since=moment, interval=None if once else interval)
    _run(work)


def _refuse_beside_rules(*options: object) -> None:
    """Refuse options that choose what is printed: rules print nothing."""
    if any(options):
        raise UsageError(
            "--rules goes with --interval, --listen and --public-url only",
            hint="each rule says itself what it watches",
        )


def _rules(interval: float, reached: Reached | None) -> Coroutine[None, None, None]:
    from tui.cli.triggers.engine import do_rules

    return do_rules(interval, None if reached is None else reached.connecting)


def _reached(listen: str | None, public_url: str | None, secret_file: Path | None) -> Reached | None:
    """Return how the service reaches this machine; None if it is not to."""
    if listen is not None and public_url is not None:
        return Reached(listen, public_url, read_secret_file(secret_file))
    if (listen is None) != (public_url is None):
        raise UsageError(
            "--listen and --public-url go together", hint="the service must reach what listens here"
        )
    return None


def _run(work: Coroutine[None, None, None]) -> None:
    """Run ``work`` until it ends or the program is told to end."""
    try:
        asyncio.run(_with_upkeep(work))
    except asyncio.CancelledError as error:
        raise SystemExit(TERMINATED) from error


async def _with_upkeep(work: Coroutine[None, None, None]) -> None:
    """Await ``work``, and meanwhile erase data that becomes older than the settings allow."""
    upkeep = asyncio.create_task(keep_forgetting())
    try:
        await work
    finally:
        upkeep.cancel()


async def _watch(
    accounts: Sequence[str],
    choice: WatchChoice,
    reached: Reached | None,
    *,
    since: datetime | None,
    interval: float | None,
) -> None:
    """Watch each account; poll once if there is no ``interval``. SIGTERM ends it in order, as ctrl-c does."""
    if (task := asyncio.current_task()) is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    async with AsyncExitStack() as opened:
        printers: list[Printer] = []
        first: Session | None = None
        for name in accounts or (None,):
            session = Session(account=name, beside=first)
            first = first or session
            if reached is not None:
                session.connect = reached.connecting(session.connect)
            workspace = await opened.enter_async_context(_opened(session))
            async with told_at_the_end(workspace):
                printers.append(Printer(session.account, workspace, await _triggers(workspace, choice)))
        if interval is None:
            for printer in printers:
                await printer.once(since)
        else:
            await asyncio.gather(_until_nobody_reads(), *(one.run(since, interval) for one in printers))


async def _until_nobody_reads() -> None:
    """Wait until nobody reads standard output any more; a write would notice that only at the next event."""
    poll = select.poll()
    with suppress(OSError, ValueError):  # not a file of the system
        poll.register(sys.stdout.fileno(), 0)
    while True:
        if any(state & (select.POLLERR | select.POLLHUP) for _, state in poll.poll(0)):
            raise BrokenPipeError
        await asyncio.sleep(1)


@asynccontextmanager
async def _opened(session: Session) -> AsyncIterator[Workspace]:
    CHOSEN.set(session.account)
    async with session.started_workspace() as workspace:
        yield workspace


class Printer:
    """Prints the reports of one account's triggers."""

    def __init__(self, account: str, workspace: Workspace, triggers: Sequence[Trigger]) -> None:
        self._account, self._workspace, self._triggers = account, workspace, triggers
        # An ordered set.
        self._printed: dict[tuple[str, str], None] = {}

    async def once(self, since: datetime | None) -> None:
        """Print the events since a moment, or since the last time if none is given."""
        if since is not None:
            await self._print(await self._workspace.events.history(self._triggers, since))
            return
        place = await self._begin()
        await self._workspace.events.look(self._triggers)
        while page := self._workspace.events.after(place):
            place = page[-1].seq
            await self._print_up_to(place, [one.event for one in page])

    async def run(self, since: datetime | None, interval: float) -> None:
        """Print new events, after those since a moment, or since the last time if none is given."""
        events = self._workspace.events
        place = await self._begin() if since is None else events.last()
        if since is not None:
            await self._print(await events.history(self._triggers, since))
        async with events.watching(self._triggers, interval, self._report):
            async for page in events.pages(place):
                await self._print_up_to(page[-1].seq, [one.event for one in page])

    async def _begin(self) -> int:
        """Return the position up to which these triggers were told; at the first time it is that of now."""
        events = self._workspace.events
        if (place := events.watched_up_to(self._triggers)) is None:
            place = events.last()
            await events.note_watched(self._triggers, place)
        # In a store that was made anew from a damaged one, the positions may begin again.
        return min(place, events.last())

    async def _print_up_to(self, place: int, events: Sequence[Event]) -> None:
        """Print events, and record that they were: what a kill interrupts is printed again."""
        await self._print(events)
        await self._workspace.events.note_watched(self._triggers, place)

    async def _print(self, events: Sequence[Event]) -> None:
        for event in events:
            fired = [trigger for trigger in self._triggers if trigger.matches(event)]
            card = await self._workspace.events.card(event) if fired else None
            for trigger in fired:
                key = (trigger.name, trigger.key(event))
                if key not in self._printed:
                    self._note_printed(key)
                    firing = Firing.of(trigger, event, account=self._account, card=card)
                    output.as_line(firing.wire())

    def _note_printed(self, key: tuple[str, str]) -> None:
        self._printed[key] = None
        if len(self._printed) > _REMEMBERED:
            del self._printed[next(iter(self._printed))]

    def _report(self, error: CardscoutError | None) -> None:
        what = f"{error} Trying again." if error is not None else "The service answers again."
        output.say(f"note: {self._account}: {what}")


async def _triggers(workspace: Workspace, choice: WatchChoice) -> list[Trigger]:
    """Return the chosen triggers with the chosen settings.

    Raises:
        UsageError: A name is unknown, or no chosen trigger uses an option.
    """
    kinds = [named(name) for name in choice.triggers] or list(TRIGGERS)
    taken = {kind: {field.name for field in fields(kind)} for kind in kinds}
    _refuse_unused(choice, taken)
    options = await _options(workspace, choice)
    return [kind(**{name: options[name] for name in taken[kind] & options.keys()}) for kind in kinds]


def _refuse_unused(choice: WatchChoice, taken: Mapping[type[Trigger], set[str]]) -> None:
    """Refuse an option that no chosen trigger uses, and one that needs a board if there is none."""
    chosen = {field.name for field in fields(choice) if getattr(choice, field.name)} - {"triggers"}
    if unused := chosen.difference(*taken.values()):
        raise UsageError(
            f"--{min(unused).removesuffix('_lists').replace('ies', 'y').removesuffix('s')} is for other triggers",
            hint=f"of these take none of it: {', '.join(kind.name for kind in taken)}",
        )
    if not choice.boards and chosen & {"lists", "to_lists", "from_lists", "labels", "members"}:
        raise UsageError("on which board?", hint="--list, --to, --from, --label and --member need --board")


async def _options(workspace: Workspace, choice: WatchChoice) -> dict[str, Any]:
    """Return the options of triggers by field, names replaced by ids."""
    boards, names = [await fetch_board(workspace, text) for text in choice.boards], workspace.names

    def ids(texts: Sequence[str], find: Callable[[str, str], BoardList | Label | Member]) -> set[str]:
        return {find(board.id, text).id for text in texts for board in boards}

    found: dict[str, Any] = {
        "boards": {board.id for board in boards},
        "lists": ids(choice.lists, names.list),
        "to_lists": ids(choice.to_lists, names.list),
        "from_lists": ids(choice.from_lists, names.list),
        "labels": ids(choice.labels, names.label),
        "members": ids(choice.members, names.member),
        "cards": {(await find_card(workspace, text)).id for text in choice.cards},
        "activities": set(map(known_activity, choice.activities)),
        "properties": set(map(known_property, choice.properties)),
    }
    options: dict[str, Any] = {name: frozenset(value) for name, value in found.items() if value}
    return options | ({"before": choice.before} if choice.before else {})
