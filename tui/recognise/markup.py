"""Replaces HTML markup in a text, and columns that are aligned by blanks, by their meaning."""

import re
from html import unescape

_TAG = re.compile(r"<(/?)([A-Za-z][\w:-]{0,20})(?:\s[^<>]{0,300})?/?>")
_ENTITY = re.compile(r"&(?:([a-z]{2,6})|#(\d{2,5}));")
_ALT = re.compile(r"\salt=([\"'])(.*?)\1")
_ENDS = re.compile(r"\n[ \n]*\n")
_COLUMNS = re.compile(r"(?<=[^\W\d_]) {3,}(?=[^\W\d_])")
_FORM = re.compile(
    r"(?<=[^\W_]), (?=(?:Pty|Pte)\b|(?:Inc|LLC|L\.L\.C|LLP|PLC|Corp)\b|(?:Ltd|Limited)\b\.?\s*(?:$|[,;:)|]))",
    re.MULTILINE,
)
"""The comma before the form of a firm, which belongs to its name: ``Kea Freight, Pty Ltd``, ``Tui, Inc.``"""

_INLINE = frozenset(
    ("a", "abbr", "b", "em", "font", "i", "mark", "s", "small", "span", "strong", "sub", "sup", "u")
)
_BLOCKS = frozenset(("address", "blockquote", "body", "br", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "head", "hr", "html", "img", "li",
     "ol", "p", "pre", "script", "section", "style", "table", "tbody", "thead", "tr", "ul"))  # fmt: skip
_CELLS = frozenset(("td", "th"))


def replace_markup(text: str) -> str:
    """Replace tags by line breaks, bars and labels, and entities by their characters, at the same length.

    Columns that are aligned by blanks get a bar between them, and a firm's form no comma before it.
    """
    if ", " in text:
        text = _FORM.sub("  ", text)
    if "   " in text:
        text = _COLUMNS.sub(lambda match: " |".ljust(len(match[0])), text)
    if "<" in text:
        text, tags = _TAG.subn(_untagged, text)
        if tags:
            # "</p>\n<p>" is where a line ends, and leaves none empty.
            text = _ENDS.sub(lambda match: "\n".ljust(len(match[0])), text)
    if "&" in text:
        text = _ENTITY.sub(lambda match: unescape(match[0])[:1].replace("\n", " ").ljust(len(match[0])), text)
    return text


def _untagged(match: re.Match[str]) -> str:
    """Return what stands for a tag: nothing, a line break, a bar between cells, a label, or the text for a picture."""
    closing, tag = match[1], match[2].casefold()
    # Word marks up its own paragraphs, ``<o:p>``, besides those of HTML.
    if tag in _INLINE or ":" in tag:
        return " " * len(match[0])
    if tag in _CELLS:
        return ("|" if closing else " ").ljust(len(match[0]))
    if tag == "img" and (alt := _ALT.search(match[0])):
        return f"\n{alt[2]}".ljust(len(match[0]))
    if tag in _BLOCKS or closing or match.string.startswith("<", match.end()):
        return "\n".ljust(len(match[0]))
    return f"{match[2]}:".ljust(len(match[0]))
