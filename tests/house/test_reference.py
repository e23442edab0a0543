"""What the code cites can be read here: every section it names is in ``docs/reference``."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.matrix import ROWS

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs/reference").glob("*.md"))
LABEL = r"(?:[A-Z]?\d+(?:\.\d+)*|f)\b"
CITED = re.compile(
    rf"docs/reference/(\w+\.md)(?:(?:,? and|,| to|:| \()?\s+(?:findings? )?\(?{LABEL})*", re.DOTALL
)
ELSEWHERE = re.compile(
    r"(?:board-api|enrichment-api|enrichment|reliability|textual) reference|\(reference\b"
    r"|(?:architecture|experience|style-anchors|board-api|enrichment-api)\.(?:md|json)"
)


def files() -> list[Path]:
    found = [path for place in ("tui", "tests") for path in (ROOT / place).rglob("*.py")]
    return [path for path in found if "__pycache__" not in path.parts and path != Path(__file__)]


def labels(page: Path) -> set[str]:
    """What its headings and rows begin with; a row counted under a heading is ``findings 10`` elsewhere."""
    return set(re.findall(rf"^(?:#+ \(?|\| )({LABEL})", page.read_text("utf-8"), re.MULTILINE))


def cited() -> Iterator[tuple[str, str, list[str]]]:
    for path in files():
        for match in CITED.finditer(path.read_text("utf-8")):
            text = match[0].partition(match[1])[2]
            yield path.relative_to(ROOT).as_posix(), match[1], re.findall(LABEL, text)


def test_every_section_that_is_cited_is_there() -> None:
    known = {page.name: labels(page) for page in PAGES}
    citations = list(cited())
    assert len(citations) > 50
    assert sum(len(sections) for *_, sections in citations) > 55
    assert [(path, page) for path, page, _ in citations if page not in known] == [], (
        "docs/reference has no such page"
    )
    missing = [(path, page, one) for path, page, some in citations for one in some if one not in known[page]]
    assert missing == [], "the page has no such section: cite one that is there, or write it"


def test_nothing_is_cited_that_is_not_in_the_repository() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in files()
        if (match := ELSEWHERE.search(re.sub(r"\s+", " ", path.read_text("utf-8"))))
    ]
    assert found == [], "cite a page of docs/reference, by its path"


def test_every_fault_that_is_named_is_in_the_matrix() -> None:
    # Not inside a word, a number or a colour, and no key of the keyboard.
    named = re.compile(r"\((F\d{1,2})\)")
    found = {(path.name, one) for path in files() for one in named.findall(path.read_text("utf-8"))}
    assert found
    assert [pair for pair in sorted(found) if pair[1] not in ROWS] == [], (
        "tests/faults/matrix.py has no such row"
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_leads_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    named = re.findall(r"`((?:tui|tests)/[\w/.]+\.py)`", text)
    assert [link for link in links if not (page.parent / link).exists()] == [], "it links to nothing"
    assert [file for file in named if not (ROOT / file).exists()] == [], "it names files that moved"
