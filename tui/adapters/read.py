"""Reading of adapters: the program's, and the user's own in ``adapters/NAME.toml`` of the config directory."""

import difflib
import re
import tomllib
from dataclasses import fields
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from tui.adapters.adapter import Adapter, PriceList, RateLimits, ServiceAuth, ServiceKey
from tui.adapters.answer import AnswerShape, AnswerTest, ErrorTest
from tui.adapters.call import SecondStep, ServiceCall
from tui.adapters.fields import FieldSource
from tui.errors import UsageError
from tui.toml_lines import TomlLines, syntax_error

FOLDER = "adapters"
"""The folder of the user's own adapters in the config directory."""

_SERVICES = resources.files("tui.adapters") / "services"
_ENDING = ".toml"


class AdapterProblem(NamedTuple):
    """A mistake in an adapter's file: its line, from 1; the problem; the fix."""

    line: int
    what: str
    hint: str = ""


def built_in_names() -> list[str]:
    """Return the names of the program's adapters."""
    return sorted(one.name.removesuffix(_ENDING) for one in _SERVICES.iterdir() if one.name.endswith(_ENDING))


def adapter_names(config: Path) -> list[str]:
    """Return the names of all adapters: the program's, and those in the config directory."""
    own = [path.stem for path in sorted((config / FOLDER).glob(f"*{_ENDING}"))]
    return list(dict.fromkeys([*built_in_names(), *own]))


@cache
def built_in(name: str) -> Adapter:
    """Return one of the program's adapters."""
    adapter, problems = parse_adapter((_SERVICES / f"{name}{_ENDING}").read_text("utf-8"), name)
    if adapter is None:
        raise UsageError(
            f"the adapter {name}, line {problems[0].line}: {problems[0].what}", hint=problems[0].hint
        )
    return adapter


def find_adapter(name: str, config: Path | None) -> Adapter:
    """Return the adapter called ``name``; the user's own in the config directory takes precedence.

    Raises:
        UsageError: There is no such adapter, or the user's own cannot be read.
    """
    if config is not None and (own := config / FOLDER / f"{name}{_ENDING}").is_file():
        return read_adapter(own)
    if name not in built_in_names():
        known = built_in_names() if config is None else adapter_names(config)
        raise UsageError(
            f"there is no adapter {name!r}",
            hint=f"there are {', '.join(known)}; docs/adapters.md says how to write one",
        )
    return built_in(name)


def read_adapter(path: Path) -> Adapter:
    """Read the adapter in a file.

    Raises:
        UsageError: It cannot be read; the message has the line of the first mistake.
    """
    adapter, problems = check_adapter(path)
    if adapter is None:
        first = problems[0]
        raise UsageError(f"{path}, line {first.line}: {first.what}", hint=first.hint)
    return adapter


def check_adapter(path: Path) -> tuple[Adapter | None, list[AdapterProblem]]:
    """Return the adapter in a file, or None, and the mistakes.

    Raises:
        UsageError: The file cannot be read.
    """
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}", hint="name a file that is there, with its folder"
        ) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} cannot be read: {error}", hint="it is a text file in UTF-8") from error
    return parse_adapter(text, path.stem)


def lines_of(path: Path) -> TomlLines:
    """Return the lines of an adapter's file."""
    return TomlLines(path.read_text("utf-8"))


_MISSING, _UNKNOWN = {"missing", "missing_argument"}, {"unexpected_keyword_argument", "unexpected_keyword"}
"""The types of errors for a key that is not there, and for one that there is not."""


def parse_adapter(text: str, name: str) -> tuple[Adapter | None, list[AdapterProblem]]:
    """Parse the text of an adapter's file; return None and the mistakes, by line, if it is invalid."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, [_syntax_problem(str(error), text)]
    try:
        return TypeAdapter(Adapter).validate_python({**document, "name": name}), []
    except ValidationError as error:
        lines = TomlLines(text)
        told: dict[tuple[int, str], AdapterProblem] = {}
        errors = error.errors(include_url=False)
        meant = {(*one["loc"][:-1], _near_key([*one["loc"]])) for one in errors if one["type"] in _UNKNOWN}
        for one in errors:
            if one["type"] in _MISSING and one["loc"] in meant:
                continue  # the key exists but is misspelt, which is reported elsewhere
            problem = _problem(lines, one)
            told.setdefault((problem.line, problem.what), problem)
        return None, sorted(told.values())


def _problem(lines: TomlLines, error: ErrorDetails) -> AdapterProblem:
    # A field inside another is written with a dot, as in hq.city.
    place = [part for one in error["loc"] for part in (one.split(".") if isinstance(one, str) else [one])]
    return AdapterProblem(lines.line(tuple(place)), *_told(_where(place), error))


def _where(place: list[str | int]) -> str:
    """Return the place of an error in words: ``call 2, path``."""
    words = ""
    for part in place:
        words += f" {part + 1}" if isinstance(part, int) else f"{', ' if words else ''}{part}"
    return words or "the file"


def _told(where: str, error: ErrorDetails) -> tuple[str, str]:
    """Return the problem and the fix."""
    if error["type"] == "value_error":
        what, _, hint = str(error["ctx"]["error"]).partition("; ")
        return f"{where}: {what}", hint
    if error["type"] in _MISSING:
        return f"{where} is missing", _EXAMPLES.get(str(error["loc"][-1]), "")
    if error["type"] in _UNKNOWN:
        return f"{where}: there is no such key", _meant_key([*error["loc"]])
    held = error["input"]
    shown: Any = "a table" if isinstance(held, dict) else "a list" if isinstance(held, list) else repr(held)
    return f"{where} cannot be {shown}", _form(error)


def _form(error: ErrorDetails) -> str:
    """Return what to write instead of a value of the wrong type."""
    last = next((one for one in reversed(error["loc"]) if isinstance(one, str)), "")
    if error["type"] == "tuple_type":
        if "each" in error["loc"]:
            return f'what each object has is a path: {last} = "…"'
        return _LISTS.get(last, 'write a list: ["…", "…"]')
    should = error["msg"].removeprefix("Input should be ")
    return f"write {should}" if error["type"] == "literal_error" else f"it should be {should}"


def _meant_key(place: list[str | int]) -> str:
    """Return the key that an unknown one may stand for, or the known keys."""
    near = _near_key(place)
    return f"{near}?" if near else f"there are {', '.join(_known_keys(place))}"


def _near_key(place: list[str | int]) -> str:
    """Return the key that an unknown one may stand for; "" for none."""
    return next(iter(difflib.get_close_matches(str(place[-1]), _known_keys(place), 1)), "")


def _known_keys(place: list[str | int]) -> list[str]:
    """Return the keys of the table that has the key at ``place``."""
    table = next((one for one in reversed(place[:-1]) if isinstance(one, str)), "")
    return [one.name for one in fields(_TABLES.get(table, FieldSource)) if one.name != "name" or table]


def _syntax_problem(message: str, text: str) -> AdapterProblem:
    """Return the problem of invalid TOML, with the key in its line."""
    line, what, fix = syntax_error(message, text)
    key = re.match(r"\s*([\w.-]+)\s*=", [*text.splitlines(), ""][line - 1])
    hints = (hint for words, hint in _SYNTAX.items() if message.startswith(words))
    hint = next(hints, fix or "this is no TOML")
    return AdapterProblem(line, f"{key[1]}: {what}" if key and not fix else what, hint)


_SYNTAX = {
    "Illegal character '\\n'": 'close the quotes in this line: name = "value"',
    "Cannot declare": "this table is there twice: keep one of them, or write [[…]] for one of several",
    "Expected '=' after a key": 'write name = "value"',
    "Invalid value": 'put texts in quotes: name = "value"',
    "Unclosed array": "close the list with ]",
    "Expected newline or end of document": "write one key in a line, and texts with quotes in single quotes",
}
"""Fixes for invalid TOML, by the parser's message."""

_LISTS = {
    "by": 'write by = ["email"], or ["name + company"] for what is needed together',
    "status": "write a number, or a list of numbers: status = [403, 404]",
    **dict.fromkeys(("person", "company", "search", "price"), "write credits: 1, or [1, 2]"),
}
"""How the lists of some keys are written."""

_TABLES: dict[str, type] = {
    "": Adapter,
    "key": ServiceKey,
    "auth": ServiceAuth,
    "limits": RateLimits,
    "prices": PriceList,
    "answer": AnswerShape,
    "call": ServiceCall,
    "then": SecondStep,
    "miss": AnswerTest,
    "error": ErrorTest,
}
"""The tables of a file and their contents; tables of fields contain sources."""

_EXAMPLES = {
    "title": 'write title = "Example Data"',
    "call": "write [[call]], with kind, by and path below it",
    "kind": 'write kind = "person", "company", "search people", "search companies" or "credits"',
    "path": 'write path = "/people"',
}
