"""Ways round what the toolkit does anew for each app, and for each look at one: a test has many."""

import asyncio
from collections.abc import Hashable
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.widget import Widget


class Sheets:
    """The style sheets that the apps of this process have parsed."""

    def __init__(self) -> None:
        self._parsed: dict[Hashable, list[RuleSet]] = {}
        self._maps: dict[Hashable, dict[str, list[RuleSet]]] = {}
        self._numbers: dict[Hashable, int] = {}
        self._parse, self._rules_map = Stylesheet._parse_rules, Stylesheet.rules_map

    def share(self, patch: pytest.MonkeyPatch) -> None:
        """Have each text parsed once, and the rules of the same sheets sorted by name once."""

        def parse_once(sheet: Stylesheet, *args: Hashable, **options: Hashable) -> list[RuleSet]:
            key = (args, *options.items(), self._number(sheet))
            if key not in self._parsed:
                self._parsed[key] = self._parse(sheet, *args, **options)  # type: ignore[arg-type]  # passed on as they came
            return self._parsed[key]

        def sorted_once(sheet: Stylesheet) -> dict[str, list[RuleSet]]:
            if sheet._rules_map is None:
                # All of them are kept, so that no other has the identity of one.
                key = tuple(map(id, sheet.rules))
                if key not in self._maps:
                    self._maps[key] = self._rules_map.__get__(sheet)
                sheet._rules_map = self._maps[key]
            return sheet._rules_map

        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        patch.setattr(Stylesheet, "rules_map", property(sorted_once))

    def _number(self, sheet: Stylesheet) -> int:
        """A number for what the variables of ``sheet`` stand for: there are hundreds, and few sets of them."""
        known = getattr(sheet, "_numbered", None)
        if known is None or known[0] is not sheet._variables:
            values = tuple(sheet._variables.items())
            known = (sheet._variables, self._numbers.setdefault(values, len(self._numbers)))
            sheet._numbered = known  # type: ignore[attr-defined]  # it is ours
        return known[1]


def rests(pump: MessagePump) -> bool:
    """Whether ``pump`` has done all that it was asked for, and waits for more."""
    queue: Any = getattr(pump, "_message_queue")  # noqa: B009 - mypy does not know what it is
    return queue.empty() and bool(queue.ready_event._waiters)


async def wait_for_the_busy(pilot: Pilot[Any], timeout: float = 30.0) -> bool:  # noqa: ASYNC109 - as the toolkit's own
    """Wait until each widget has done what it was asked for; the toolkit asks all of them, which mostly rest."""
    app = pilot.app
    if app.screen_stack and all(map(rests, (app, *app.screen.walk_children(Widget, with_self=True)))):
        await asyncio.sleep(0)
        return True
    return await _wait_for_all(pilot, timeout)


_wait_for_all = Pilot._wait_for_screen
