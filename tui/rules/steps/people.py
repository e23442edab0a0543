"""Steps that look people and companies up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass

from tui.errors import OptedOut, Undecided
from tui.model.enrich.people import CRITERIA, PeopleQuery
from tui.presentation.facts import price_range
from tui.presentation.lookup_targets import whom
from tui.rules.steps.step import BaseStep
from tui.rules.targets import find_board, find_on
from tui.rules.template import Template
from tui.store.firing_records import StepDone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.model.card import Card
    from tui.model.finding import Finding
    from tui.model.subject import Subject
    from tui.rules.steps.run import StepRun
    from tui.workspace import Workspace

_STRICT: Any = {"extra": "forbid"}


@dataclass(frozen=True, slots=True, config=_STRICT)
class EnrichStep(BaseStep):
    """Look up the person or company that the card names, and attach what is found as a comment.

    Attributes:
        kind: The subject of the lookup: the first ``person`` or ``company``, or the first of ``any`` kind.
        attach: Whether the finding is put on the card. Private mobiles and e-mails are left out on a board that
            others see, unless you agreed to them there: ``cardscout enrich person WHO --card CARD --yes``.
        comments: Whether to include people and companies that only a comment on the card names.
    """

    spends: ClassVar[bool] = True

    step: Literal["enrich"]
    kind: Literal["any", "person", "company"] = "any"
    attach: bool = True
    comments: bool = False

    def forecast(self, workspace: Workspace, card: Card | None) -> str:
        """Return the subject of the lookup, and its price."""
        if card is None:
            return ""
        if (subject := self._subject(workspace, card)) is None:
            return self._nobody
        quote = workspace.lookups.quote(subject)
        return quote.refused or f"looks up {whom([subject])}: {price_range(quote.low, quote.high)}"

    def _subject(self, workspace: Workspace, card: Card) -> Subject | None:
        named = (one for one in workspace.lookups.subjects(card.id) if self.comments or one.on_card)
        return next((one for one in named if self.kind in {"any", one.type}), None)

    @property
    def _nobody(self) -> str:
        return "the card names nobody" if self.kind == "any" else f"the card names no {self.kind}"

    async def run(self, run: StepRun) -> StepDone:
        """Look the subject up, and attach the finding."""
        card = await run.card()
        if (subject := self._subject(run.workspace, card)) is None:
            return StepDone(outcome=self._nobody)
        lookups = run.workspace.lookups
        try:
            price = lookups.quote(subject)
            async with run.paying(price.high):
                finding = await lookups.enrich(subject, sure=run.firing.sure, run=run.key, agreed=price)
        except (OptedOut, Undecided) as error:
            return StepDone(outcome=str(error))
        if not finding.matched:
            return StepDone(outcome=f"nobody found for {subject.text}. {finding.gaps}".rstrip(". "))
        if self.attach and not finding.withheld:
            await lookups.attach(card.id, finding, lambda kind: run.expect("", [(card.id, kind)]))
        return StepDone(
            outcome=f"looked up {subject.text}. {finding.gaps}".rstrip(". "),
            found={"found": _fields(finding)},
        )


@dataclass(frozen=True, slots=True, config=_STRICT)
class SearchStep(BaseStep):
    """Search people, and make a card for each of them who has none in the list.

    Attributes:
        board: The board's name.
        list: The list's name.
        account: The account; "" for the one of the event.
        limit: Maximum number of people.
        company: A company's name or domain.
        position: A position.
        seniority: A seniority.
        department: A department.
        location: A state or region.
        country: ``AU`` or ``NZ``.
    """

    spends: ClassVar[bool] = True

    step: Literal["search people"]
    board: Template
    list: Template
    account: str = ""
    limit: Annotated[int, Field(strict=True, ge=1, le=100, description="a whole number from 1 to 100")] = 25
    company: Template = ""
    position: Template = ""
    seniority: Template = ""
    department: Template = ""
    location: Template = ""
    country: Template = ""

    async def run(self, run: StepRun) -> StepDone:
        """Run the search, and create the cards."""
        workspace = await run.account(self.account)
        board = await find_board(workspace, run.render(self.board))
        to = await find_on(workspace, board, workspace.names.list, run.render(self.list))
        asked = {name: run.render(getattr(self, name, "")) for name in CRITERIA}
        if empty := [name for name, text in asked.items() if getattr(self, name, "") and not text.strip()]:
            # A search without it would find, and charge for, people whom nobody wanted.
            return StepDone(outcome=f"nothing to search for: {empty[0]} is empty")
        query = PeopleQuery(**{name: text for name, text in asked.items() if text})
        async with run.paying(run.workspace.people.quote(query, limit=self.limit).high):
            page = await run.workspace.people.search(query, limit=self.limit, run=run.key)

        async def expect(made: Sequence[str]) -> None:
            await run.expect(self.account, [(ident, "create_card") for ident in made])

        # A repeat leaves out those who have a card in the list already.
        made = await workspace.people.make_cards(to.id, page.people, expect)
        return StepDone(outcome=f"{len(page.people)} found, {len(made)} cards made")


PeopleStep = EnrichStep | SearchStep
"""A step about people and companies."""


def _fields(finding: Finding) -> dict[str, str]:
    """Return the fields of a finding for templates, without do-not-call numbers."""
    person = finding.person
    company = finding.company or (None if person is None else person.company)
    found = dict.fromkeys(("name", "company", "title", "email", "phone", "website"), "")
    if company is not None:
        found |= {"name": company.name, "company": company.name, "website": company.website}
    if person is not None:
        numbers = [phone.e164 for phone in person.phones if not phone.do_not_call]
        found |= {
            "name": person.full_name,
            "title": person.title,
            "email": person.emails[0].value if person.emails else "",
            "phone": numbers[0] if numbers else "",
        }
    return found
