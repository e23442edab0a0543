"""The rules page's texts about a rule: its line, its steps, and its firings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from tui.app.commands.command import Choice
from tui.presentation.safe_text import safe_line, safe_text
from tui.presentation.timestamps import day_time
from tui.rules.names import CANNOT, cannot_words
from tui.rules.preview import describe, subject

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from tui.rules.file import RuleProblem
    from tui.rules.log import RuleFiring
    from tui.rules.preview import Preview
    from tui.rules.rule import Rule, When

_MARKS = {
    "waiting": ("⟳", "$ink-quiet"),
    "done": ("✓", "$done"),
    "failed": ("!", "$late"),
    "refused": ("!", "$late"),
}
_PROBLEMS = 3
"""Maximum number of the file's problems that are shown."""

_STATES = {"waiting": "waits", "done": "done", "failed": "failed", "refused": "refused"}


def row(rule: Rule, last: RuleFiring | None, spent: int, now: datetime, wrong: str = "") -> Content:
    """Return the two lines of a rule in the list; ``wrong`` tells why it cannot work."""
    mark, style = ("● ", "$done") if rule.enabled else ("○ ", "$ink-quiet")
    mark, style = ("! ", "$late") if wrong else (mark, style)
    head = Content.assemble((mark, style), (safe_line(rule.name), "bold" if rule.enabled else "$ink-quiet"))
    words = [rule.when.trigger, *([safe_line(rule.account)] if rule.account else [])]
    cost = f" · {_count(spent, 'credit')} in a day" if spent else ""
    state = Content.styled("never fired", "$ink-quiet") if last is None else _state(last, now)
    state = Content.styled(CANNOT, "$late") if wrong else state
    about = (f"\n  {' · '.join(words)} · ", "$ink-quiet")
    return Content.assemble(head, about, state, (cost, "$ink-quiet"))


def _state(firing: RuleFiring, now: datetime) -> Content:
    mark, style = _MARKS.get(firing.state, ("?", "$ink-quiet"))
    return Content.assemble(
        (f"{mark} {_STATES.get(firing.state, firing.state)}", style),
        (f" {day_time(firing.heard, now)}", "$ink-quiet"),
    )


def detail(rule: Rule, firings: Sequence[RuleFiring], now: datetime, wrong: str = "") -> Content:
    """Return a rule in full, and its last firings; ``wrong`` tells why it cannot work."""
    lines = [Content.styled(f"! It {CANNOT}: {safe_text(wrong)}", "$late")] if wrong else []
    lines += [Content.assemble(("When ", "$ink-quiet"), safe_text(when_words(rule.when)))]
    if rule.condition:
        lines.append(Content.assemble(("If ", "$ink-quiet"), safe_text(rule.condition)))
    if rule.filter:
        lines.append(Content.assemble(("If it passes ", "$ink-quiet"), safe_text(rule.filter)))
    lines += [
        Content.assemble((f"{number}. ", "$ink-quiet"), safe_text(describe(step)))
        for number, step in enumerate(rule.do, 1)
    ]
    most = f"at most {rule.most} times an hour"
    lines.append(
        Content.styled(
            most + (f", {rule.credits} credit{'s' * (rule.credits != 1)} a day" if rule.spends else ""),
            "$ink-quiet",
        )
    )
    lines.append(Content(""))
    lines += [told(one, now) for one in firings] or [Content.styled("It has not fired yet.", "$ink-quiet")]
    return Content("\n").join(lines)


def when_words(when: When) -> str:
    """Return the rule's trigger in words: ``Card Moved on Pipeline, to Qualified``."""
    said = [f"{when.trigger} on {' or '.join(when.board) or 'every board'}"]
    said += [f"in {' or '.join(when.list)}"] if when.list else []
    said += [f"from {' or '.join(when.origin)}"] if when.origin else []
    said += [f"to {' or '.join(when.to)}"] if when.to else []
    for name in ("card", "label", "member", "activity", "property"):
        said += [f"{name} {' or '.join(named)}"] if (named := getattr(when, name)) else []
    from tui.model.values.reminder import before_words

    said += [before_words(when.before)] if when.before else []
    return ", ".join(said)


def told(firing: RuleFiring, now: datetime) -> Content:
    """Return one firing: time, card, state, and a line for each step."""
    about = [""]
    if firing.depth:
        about.append(f"caused by a rule, {firing.depth} deep")
    if firing.credits:
        about.append(_count(firing.credits, "credit"))
    if firing.state == "waiting" and firing.tries:
        tries = "once" if firing.tries == 1 else f"{firing.tries} times"
        about.append(f"tried {tries}, again {day_time(firing.due, now)}")
    named = (safe_line(subject(firing.event)), "bold")
    head = Content.assemble(_state(firing, now), "  ", named, (" · ".join(about), "$ink-quiet"))
    return Content("\n").join(
        [head, *(Content.styled(f"  {safe_text(one)}", "$ink-quiet") for one in firing.outcomes)]
    )


def everything(firings: Sequence[RuleFiring], now: datetime) -> Content:
    """Return the firings of a rule in full."""
    return (
        Content("\n").join([told(one, now) for one in firings])
        if firings
        else Content("It has not fired yet.")
    )


def tried(found: Sequence[Preview], now: datetime) -> Content:
    """Return what a rule would have done, newest first."""
    fired = sum(one.passes for one in found)
    if not found:
        return Content("Nothing happened in the last 7 days that starts it.")
    head = f"{_count(len(found), 'event')}, {fired} would fire it. Nothing was done."
    return Content("\n").join(
        [Content(head), *(line for one in reversed(found) for line in _tried(one, now))]
    )


def _tried(one: Preview, now: datetime) -> list[Content]:
    """Return one event that a rule was tried on, and a line for each step that it would have done."""
    mark, style = ("✓", "$done") if one.passes else ("–", "$ink-quiet")
    why = "" if one.passes else "  the card does not pass the filter"
    steps = one.steps if one.passes else ()
    head = Content.assemble(
        (f"{mark} {day_time(one.at, now)}  ", style),
        (safe_line(subject(one.event)), "bold"),
        (why, "$ink-quiet"),
    )
    return [head, *(Content.styled(f"  {safe_text(step)}", "$ink-quiet") for step in steps)]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def problems(
    file: str, found: Sequence[RuleProblem], reports: Iterable[str], wrong: Mapping[str, str]
) -> Content:
    """Return the mistakes in the file, the rules that cannot work, and the errors of the running rules."""
    lines = [
        Content.assemble(
            f"! {file}, line {one.line}: {safe_text(one.what)}",
            (f" · {safe_text(one.hint)}" if one.hint else "", "$ink-quiet"),
        )
        for one in found[:_PROBLEMS]
    ]
    if (more := len(found) - _PROBLEMS) > 0:
        lines.append(Content(f"! and {more} more: cardscout rules check lists them"))
    # The engine reports the file's problems as well, and what it found when it began.
    others = [one for one in reports if not one.startswith(f"{file}, line ") and f": {CANNOT}: " not in one]
    lines += [Content(f"! {safe_text(one)}") for one in (*cannot_words(wrong), *others)]
    return Content("\n").join(lines)


def choice(firing: RuleFiring, now: datetime) -> Choice:
    """Return a firing as a choice: the card, when it fired, and what came of it."""
    outcome = firing.outcomes[-1] if firing.outcomes else ""
    return Choice(str(firing.id), subject(firing.event), f"{day_time(firing.heard, now)} · {outcome}")
