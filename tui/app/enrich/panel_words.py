"""Texts of the enrich panel: the price of the next key, and the key hints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.content import Content

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
    """Return the hints for the keys that work on the row under the cursor."""
    return [(keys[name], word) for name, word in _commands(line)]


def _commands(line: PanelLine | None) -> list[tuple[str, str]]:
    hand, back = ("type-in", "by hand"), ("leave-panel", "back")
    if line is None:
        return [("type-in", "type one in"), back]
    sighting, people = line.sighting, _people(line.sighting)
    if line.elsewhere is not None or line.colleague is not None:
        card = [("make-card", "card"), *people] if line.colleague is not None else []
        return [("enter-subject", "choose" if card else "open"), *card, back]
    if sighting.barred or sighting.busy:
        return [hand, back]
    if sighting.candidates:
        return [("enter-subject", "this one"), hand, back]
    if sighting.found is None:
        return [*_asking(sighting), hand, *people, back]
    phones = [("found-phones", "phones")] if any(fact.do_not_call for fact in facts(sighting.found)) else []
    # At 80 columns there is no room for both; typing one in is offered wherever nothing was found yet.
    other = (
        [hand] if sighting.found.person is None else [("make-card", "card"), ("held-of-person", "all held")]
    )
    shown = [("attach-found", "attach"), ("copy-found", "copy"), *phones, *people]
    return [*shown, *other, ("widen-panel", "width"), back]


def _people(sighting: Sighting) -> list[tuple[str, str]]:
    if sighting.no_staff or not company_of(sighting):
        return []
    return [("company-people", "people" if sighting.staff is None else "all people")]


def _asking(sighting: Sighting) -> list[tuple[str, str]]:
    if sighting.wait or sighting.quote.refused:
        return []
    return [("enter-subject", "try again" if sighting.finding is not None else "look up")]


def fitting_hints(hints: list[Hint], width: int) -> Content:
    """Draw as many key hints as fit on one line; the last one, the way back, is always kept."""
    drawn = list(hints)
    while len(drawn) > 1 and sum(len(key) + len(word) + 3 for key, word in drawn) - 2 > width:
        del drawn[-2]
    parts = [part for key, word in drawn for part in ((key, "bold $cursor"), (f" {word}  ", "$ink-quiet"))]
    return Content.assemble(*parts).rstrip()


def company_of(sighting: Sighting) -> str:
    """Return the company for a search of a subject's colleagues, as found or else as on the card; "" if none."""
    if sighting.found is not None and (found := employer(sighting.found)):
        return found
    subject = sighting.subject
    if subject.type == "person":
        return subject.company or ""
    return subject.value("domain") or subject.name or ""
