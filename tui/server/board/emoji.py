"""Emoji for reactions: the Unicode emoji of one character, with the short names that people type.

The hosted service's list also has each emoji's position on a sprite sheet; this server has no such sheet and
leaves it out (board-openapi.json, ``Emoji``). Names are in English, whatever ``locale`` says.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from tui.server.pipeline.route import Route

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_FACES = "Smileys & People"
_GROUPS = (
    (0x231A, 0x23F3, "Objects"),
    (0x25FD, 0x2BFF, "Symbols"),
    (0x1F300, 0x1F320, "Travel & Places"),
    (0x1F32D, 0x1F37F, "Food & Drink"),
    (0x1F380, 0x1F3DF, "Activities"),
    (0x1F3E0, 0x1F3F4, "Travel & Places"),
    (0x1F400, 0x1F43F, "Animals & Nature"),
    (0x1F440, 0x1F487, _FACES),
    (0x1F488, 0x1F53D, "Objects"),
    (0x1F54B, 0x1F567, "Travel & Places"),
    (0x1F57A, 0x1F5A4, _FACES),
    (0x1F5FB, 0x1F5FF, "Travel & Places"),
    (0x1F600, 0x1F64F, _FACES),
    (0x1F680, 0x1F6FC, "Travel & Places"),
    (0x1F7E0, 0x1F7F0, "Symbols"),
    (0x1F90C, 0x1F945, _FACES),
    (0x1F947, 0x1F94F, "Activities"),
    (0x1F950, 0x1F96F, "Food & Drink"),
    (0x1F970, 0x1F97A, _FACES),
    (0x1F97B, 0x1F97F, "Objects"),
    (0x1F980, 0x1F9AF, "Animals & Nature"),
    (0x1F9B0, 0x1F9BF, _FACES),
    (0x1F9C0, 0x1F9CC, "Food & Drink"),
    (0x1F9CD, 0x1F9DF, _FACES),
    (0x1F9E0, 0x1F9FF, "Objects"),
    (0x1FA70, 0x1FA86, "Objects"),
    (0x1FA90, 0x1FAAC, "Objects"),
    (0x1FAB0, 0x1FABA, "Animals & Nature"),
    (0x1FAC0, 0x1FAC5, _FACES),
    (0x1FAD0, 0x1FAD9, "Food & Drink"),
    (0x1FAE0, 0x1FAF6, _FACES),
)
"""First and last code point of each group; code points that are not shown as pictures are skipped later."""

_SHORT_NAMES = MappingProxyType(
    {
        "👍": ("+1", "thumbsup"),
        "👎": ("-1", "thumbsdown"),
        "❤": ("heart",),
        "🎉": ("tada",),
        "😀": ("grinning",),
        "😄": ("smile",),
        "😃": ("smiley",),
        "😁": ("grin",),
        "😂": ("joy",),
        "😆": ("laughing", "satisfied"),
        "😉": ("wink",),
        "😊": ("blush",),
        "😍": ("heart_eyes",),
        "😎": ("sunglasses",),
        "😢": ("cry",),
        "😭": ("sob",),
        "😕": ("confused",),
        "😮": ("open_mouth",),
        "😡": ("rage",),
        "🤔": ("thinking_face", "thinking"),
        "🙏": ("pray",),
        "👏": ("clap",),
        "🙌": ("raised_hands",),
        "👋": ("wave",),
        "👌": ("ok_hand",),
        "💪": ("muscle",),
        "🚀": ("rocket",),
        "👀": ("eyes",),
        "🔥": ("fire",),
        "💯": ("100",),
        "✅": ("white_check_mark",),
        "❌": ("x",),
        "⭐": ("star",),
        "✨": ("sparkles",),
        "🤷": ("shrug",),
        "🐛": ("bug",),
        "💔": ("broken_heart",),
        "😴": ("sleeping",),
    }
)
"""Short names of common reactions; all other short names derive from the Unicode name."""

_TEXTS = MappingProxyType(
    {"😀": ":D", "😄": ":)", "😉": ";)", "😢": ":'(", "😮": ":o", "❤": "<3", "😎": "8)"}
)
_EMOJI_SELECTOR = "\ufe0f"
"""Variation selector for characters that would otherwise be shown as text."""


def show_all(_call: Call) -> Json:
    """Return all known emoji."""
    return {"trello": list(emoji_by_code().values())}


@cache
def emoji_by_code() -> MappingProxyType[str, Json]:
    """Return the known emoji in Unicode order, by their code points as in ``unified``."""
    found = {one["unified"]: one for one in _generate()}
    return MappingProxyType(found)


@cache
def by_name() -> MappingProxyType[str, Json]:
    """Return the known emoji by each of their short names."""
    return MappingProxyType({short: one for one in emoji_by_code().values() for short in one["shortNames"]})


def _generate() -> Iterator[Json]:
    yield _emoji("❤", "Symbols")
    for first, last, group in _GROUPS:
        for sign in map(chr, range(first, last + 1)):
            # Wide symbols are the characters that are shown as pictures without a selector.
            if unicodedata.east_asian_width(sign) == "W" and unicodedata.category(sign) in {"So", "Sk"}:
                yield _emoji(sign, group)


def _emoji(sign: str, group: str) -> Json:
    name = unicodedata.name(sign)
    derived = re.sub(r"\W+", "_", name.lower())
    short = tuple(dict.fromkeys((*_SHORT_NAMES.get(sign, ()), derived)))
    native = sign if unicodedata.east_asian_width(sign) == "W" else sign + _EMOJI_SELECTOR
    return {
        "unified": "-".join(f"{ord(part):04X}" for part in native),
        "name": name,
        "native": native,
        "shortName": short[0],
        "shortNames": list(short),
        "text": _TEXTS.get(sign, ""),
        "texts": None,
        "category": group,
        "tts": name.lower(),
        "keywords": derived.split("_"),
    }


ROUTES = (Route("GET", "emoji", show_all),)
