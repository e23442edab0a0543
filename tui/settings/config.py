"""The user's settings in ``config.toml``: read once at start, validated, and changed without losing comments.

.. code-block:: toml

    keys = "vim"              # a preset: default, trello or vim
    theme = "cardscout-light"
    density = "compact"       # compact, normal or full
    ageing = 14               # days after which a card that nobody touched is drawn dimmer; not unless set
    bell = true               # for a notification, and for a card that becomes due; false unless set
    mouse = false             # leaves the mouse to the terminal, as --no-mouse does; true unless set
    board = "Pipeline"        # opened at start: name, id, short link or URL
    editor = "nvim -f"        # goes before $VISUAL and $EDITOR
    country = "NZ"            # AU or NZ: the country of telephone numbers that name none; AU unless set

    order = ["nzbn", "hunter"]  # providers to ask, one after the other until one finds the person or the company
                              # or a table: [order] person = ["hunter"], company = ["nzbn", "hunter"]

    [theme]                   # instead of theme = "…": your own, over another one
    base = "dark"             # dark, light, contrast, 16, or another theme by name
    cursor = "#ffd700"        # any of the colours that `cardscout config schema` lists

    [bindings]                # single keys on top of the preset, by command name
    move-card-right = "L, full_stop"
    undo = ""                 # removes the key

    [labels]                  # labels that a new card gets, by the name of its list, or BOARD/LIST
    Leads = ["hot"]
    "Pipeline/Won" = ["renewal", "NZ"]

    [spending]                # credits for looking people and companies up; no cap unless set
    run = 100                 # of one run over many cards
    month = 500               # of a calendar month

    [privacy]
    forget_after_days = 90    # answers of lookups, and whom receipts are about, are erased when older; never unless set
"""

import difflib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, Self

from tui.errors import UsageError
from tui.model.enrich.spending import WANTED, Wanted
from tui.model.fields import Frozen, field
from tui.settings.known import (
    BASE,
    COLOUR,
    COLOURS,
    OWN,
    SETTINGS,
    Country,
    Density,
    Preset,
    Setting,
    known_setting,
)
from tui.whole_file import write_whole

Order = Mapping[Literal["person", "company"], tuple[str, ...]]
"""The providers to ask for each kind, one after the other."""

_BINDINGS, _LABELS, _SPENDING, _PRIVACY = "bindings", "labels", "spending", "privacy"
_TABLES = (_BINDINGS, _LABELS, "accounts", "providers", _SPENDING, _PRIVACY)
_CAPS = ("run", "month")
_FORGET, _MOST_DAYS = "forget_after_days", 36_500
_ORDER, _THEME, _WANT = "order", "theme", "want"
_KINDS: tuple[Literal["person", "company"], ...] = ("person", "company")
_NAMES = (*(each.name for each in SETTINGS), *_TABLES, _ORDER, _WANT)


class Config(Frozen):
    """The user's settings, with a default for each.

    Attributes:
        keys: The preset of key bindings.
        bindings: Keys by command name, several separated by commas; "" for none.
        theme: The name of a theme, or None for the default.
        colours: Colours by name of the user's own theme, and its ``base``; empty unless there is a table [theme].
        density: The density of cards, or None for the last used one.
        ageing: Days after which a card that nobody touched is drawn dimmer, or None for never.
        bell: Whether the terminal's bell rings for notifications and for cards that become due.
        mouse: Whether the screens react to the mouse.
        country: The country of telephone numbers on cards that do not name one.
        board: The name of the board to open at start, or None for the last one.
        editor: The editor's command line, or None for the environment's.
        account: The account to open, or None for the local one; see ``accounts``.
        provider: The enrichment provider, or None for the account's own service; see ``providers``.
        order: The providers to ask for a ``person`` and for a ``company``, until one finds it; none for ``provider``.
        want: What the providers of the order are asked for until it is there: ``email``, ``phone``; empty for any match.
        has_providers: Whether providers are set up.
        labels: Names of the labels that a new card gets, by the name of its list, or of board and list with a slash.
        spending: The most credits for one ``run`` over many cards and for a calendar ``month``.
        privacy: ``forget_after_days``: the age at which what lookups left is erased, if it is set.
        lines: The number of the line that sets each name, for error messages.
    """

    keys: Preset = "default"
    bindings: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    theme: str | None = None
    colours: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    density: Density | None = None
    ageing: int | None = None
    bell: bool = False
    mouse: bool = True
    country: Country = "AU"
    board: str | None = None
    editor: str | None = None
    account: str | None = None
    provider: str | None = None
    order: Order = field(default_factory=lambda: MappingProxyType({}))
    want: frozenset[Wanted] = frozenset()
    has_providers: bool = False
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    spending: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    privacy: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    lines: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}), compare=False)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the settings from the file at ``path``; the defaults if there is no such file.

        Raises:
            UsageError: The file cannot be read, is not TOML, or has an invalid setting. The message names the
                file and the line.
        """
        if not (text := _text(path)):
            return cls()
        from tui.toml_lines import TomlLines

        found, lines = _parsed(path, text), TomlLines(text)
        for name, value in found.items():
            if (problem := _problem(name, value)) is not None:
                raise UsageError(f"{path}, line {lines.line((name,))}: {problem[0]}", hint=problem[1])
        if (wrong := next(_table_problems(found), None)) is not None:
            place, words, fix = wrong
            raise UsageError(f"{path}, line {lines.line(place)}: {words}", hint=fix)
        found["has_providers"] = bool(found.get("providers"))
        for table in ("accounts", "providers"):
            # accounts.py and providers.py read these tables themselves.
            found.pop(table, None)
        found[_ORDER] = _by_kind(found.get(_ORDER, {}))
        found[_WANT] = frozenset(found.get(_WANT, ()))
        for table in (_SPENDING, _PRIVACY):
            found[table] = MappingProxyType(found.get(table, {}))
        found[_LABELS] = MappingProxyType({at: tuple(names) for at, names in found.get(_LABELS, {}).items()})
        bindings = MappingProxyType(found.get(_BINDINGS, {}))
        if isinstance(own := found.get(_THEME), dict):
            found |= {_THEME: OWN, "colours": MappingProxyType(own)}
        colours: Mapping[str, str] = found.get("colours", {})
        places = [(name,) for name in found] + [
            (table, name) for table, names in ((_BINDINGS, bindings), (_THEME, colours)) for name in names
        ]
        by_name = MappingProxyType({place[-1]: lines.line(place) for place in places})
        return cls(**{**found, _BINDINGS: bindings}, lines=by_name)


def read_document(path: Path) -> dict[str, Any]:
    """Read the whole file at ``path``, without validation; {} if there is no such file.

    Raises:
        UsageError: The file cannot be read, or is not TOML.
    """
    return _parsed(path, _text(path))


def _parsed(path: Path, text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: {error}", hint="mend that line, or move the file away") from error


def write_document(path: Path, keys: tuple[str, str], table: Mapping[str, Any] | None) -> None:
    """Set or (None) remove ``table`` in the file at ``path``; the rest stays as it is.

    Raises:
        UsageError: The file cannot be read or written.
    """
    import tomlkit

    above, name = keys

    def put(document: Any) -> None:
        if table is None:
            if isinstance(held := document.get(above), dict):
                held.pop(name, None)
        else:
            document.setdefault(above, tomlkit.table(is_super_table=True))[name] = dict(table)

    edit_document(path, put)


def edit_document(path: Path, edit: Callable[[Any], None]) -> None:
    """Change the document at ``path`` by calling ``edit``, and write it atomically; comments are kept.

    Raises:
        UsageError: The file cannot be read or written.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(_text(path))
    except TOMLKitError as error:
        raise UsageError(f"{path}: {error}", hint="mend that line, or move the file away") from error
    edit(document)
    _write(path, tomlkit.dumps(document))


def change(path: Path, name: str, value: str | int | None) -> None:
    """Set or (None) remove the setting ``name`` in the file at ``path``; comments are kept.

    Raises:
        UsageError: The value is invalid, or the file cannot be read or written.
    """
    if value is not None and (problem := _problem(name, value)) is not None:
        raise UsageError(problem[0], hint=problem[1])

    def put(document: Any) -> None:
        if isinstance(document.get(name), dict):
            raise UsageError(f"a table [{name}] sets it", hint=f"change it there, in {path}")
        if value is None:
            document.pop(name, None)
        else:
            document[name] = value

    edit_document(path, put)


def bind(path: Path, command: str, keys: str) -> None:
    """Set the ``keys`` of a command in the table ``[bindings]`` of the file at ``path``; comments are kept.

    Raises:
        UsageError: The file cannot be read or written.
    """
    import tomlkit

    def put(document: Any) -> None:
        document.setdefault(_BINDINGS, tomlkit.table())[command] = keys

    edit_document(path, put)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: byte {error.start} is not UTF-8", hint="save the file as UTF-8") from error
    except OSError as error:
        raise UsageError(
            f"cannot read {path}: {error.strerror}", hint="see who owns it, and its mode"
        ) from error


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path.resolve(), text.encode())
    except OSError as error:
        raise UsageError(
            f"cannot write {path}: {error.strerror}", hint="see who owns it, and its mode"
        ) from error


def _problem(name: str, value: Any) -> tuple[str, str] | None:
    """Validate a setting, and return the problem and its fix; None if it is valid."""
    if name == _THEME and isinstance(value, dict):
        return None  # its colours are validated with the tables
    if name not in _NAMES:
        near = difflib.get_close_matches(name, _NAMES, 1)
        fix = f"did you mean {near[0]}?" if near else f"there are {', '.join(_NAMES)}"
        return f"there is no setting {name!r}", fix
    if name in _TABLES:
        above = f"[{name}.NAME]" if name in {"accounts", "providers"} else f"[{name}]"
        return (
            None
            if isinstance(value, dict)
            else (f"{name} must be a table", f"write {above} above what is in it")
        )
    if name == _ORDER:
        return _order_problem(value)
    if name == _WANT:
        right = isinstance(value, list) and all(one in WANTED for one in value)
        return (
            None
            if right
            else (f"want cannot be {value!r}", 'write want = ["email", "phone"], or one of them')
        )
    setting = known_setting(name)
    return None if setting is None else _value_problem(setting, value)


def _value_problem(setting: Setting, value: Any) -> tuple[str, str] | None:
    """Validate the value of a setting that is no table."""
    name = setting.name
    match setting.kind:
        case "choice":
            fix = f"write one of {', '.join(setting.choices)}"
            return None if value in setting.choices else (f"{name} cannot be {value!r}", fix)
        case "switch":
            return (
                None
                if isinstance(value, bool)
                else (f"{name} must be true or false", f"write {name} = true, or leave it out")
            )
        case "number":
            fix = f"write a whole number from {setting.least} to {setting.most}, or leave it out"
            return (
                None
                if _is_whole(value, setting.least, setting.most)
                else (f"{name} cannot be {value!r}", fix)
            )
        case "text":
            right = isinstance(value, str) and bool(value.strip())
            return None if right else (f"{name} must be text", f'write {name} = "…", or leave it out')


def _by_kind(order: list[str] | Mapping[str, list[str]]) -> Order:
    """Return the order of providers for each kind; a list is that of both."""
    table: Mapping[str, list[str]] = dict.fromkeys(_KINDS, order) if isinstance(order, list) else order
    return MappingProxyType({kind: tuple(table[kind]) for kind in _KINDS if table.get(kind)})


def _order_problem(value: Any) -> tuple[str, str] | None:
    """Validate an order of providers."""
    lists = value.values() if isinstance(value, dict) else [value]
    known = not isinstance(value, dict) or value.keys() <= set(_KINDS)
    if known and all(isinstance(one, list) and all(isinstance(name, str) for name in one) for one in lists):
        return None
    fix = 'write order = ["nzbn", "hunter"], or person = […] and company = […] below [order]'
    return f"order cannot be {value!r}", fix


def _is_whole(value: Any, least: int, most: int | None = None) -> bool:
    """Return whether a value is a whole number within limits."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    return whole and value >= least and (most is None or value <= most)


def _binding_problem(name: str, value: Any) -> tuple[str, str] | None:
    fix = f'write {name} = "x", or "" for no key; several are divided by a comma'
    return None if isinstance(value, str) else (f"bindings.{name} must be text", fix)


def _labels_problem(name: str, value: Any) -> tuple[str, str] | None:
    right = isinstance(value, list) and all(isinstance(each, str) for each in value)
    fix = f'write {name} = ["hot", "NZ"]: names of labels'
    return None if right else (f"labels.{name} cannot be {value!r}", fix)


def _spending_problem(name: str, value: Any) -> tuple[str, str] | None:
    fix = "write run = 100 or month = 500: credits, a whole number"
    right = name in _CAPS and _is_whole(value, 0)
    return None if right else (f"spending.{name} cannot be {value!r}", fix)


def _privacy_problem(name: str, value: Any) -> tuple[str, str] | None:
    fix = f"write {_FORGET} = 90: days, a whole number from 1 to {_MOST_DAYS}"
    right = name == _FORGET and _is_whole(value, 1, _MOST_DAYS)
    return None if right else (f"privacy.{name} cannot be {value!r}", fix)


_ENTRY_PROBLEMS: Mapping[str, Callable[[str, Any], tuple[str, str] | None]] = {
    _BINDINGS: _binding_problem,
    _LABELS: _labels_problem,
    _SPENDING: _spending_problem,
    _PRIVACY: _privacy_problem,
}


def _table_problems(found: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], str, str]]:
    """Validate the tables, and yield the table and the setting, the problem and its fix for each error."""
    for table, problem_of in _ENTRY_PROBLEMS.items():
        for name, value in found.get(table, {}).items():
            if (problem := problem_of(name, value)) is not None:
                yield (table, name), *problem
    for name, words, fix in _colour_problems(found.get(_THEME)):
        yield (_THEME, name), words, fix


def _colour_problems(own: Any) -> Iterator[tuple[str, str, str]]:
    """Validate the table [theme]; a theme by name is none."""
    for name, value in own.items() if isinstance(own, dict) else ():
        if name == BASE:
            if not isinstance(value, str) or not value.strip():
                yield name, "theme.base must be text", 'write base = "dark", light, contrast or 16'
        elif name not in COLOURS:
            near = difflib.get_close_matches(name, COLOURS, 1)
            fix = f"did you mean {near[0]}?" if near else f"there are {', '.join(COLOURS)}"
            yield name, f"there is no colour theme.{name}", fix
        elif not isinstance(value, str) or COLOUR.fullmatch(value) is None:
            yield name, f"theme.{name} cannot be {value!r}", f'write {name} = "#ffd700"'
