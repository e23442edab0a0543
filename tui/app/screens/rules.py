"""RulesScreen: the rules, their mistakes, and their firings."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult, SuspendNotSupported
from textual.containers import Container
from textual.content import Content
from textual.widgets import OptionList, Static

from tui.app.commands.pages.rules import RULES
from tui.app.drawing.hanging_lines import HangingLines
from tui.app.screens.boxes.read import ReadScreen
from tui.app.screens.list_page import ListPage
from tui.app.screens.rule_parts import lines
from tui.app.screens.rule_parts.known import KnownRules
from tui.app.screens.rule_parts.rule_writer import RuleWriter
from tui.app.widgets.assist.scrolled_text import ScrolledText
from tui.app.widgets.rows import Row, RowList
from tui.app.widgets.status_bar import StatusBar
from tui.errors import UsageError
from tui.rules.edit import delete, switch
from tui.rules.preview import preview

if TYPE_CHECKING:
    from tui.app.account.switch import Switch
    from tui.model.change import Change
    from tui.rules.preview import Preview
    from tui.rules.rule import Rule
    from tui.rules.runner import RuleRunner
    from tui.workspace import Workspace

LOOK = 1.0
"""Seconds between two checks of the file and the log."""

_FEW, _ALL = 10, 200
"""Number of firings shown beside a rule, and in the box."""

_TRIED = timedelta(days=7)
_NOTHING = (
    "No rule yet.\n\n"
    "A rule does something by itself when something happens on a board: a card that comes to a list gets a label, is "
    "looked up, is copied to another board or told of.\n\n"
    "{new-rule} makes one, step by step. {edit-rules} opens the file in your editor."
)

_UNREADABLE = "No rule can be read: mend what is wrong above. {edit-rules} opens the file in your editor."


class RulesScreen(ListPage):
    """The page of the rules, in the order of the file.

    Args:
        accounts: The accounts, one of which is open.
    """

    heading = "Rules"
    undoes = "nothing"
    about = frozenset({"boards", "lists", "labels"})
    commands = RULES
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]

    def __init__(
        self,
        workspace: Workspace,
        runner: RuleRunner,
        accounts: Switch,
        *,
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._known, self._home, self._accounts = KnownRules(runner), runner.home, accounts
        self._seen: object = None
        self._writer = RuleWriter(self.boxes, workspace, runner.home.path)

    def compose(self) -> ComposeResult:
        """Yield the mistakes, the list of rules, and the rule under the cursor."""
        yield Static(id="list-heading")
        yield Static(id="rule-problems")
        with Container(id="rules-body"):
            yield RowList(id="list-rows")
            with ScrolledText(id="rule-detail"):
                yield Static()
        yield Static(Content(_NOTHING.format_map(self.key_names)), id="list-nothing")
        yield StatusBar()

    def on_mount(self) -> None:
        """Open the log of firings, then check for changes once a second; the base class's handler runs too."""
        self.work(self._open_log, "open")

    async def _open_log(self) -> None:
        await self._known.open()
        self.reload()
        self.set_interval(LOOK, self._look)

    def on_unmount(self) -> None:
        """Close the log. The base class's handler runs too."""
        self._known.close()

    def _look(self) -> None:
        """Reload the page if the file, the log, or the process that runs the rules has changed."""
        with self.boundary():
            if self._known.state() != self._seen:
                self.reload()

    # --- what is shown ------------------------------------------------------------------------

    @property
    def rule(self) -> Rule | None:
        """The rule under the cursor."""
        return self._known.rule(self.chosen)

    def title_words(self) -> str:
        """Return how many rules are on, and which program runs them."""
        return self._known.summary()

    def entries(self) -> list[Row]:
        """Return one row per rule."""
        known = self._known
        return [(rule.name, lines.row(rule, *known.facts(rule))) for rule in known.rule_file.rules]

    def reload(self, change: Change | None = None) -> None:
        """Read and show the file and the log; of the boards only the names matter."""
        self._seen = self._known.state()
        self._known.read()
        self._show_problems()
        super().reload(change)
        self._show_rule()

    def _show_problems(self) -> None:
        known = self._known
        wrong = lines.problems(self._home.path.name, known.rule_file.problems, known.reports, known.wrong)
        self.query_one("#rule-problems", Static).update(wrong)
        nothing = _UNREADABLE if known.rule_file.problems else _NOTHING
        self.query_one("#list-nothing", Static).update(Content(nothing.format_map(self.key_names)))
        self.set_class(bool(wrong.plain), "-wrong")

    @on(OptionList.OptionHighlighted)
    def _walked(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._show_rule()

    def _show_rule(self) -> None:
        pane, rule = self.query_one("#rule-detail", ScrolledText), self.rule
        shown = Content("")
        if rule is not None:
            known = self._known
            shown = lines.detail(rule, known.firings(rule, _FEW), known.now, known.wrong.get(rule.name, ""))
        pane.query_one(Static).update(HangingLines(shown))
        pane.scroll_home(animate=False)

    # --- what the commands ask for ------------------------------------------------------------

    async def switch_rule(self) -> None:
        """Switch the rule under the cursor on or off."""
        if (rule := self.rule) is not None:
            await asyncio.to_thread(switch, self._home.path, rule.name, on=not rule.enabled)
            self.reload()
            self.tell(f"{rule.name} is {'off' if rule.enabled else 'on'}")

    async def delete_rule(self) -> None:
        """Delete the rule under the cursor from the file, after asking."""
        if (rule := self.rule) is None:
            return
        detail = "It cannot be undone. What it did stays done."
        if await self.boxes.confirm(f"Delete the rule “{rule.name}”?", detail=detail, yes="Delete"):
            await asyncio.to_thread(delete, self._home.path, rule.name)
            self.reload()
            self.tell(f"deleted the rule “{rule.name}”")

    async def show_firings(self) -> None:
        """Show the firings of the rule under the cursor."""
        if (rule := self.rule) is not None:
            found = self._known.firings(rule, _ALL)
            await self.boxes.ask(ReadScreen(rule.name, lines.everything(found, self._known.now)))

    async def retry_firing(self) -> None:
        """Retry a firing of the rule that failed or was refused: the only one, or the one that the user chooses."""
        rule, log = self.rule, self._known.log
        if rule is None or log is None:
            return
        failed = [one for one in self._known.firings(rule, _ALL) if one.state in {"failed", "refused"}]
        if not failed:
            self.tell(f"nothing of {rule.name} failed")
            return
        choices = [lines.choice(one, self._known.now) for one in failed]
        ident = await self.choose("Do which again?", choices) if len(choices) > 1 else choices[0].value
        if ident is not None:
            await asyncio.wrap_future(log.retry(int(ident)))
            self.reload()
            self.tell("it is done again")

    async def try_rule(self) -> None:
        """Show what the rule under the cursor would have done in the last days."""
        if (rule := self.rule) is None:
            return
        name = rule.account or self._home.account
        workspace, now = await self._workspace(name), self._known.now
        self.tell("looking at what happened in the last 7 days…")

        def look() -> Sequence[Preview]:
            return asyncio.run(preview(workspace, name, rule, now - _TRIED, now))

        found = await asyncio.to_thread(look)  # a thread, because it reads every card
        _ = self.clear_message()
        await self.boxes.ask(ReadScreen(f"{rule.name}: the last 7 days", lines.tried(found, now)))

    async def _workspace(self, account: str) -> Workspace:
        """Return the workspace of an account."""
        if account == self._accounts.name:
            return self.workspace
        if self._accounts.accounts is None:
            raise UsageError(f"the account {account} is not open here")
        workspace = self._accounts.accounts.open(account)
        await workspace.start()
        return workspace

    async def edit_rules(self) -> None:
        """Edit the file in the user's editor."""
        from tui.app.terminal.editor import edit_file, suspended

        try:
            problem = await edit_file(self._home.path, os.environ, partial(suspended, self.app))
        except SuspendNotSupported:
            problem = f"This terminal cannot be lent to an editor: the rules are in {self._home.path}"
        self.reload()
        if problem:
            self.tell(problem)

    async def new_rule(self) -> None:
        """Ask for a new rule and write it; if the user cancels, keep the answers for the next time."""
        several = self._accounts.accounts is not None and len(self._accounts.accounts.entries()) > 1
        name = await self._writer.new(self._accounts.name if several else "")
        self._show_written(name, "is made, and on", "not made", "new-rule")

    async def change_rule(self) -> None:
        """Ask for the rule under the cursor anew; if the user cancels, keep the answers for the next time."""
        if (rule := self.rule) is not None:
            name = await self._writer.change(rule.name)
            self._show_written(name, "is changed", "not changed", "change-rule", rule.name)

    def _show_written(self, name: str | None, done: str, left: str, command: str, was: str = "") -> None:
        if name is not None:
            self.reload()
            self.rows.move_cursor_to(name)
            self.tell(f"{name} {done}")
        elif self._writer.has_unfinished(was):
            self.tell(f"{left} · {self.key_names[command]} goes on with it")
