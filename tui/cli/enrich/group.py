"""``cardscout enrich …``."""

import click

from tui.cli.enrich.cards import cards
from tui.cli.enrich.lookup import company, person
from tui.cli.enrich.runs import runs


@click.group()
def enrich() -> None:
    """Look people and companies up. A repeat is free: the answer is remembered."""


for command in (person, company, cards, runs):
    enrich.add_command(command)
