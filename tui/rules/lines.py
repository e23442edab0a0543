"""LineIndex: in which line of ``rules.toml`` a key stands, which the parser does not tell."""

import re
from dataclasses import dataclass, field
from typing import Self

_HEADER = re.compile(r"\s*\[\[?\s*([\w.\s-]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""\s*["']?([\w-]+)["']?\s*(?:\.[\w.\s"'-]+)?=""")
_FENCE = re.compile(r'"""|\'\'\'')


@dataclass(slots=True)
class _Table:
    line: int
    keys: dict[str, int] = field(default_factory=dict)
    whens: dict[str, int] = field(default_factory=dict)
    steps: list[Self] = field(default_factory=list)


class LineIndex:
    """The lines of a rules file by rule, step and key.

    Args:
        text: The file's text, which is valid TOML.
    """

    def __init__(self, text: str) -> None:
        self._rules: list[_Table] = []
        self._top: dict[str, int] = {}
        keys = self._top
        fence = ""
        for number, line in enumerate(text.splitlines(), 1):
            if not fence:
                keys = self._read(line, number, keys)
            for mark in _FENCE.findall(line):
                fence = mark if not fence else ("" if mark == fence else fence)

    def _read(self, line: str, number: int, keys: dict[str, int]) -> dict[str, int]:
        """Record the header or the key of one line; return the table that following keys belong to."""
        if (header := _HEADER.match(line)) is not None:
            match "".join(header[1].split()):
                case "rule":
                    self._rules.append(_Table(number))
                    self._top.setdefault("rule", number)
                    return self._rules[-1].keys
                case "rule.do" if self._rules:
                    self._rules[-1].steps.append(_Table(number))
                    return self._rules[-1].steps[-1].keys
                case "rule.when" if self._rules:
                    self._rules[-1].keys.setdefault("when", number)
                    return self._rules[-1].whens
                case other:
                    self._top.setdefault(other.partition(".")[0], number)
                    return {}
        if (key := _KEY.match(line)) is not None:
            keys.setdefault(key[1], number)
        return keys

    def of_key(self, name: str) -> int:
        """Return the line of a key or table at the top of the file; 1 where it is not found."""
        return self._top.get(name, 1)

    def line(self, rule: int, loc: tuple[str | int, ...]) -> int:
        """Return the line of what ``loc`` leads to in the rule of that number; as near as is known."""
        if rule >= len(self._rules):
            return 1
        table = self._rules[rule]
        match loc:
            case ("when", str(name), *_) if name in table.whens:
                return table.whens[name]
            case ("do", int(place), *rest) if place < len(table.steps):
                step = table.steps[place]
                named = [step.keys[part] for part in rest if isinstance(part, str) and part in step.keys]
                return named[-1] if named else step.line
            case ("do",) if table.steps:
                return table.steps[0].line
            case (str(name), *_):
                return table.keys.get(name, table.line)
            case _:
                return table.line
