"""Markdown of comments: escapes outside values so that they are shown literally, and reads them back."""

import re

_SPECIAL = re.compile(r"([\\`*_\[\]<>~|&!#$^])")
_AT_START = re.compile(r"^([-+=:]|\d{1,9}(?=[.)]))")
_MENTION = re.compile(r"(?<![\w.+-])@(?=\w)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_JOINER = "\u2060"
"""Word joiner, an invisible character, inserted after an @ that would otherwise mention a member."""


def escape(text: str) -> str:
    """Return ``text`` on one line, without Markdown and mentions."""
    line = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return _MENTION.sub(f"@{_JOINER}", line)


def escape_start(text: str) -> str:
    """Escape ``text`` for the start of a line, where list marks and heading rules have a meaning."""
    return _AT_START.sub(_mark, escape(text))


def address(url: str) -> str:
    """Return a web address as Markdown; in angle brackets if it has special characters."""
    plain = "".join(url.split())
    if not _SPECIAL.search(plain):
        return plain
    web = plain.startswith(("https://", "http://")) and not set("<>\\") & set(plain)
    return f"<{plain}>" if web else escape(plain)


def _mark(match: re.Match[str]) -> str:
    return f"{match[1]}\\" if match[1].isdigit() else f"\\{match[1]}"


def unescape(text: str) -> str:
    """Return the original of an escaped text, or of an address in angle brackets."""
    if text.startswith("<") and text.endswith(">"):
        return text[1:-1]
    return _ESCAPED.sub(r"\1", text.replace(f"@{_JOINER}", "@"))
