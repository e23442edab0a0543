"""Renaming: writes the new name of a board, list, label or saved filter into the rules that name it; comments are kept."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

from tui.errors import UsageError
from tui.model.search import fold_text
from tui.model.values.fields import Frozen
from tui.rules.file import read_rules
from tui.rules.names import CANNOT, StoredNames
from tui.settings.config import edit_document, read_document

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, MutableMapping, Sequence
    from pathlib import Path

    from tui.store_names import StoredName

    Table = MutableMapping[str, Any]

_NAMED: Mapping[str, tuple[str, ...]] = {"list": ("list", "to", "from"), "label": ("label",)}
"""Keys of ``when`` by what they name on the rule's board."""

_KINDS: Mapping[str, Literal["board", "list", "label"]] = {"board": "board", "list": "list", "label": "label"}

_VALUE = re.compile(r'"[^"]*"|[^,"]+')
_TOKEN = re.compile(r'(-?(?:(label|list):|(#)))((?:"[^"]*"|[^\s"])+)')


class Renamed(Frozen):
    """Something on a board, or a saved filter, that has another name now.

    Attributes:
        kind: What it is.
        board: The words for its board in a rule, folded: id, short link, name; none for a filter.
        old: Its name before.
        new: What a rule is to call it: its name, or its id if the name is not plain or not unique.
    """

    kind: Literal["board", "list", "label", "filter"]
    board: tuple[str, ...]
    old: str
    new: str


class Look(Frozen):
    """The boards as they are at a moment, and the rules that cannot work.

    Attributes:
        names: The boards, and the lists and labels of those that are open, by kind and board.
        filters: The saved filters by name.
        wrong: Why a rule that is on cannot work, by its name.
    """

    names: dict[tuple[str, str], list[Any]]
    filters: dict[str, str]
    wrong: dict[str, str]


class Renaming:
    """The writing of new names into ``rules.toml``, for one account.

    Args:
        path: The rules file.
        store_of: Returns the path of an account's store.
        account: The account in which something was renamed.
        default_account: The account of rules that name none.
    """

    def __init__(
        self, path: Path, store_of: Callable[[str], Path], *, account: str, default_account: str
    ) -> None:
        self._path, self._store_of = path, store_of
        self._account, self._default = account, default_account

    def look(self) -> Look:
        """Return the boards and the rules as they are now.

        Raises:
            UsageError: The rules cannot be read.
        """
        names = StoredNames(self._store_of, self._default)
        found: dict[tuple[str, str], list[StoredName]] = {("board", ""): names.boards(self._account)}
        for board in found["board", ""]:
            found["list", board.id] = names.parts(self._account, board.id, "list")
            found["label", board.id] = names.parts(self._account, board.id, "label")
        rules = (rule for rule in read_rules(self._path).rules if rule.enabled)
        filters = names.saved_filters(self._account)
        return Look(names=found, filters=filters, wrong=names.cannot_work(rules))

    def using(self, saved_filter: str) -> list[str]:
        """Return the names of the rules that need a saved filter of the account.

        Raises:
            UsageError: The rules cannot be read.
        """
        return [
            rule.name
            for rule in read_rules(self._path).rules
            if rule.filter == saved_filter and (rule.account or self._default) == self._account
        ]

    def follow(self, before: Look) -> list[tuple[str, str]]:
        """Write new names into the rules; return what became of which, as ``RuleFollower`` tells it.

        Raises:
            UsageError: The rules cannot be read.
        """
        now, told = self.look(), list[tuple[str, str]]()
        for one in (*_renamed(before.names, now.names), *_renamed_filters(before.filters, now.filters)):
            said = f"it goes on, and names “{one.new}” now instead of “{one.old}”"
            try:
                told += [(f"rule {name}", said) for name in self._write(one)]
            except UsageError as error:
                told.append(("the rules", f"“{one.new}” is not written for “{one.old}”: {error}"))
        wrong = self.look().wrong if told else now.wrong
        if wrong != before.wrong:
            # The rules are begun again, so that the program that does them finds it too.
            with suppress(OSError):  # it may belong to somebody else
                self._path.touch()
        told += [
            (f"rule {name}", f"{CANNOT}: {why}")
            for name, why in wrong.items()
            if why != before.wrong.get(name)
        ]
        return told + [(f"rule {name}", "") for name in before.wrong if name not in wrong]

    def _write(self, one: Renamed) -> list[str]:
        """Write a new name into the rules that have the old one; return their names."""
        # Written only if there is something to write: the rules are restarted by it.
        document = read_document(self._path)
        # The values of a rule with a mistake may be of any type.
        valid = {rule.name for rule in read_rules(self._path).rules}
        if not self._put(document, valid, one):
            return []
        changed = list[str]()

        def put(document: Any) -> None:
            changed.extend(self._put(document, valid, one))

        edit_document(self._path, put)
        return changed

    def _put(self, document: Table, valid: Container[str], one: Renamed) -> list[str]:
        tables = document.get("rule", [])
        if not isinstance(tables, list):
            return []
        rules = (table for table in tables if isinstance(table, dict) and str(table.get("name")) in valid)
        return [str(table["name"]) for table in rules if self._put_in(table, one)]

    def _put_in(self, table: Table, one: Renamed) -> bool:
        """Write a new name into one rule; return whether it had the old one."""
        account, when = table.get("account") or self._default, table.get("when", {})
        ours = account == self._account
        steps = [step for step in table.get("do", []) if (step.get("account") or account) == self._account]
        if one.kind == "board":
            found = [_replace(each, ("board",), one) for each in ([when, *steps] if ours else steps)]
            return any(found)
        if one.kind == "filter":
            # Unlike names on a board, those of filters that differ in case are of two.
            return ours and table.get("filter") == one.old and _replace(table, ("filter",), one)
        home = ours and _is_at_home(when, one)
        found = [_replace(when, _NAMED[one.kind], one), _replace_in_filter(table, one)] if home else []
        return any([*found, *_replace_in_steps(steps, one, home=home)])


def _is_at_home(when: Table, one: Renamed) -> bool:
    """Return whether a rule is about the one board that something was renamed on."""
    boards = when.get("board", ())
    boards = (boards,) if isinstance(boards, str) else tuple(boards)
    # Of several boards each has a list of that name, and only one of them is renamed.
    return len(boards) == 1 and _means(boards[0], one)


def _replace_in_steps(steps: Sequence[Table], one: Renamed, *, home: bool) -> Iterator[bool]:
    """Replace the old name of a list or label in the steps of a rule, and yield whether each value had it."""
    # ``home`` is whether the rule's card is on the board of what was renamed, until a step moves it.
    for step in steps:
        here = _means(step["board"], one) if step.get("board") else home
        if here:
            yield _replace(step, (one.kind, f"{one.kind}s"), one)
        home = here if step.get("step") == "move" else home


def _means(text: str, one: Renamed) -> bool:
    """Return whether a rule's word for a board means the one that something was renamed on."""
    return text.strip().casefold() in one.board


def _renamed(
    before: Mapping[tuple[str, str], Sequence[StoredName]],
    now: Mapping[tuple[str, str], Sequence[StoredName]],
) -> Iterator[Renamed]:
    """Yield what has another name now, boards first; what another thing was or is called, too, is left out."""
    boards = {board.id: board for board in now["board", ""]}
    for (kind, board_id), things in before.items():
        for one, new in _with_new_names(things, now.get((kind, board_id), ())):
            if (board := boards.get(board_id or one.id)) is not None:
                words = tuple(word.casefold() for word in (board.id, board.more, board.name))
                yield Renamed(kind=_KINDS[kind], board=words, old=one.name, new=new)


def _with_new_names(
    before: Sequence[StoredName], now: Sequence[StoredName]
) -> Iterator[tuple[StoredName, str]]:
    """Yield the things of one kind that have another name now, with it, or with their id where it is of no use."""
    named = {one.id: one.name for one in now}
    old, new = ([one.name.casefold() for one in things] for things in (before, now))
    for one in before:
        name = named.get(one.id)
        if name is None or name == one.name or not one.name:
            continue
        if old.count(one.name.casefold()) > 1 or one.name.casefold() in new:
            # The word is of several things, or stands for another one now; a change of case alone is none.
            continue
        is_plain = name and new.count(name.casefold()) == 1 and not set(name) & set("{}")
        yield one, name if is_plain else one.id


def _renamed_filters(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Renamed]:
    """Yield the saved filter that has another name now: one that is gone, where one that is new says the same."""
    gone = [name for name in before if name not in now]
    new = [name for name in now if name not in before]
    if len(gone) == len(new) == 1 and before[gone[0]] == now[new[0]]:
        yield Renamed(kind="filter", board=(), old=gone[0], new=new[0])


def _replace(table: Table, keys: Iterable[str], one: Renamed) -> bool:
    """Replace the old name in the values of ``keys``; return whether it was in one of them."""
    found = [_replace_in(table, key, one) for key in keys]
    return any(found)


def _replace_in(table: Table, key: str, one: Renamed) -> bool:
    """Replace the old name in a value, or in a list of them; return whether it was there."""
    value, old = table.get(key), one.old.casefold()
    if isinstance(value, str):
        if value.casefold() != old:
            return False
        table[key] = _quoted(one.new, value)
        return True
    places = [(at, text) for at, text in enumerate(value or ()) if str(text).casefold() == old]
    for at, text in places:
        table[key][at] = _quoted(one.new, text)
    return bool(places)


def _replace_in_filter(table: Table, one: Renamed) -> bool:
    """Replace the old name of a list or label in the rule's filter; return whether it was there."""
    text = str(table.get("if", ""))
    new = f'"{one.new}"' if re.search(r"[\s,]", one.new) else one.new

    def value(found: re.Match[str]) -> str:
        return new if fold_text(found[0].strip('"').strip()) == fold_text(one.old) else found[0]

    def token(found: re.Match[str]) -> str:
        kind = found[2] or "label"
        return found[1] + _VALUE.sub(value, found[4]) if kind == one.kind else found[0]

    changed = _TOKEN.sub(token, text) if '"' not in one.new else text
    if changed == text:
        return False
    table["if"] = _quoted(changed, table["if"])
    return True


def _quoted(text: str, old: object) -> str:
    """Return a text as the file is to have it, in the quotes of the old one if it can be."""
    import tomlkit

    written = old.as_string() if isinstance(old, tomlkit.items.String) else ""
    return tomlkit.string(text, literal=written.startswith("'") and "'" not in text)
