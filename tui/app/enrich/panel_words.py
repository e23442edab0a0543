"""Texts of the enrich panel: the price of the next key, and the key hints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tui.app.enrich.sightings import Sighting, Sightings, candidate_price, cost, price
from tui.presentation.facts import employer, facts
from tui.presentation.safe_text import safe_text

if TYPE_CHECKING:
    from tui.app.enrich.lines import PanelLine
    from tui.app.widgets.status_bar import Hint

TEACH = """\
This card names nobody yet.

In its title, text, checklists and comments I look for
  an e-mail      ana.reid@firm.example
  a web address  firm.example
  a profile      linkedin.com/in/ana-reid
  an ABN         51 824 753 556
  a phone        +64 21 555 0123
  a name         Ana Reid at Firm Pty Ltd

tab to type one in yourself."""

ASK = "E-mail, web address, profile, ABN or Name at Company"


def price_words(line: PanelLine, named: Sightings) -> str:
    """Return what ``enter`` on a row costs, and what was spent of the month's budget."""
    fact = line.fact
    if line.elsewhere is not None:
        return "enter opens that card"
    if line.colleague is not None:
        words = "enter puts this one below, with the price of a lookup"
    elif line.candidate is not None and (firm := candidate_price(line.candidate)):
        words = firm
    elif fact is not None and (quote := named.quotes.get(fact.opens)) is not None:
        words = f"{safe_text(fact.value)}: {cost(quote, named.now)}"
    else:
        words = price(line.sighting, named.now)
    return f"{words}\n{named.budget}" if named.budget else words


def hints(line: PanelLine | None, keys: Mapping[str, str]) -> list[Hint]:
    """Return the hints for the keys that work on the row under the cursor, for the bottom line."""
    commands = [("leave-panel", "back"), *_commands(line), ("help", "keys")]
    return [(keys[name], word) for name, word in commands]


def _commands(line: PanelLine | None) -> list[tuple[str, str]]:
    hand = ("type-in", "by hand")
    if line is None:
        return [("type-in", "type one in")]
    sighting, people = line.sighting, _people(line.sighting)
    if line.elsewhere is not None or line.colleague is not None:
        card = [("make-card", "card"), *people] if line.colleague is not None else []
        return [("enter-subject", "choose" if card else "open"), *card]
    if sighting.barred or sighting.busy:
        return [hand]
    if line.candidate is not None:
        return [("enter-subject", "this one"), hand]
    if sighting.found is None:
        return [*_asking(sighting), hand, *people]
    phones = [("found-phones", "phones")] if any(fact.do_not_call for fact in facts(sighting.found)) else []
    card = [] if sighting.found.person is None else [("make-card", "card"), ("held-of-person", "all held")]
    shown = [("attach-found", "attach"), ("copy-found", "copy"), *phones, *people]
    return [*shown, *card, ("widen-panel", "width"), hand]


def _people(sighting: Sighting) -> list[tuple[str, str]]:
    if sighting.no_staff or not company_of(sighting):
        return []
    return [("company-people", "people" if sighting.staff is None else "all people")]


def _asking(sighting: Sighting) -> list[tuple[str, str]]:
    if sighting.wait or sighting.quote.refused:
        return []
    if sighting.finding is None:
        return [("enter-subject", "look up")]
    return [("enter-subject", "as before" if sighting.finding.matched else "try again")]


def company_of(sighting: Sighting) -> str:
    """Return the company for a search of a subject's colleagues, as found or else as on the card; "" if none."""
    if sighting.found is not None and (found := employer(sighting.found)):
        return found
    subject = sighting.subject
    if subject.type == "person":
        return subject.company or ""
    return subject.value("domain") or subject.name or ""
