"""Markdown as a Visual: descriptions and comments, made safe and drawn by one widget.

Textual's own Markdown mounts one widget per block and passes all bytes of the text on to the terminal. Here
the text is made safe first, and the result is spans over plain text: no HTML, images or terminal hyperlinks.
A link is an action of the screen (``open_link``), which asks before it opens anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from textual.content import Content, Span
from textual.css.styles import RulesMap
from textual.style import Style

from tui.app.drawing.text_table import TextTable
from tui.app.drawing.wrapping import WrappedVisual, wrapped
from tui.presentation.safe_text import LONGEST_BLOCK, safe_text

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from tui.app.drawing.text_table import Side

CODE = "$found"
LINK = "underline $found"
QUIET = "$ink-quiet"
_MARKS = {"strong_open": "bold", "em_open": "italic", "s_open": "strike"}
_EMPTY = Content("")


@dataclass(frozen=True, slots=True)
class TextLink:
    """A link in the text.

    Attributes:
        text: The link text as the author wrote it.
        url: Its target; ``http`` or ``https`` only.
    """

    text: str
    url: str


@dataclass(slots=True)
class _Block:
    """A paragraph of text or a table, with the prefixes of its first line and of its other lines."""

    first: Content
    rest: Content
    body: Content
    spaced: bool = False
    table: TextTable | None = None

    def lines(self, width: int) -> Iterator[Content]:
        """Return the text wrapped to ``width`` cells, without the prefixes."""
        if self.table is not None:
            return self.table.at(width)
        return (part for line in self.body.split("\n", allow_blank=True) for part in wrapped(line, width))


@dataclass(slots=True)
class _Frame:
    """An open quote or list item, with the prefixes of its first line and of its other lines."""

    first: Content
    rest: Content


class Prose(WrappedVisual):
    """Parsed Markdown that can be wrapped to any width, with hanging indents.

    Args:
        blocks: The paragraphs, top to bottom.
        links: The links that may be opened, in reading order.
    """

    def __init__(self, blocks: list[_Block], links: tuple[TextLink, ...]) -> None:
        self._blocks = blocks
        self.links = links

    @property
    def plain(self) -> str:
        """The text without styles, unwrapped."""
        return "\n".join(f"{b.first.plain}{b.body.plain}" for b in self._blocks)

    def blocks_without_first_gap(self) -> list[_Block]:
        """Return the paragraphs; the first has no blank line before it."""
        return [replace(block, spaced=block.spaced and bool(n)) for n, block in enumerate(self._blocks)]

    def indented(self, by: int) -> Prose:
        """Return a copy that is indented by ``by`` cells."""
        ground = Content(" " * by)
        moved = [
            replace(block, first=ground + block.first, rest=ground + block.rest) for block in self._blocks
        ]
        return Prose(moved, self.links)

    def wrap(self, width: int) -> Content:
        """Wrap the paragraphs."""
        return Content("\n").join(self._lines(max(width, 8)))

    def _lines(self, width: int) -> Iterator[Content]:
        for number, block in enumerate(self._blocks):
            if number and block.spaced:
                yield _EMPTY
            prefix = block.first
            for line in block.lines(max(width - block.rest.cell_length, 4)):
                yield prefix + line
                prefix = block.rest

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:  # noqa: ARG002 - Visual's signature
        """Return the full available width (Visual)."""
        return container_width


@lru_cache(maxsize=512)
def prose(text: str) -> Prose:
    """Parse ``text``, Markdown from an untrusted author, into something that can be drawn."""
    safe = safe_text(text, multiline=True)
    flow = _Flow()
    for token in _parser().parse(safe):
        flow.take(token)
    if (hidden := len(text) - LONGEST_BLOCK) > 0:
        flow.paragraph(
            Content.styled(f"{hidden:,} more characters are not drawn; an editor shows all of it", QUIET)
        )
    return Prose(flow.blocks, tuple(flow.links))


def prose_with_heading(head: Content, text: str) -> Prose:
    """Return the Markdown ``text`` under the line ``head``."""
    below = prose(text)
    return Prose([_Block(_EMPTY, _EMPTY, head), *below.blocks_without_first_gap()], below.links)


def hanging(first: Content, body: Content) -> Prose:
    """Return ``body`` after the prefix ``first``, with its other lines indented by the prefix's width."""
    return Prose([_Block(first, Content(" " * first.cell_length), body)], ())


@cache
def _parser() -> MarkdownIt:
    # Imported late because the board does not need it; Textual itself depends on markdown_it.
    from markdown_it import MarkdownIt

    return MarkdownIt("gfm-like", {"html": False, "breaks": True})


def openable(url: str) -> bool:
    """Return whether ``url`` is safe to open: http or https, with a host, and printable throughout."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and url.isprintable()


@dataclass(slots=True)
class _Flow:
    """A converter from the parser's token stream to blocks."""

    blocks: list[_Block] = field(default_factory=list)
    links: list[TextLink] = field(default_factory=list)
    _frames: list[_Frame] = field(default_factory=list)
    _numbers: list[int | None] = field(default_factory=list)
    _heading: str = ""
    _spaced: bool = True
    _rows: list[list[Content]] = field(default_factory=list)
    _sides: list[Side] = field(default_factory=list)

    def take(self, token: Token) -> None:
        """Dispatch ``token`` to its handler, if it has one."""
        handler = _HANDLERS.get(token.type)
        if handler is not None:
            handler(self, token)

    def paragraph(self, body: Content) -> None:
        """Add a block inside the open quotes and list items."""
        first = _EMPTY.join([frame.first for frame in self._frames])
        for frame in self._frames:
            frame.first = frame.rest
        rest = _EMPTY.join([frame.rest for frame in self._frames])
        self.blocks.append(_Block(first, rest, body, spaced=self._spaced))
        self._spaced = not self._numbers

    def inline(self, token: Token) -> None:
        body = _inline(token, self.links)
        if self._rows:
            self._rows[-1].append(body)
        else:
            self.paragraph(body.stylize(self._heading) if self._heading else body)

    def heading(self, token: Token) -> None:
        self._heading = "bold underline" if token.tag == "h1" else "bold"
        self._spaced = True

    def end_heading(self, _token: Token) -> None:
        self._heading = ""

    def code(self, token: Token) -> None:
        bar = Content.styled("│ ", QUIET)
        self._frames.append(_Frame(bar, bar))
        self.paragraph(Content.styled(token.content.rstrip("\n"), CODE))
        self._frames.pop()

    def rule(self, _token: Token) -> None:
        self.paragraph(Content.styled("─" * 12, QUIET))

    def quote(self, _token: Token) -> None:
        bar = Content.styled("▎ ", QUIET)
        self._frames.append(_Frame(bar, bar))

    def leave(self, _token: Token) -> None:
        self._frames.pop()

    def items(self, token: Token) -> None:
        self._numbers.append(int(token.attrGet("start") or 1) if token.tag == "ol" else None)

    def end_items(self, _token: Token) -> None:
        self._numbers.pop()
        self._spaced = not self._numbers

    def item(self, _token: Token) -> None:
        number = self._numbers[-1]
        mark = "• " if number is None else f"{number}. "
        if number is not None:
            self._numbers[-1] = number + 1
        self._frames.append(_Frame(Content.styled(mark, QUIET), Content(" " * len(mark))))

    def row(self, _token: Token) -> None:
        self._rows.append([])

    def column(self, token: Token) -> None:
        _, _, side = str(token.attrGet("style") or "").partition("text-align:")
        self._sides.append("center" if side == "center" else "right" if side == "right" else "left")

    def end_table(self, _token: Token) -> None:
        head, *rows = self._rows
        table = TextTable([[name.stylize("bold") for name in head], *rows], self._sides)
        self._rows, self._sides = [], []
        self.paragraph(Content("\n").join(Content(" │ ").join(row) for row in table.rows))
        self.blocks[-1].table = table


_HANDLERS: dict[str, Callable[[_Flow, Token], None]] = {
    "inline": _Flow.inline,
    "heading_open": _Flow.heading,
    "heading_close": _Flow.end_heading,
    "fence": _Flow.code,
    "code_block": _Flow.code,
    "hr": _Flow.rule,
    "blockquote_open": _Flow.quote,
    "blockquote_close": _Flow.leave,
    "bullet_list_open": _Flow.items,
    "ordered_list_open": _Flow.items,
    "bullet_list_close": _Flow.end_items,
    "ordered_list_close": _Flow.end_items,
    "list_item_open": _Flow.item,
    "list_item_close": _Flow.leave,
    "tr_open": _Flow.row,
    "th_open": _Flow.column,
    "table_close": _Flow.end_table,
}


def _inline(token: Token, links: list[TextLink]) -> Content:
    """Convert an inline token to styled text, and add its links to ``links``."""
    text, spans, opened = "", list[Span](), list[tuple[int, str]]()
    for child in token.children or ():
        if child.type in {"softbreak", "hardbreak"}:
            text += "\n"
        elif child.type.endswith("_open"):
            opened.append((len(text), str(child.attrGet("href") or "")))
        elif child.type.endswith("_close"):
            start, url = opened.pop()
            text, spans = _close_span(child.type, text, start, url, spans, links)
        else:
            piece = f"[image: {child.content}]" if child.type == "image" else child.content
            if child.type == "code_inline":
                spans.append(Span(len(text), len(text) + len(piece), CODE))
            text += piece
    return _draw_checkboxes(Content(text, spans))


def _close_span(
    kind: str, text: str, start: int, url: str, spans: list[Span], links: list[TextLink]
) -> tuple[str, list[Span]]:
    if kind != "link_close":
        return text, [*spans, Span(start, len(text), _MARKS.get(kind.replace("close", "open"), ""))]
    said = text[start:]
    if not openable(url):
        return (text if url.endswith(said) else f"{text} ({safe_text(url)})"), spans
    links.append(TextLink(said, url))
    action = Style.from_meta({"@click": ("screen.open_link", (url,))})
    spans = [*spans, Span(start, len(text), LINK), Span(start, len(text), action)]
    host = urlsplit(url).hostname or ""
    if host in said:
        return text, spans
    # If a link's text does not name the host, the host is shown after it, so that no link can disguise its
    # target.
    shown = f" ‹{host}›"
    return text + shown, [*spans, Span(len(text), len(text) + len(shown), QUIET)]


def _draw_checkboxes(body: Content) -> Content:
    """Replace ``[ ]`` and ``[x]`` at the start of an item with box characters, as the service shows them."""
    for written, shown in (("[ ] ", "☐ "), ("[x] ", "☑ "), ("[X] ", "☑ ")):
        if body.plain.startswith(written):
            return Content(shown) + body[len(written) :]
    return body
