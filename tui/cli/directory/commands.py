"""``cardscout directory …``: show, fill and clear the sales-intelligence directory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.access import storage
from tui.cli.serve import place_options
from tui.clock import SystemClock
from tui.errors import UsageError

if TYPE_CHECKING:
    from tui.server.importing.columns import Kind

_WHO = (
    "name an e-mail address, or the whole address of a profile, which keeps out also who comes later;"
    " cardscout suppress add takes phone numbers, domains and names"
)
"""Hint of who can be taken out of the directory."""

_MOST_PEOPLE, _MOST_COMPANIES = 10_000_000, 1_000_000


@click.group()
@place_options
def directory(data: Path | None, database: str | None) -> None:
    """See and fill the directory that enrichment and the search for people use.

    Of the local workspace, or of a shared service: name its --data or --database.
    """
    # place_of reads both from the click contexts, whether given here or after the sub-command.
    del data, database


@directory.command()
@click.option("--people", type=click.IntRange(0, _MOST_PEOPLE), required=True, help="How many people.")
@click.option(
    "--companies", type=click.IntRange(1, _MOST_COMPANIES), required=True, help="How many companies."
)
@click.option(
    "--seed", type=click.IntRange(0), default=20, show_default=True, help="Another one, other records."
)
@place_options
@output.json_option
def generate(
    people: int, companies: int, seed: int, data: Path | None, database: str | None, json_: bool
) -> None:
    """Fill the directory with invented records, in the place of those it has.

    The same numbers and seed give the same records. Killed halfway, it leaves the directory as it was.
    """
    from tui.server.demo_data.country import Country
    from tui.server.importing.rebuild import replace_directory, stats

    with storage(data, database) as engine, _progress() as tell:
        began = time.perf_counter()
        tell("inventing companies", 0)
        country = Country(people, companies, seed)
        replace_directory(engine, country.company_rows(), country.person_rows(), tell, _pause)
        held, took = stats(engine), time.perf_counter() - began
    if json_:
        output.as_json({**held.as_json(), "seed": seed, "seconds": round(took, 2)})
    else:
        output.text(f"{held.people} people in {held.companies} companies, in {took:.1f} s")


@directory.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--type",
    "kind",
    type=click.Choice(["people", "companies"]),
    help="What a row is; the columns tell unless given.",
)
@click.option(
    "--map",
    "maps",
    metavar="FIELD=COLUMN",
    multiple=True,
    help="Take COLUMN for FIELD, or no column with FIELD=; may be repeated.",
)
@click.option("--encoding", help="Of its text: utf-8, cp1252, utf-16 …; found out unless given.")
@click.option(
    "--errors",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write each row that was refused or taken in part here, as JSON lines.",
)
@click.option("--yes", is_flag=True, help="The columns are right: do not ask.")
@place_options
@output.json_option
def import_(
    file: Path,
    kind: Kind | None,
    maps: tuple[str, ...],
    encoding: str | None,
    errors: Path | None,
    yes: bool,
    data: Path | None,
    database: str | None,
    json_: bool,
) -> None:
    """Bring people or companies out of FILE into the directory: CSV, JSON lines, or the ABN bulk extract (XML or ZIP).

    Its columns are guessed, shown and confirmed. Who is there already is filled in, never doubled. Killed, it goes on
    where it was when it is run again. Rows that can not be taken are told with their line and what would help.
    """
    from tui.cli.directory.import_file import ImportOptions, import_file

    asked = ImportOptions(kind, maps, encoding, errors, None if yes else _confirm)
    came = import_file(file, data, database, asked)
    if json_:
        output.as_json(came)
    else:
        output.text(
            f"{came['rows']} rows: {came['new']} new, {came['changed']} changed, {came['same']} as they were,"
            f" {came['refused']} refused, {came['incomplete']} taken in part, in {came['seconds']} s"
        )


@directory.command("opt-out")
@click.argument("identifiers", nargs=-1, required=True)
@place_options
@output.json_option
def opt_out(identifiers: tuple[str, ...], data: Path | None, database: str | None, json_: bool) -> None:
    """Take people out who do not want to be found, by e-mail address, profile URL or slug, or id, and keep them out.

    Lookups of them are answered with 451, and an import does not bring them back. They are put on the opt-out list
    of your accounts on this machine, and comments there with findings about them are deleted.
    """
    from tui.cli.privacy.all_accounts import exit_if_left, say_withdrawal, withdraw_here, withdrawal_json
    from tui.server.enrich.problems import Problem
    from tui.server.importing import removal

    try:
        asked = [removal.identifier(each) for each in identifiers]
    except Problem as problem:
        raise UsageError(problem.message, hint=_WHO) from problem
    with storage(data, database, existing=True) as engine:
        for text, (kind, value) in zip(identifiers, asked, strict=True):
            if not removal.names_somebody(engine, text, kind, value):
                raise UsageError(
                    f"nobody in the directory has the profile {text!r}; nobody was kept out", hint=_WHO
                )
        gone = [removal.opt_out(engine, SystemClock(), kind, value) for kind, value in asked]
    people = sum(each.people for each in gone)
    entries = [(kind, value, "") for each in gone for kind, value in each.identifiers]
    done, failed = withdraw_here(entries)
    if json_:
        withdrawn = withdrawal_json(done, failed)
        output.as_json({"identifiers": len(asked), "taken_out": people, **withdrawn})
    else:
        output.text(
            f"kept out: {output.plural(len(asked), 'identifiers')}; taken out: {people} of the directory"
        )
    say_withdrawal(done, failed)
    exit_if_left(done, failed)


@directory.command("stats")
@place_options
@output.json_option
def stats_(data: Path | None, database: str | None, json_: bool) -> None:
    """Say how much the directory holds."""
    from tui.server.importing.rebuild import stats

    with storage(data, database, existing=True) as engine:
        held = stats(engine).as_json()
    if json_:
        output.as_json(held)
    else:
        output.table(("what", "how many"), [(name.replace("_", " "), many) for name, many in held.items()])


@directory.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@place_options
@output.json_option
def clear(yes: bool, data: Path | None, database: str | None, json_: bool) -> None:
    """Take every company and person out of the directory. Credits and what was paid for stay."""
    from tui.server.importing.rebuild import replace_directory, stats
    from tui.server.importing.removal import forget_answers

    with storage(data, database, existing=True) as engine:
        held = stats(engine)
        if not yes:
            _confirm(f"Take out {held.people} people and {held.companies} companies?")
        replace_directory(engine, (), ())
        forget_answers(engine)
    if json_:
        output.as_json(held.as_json())
    else:
        output.text(f"taken out: {held.people} people, {held.companies} companies")


def _pause(seconds: float) -> None:
    """Sleep, so that other processes can write to the database."""
    asyncio.run(SystemClock().sleep(seconds))


def _confirm(question: str) -> None:
    """Ask a yes/no question on the terminal or through a pipe."""
    if not output.ask(question):
        raise UsageError("nothing was changed")


@contextmanager
def _progress() -> Iterator[Callable[[str, int], None]]:
    with output.progress() as say:
        yield lambda what, done: say(f"{what} {done:,}" if done else what)
