"""``rules.toml``: the user's rules, checked with line numbers.

.. code-block:: toml

    [[rule]]
    name = "Qualified"
    when = { trigger = "Card Moved", board = "Pipeline", to = "Qualified" }
    if = "-label:spam"

    [[rule.do]]
    step = "enrich"

    [[rule.do]]
    step = "create card"
    account = "delivery"
    board = "Projects"
    list = "Inbox"
    name = "{card.name}"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from tui.errors import UsageError
from tui.rules.rule import Rule
from tui.toml_lines import TomlLines, syntax_error

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

FILE = "rules.toml"
"""The file's name in the config directory."""

_UNKNOWN_KEY = "unexpected_keyword_argument"

_KEYWORDS = {"if": "condition", "from": "origin"}
"""Keys of the file that cannot be names in Python, and their names here."""

_STEPS = "move, archive, label, member, due, checklist, comment, create card, enrich, search people, notify, run, post"


@dataclass(frozen=True, slots=True)
class RuleProblem:
    """A mistake in the file.

    Attributes:
        line: The line it is in, from 1.
    """

    line: int
    what: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class RuleFile:
    """The valid rules of the file, and the mistakes in the rest of it.

    Attributes:
        rules: The valid rules, in the order of the file.
        problems: The mistakes, in the order of the lines.
    """

    rules: tuple[Rule, ...] = ()
    problems: tuple[RuleProblem, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)


def read_rules(path: Path) -> RuleFile:
    """Read the rules of ``path``; none if there is no file.

    Raises:
        UsageError: The file cannot be read.
    """
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return RuleFile()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}", hint="it is a text file in UTF-8") from error
    return parse_rules(text)


def parse_rules(text: str) -> RuleFile:
    """Parse the text of a rules file."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return RuleFile(problems=(_syntax(str(error), text),))
    index, problems = TomlLines(text), list[RuleProblem]()
    for name in document:
        if name != "rule":
            problems.append(
                RuleProblem(index.line((name,)), f"{name}: there is no such part", "write [[rule]]")
            )
    tables = document.get("rule", [])
    if not isinstance(tables, list):
        problems.append(
            RuleProblem(index.line(("rule",)), "rule must be a list of tables", "write [[rule]], not [rule]")
        )
        tables = []
    rules, lines = list[Rule](), dict[str, int]()
    for place, table in enumerate(tables):
        rule, wrong = _rule(table, place, index)
        problems += wrong
        if rule is None:
            continue
        if rule.name in lines:
            problems.append(
                RuleProblem(
                    index.line(("rule", place, "name")),
                    f"there are two rules called {rule.name!r}",
                    "rename one",
                )
            )
            continue
        lines[rule.name] = index.line(("rule", place))
        rules.append(rule)
    return RuleFile(tuple(rules), tuple(sorted(problems, key=lambda one: one.line)), lines)


def check_rule(table: Mapping[str, Any]) -> Rule:
    """Check one rule, given as its table in the file, and return it.

    Raises:
        UsageError: The rule is invalid; the message has the first mistake.
    """
    rule, wrong = _rule(dict(table), 0, TomlLines(""))
    if rule is None:
        raise UsageError(wrong[0].what, hint=wrong[0].hint)
    return rule


def _rule(table: Any, place: int, index: TomlLines) -> tuple[Rule | None, list[RuleProblem]]:
    """Validate one rule; return it, or its mistakes."""
    if not isinstance(table, dict):
        return None, [
            RuleProblem(
                index.line(("rule", place)), "a rule must be a table", "write [[rule]] above its keys"
            )
        ]
    try:
        return TypeAdapter(Rule).validate_python(_renamed(table)), []
    except ValidationError as error:
        told = dict[object, RuleProblem]()
        # A key that does not exist explains one that is missing: text, where txt is written.
        found = sorted(error.errors(include_url=False), key=lambda one: one["type"] != _UNKNOWN_KEY)
        for one in found:
            loc = tuple(_unrenamed(part) for part in one["loc"])
            if one["type"] == "union_tag_invalid":
                loc = (*loc, "step")
            told.setdefault(
                (loc[:3], one["type"]), RuleProblem(index.line(("rule", place, *loc)), *_told(loc, one))
            )
        return None, list(told.values())


def _renamed(table: dict[str, Any]) -> dict[str, Any]:
    """Return the table with its keys replaced by names that Python allows."""
    found = {_KEYWORDS.get(key, key): value for key, value in table.items()}
    if isinstance(when := found.get("when"), dict):
        found["when"] = {_KEYWORDS.get(key, key): value for key, value in when.items()}
    return found


def _unrenamed(part: str | int) -> str | int:
    return next((key for key, name in _KEYWORDS.items() if name == part), part)


def _told(loc: tuple[str | int, ...], error: ErrorDetails) -> tuple[str, str]:
    """Return the message of an error and how to mend it, in the words of the file."""
    where, context = _where(loc), error.get("ctx", {})
    held = error["input"]
    shown = "a table" if isinstance(held, dict) else "a list" if isinstance(held, list) else repr(held)
    if loc == ("do",) and isinstance(held, dict):
        return f"{where} must be a list of tables", "write [[rule.do]], not [rule.do]"
    return {
        "missing": (f"{where} is missing", _example(str(loc[-1]))),
        _UNKNOWN_KEY: (f"{where}: there is no such key", ""),
        "refused": (f"{where}{error['msg']}", str(context.get("hint", ""))),
        "union_tag_not_found": (f"{where} says no step", f'write step = "…", one of {_STEPS}'),
        "union_tag_invalid": (f"{where}: there is no step {context.get('tag')!r}", f"there are {_STEPS}"),
        "string_too_short": (f"{where} is empty", _example(str(loc[-1]))),
    }.get(error["type"]) or (
        f"{where} cannot be {shown}",
        f"{error['msg'][:1].lower()}{error['msg'][1:]}",
    )


def _where(loc: tuple[str | int, ...]) -> str:
    """Return the place of an error: ``when.trigger``, ``do 2, list``."""
    match loc:
        case ("do", int(place), str(_), *rest) if rest:
            return f"step {place + 1}, {'.'.join(str(part) for part in rest if isinstance(part, str))}"
        case ("do", int(place), *_):
            return f"step {place + 1}"
        case _:
            return ".".join(str(part) for part in loc if isinstance(part, str))


def _example(name: str) -> str:
    examples = {
        "name": 'write name = "a name"',
        "when": 'write when = { trigger = "Card Moved", board = "Pipeline" }',
        "trigger": 'write trigger = "Card Moved"',
        "do": "write [[rule.do]] below it, with a step",
    }
    return examples.get(name, f'write {name} = "…"')


def _syntax(message: str, text: str) -> RuleProblem:
    line, what, fix = syntax_error(message, text)
    return RuleProblem(line, what, fix or "this is no TOML")
