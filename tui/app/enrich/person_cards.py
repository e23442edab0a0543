"""Cards made of people who were found; who has a card in the list already gets a second one only if the user says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tui.app.commands.command import Choice
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.app.commands.command import Context
    from tui.model.person import Person


class CardsMade(NamedTuple):
    """The cards that were made, and the sentence that tells it."""

    card_ids: list[str]
    words: str


async def make_person_cards(
    page: Context, list_id: str, people: Sequence[Person], where: str
) -> CardsMade | None:
    """Make a card of each person in the list called ``where``; None if the user cancelled or opened a card instead.

    Of several people, those who have a card there are left out and counted.
    """
    there = await page.workspace.people.on_cards(list_id, people)
    if second := len(people) == 1 and bool(there):
        [(person, card)] = there
        found = Choice("open", "Open it", safe_line(card.name))
        title = f"{safe_line(person.full_name)} has a card in {where} already"
        chosen = await page.choose(title, [found, Choice("second", "Make a second one")])
        if chosen == "open":
            page.go(f"found:{card.id}")
        if chosen != "second":
            return None
    made = await page.workspace.people.make_cards(list_id, people, again=second)
    left = 0 if second else len(there)
    notes = [f"{len(made):,} card{'s' * (len(made) != 1)} made in {where}"]
    if left:
        notes.append(f"{left:,} left out: on it already")
    if opted_out := len(people) - left - len(made):
        notes.append(f"{opted_out:,} found twice, or opted out")
    return CardsMade(made, " · ".join(notes))
