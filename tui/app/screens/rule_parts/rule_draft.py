"""RuleDraft: the answers that make a rule, and the table of the file that they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from tui.model.values.reminder import read_before
from tui.rules.actions import ACTIONS, ActionField, step_answers, step_table
from tui.rules.file import check_rule

EVERY = "*"
"""The answer that names no board or list: every one."""

FINISH = "-"
"""The answer that ends the steps."""

CARDLESS = frozenset({"New Label Created", "New Board"})
"""Triggers whose events concern no card."""

_KEPT = ("account", "enabled", "most", "credits")
"""Keys of a rule that no question is about; they stay as they are when a rule is changed."""


@dataclass
class RuleDraft:
    """The answers so far.

    Attributes:
        account: The account of a new rule; "" for the default account.
        written: The table of the rule that is changed; empty for a new one.
    """

    account: str = ""
    answers: dict[str, str] = field(default_factory=dict)
    written: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Self | None:
        """Return the answers that make the rule of ``table``; None if it says more than is asked."""
        rule = check_rule(table)
        answers = {"name": rule.name, "trigger": rule.when.trigger}
        answers |= {"if": rule.condition, "filter": rule.filter}
        answers |= {
            "board": _only(rule.when.board),
            "to": _only(rule.when.to),
            "before": str(rule.when.before),
        }
        for number, step in enumerate(table["do"], 1):
            name = step["step"]
            if name not in ACTIONS:
                return None
            answers[f"do {number}"] = name
            answers |= {f"do {number} {name} {key}": text for key, text in step_answers(step).items()}
        draft = cls(rule.account, answers, table)
        return draft if check_rule(draft.table()) == rule else None

    def steps(self) -> Iterator[tuple[str, str]]:
        """Yield the name of each answered action, with the prefix of its questions."""
        number = 1
        while (name := self.answers.get(f"do {number}", FINISH)) != FINISH:
            yield name, f"do {number} {name} "
            number += 1

    def table(self) -> dict[str, Any]:
        """Return the rule as it is written in the file.

        Raises:
            UsageError: A command cannot be split into words.
        """
        when: dict[str, Any] = {"trigger": self.answers["trigger"]}
        when |= {key: name for key in ("board", "to") if (name := self._answer(key, EVERY)) != EVERY}
        if before := self._answer("before"):
            when["before"] = minutes_before(before)
        passes = {key: text for key in ("if", "filter") if (text := self._answer(key))}
        kept = {key: self.written[key] for key in _KEPT if key in self.written}
        return {
            "name": self.answers.get("name", ""),
            **({"account": self.account} if self.account and not self.written else {}),
            **kept,
            "when": when,
            **passes,
            "do": [step_table(name, self.answers_of(prefix)) for name, prefix in self.steps()],
        }

    def answers_of(self, prefix: str) -> dict[str, str]:
        """Return the answers about one step, without its prefix."""
        return {
            key.removeprefix(prefix): text for key, text in self.answers.items() if key.startswith(prefix)
        }

    def leave_board(self, key: str) -> None:
        """Forget the answers that name lists, labels and members of the board that the answer ``key`` named."""
        if key != "board":
            self.answers.pop(key.removesuffix("board") + "list", None)
            return
        self.answers.pop("to", None)
        for name, prefix in [*self.steps()]:
            fields = ACTIONS[name].fields
            if not self.answers.get(f"{prefix}board"):
                for one in fields:
                    if one.kind in {"board", "list", "label", "member"}:
                        self.answers.pop(prefix + one.key, None)

    def asks_for(self, prefix: str, one: ActionField) -> bool:
        """Return whether a step has that question: a rule for one board moves to a list of that one, unless it says another."""
        is_optional = one.kind == "board" and one.choices is not None
        return not is_optional or self._answer("board", EVERY) == EVERY or prefix + one.key in self.answers

    def _answer(self, key: str, usual: str = "") -> str:
        """Return the answer to a question about the trigger; ``usual`` if the trigger does not have it."""
        return self.answers.get(key, usual) if self.asks(key) else usual

    def asks(self, key: str) -> bool:
        """Return whether the chosen trigger has that question."""
        trigger = self.answers.get("trigger", "")
        return {
            "board": trigger != "New Board",
            "to": trigger == "Card Moved" and self.answers.get("board", EVERY) != EVERY,
            "before": trigger == "Card Due Date Reminder",
            "if": trigger not in CARDLESS,
            "filter": trigger not in CARDLESS,
        }[key]


def _only(names: Sequence[str]) -> str:
    """Return the answer that names them, of which there can be one."""
    return names[0] if names else EVERY


def minutes_before(typed: str) -> int:
    """Return how many minutes a time such as ``1d`` or ``60`` has; -1 if it is none."""
    if typed.isdecimal() and len(typed) < 7:  # more than a year in any case
        return int(typed)
    minutes = read_before(typed)
    return -1 if minutes is None else minutes
