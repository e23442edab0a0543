"""``cardscout search people``: search for people by criteria, page by page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from tui.cli import output
from tui.cli.enrich import shown
from tui.cli.enrich.criteria import read_criteria
from tui.cli.enrich.provider import provider_option
from tui.cli.enrich.sheet import write_sheet
from tui.cli.online.work import fetch_board, patiently, run_write, wait_for_delivery
from tui.cli.session import run
from tui.errors import UsageError
from tui.model.enrich.people import PeoplePage
from tui.model.values.scalars import new_local_id
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.model.card import Card
    from tui.model.enrich.people import PeopleQuery
    from tui.model.person import Person
    from tui.workspace import Workspace

_MOST = 10_000


@click.command()
@click.option("--company", default="", help="A name or a domain.")
@click.option("--company-id", default="", help="The service's own id of a company.")
@click.option("--position", default="", help="Words of the job title.")
@click.option("--seniority", default="", help="board, owner, c-suite, director, manager …")
@click.option("--department", default="", help="sales, operations, finance …")
@click.option("--location", default="", help="A city, or an Australian state or a New Zealand region.")
@click.option("--size", "size_band", default="", help="Head count of the company, such as 51-200.")
@click.option("--country", default="", help="Its code, such as AU or NZ.")
@click.option(
    "--offset", default=0, show_default=True, type=click.IntRange(0, _MOST), help="Of the first hit."
)
@click.option("--limit", default=25, show_default=True, type=click.IntRange(1, _MOST), help="Hits in all.")
@click.option("--fresh", is_flag=True, help="Ask anew although the page is remembered.")
@click.option("--csv", "file", metavar="FILE", help="Write them as a table for a spreadsheet; - is stdout.")
@click.option("--board", help="With --list: make a card of each of them there.")
@click.option("--list", "list_", help="With --board: who has a card in that list already is left out.")
@click.option("--second", is_flag=True, help="With --board: make a second card of who has one there.")
@click.option("--dry-run", is_flag=True, help="Only say what a page would cost.")
@provider_option
@output.json_option
def people(
    offset: int,
    limit: int,
    fresh: bool,
    file: str | None,
    board: str | None,
    list_: str | None,
    second: bool,
    dry_run: bool,
    json_: bool,
    **criteria: str,
) -> None:
    """Search for people; hits say whether there is an address or a number, and not which.

    With --board and --list a card is made of each, from which enrich cards looks them up, and its id is printed.

    Columns: name, title, company, seniority, place, profile, what there is of them.
    """
    query = read_criteria(criteria)
    if query.empty:
        raise UsageError("a search needs something to go by", hint="give --company, --position, --location …")
    if second and board is None:
        raise UsageError("--second is about cards", hint="--board and --list say where they are made")
    if dry_run:
        _say_price(query, json_=json_)
        return

    if (home := _home(board, list_, file)) is not None:
        _make_cards(query, (offset, limit), home, second=second, fresh=fresh, json_=json_)
        return

    async def read(workspace: Workspace) -> tuple[PeoplePage, str]:
        page = await _pages(workspace, query, offset, limit, again=fresh)
        return page, workspace.people.csv(page.people) if file is not None else ""

    page, table = run(read)
    if file is not None:
        write_sheet(file, table)
    elif json_:
        output.as_json(_as_json(page))
    else:
        output.table(shown.PEOPLE_HEAD, [shown.person_row(one) for one in page.people])
    _say_where(page)


def _home(board: str | None, list_: str | None, file: str | None) -> tuple[str, str] | None:
    """Return the board and the list in which cards are made of those found; None to make none.

    Raises:
        UsageError: The options do not go together.
    """
    if board is None and list_ is None:
        return None
    if board is None or list_ is None:
        raise UsageError("--board and --list go together", hint="name the list that the cards are made in")
    if file is not None:
        raise UsageError("--csv and --board are two ways to go on", hint="search twice: a repeat is free")
    return board, list_


def _make_cards(
    query: PeopleQuery,
    part: tuple[int, int],
    home: tuple[str, str],
    *,
    second: bool,
    fresh: bool,
    json_: bool,
) -> None:
    """Make a card of each person found, and print the cards' ids; tell of who has one there already."""
    board, list_ = home

    async def write(workspace: Workspace) -> list[Card]:
        found = await fetch_board(workspace, board)
        target = workspace.names.list(found.id, list_)
        page = await _pages(workspace, query, *part, again=fresh)
        there = [] if second else await workspace.people.on_cards(target.id, page.people)
        async with wait_for_delivery(workspace):
            made = await workspace.people.make_cards(target.id, page.people, again=second)
        _say_where(page)
        if there:
            output.say(f"{len(there)} left out, as they have a card in that list (--second makes another):")
        for person, card in there:
            output.say(f"  {safe_line(person.full_name)}: {card.id} {safe_line(card.name)}")
        if opted_out := len(page.people) - len(there) - len(made):
            output.say(f"{opted_out} left out: found twice, or opted out")
        cards = map(workspace.cards.get, made)
        return [card for card in cards if card is not None]

    run_write(write, json_=json_, many=True, made=True)


async def _pages(
    workspace: Workspace, query: PeopleQuery, offset: int, limit: int, *, again: bool
) -> PeoplePage:
    """Fetch the pages for ``limit`` hits, and join them to one page; they count as one run."""
    one_run = new_local_id().replace("new-", "search-")
    found: list[Person] = []
    cost = hidden = 0
    page, at = PeoplePage(), offset
    while True:
        size = min(100, limit - (at - offset))
        page = await patiently(
            partial(workspace.people.search, query, at, limit=size, again=again, run=one_run)
        )
        found, cost, hidden = [*found, *page.people], cost + page.cost, hidden + page.hidden
        if page.next is None or page.next - offset >= limit:
            return page.replace(people=tuple(found), offset=offset, cost=cost, hidden=hidden)
        at = page.next


def _as_json(page: PeoplePage) -> dict[str, Any]:
    return {
        "people": [shown.person_json(one, do_not_call=False) for one in page.people],
        "total": page.total,
        "offset": page.offset,
        "next": page.next,
        "cost": page.cost,
        "creditsLeft": page.credits_left,
        "hidden": page.hidden,
    }


def _say_where(page: PeoplePage) -> None:
    of = "" if page.total is None else f" of {page.total}"
    more = "" if page.next is None else f"; --offset {page.next} goes on"
    hidden = f"; {page.hidden} opted out" if page.hidden else ""
    output.say(
        f"{output.plural(len(page.people), 'hits')}{of}, {shown.price(page.cost, page.cost)}{hidden}{more}"
    )


def _say_price(query: PeopleQuery, *, json_: bool) -> None:
    async def read(workspace: Workspace) -> tuple[int, int, int | None, str]:
        quote = workspace.people.quote(query)
        return quote.low, quote.high, quote.credits_left, quote.refused

    low, high, left, why = run(read)
    if why:
        raise UsageError(why, hint="ask another service: cardscout providers use NAME")
    if json_:
        output.as_json({"low": low, "high": high, "creditsLeft": left})
    else:
        output.text(f"a page: {shown.price(low, high)}")
