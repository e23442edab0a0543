"""``cardscout rules``: the rules, what they did, and what they would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.account.chosen import ACCOUNT, CHOSEN
from tui.cli.session import run
from tui.cli.triggers.begin import begin_rule
from tui.cli.triggers.moments import parse_since
from tui.cli.triggers.names import cannot_work
from tui.clock import SystemClock
from tui.errors import StoreError, UsageError
from tui.model.filter.complete import mistake
from tui.rules.edit import switch
from tui.rules.file import FILE, RuleFile, read_rules
from tui.rules.log import firings
from tui.rules.names import CANNOT, cannot_words
from tui.rules.preview import describe, preview, subject
from tui.rules.supervisor import signing_secret
from tui.settings.paths import Paths

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.rules.log import RuleFiring
    from tui.rules.preview import Preview
    from tui.rules.rule import Rule
    from tui.workspace import Workspace


@click.group()
def rules() -> None:
    """Do things by themselves when something happens on a board.

    The rules are in rules.toml in the config directory; docs/rules.md has examples. The screens do them while they are
    open, or cardscout watch --rules.
    """


@rules.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
def check(file: Path | None) -> None:
    """Check the rules, or those of FILE, and print what is wrong with the line it is in."""
    path = file or Paths.open().rules_file
    rule_file = read_rules(path)
    if not path.exists():
        if file is not None:
            raise UsageError(f"there is no file {path}", hint="without FILE, your own rules are checked")
        output.text(f"no rules yet: there is no file {path}")
        return
    for problem in rule_file.problems:
        output.say(f"{path}:{problem.line}: {problem.what}")
        if problem.hint:
            output.say(f"    {problem.hint}")
    if rule_file.problems:
        raise UsageError(
            f"{path.name} has {output.plural(len(rule_file.problems), 'mistakes')}",
            hint="mend the lines above; until then the rules that run go on as they were",
        )
    for rule in rule_file.rules:
        if said := mistake(rule.condition):
            output.say(f"note: no card may ever pass the filter of {rule.name!r}: {said}")
    _check_names(rule_file)
    output.text(f"{output.plural(len(rule_file.rules), 'rules')}, nothing wrong")


def _check_names(rule_file: RuleFile) -> None:
    """Print which rules cannot work, and why.

    Raises:
        UsageError: One of them is on.
    """
    wrong = cannot_work(Paths.open(), rule_file.rules)
    for name, line in zip(wrong, cannot_words(wrong), strict=True):
        output.say(f"{FILE}:{rule_file.lines[name]}: {line}")
    if broken := [rule for rule in rule_file.rules if rule.enabled and rule.name in wrong]:
        raise UsageError(
            f"{len(broken)} of {output.plural(len(rule_file.rules), 'rules')} {CANNOT}",
            hint="write a name that the boards have, or make what is missing",
        )


@rules.command("list")
@output.json_option
def list_(json_: bool) -> None:
    """List the rules: whether each is on, its trigger, and when it fired last.

    Columns: on, trigger, when it fired last, state, name. A rule that is on may say that it cannot work: a note tells why.
    """
    paths = Paths.open()
    rule_file = read_rules(paths.rules_file)
    with firings(paths.data, SystemClock()) as log:
        last = {rule.name: next(iter(log.recent(rule.name, 1)), None) for rule in rule_file.rules}
    wrong = cannot_work(paths, [rule for rule in rule_file.rules if rule.enabled])
    if json_:
        output.as_json(
            [
                as_json(rule, rule_file.lines[rule.name], last[rule.name], wrong.get(rule.name, ""))
                for rule in rule_file.rules
            ]
        )
        return
    output.table(
        ("on", "trigger", "last fired", "state", "name"),
        [_as_row(rule, last[rule.name], wrong.get(rule.name, "")) for rule in rule_file.rules],
    )
    for line in cannot_words(wrong):
        output.say(f"note: {line}")
    for problem in rule_file.problems:
        output.say(f"note: {FILE}, line {problem.line}: {problem.what}")


def as_json(rule: Rule, line: int, last: RuleFiring | None, wrong: str = "") -> Json:
    """Return a rule as JSON, with its line in the file, its last firing, and why it cannot work."""
    return {
        "name": rule.name,
        "enabled": rule.enabled,
        "trigger": rule.when.trigger,
        "account": rule.account or None,
        "if": rule.condition or None,
        "filter": rule.filter or None,
        "steps": [describe(step) for step in rule.do],
        "line": line,
        "last": None if last is None else last.wire(),
        "cannotWork": wrong or None,
    }


def _as_row(rule: Rule, last: RuleFiring | None, wrong: str) -> tuple[str, ...]:
    on = CANNOT if wrong else "yes" if rule.enabled else "no"
    fired, state = ("never", "") if last is None else (output.format_moment(last.heard), last.state)
    return (on, rule.when.trigger, fired, state, rule.name)


@rules.command()
@click.argument("name")
def on(name: str) -> None:
    """Switch the rule NAME on; what happens from now on fires it, also before a program runs the rules."""
    paths, since = Paths.open(), SystemClock().now()
    was_off = switch(paths.rules_file, name, on=True)
    rule = find_rule(read_rules(paths.rules_file), name)
    if not (wrong := cannot_work(paths, [rule])):
        try:
            begin_rule(rule, since, anew=was_off)
        except StoreError:
            # Not half: nobody would know from when on it fires.
            switch(paths.rules_file, name, on=not was_off)
            raise
    for line in cannot_words(wrong):
        output.say(f"note: {line}")


@rules.command()
@click.argument("name")
def off(name: str) -> None:
    """Switch the rule NAME off."""
    switch(Paths.open().rules_file, name, on=False)


@rules.command()
@click.argument("name", required=False)
@click.option(
    "--limit", default=50, show_default=True, type=click.IntRange(1, 10_000), help="At most so many."
)
@output.json_option
def log(name: str | None, limit: int, json_: bool) -> None:
    """Show what the rules did, the newest first; or what the rule NAME did.

    Columns: id, when, state, credits, rule, what.
    """
    with firings(Paths.open().data, SystemClock()) as found:
        shown = found.recent(name or "", limit)
    if name is not None and not shown:
        _ = find_rule(read_rules(Paths.open().rules_file), name)
    if json_:
        output.as_json([one.wire() for one in shown])
        return
    output.table(
        ("id", "when", "state", "credits", "rule", "what"),
        [
            (
                one.id,
                output.format_moment(one.heard),
                one.state,
                one.credits,
                one.rule,
                "; ".join(one.outcomes),
            )
            for one in shown
        ],
    )


@rules.command()
@click.argument("firing", type=int, metavar="ID")
def retry(firing: int) -> None:
    """Do the firing ID again, from the step it failed at; rules log shows the ids."""
    with firings(Paths.open().data, SystemClock()) as found:
        if not found.retry(firing).result():
            raise UsageError(
                f"there is no firing {firing} that failed", hint="cardscout rules log shows them"
            )


@rules.command("try")
@click.argument("name")
@click.option(
    "--since", default="7d", show_default=True, metavar="WHEN", help="Events since: 2h, 3d, or a date."
)
@output.json_option
def try_(name: str, since: str, json_: bool) -> None:
    """Show what the rule NAME would have done; nothing is done.

    It looks at what happened since WHEN, without what was undone or done again here. Whether a card passes `if` is
    asked of the card as it is now.
    """
    rule = find_rule(read_rules(Paths.open().rules_file), name)
    moment = parse_since(since)

    async def look(workspace: Workspace) -> None:
        now = SystemClock().now()
        found = await preview(workspace, CHOSEN.get() or ACCOUNT, rule, moment, now)
        if json_:
            output.as_json([one.wire() for one in found])
            return
        cardless = [one for one in found if not one.passes and not one.event.get("card")]
        for one in found:
            if one in cardless:
                continue
            output.text(f"{output.format_moment(one.at)}  {subject(one.event)}")
            for line in _would(rule, one):
                output.text(f"    {line}")
        if cardless:
            kinds = ", ".join(sorted({subject(one.event) for one in cardless}))
            output.say(
                f"note: {output.plural(len(cardless), 'events')} of no card, which a filter never passes: {kinds}"
            )
        output.say(_summary(found, moment))
        for note in notes(rule):
            output.say(f"note: {note}")

    run(look, account=rule.account or None)


def _would(rule: Rule, one: Preview) -> list[str]:
    """Return what a rule would have done for an event, or why it would not."""
    if not one.passes:
        said = " ".join(filter(None, (rule.condition, rule.filter)))
        return [f"nothing: the card does not pass “{said}” as it is now"]
    return [f"{number}. {step}" for number, step in enumerate(one.steps, 1)]


def _summary(found: Sequence[Preview], since: datetime) -> str:
    """Return how many events there were, and for how many of them something would have been done."""
    moment = output.format_moment(since)
    if not found:
        return f"nothing that starts the rule happened since {moment}"
    fired = sum(one.passes for one in found) or "none"
    events = output.plural(len(found), "events")
    return f"{events} since {moment}: the rule would have acted on {fired}. Nothing was done."


def notes(rule: Rule) -> Iterator[str]:
    """Yield further notes about a rule for the user to read before it is switched on."""
    if said := mistake(rule.condition):
        yield f"no card may ever pass its filter: {said}"
    if rule.spends:
        yield f"the rule may spend {output.plural(rule.credits, 'credits')} a day on its lookups"
    if not rule.enabled:
        yield f"the rule is off; cardscout rules on {quote(rule.name)} switches it on"


@rules.command()
def secret() -> None:
    """Print the secret that signs the requests of rules, for whoever checks them."""
    output.text(signing_secret(Paths.open().data).decode())


def find_rule(rule_file: RuleFile, name: str) -> Rule:
    """Return the rule of that name."""
    found = next((rule for rule in rule_file.rules if rule.name == name), None)
    if found is None:
        if rule_file.problems:
            wrong = rule_file.problems[0].what
            raise UsageError(f"there is no rule {name!r}; {wrong}", hint="cardscout rules check tells where")
        names = ", ".join(repr(rule.name) for rule in rule_file.rules)
        none = (
            "there are none: cardscout rules new makes one, or R in the screens; docs/rules.md has examples"
        )
        raise UsageError(f"there is no rule {name!r}", hint=f"there are {names}" if names else none)
    return found
