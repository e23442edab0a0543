"""Which command is meant by words that are none: another order, another number, another verb."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import click

_VERBS: Mapping[str, str] = MappingProxyType(
    {
        "add": "new", "create": "new", "make": "new", "insert": "new",
        "remove": "delete", "rm": "delete", "del": "delete", "drop": "delete", "forget": "delete", "erase": "delete",
        "update": "edit", "change": "edit", "set": "edit", "modify": "edit",
        "put": "move", "mv": "move", "cp": "copy", "duplicate": "copy", "reopen": "open", "find": "search",
        "lookup": "enrich", "disable": "off", "enable": "on", "person": "people",
        "signin": "login", "auth": "login", "switch": "use", "select": "use", "balance": "credit",
    }
)  # fmt: skip
"""Other words for the same thing; both sides of a comparison are read through them."""

_LISTING = frozenset({"list", "l", "show", "get", "all"})
"""Words for listing things, for which the plural stands alone: ``cardscout boards``."""

_ELSEWHERE: Mapping[str, str] = MappingProxyType(
    {
        "calendar": "cardscout agenda lists what is due; g C in the screens is the calendar",
        "dashboard": "cardscout board stats; g D in the screens draws it",
        "stats": "cardscout board stats; g D in the screens draws it",
        "table": "cardscout cards BOARD; g t in the screens is the table",
        "undo": "u in the screens, where g u goes back further",
        "redo": "U in the screens",
        "filter": "cardscout cards BOARD --filter FILTER",
        "whoami": "cardscout accounts check",
        "logout": "cardscout accounts remove NAME",
        "optout": "cardscout suppress add; directory opt-out for who is in this machine's directory",
        "unsubscribe": "cardscout card unsubscribe, or suppress add for a person who opted out",
        "gdpr": "cardscout people held shows all that is stored of a person, suppress add keeps them out",
        "privacy": "cardscout people held shows all that is stored of a person, suppress add keeps them out",
        "webhook": "cardscout watch prints events, rules reacts to them",
        "template": "g T in the screens makes a card a template, g N a card of it",
        "move": "cardscout card move; list move",
        "archive": "cardscout card archive; list archive; board close",
        "settings": "cardscout config",
        "update": "cardscout card edit; board edit",
        "card label": "cardscout label add CARD LABEL",
        "card tag": "cardscout label add CARD LABEL",
        "card rename": "cardscout card edit CARD --name NAME",
        "card close": "cardscout card archive CARD",
        "card complete": "cardscout card edit CARD --done",
        "card done": "cardscout card edit CARD --done",
        "people export": "cardscout people held WHO --json has all of a person; search people --csv writes many",
        "people list": "cardscout search people",
        "people new": "cardscout search people finds them; card new makes a card of one",
        "company search": "cardscout enrich company NAME looks one up",
    }
)
"""What is meant by words for which the commands have another idea: by one without its hyphens, or by two in the singular."""

_MOST = 3


def meant_by(words: Sequence[str], root: click.Group) -> str:
    """Return the commands that are meant by the first ``words`` of a command line, as a hint; "" for none."""
    paths = list(_paths(root, ()))
    if tuple(words) in paths:
        return ""  # it is meant itself, and what follows is wrong
    found = _same(words, paths)
    if found:
        return " or ".join(f"cardscout {' '.join(path)}" for path in found[:_MOST])
    small = [word.replace("-", "").casefold() for word in words]
    return _ELSEWHERE.get(" ".join([_plain(small[0]), *small[1:]])) or _ELSEWHERE.get(small[-1], "")


def _same(words: Sequence[str], paths: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the paths of the same words, whatever their order and number; else those that end in a single one."""
    typed = set(map(_plain, words))
    if found := [path for path in paths if set(map(_plain, path)) == typed and list(path) != list(words)]:
        return found
    if len(words) == 2 and typed & _LISTING:
        return _lists_of(typed - _LISTING, paths)
    if len(words) == 1 and words[0].replace("-", "").casefold() not in _ELSEWHERE:
        return [path for path in paths if len(path) == 2 and _plain(path[1]) in typed]
    return []


def _lists_of(nouns: set[str], paths: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the commands of a single plural word that list what a noun means; none for no noun."""
    plurals = [path for path in paths if len(path) == 1 and path[0].endswith("s")]
    return [path for path in plurals if _plain(path[0]) in nouns]


def _plain(word: str) -> str:
    """Return a word for comparison: another word for it, without its plural."""
    small = word.casefold().replace("-", "")
    plain = _VERBS.get(small, small)
    plain = f"{plain[:-3]}y" if plain.endswith("ies") else plain.removesuffix("s")
    return _VERBS.get(plain, plain)


def _paths(group: click.Group, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        if (command := group.get_command(context, name)) is not None:
            yield (*above, name)
            if isinstance(command, click.Group):
                yield from _paths(command, (*above, name))
