"""Desk: what the board and the open card share: the labels box and the enrich panel beside them."""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual import work
from textual.timer import Timer
from textual.widget import Widget

from tui.app.commands.open_card import Part
from tui.app.screens.enrich.lookups import Lookups
from tui.app.widgets.status_bar import Hint, StatusBar
from tui.clock import Clock
from tui.model.card import CardFace
from tui.model.change import Change

if TYPE_CHECKING:
    # The box and the panel are imported when they are first shown: 10 ms that are not in first paint's way.
    # So their messages are handled by name, on_enrich_panel_…, and not by a decorator with their class.
    from tui.app.enrich.sightings import Named, Sighting
    from tui.app.widgets.enrich.panel import EnrichPanel
    from tui.app.widgets.enrich.panel_view import PanelView
    from tui.model.finding import Quote
    from tui.model.subject import Subject
    from tui.workspace import Workspace

PAUSE = 0.15
"""Seconds the cursor rests on a card before its text is read for names."""

DRAFTS = ("desc", "comment", "title", "new-card")
"""What of a card, or of a list, is kept as a draft, under ``<kind>:<id>``."""

_ATTACHED = {
    "attached": "Attached as a comment · u undoes",
    "updated": "Its comment is up to date again · u undoes",
    "unchanged": "Already attached: its comment says the same",
}


class Desk(Lookups):
    """A screen with cards, a box for labels, and a slot ``#side`` for the panel.

    Args:
        workspace: The one door.
        clock: For dates and ages.
        keys: The user's keys by command name.
    """

    def __init__(
        self, workspace: "Workspace", *, clock: Clock, keys: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(workspace, clock=clock, keys=keys)
        self._panel: EnrichPanel | None = None
        self._before: Widget | None = None
        self._resting: Timer | None = None
        self._typed_in: dict[str, list[Subject]] = {}
        self._panel_keys: list[Hint] = []

    # --- what commands ask for ----------------------------------------------------------

    def edit_labels(self) -> None:
        """Show the labels of the board, for the cards a verb acts on."""
        from tui.app.screens.labels import LabelsScreen

        # A second press that came before the box was there is not for a second box.
        if self.board is not None and self.cards and self.is_current:
            cards = [card.id for card in self.cards]
            self.open_box(LabelsScreen(self.workspace, self.board.id, cards))

    def part(self, name: Part) -> None:
        """Open the card at a part of it."""
        if self.card is not None:
            self.go(f"card:{self.card.id}/{name}")

    def open_panel(self) -> None:
        """Show whom the card names, and give the panel the keys."""
        if self.focused is None or self._panel not in self.focused.ancestors_with_self:
            self._before = self.focused
        self.work(self._open_panel(), "panel", asks=True)

    async def _open_panel(self) -> None:
        from tui.app.widgets.enrich.panel import EnrichPanel

        if self._panel is None:
            # Known before it is there: a second key in the same breath must not make another.
            self._panel = EnrichPanel()
            await self.query_one("#side").mount(self._panel)
        elif not self._panel.is_mounted:
            return
        self.add_class("-side")
        self._panel.focus()
        self._read_names()
        self.work(self.ask_balance(), "balance")

    # --- the feed ---------------------------------------------------------------------

    def reload(self, change: Change | None = None) -> None:
        """Keep drafts under the ids of today, and the panel in step."""
        for local, ident in (change.bound if change is not None else {}).items():
            self._carry_drafts(local, ident)
        if change is None or change.nouns & {"cards", "comments", "checklists", "findings"}:
            self.follow()

    def _carry_drafts(self, local: str, ident: str) -> None:
        for kind in DRAFTS:
            if text := self.workspace.drafts.get(f"{kind}:{local}"):
                self.workspace.drafts.keep(f"{kind}:{ident}", text)
                self.workspace.drafts.keep(f"{kind}:{local}", "")
        if local in self._typed_in:
            self._typed_in[ident] = self._typed_in.pop(local)

    def follow(self) -> None:
        """The cursor is on another card, or the card is different: read it once the cursor rests."""
        if self._panel is None or not self.has_class("-side"):
            return
        if self._resting is not None:
            self._resting.stop()
        self._resting = self.set_timer(PAUSE, self._read_names)

    def stands_otherwise(self) -> None:
        """Draw the subjects as they stand now."""
        self._read_names()

    def _read_names(self) -> None:
        if self.is_attached:
            self._recognise()

    @work(group="subjects", exclusive=True, exit_on_error=False)
    async def _recognise(self) -> None:
        """Read the card's text for names, off the loop: a long text takes longer than a key may."""
        from tui.app.enrich.sightings import Named

        face = self.card
        if face is None:
            self._show_named(Named(self._clock.now()))
            return
        subjects = await asyncio.to_thread(self.workspace.subjects, face.id)
        if self.card is not None and self.card.id == face.id:
            self._show_named(self._named(face, subjects))

    def _show_named(self, named: "Named") -> None:
        if self._panel is not None and self._panel.is_mounted:
            self._panel.show(named)

    def _named(self, face: CardFace, subjects: "list[Subject]") -> "Named":
        from tui.app.enrich.sightings import Named, budget

        by_hand = [s for s in self._typed_in.get(face.id, []) if s.key not in {x.key for x in subjects}]
        sightings = [self.sighting(subject, face.id) for subject in subjects]
        sightings += [self.sighting(subject, face.id, typed=True) for subject in by_hand]
        return Named(
            now=self._clock.now(),
            card_id=face.id,
            card=face.name,
            sightings=tuple(sightings),
            quotes=self._employers(sightings),
            budget=budget(self.workspace.spending.caps(), self.workspace.spending.month()),
        )

    def _employers(self, sightings: "list[Sighting]") -> "dict[str, Quote]":
        """What looking up the companies of the people found would cost, by domain."""
        from tui.app.enrich.facts import facts

        domains = {fact.opens for s in sightings if s.finding for fact in facts(s.finding) if fact.opens}
        asked = {domain: self.workspace.subject(domain) for domain in domains}
        return {domain: self.workspace.quote(subject) for domain, subject in asked.items() if subject}

    def on_descendant_focus(self) -> None:
        """Offer the keys of whatever has the focus. Subclasses' handlers run too."""
        self._offer()

    def on_descendant_blur(self) -> None:
        """The same when nothing has it any more."""
        self._offer()

    def on_panel_view_offers(self, event: "PanelView.Offers") -> None:
        """Offer the panel's keys in the place of the page's while it has the focus."""
        event.stop()
        self._panel_keys = event.hints
        self._offer()

    def _offer(self) -> None:
        if self._panel is not None:
            inside = self.focused is not None and self._panel in self.focused.ancestors_with_self
            self.query_one(StatusBar).mode(self._panel_keys if inside else ())

    # --- what the panel asks for ---------------------------------------------------------

    def on_enrich_panel_enrich(self, event: "EnrichPanel.Enrich") -> None:
        """Look the chosen subject up."""
        event.stop()
        self.work(self.look_up(event.subject), "enrich")

    def on_enrich_panel_picked(self, event: "EnrichPanel.Picked") -> None:
        """Look the one up who was picked of those who have the name."""
        event.stop()
        self.work(self.look_up(event.subject, event.person), "enrich")

    def on_enrich_panel_again(self, event: "EnrichPanel.Again") -> None:
        """Look the subject up anew."""
        event.stop()
        self.work(self.look_up(event.subject, anew=True), "enrich")

    def on_enrich_panel_opt_out(self, event: "EnrichPanel.OptOut") -> None:
        """Keep the subject out, or let it in again."""
        event.stop()
        self.work(self.turn_opt_out(event.subject), "opt out", asks=True)

    def on_enrich_panel_typed_in(self, event: "EnrichPanel.TypedIn") -> None:
        """Add whom an identifier typed by hand names."""
        event.stop()
        subject = self.workspace.subject(event.text)
        if subject is None:
            event.panel.tell(
                "Give an e-mail, web address, profile or ABN, or a name with its company: Ana Reid at Firm"
            )
            return
        self._add_subject(event.card_id, subject)
        event.panel.accepted()

    def on_enrich_panel_look_up(self, event: "EnrichPanel.LookUp") -> None:
        """Look up the company somebody works for."""
        event.stop()
        if (subject := self.workspace.subject(event.domain)) is not None:
            self._add_subject(event.card_id, subject)
            self.work(self.look_up(subject), "enrich")

    def _add_subject(self, card_id: str, subject: "Subject") -> None:
        known = self._typed_in.setdefault(self.now_called(card_id), [])
        if subject.key not in {other.key for other in known}:
            known.append(subject)
        if self._panel is not None:
            self._panel.expect(subject.key)
        self._read_names()

    def on_enrich_panel_attach(self, event: "EnrichPanel.Attach") -> None:
        """Put what was found on the card."""
        event.stop()
        self.work(self._attach_finding(event.panel, self.now_called(event.card_id), event.subject), "attach")

    async def _attach_finding(self, panel: "EnrichPanel", card_id: str, subject: "Subject") -> None:
        if (finding := self.workspace.finding(subject)) is not None:
            panel.tell(_ATTACHED[await self.workspace.attach(card_id, finding)])
            self._read_names()

    def on_enrich_panel_people(self, event: "EnrichPanel.People") -> None:
        """Search the people of a company."""
        event.stop()
        self.go(f"people:{event.company}")

    def on_enrich_panel_copy(self, event: "EnrichPanel.Copy") -> None:
        """Give a value to the terminal's clipboard."""
        event.stop()
        self.copy(event.value, event.name)
        event.panel.tell(
            f"Sent {event.name} to the terminal's clipboard (it may not take it; tmux: set -g set-clipboard on)"
        )

    def on_enrich_panel_closed(self, event: "EnrichPanel.Closed") -> None:
        """Hide the panel, and give the keys back."""
        event.stop()
        self.remove_class("-side")
        if self._before is not None and self._before.is_attached:
            self._before.focus()
        else:
            # On the board nothing has the focus: keys are commands there.
            self.set_focus(None)
