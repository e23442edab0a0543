"""A run over many cards in words: its price before, how far it is, and what became of each card."""

from types import MappingProxyType

import pytest

from tui.app.enrich.runs import (
    SHOWN,
    SIGNS,
    outcome,
    preview,
    price,
    progress,
    row,
    status_words,
    summary_line,
)
from tui.model.enrich.bulk import ITEM_STATES, BulkItem, BulkRun
from tui.model.enrich.spending import Caps
from tui.model.subject import Subject


@pytest.fixture
def run(now):
    def make(state="planned", **more):
        counts = MappingProxyType(more.pop("counts", {}))
        return BulkRun(id="r", state=state, made_at=now, cards=12, counts=counts, **more)

    return make


def test_the_preview_says_how_many_for_how_much_and_who_is_not_asked(run):
    counts = {"waiting": 8, "suppressed": 1, "nothing": 3, "miss": 2}
    words = preview(
        run(low=6, high=11, credits_left=498, counts=counts), Caps(run=50, month=100), 12, 2
    ).plain
    assert "6  to look up            6–11 credits" in words
    assert "2  known already         free" in words
    assert "1  opted out             not asked" in words
    assert "2  nobody, asked before  not asked again" in words
    assert "3  name nobody           not asked" in words
    assert "6–11 credits · 498 left · cap of a run 50 · this month 12 of 100" in words


def test_a_run_of_what_is_known_costs_nothing(run):
    words = preview(run(counts={"remembered": 2}), Caps(), 0).plain
    assert "nothing to pay · balance not known yet" in words
    assert price(run(low=1, high=1)) == "1 credit"


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_the_bar_fits_and_says_how_far_it_is(run, width):
    half = run("running", counts={"hit": 5, "miss": 1, "waiting": 6}, spent=9, credits_left=489)
    bar, words = progress(half, width).plain.split("\n")
    assert bar.endswith("  6 of 12")
    assert bar.count("━") == bar.count("─")
    assert len(bar) <= max(width, 24)
    assert words == "5 found · 1 no match · 9 credits spent · 489 left"
    assert "0 of 0" in progress(run(), width).plain


def test_how_it_stands(run, now):
    assert "Out of credits" in status_words(run("paused", why="Out of credits"))
    assert "\x1b" not in status_words(run("paused", why="\x1b[2J"))
    assert "goes on when you leave" in status_words(run("running"))
    assert outcome(run("done")) == "no credits spent"
    assert summary_line(run("cancelled", counts={"hit": 3, "waiting": 9}), now) == (
        "Sat 21 Nov 09:00 · 12 cards · 3 of 12 · cancelled"
    )


def test_every_state_of_an_item_is_drawn_and_shown_somewhere():
    assert set(SIGNS) == set(ITEM_STATES)
    assert frozenset().union(*(states for _, states in SHOWN[1:])) == set(ITEM_STATES) - {
        "waiting",
        "working",
    }
    items = [
        BulkItem(
            n, f"c{n}", Subject(type="person", name="Ana"), state, why="made up" if state == "error" else ""
        )
        for n, state in enumerate(ITEM_STATES)
    ]
    for item in items:
        assert SIGNS[item.state].word in row(item, "").at(80).plain


def test_names_are_said_once_and_drawn_harmless(hostile_texts):
    ana = Subject(type="person", name="Ana Reid", company="Tūī Ridge")
    item = BulkItem(0, "c", ana, "hit", cost=2)
    drawn = row(item, "Ring Ana Reid at Tūī Ridge")
    assert drawn.at(80).plain == "● found         2  Ring Ana Reid at Tūī Ridge"
    for text in hostile_texts:
        bad = BulkItem(0, "c", Subject(type="person", name=text), "error", why=text)
        shown = row(bad, text).at(60).plain
        assert not any((ord(char) < 32 and char != "\n") or 127 <= ord(char) < 160 for char in shown)


@pytest.mark.parametrize(
    ("title", "said"),
    [("Ana Reid @ Firm", False), ("Ana Reid (Firm) rang", False), ("Ring back", True), ("Ana Reid", True)],
)
def test_a_row_says_whom_only_when_its_title_does_not(title, said):
    subject = Subject(type="person", name="Ana Reid", company="Firm", confidence=1.0)
    item = BulkItem(place=0, card_id="k", state="hit", subject=subject)
    words = row(item, title).at(80).plain
    assert ("Ana Reid at Firm" in words) is said
