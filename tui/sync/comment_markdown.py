"""Markdown of comments: values from outside are escaped so that they show as they are, and read back."""

import re

_SPECIAL = re.compile(r"([\\`*_\[\]<>~|&!#$^])")
_AT_START = re.compile(r"^([-+=:]|\d{1,9}(?=[.)]))")
_MENTION = re.compile(r"(?<![\w.+-])@(?=\w)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_JOINER = "\u2060"
"""Put behind an @ that would mention a member: the word joiner, which is not drawn."""


def escape(text: str) -> str:
    """Put ``text`` on one line on which no Markdown and no mention is left."""
    line = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return _MENTION.sub(f"@{_JOINER}", line)


def escape_start(text: str) -> str:
    """Escape ``text``, which begins a line, where a mark of a list or a heading's rule would have a meaning."""
    return _AT_START.sub(_mark, escape(text))


def address(url: str) -> str:
    """Return a web address as Markdown: in angle brackets where it has characters that mean something."""
    plain = "".join(url.split())
    if not _SPECIAL.search(plain):
        return plain
    web = plain.startswith(("https://", "http://")) and not set("<>\\") & set(plain)
    return f"<{plain}>" if web else escape(plain)


def _mark(match: re.Match[str]) -> str:
    return f"{match[1]}\\" if match[1].isdigit() else f"\\{match[1]}"


def unescape(text: str) -> str:
    """Return escaped text, or an address in angle brackets, as it was."""
    if text.startswith("<") and text.endswith(">"):
        return text[1:-1]
    return _ESCAPED.sub(r"\1", text.replace(f"@{_JOINER}", "@"))
