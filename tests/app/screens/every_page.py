"""The keys that lead from the board to every page and box, for the tests that look at all of them."""

from collections.abc import Mapping

SIZES = ((40, 12), (60, 20), (80, 24), (120, 40), (250, 70))
"""Sizes of terminals: a corner of a tiled screen, a phone, the usual one, a window, a whole wide screen."""

PAGES: Mapping[str, tuple[str, ...]] = {
    "board": (),
    "board, carrying": ("l", "space", "j"),
    "board, selected": ("v", "v"),
    "board, filter": ("slash", *"label:hot"),
    "board, quick add": ("n", *"Ring Ana #hot fri 17:00"),
    "board, title": ("t",),
    "board, key box": ("g",),
    "tour": ("g", "question_mark"),
    "help": ("question_mark",),
    "palette": ("ctrl+p",),
    "palette, found": ("ctrl+p", *"ana"),
    "menu": ("semicolon",),
    "switcher": ("b",),
    "labels": ("number_sign",),
    "label colours": ("number_sign", "n", *"Big", "enter"),
    "members": ("m",),
    "due": ("D",),
    "start": ("g", "d"),
    "reminder": ("g", "e"),
    "files": ("f",),
    "copy": ("y",),
    "move to": ("M",),
    "sort": ("g", "S"),
    "template": ("g", "T", "g", "N"),
    "list limit": ("g", "w"),
    "confirm": ("X",),
    "rename": ("g", "r"),
    "members of the board": ("g", "m"),
    "card": ("enter",),
    "card, title": ("enter", "t"),
    "card, description": ("enter", "d"),
    "card, comment": ("enter", "C"),
    "card, item": ("enter", "plus", *"Pack", "enter", *"a tent"),
    "panel": ("e",),
    "people": ("P",),
    "people, found": ("P", *"tuiridge.example", "enter"),
    "run": ("B",),
    "rules": ("R",),
    "new rule": ("R", "n"),
    "table": ("g", "t"),
    "table, filter": ("g", "t", "slash", *"label:hot"),
    "calendar": ("g", "C"),
    "dashboard": ("g", "D"),
    "activity": ("g", "h"),
    "my cards": ("q",),
    "agenda": ("Q",),
    "search": ("S", *"ana"),
    "archive": ("a", "g", "a"),
    "notifications": ("N",),
    "outbox": ("O",),
    "history": ("x", "g", "u"),
    "conflicts": ("g", "c"),
    "settings": ("g", "comma"),
    "setting": ("g", "comma", "enter"),
    "call": ("ctrl+p", *"api call", "enter"),
}
"""Keys by the name of what they open."""

ON_THE_BOARD = ("board", "tour", "panel")
"""What of these is a part of the board, not a page above it."""

ACCOUNT_PAGES: Mapping[str, tuple[str, ...]] = {
    "accounts": ("A",),
    "new account": ("A", "n"),
    "login": ("A", "l"),
    "import": ("g", "i"),
    "export": ("ctrl+p", *"export the board", "enter"),
    "other keys": ("ctrl+p", *"give a command", "enter"),
}
"""Keys of the pages that need an account manager."""
