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
    timezone = "Pacific/Auckland"  # of all dates that are shown and typed; the machine's, or that of $TZ, unless set

    order = ["nzbn", "hunter"]  # providers to ask, one after another until one finds the person or the company
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

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, Self, cast

from tui.errors import SettingsError, UsageError
from tui.model.enrich.spending import Wanted  # noqa: TC001 - the class reads its annotations
from tui.model.values.fields import Frozen, field
from tui.settings.known import OWN, Country, Density, Preset, Setting
from tui.whole_file import write_whole

Order = Mapping[Literal["person", "company"], tuple[str, ...]]
"""The providers to ask for each kind, one after another."""

_BINDINGS, _LABELS, _SPENDING, _PRIVACY = "bindings", "labels", "spending", "privacy"
_ORDER, _THEME, _WANT = "order", "theme", "want"
_KINDS: tuple[Literal["person", "company"], ...] = ("person", "company")


class Config(Frozen):
    """The user's settings, with a default for each.

    Attributes:
        keys: The preset of key bindings.
        bindings: Keys by command name, several separated by commas; "" for none.
        theme: The name of a theme, or None for the default.
        colours: Colours by name of the user's own theme, and its ``base``; empty unless there is a table
            [theme].
        density: The density of cards, or None for the last used one.
        ageing: Days without changes after which a card is dimmed, or None for never.
        bell: Whether the terminal's bell rings for notifications and for cards that become due.
        mouse: Whether the screens react to the mouse.
        country: The country of telephone numbers on cards that do not name one.
        timezone: The time zone of dates, or None for the process's own.
        board: The name of the board to open at start, or None for the last one.
        editor: The editor's command line, or None for the environment's.
        account: The account to open, or None for the local one; see ``accounts``.
        provider: The enrichment provider, or None for the account's own service; see ``providers``.
        order: The providers to ask for a ``person`` and for a ``company``, until one has a match; none for
            ``provider``.
        want: The fields for which the providers of the order are asked until all are found: ``email``,
            ``phone``; empty for any match.
        has_providers: Whether the file has tables of enrichment providers.
        labels: Names of the labels that a new card gets, by the name of its list, or of board and list with a
            slash.
        spending: The maximum credits for one ``run`` over many cards and for a calendar ``month``.
        privacy: ``forget_after_days``: the age at which lookup results are erased, if it is set.
        lines: The number of the line that sets each name, for error messages; ``spending.run`` for one of a table
            whose settings are all known.
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
    timezone: str | None = None
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
        config, wrong = cls.read_valid(path)
        if wrong:
            raise SettingsError.of(wrong)
        return config

    @classmethod
    def read_valid(cls, path: Path) -> tuple[Self, list[UsageError]]:
        """Read the valid settings, and return them with the problems of the others.

        Raises:
            UsageError: The file cannot be read, or is not TOML.
        """
        if not (text := _text(path)):
            return cls(), []
        from tui.settings.config_problems import take_out_invalid
        from tui.toml_lines import TomlLines

        found, lines = _parsed(path, text), TomlLines(text)
        wrong = [
            UsageError(f"{path}, line {lines.line(each.place)}: {each.words}", hint=each.fix)
            for each in take_out_invalid(found)
        ]
        return cls._of(found, lines.line), wrong

    @classmethod
    def _of(cls, found: dict[str, Any], line: Callable[[tuple[str, ...]], int]) -> Self:
        """Return the settings of a document that is valid."""
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
            # A table without a valid colour is no theme.
            found |= {_THEME: OWN if own else None, "colours": MappingProxyType(own)}
        colours: Mapping[str, str] = found.get("colours", {})
        places = [(name,) for name in found] + [
            (table, name) for table, names in ((_BINDINGS, bindings), (_THEME, colours)) for name in names
        ]
        by_name = {place[-1]: line(place) for place in places}
        for table in (_SPENDING, _PRIVACY):
            by_name |= {f"{table}.{name}": line((table, name)) for name in found[table]}
        return cls(**{**found, _BINDINGS: bindings}, lines=MappingProxyType(by_name))

    def written(self, setting: Setting) -> str | int | None:
        """Return the value of a setting in the file; None if it is not set."""
        if setting.name not in self.lines:
            return None
        table, *rest = setting.place
        value = getattr(self, table)
        return cast("str | int", value[rest[0]] if rest else value)


def read_document(path: Path) -> dict[str, Any]:
    """Read the whole file at ``path``, without validation; {} if there is no such file.

    Raises:
        UsageError: The file cannot be read, or is not TOML.
    """
    return _parsed(path, _text(path))


def read_tables(path: Path, name: str) -> dict[str, Any]:
    """Read the tables ``[name.…]`` of the file at ``path``, without validation; {} if ``name`` is no table of them.

    Raises:
        UsageError: The file cannot be read, or is not TOML.
    """
    held = read_document(path).get(name)
    return held if isinstance(held, dict) else {}


def _parsed(path: Path, text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax(path, error, text) from error


def _syntax(path: Path, error: Exception, text: str) -> UsageError:
    from tui.toml_lines import syntax_error

    line, what, fix = syntax_error(str(error), text)
    return UsageError(f"{path}, line {line}: {what}", hint=fix or "mend that line, or move the file away")


def write_document(path: Path, keys: tuple[str, str], table: Mapping[str, Any] | None) -> None:
    """Set ``table`` in the file at ``path``, or remove it (None); the rest stays unchanged.

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

    _ = read_document(path)  # its mistakes are told with their line
    try:
        document = tomlkit.parse(_text(path))
    except TOMLKitError as error:
        raise UsageError(f"{path}: {error}", hint="mend that line, or move the file away") from error
    edit(document)
    _write(path, tomlkit.dumps(document))


def edit_text(path: Path, edit: Callable[[str], str]) -> None:
    """Replace the text of the file at ``path`` by what ``edit`` makes of it, and write it atomically.

    Raises:
        UsageError: The file cannot be read or written.
    """
    _write(path, edit(_text(path)))


def change(path: Path, name: str, value: str | int | None) -> None:
    """Set the setting ``name``, such as ``spending.run``, in the file at ``path``, or remove it (None); comments are kept.

    Raises:
        UsageError: The value is invalid, or the file cannot be read or written.
    """
    import tomlkit

    from tui.settings.config_problems import setting_problem

    if value is not None and (problem := setting_problem(name, value)) is not None:
        raise UsageError(problem[0], hint=problem[1])

    *tables, own = name.split(".")

    def put(document: Any) -> None:
        for table in tables:
            document = document.setdefault(table, tomlkit.table())
        if isinstance(document.get(own), dict):
            raise UsageError(f"a table [{name}] sets it", hint=f"change it there, in {path}")
        if value is None:
            document.pop(own, None)
        else:
            document[own] = value

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


def _by_kind(order: list[str] | Mapping[str, list[str]]) -> Order:
    """Return the order of providers for each kind; a list is that of both."""
    table: Mapping[str, list[str]] = dict.fromkeys(_KINDS, order) if isinstance(order, list) else order
    return MappingProxyType({kind: tuple(table[kind]) for kind in _KINDS if table.get(kind)})
