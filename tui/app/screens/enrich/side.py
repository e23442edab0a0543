"""EnrichSide: shows the enrich panel beside the board or the open card, and handles its requests."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from textual.timer import Timer
from textual.widget import Widget
from textual.worker import Worker

from tui.app.widgets.status_bar import Hint, StatusBar

if TYPE_CHECKING:
    # The panel is imported when it is first shown, which saves 10 ms of the first paint.
    from tui.app.enrich import panel_messages
    from tui.app.enrich.panel_message import PanelMessage
    from tui.app.enrich.sightings import Sighting, Sightings
    from tui.app.screens.enrich.lookups import PanelLookups
    from tui.app.screens.enrich.panel_links import PanelLinks
    from tui.app.screens.screen import WorkspaceScreen
    from tui.app.widgets.enrich.panel import EnrichPanel
    from tui.clock import Clock
    from tui.model.card import CardFace
    from tui.model.change import Change
    from tui.model.finding import Quote
    from tui.model.search import Hit
    from tui.model.subject import Subject

_WIDTH, _BROAD = "panel", "broad"
"""Memory key of the panel's width, and its value for a wide panel."""

PAUSE = 0.15
"""Seconds that the cursor must rest on a card before its text is scanned for names."""

PANEL_NOUNS = frozenset({"boards", "lists", "labels", "cards", "comments", "checklists", "findings"})
"""Nouns that the panel shows: the card's texts, what is known of the people in it, and where else they are named."""

_ATTACHED = {
    "attached": "Attached as a comment · {undo} undoes",
    "updated": "Its comment is up to date again · {undo} undoes",
    "unchanged": "Already attached: its comment says the same",
}


class EnrichSide:
    """The controller of the panel in the slot ``#side`` of a screen.

    Args:
        page: The screen, which has a card and a status bar.
    """

    def __init__(self, page: WorkspaceScreen, clock: Clock) -> None:
        self._page, self._clock = page, clock
        self._workspace = page.workspace
        self._panel: EnrichPanel | None = None
        self._focus_before: Widget | None = None
        self._read_timer: Timer | None = None
        self._by_hand: dict[str, list[Subject]] = {}
        self._typed: set[str] = set()
        self._keys: list[Hint] = []

    @cached_property
    def _lookups(self) -> PanelLookups:
        from tui.app.screens.enrich.lookups import PanelLookups

        return PanelLookups(self._page, self._clock, self._read_names)

    @cached_property
    def _follow_ups(self) -> PanelLinks:
        from tui.app.screens.enrich.panel_links import PanelLinks

        return PanelLinks(self._page, self._lookups, self._add_subject, self._expect, self._tell)

    # --- opening and closing --------------------------------------------------------------

    @property
    def focused(self) -> bool:
        """Whether the panel has the focus."""
        focused = self._page.focused
        return focused is not None and self._panel in focused.ancestors_with_self

    def open(self) -> None:
        """Show the panel with the people and companies on the card, and focus it."""
        if not self.focused:
            self._focus_before = self._page.focused
        self._page.work(self._open, "panel", asks=True)

    async def _open(self) -> None:
        from tui.app.widgets.enrich.panel import EnrichPanel

        if self._panel is None:
            # Assigned before it is mounted, so that a second key does not create another panel.
            self._panel = EnrichPanel()
            self._panel.name_card("" if self._page.card is None else self._page.card.name)
            await self._page.query_one("#side").mount(self._panel)
        elif not self._panel.is_mounted:
            return
        else:
            self._tell("")  # what it told last may have been undone since
        self._page.add_class("-side")
        self._page.set_class(self._workspace.memory.get(_WIDTH) == _BROAD, "-broad")
        self._panel.focus()
        self._read_names()
        self._page.work(self._lookups.ask_balance, "balance")

    def close(self) -> bool:
        """Hide the panel; return whether it was shown."""
        shown = self._page.has_class("-side")
        self._page.remove_class("-side")
        return shown

    def _leave(self) -> None:
        """Hide the panel, and restore the focus."""
        _ = self.close()
        if self._focus_before is not None and self._focus_before.is_attached:
            self._focus_before.focus()
        else:
            # Nothing is focused on the board, so that keys are commands.
            self._page.set_focus(None)

    def offer(self) -> None:
        """Show the panel's key hints instead of the page's while the panel has the focus."""
        if self._panel is not None:
            self._page.query_one(StatusBar).set_part_hints(self._keys if self.focused else ())

    # --- reading the card -------------------------------------------------------------------

    def reload(self, change: Change | None = None) -> None:
        """Update the panel after ``change``."""
        for local, ident in (change.bound if change is not None else {}).items():
            if local in self._by_hand:
                self._by_hand[ident] = self._by_hand.pop(local)
        if change is None or change.nouns & PANEL_NOUNS:
            self.follow()

    def follow(self) -> None:
        """Schedule a scan of the card under the cursor, which may be another or have changed."""
        if self._panel is None or not self._page.has_class("-side"):
            return
        if self._read_timer is not None:
            self._read_timer.stop()
        self._read_timer = self._page.set_timer(PAUSE, self._read_names)

    def _read_names(self) -> None:
        """Start scanning the card's text for names; this replaces an earlier scan."""
        if self._page.is_attached:
            # A function is passed instead of a coroutine, because a job that is replaced may never start.
            _: Worker[None] = self._page.run_worker(
                self._recognise, group="subjects", exclusive=True, exit_on_error=False
            )

    async def _recognise(self) -> None:
        """Scan the card for names in a thread, because a long text would delay keys."""
        from tui.app.enrich import known_card
        from tui.app.enrich.sightings import Sightings

        face = self._page.card
        if face is None:
            self._show_named(Sightings(self._clock.now()))
            return
        waits = self._page.set_timer(known_card.READING, partial(self._show_known, face))
        try:
            subjects, also = await asyncio.to_thread(self._read, face.id, self._by_hand.get(face.id, []))
        finally:
            waits.stop()
        if self._page.card is not None and self._page.card.id == face.id:
            self._show_named(self._named(face, subjects, also))

    def _read(self, card_id: str, typed: Sequence[Subject]) -> tuple[list[Subject], dict[str, list[Hit]]]:
        """Return the subjects on a card, and by key the other cards that name them or the ones typed in."""
        lookups = self._workspace.lookups
        subjects = lookups.subjects(card_id)
        return subjects, {each.key: lookups.also_on(each, card_id) for each in (*subjects, *typed)}

    def _show_known(self, face: CardFace) -> None:
        """Show what its list has of a card that takes long to read."""
        from tui.app.enrich.known_card import known_words

        panel, page = self._panel, self._page
        if panel is None or not panel.is_mounted or panel.shows(face.id):
            return
        labels = () if page.board is None else self._workspace.boards.labels(page.board.id)
        dark = page.app.current_theme.dark
        home = self._workspace.boards.get_list(face.list_id)
        done = face.due_complete or (home is not None and home.ends_cards)
        panel.show_known(face.name, known_words(face, labels, self._clock.now(), dark=dark, done=done))

    def _show_named(self, named: Sightings) -> None:
        if self._panel is not None and self._panel.is_mounted:
            self._panel.show(named)

    def _named(self, face: CardFace, subjects: list[Subject], also: Mapping[str, list[Hit]]) -> Sightings:
        from tui.app.enrich.sightings import Sightings, budget

        by_hand = [s for s in self._by_hand.get(face.id, []) if s.key not in {x.key for x in subjects}]
        sightings = [
            self._lookups.sighting(
                each, face.id, added=self._added(each) if each in by_hand else "", also=also.get(each.key, ())
            )
            for each in (*subjects, *by_hand)
        ]
        return Sightings(
            now=self._clock.now(),
            card_id=face.id,
            card=face.name,
            sightings=tuple(sightings),
            quotes=self._employers(sightings),
            budget=budget(self._workspace.spending.caps(), self._workspace.spending.month()),
        )

    def _added(self, subject: Subject) -> str:
        """Return how the user added a subject that is not on the card."""
        return "typed in" if subject.key in self._typed else "chosen"

    def _employers(self, sightings: list[Sighting]) -> dict[str, Quote]:
        """Return the prices of looking up the companies of the people found, by domain."""
        from tui.presentation.facts import facts

        domains = {fact.opens for s in sightings if s.finding for fact in facts(s.finding) if fact.opens}
        asked = {domain: self._workspace.lookups.subject(domain) for domain in domains}
        finding, show = self._workspace.lookups.finding, self._lookups.show_price
        return {domain: show(each, finding(each)).quote for domain, each in asked.items() if each}

    # --- requests of the panel -----------------------------------------------------------

    def take(self, message: PanelMessage) -> None:
        """Dispatch a message of the panel."""
        from tui.app.enrich import panel_messages

        message.stop()
        match message:
            case panel_messages.AboutSubject():
                self._handle_subject(message)
            case panel_messages.KeysChanged(hints):
                self._keys = hints
                self.offer()
            case panel_messages.TypedSubject(card_id, text):
                self._add_typed(card_id, text)
            case panel_messages.FollowUp():
                self._follow_ups.take(message)
            case panel_messages.ToggleWidth():
                self._page.toggle_class("-broad")
                self._workspace.memory.set(_WIDTH, _BROAD if self._page.has_class("-broad") else "")
            case panel_messages.CopyValue(name, value):
                self._copy(name, value)
            case _:
                self._leave()

    def _handle_subject(self, message: panel_messages.AboutSubject) -> None:
        """Handle a request about one subject."""
        from tui.app.enrich import panel_messages

        subject, work = message.subject, self._page.work
        match message:
            case panel_messages.PickCandidate(candidate=candidate):
                work(partial(self._lookups.look_up, subject, candidate), "enrich")
            case panel_messages.LookUpAgain(told_at=told_at):
                work(partial(self._lookups.look_up, subject, told_at=told_at), "enrich")
            case panel_messages.AskElsewhere():
                work(partial(self._lookups.choose_service, subject), "enrich", asks=True)
            case panel_messages.ToggleOptOut():
                # The panel's last message may be outdated, for example that undo removes a comment.
                self._tell("")
                work(partial(self._lookups.toggle_opt_out, subject), "opt out", asks=True)
            case panel_messages.ShowHeld():
                from tui.app.enrich.held import show_held

                work(partial(show_held, self._page, subject), "held", asks=True)
            case panel_messages.AttachFinding():
                card_id = self._page.feed.current_id(message.card_id)
                work(partial(self._attach, card_id, subject), "attach", asks=True)
            case _:
                work(partial(self._lookups.look_up, subject), "enrich")

    def _copy(self, name: str, value: str) -> None:
        """Copy a value to the terminal's clipboard."""
        self._page.copy(value, name)
        from tui.app.terminal.clipboard import MAY_NOT

        self._tell(f"Sent {name} to the terminal's clipboard ({MAY_NOT})")

    def _tell(self, words: str) -> None:
        if self._panel is not None:
            self._panel.tell(words)

    def _add_typed(self, card_id: str, text: str) -> None:
        """Add the subject for an identifier that the user typed."""
        subject = self._workspace.lookups.subject(text)
        if subject is None:
            self._tell(
                "Give an e-mail, web address, profile or ABN, or a name with its company: Ana Reid at Firm"
            )
            return
        self._typed.add(subject.key)
        self._add_subject(card_id, subject)
        if self._panel is not None:
            self._panel.accepted()

    def _add_subject(self, card_id: str, subject: Subject) -> None:
        known = self._by_hand.setdefault(self._page.feed.current_id(card_id), [])
        if subject.key not in {other.key for other in known}:
            known.append(subject)
        self._expect(subject.key)
        self._read_names()

    def _expect(self, row: str) -> None:
        if self._panel is not None:
            self._panel.expect(row)

    async def _attach(self, card_id: str, subject: Subject) -> None:
        """Attach the finding to the card as a comment."""
        from tui.app.enrich.sharing import agree

        finding = self._workspace.lookups.finding(subject)
        if finding is None:
            return
        shared = self._workspace.sharing.board_for(card_id, finding)
        if not await agree(self._page, [shared] if shared else []):
            self._tell("Nothing was attached")
            return
        done = await self._workspace.lookups.attach(card_id, finding)
        answered = self._workspace.sharing.board_for(card_id, finding)
        left = len(answered.values) if answered is not None and not answered.answer else 0
        without = f" · left out, as private: {left} value{'s' * (left != 1)}" if left else ""
        self._tell(f"{_ATTACHED[done].format_map(self._page.key_names)}{without}")
        self._read_names()
