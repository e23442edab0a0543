"""Terms of a filter, one question each."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tui.model.filter.facts import FilterTerm, NamedThing, StoredFacts
from tui.model.filter.terms import HAS, IS, DateTerm, NameTerm, NotTerm, TraitTerm, WordTerm

NOW = datetime(2026, 11, 25, 10, 30, tzinfo=UTC)
HOT, ANA = (
    NamedThing(id="1" * 24, name="Hot lead", other="red"),
    NamedThing(id="3" * 24, name="Ana Tūī", other="ana_t"),
)


def card(**given: Any) -> StoredFacts:
    return StoredFacts(**{"name": "Ring Ana", "desc": "Café by Friday", "list_name": "Leads"} | given)


def word(words: str, field: str = "") -> WordTerm:
    return WordTerm(0, 0, words, field)


def name(kind: str, *names: str) -> NameTerm:
    return NameTerm(0, 0, kind, names)


@pytest.mark.parametrize(
    ("term", "passes"),
    [
        (word("ring a"), True), (word("cafe"), False), (word("cafe", "desc"), True), (word("cafe", "name"), False), (word("ana", "name"), True),
        (word("hot"), True), (word("ana_t"), True), (word("hot", "name"), False),
    ],
)  # fmt: skip
def test_words_are_looked_for_in_one_text_or_in_all_that_is_shown(term: WordTerm, *, passes: bool) -> None:
    assert term.passes(card(labels=(HOT,), members=(ANA,)), NOW) is passes


@pytest.mark.parametrize(
    ("written", "sought"), [("王 小明", "王小明"), ("王小明", "王 小明"), ("王 小明", "王 小明")]
)
def test_a_blank_does_not_count_between_letters_that_are_written_without(written: str, sought: str) -> None:
    assert word(sought).passes(card(name=f"{written} (Xiaoming)"), NOW)
    assert word(sought, "desc").passes(card(desc=written), NOW)
    assert not word("王明").passes(card(name=written), NOW)


@pytest.mark.parametrize(
    ("term", "passes"),
    [
        (name("label", "hot"), True), (name("label", "red"), True), (name("label", "lead"), False), (name("label", HOT.id), True), (name("label", "*"), True),
        (name("label", "cold", "ho"), True), (name("member", "ana"), True), (name("member", "me"), False), (name("list", "lea"), True),
        (name("list", "won"), False), (name("list", "*"), True),
    ],
)  # fmt: skip
def test_a_name_is_the_beginning_of_one(term: NameTerm, *, passes: bool) -> None:
    assert term.passes(card(labels=(HOT,), members=(ANA,)), NOW) is passes


def test_me_is_this_account_and_any_is_at_least_one() -> None:
    assert name("member", "me").passes(card(mine=True), NOW)
    assert not name("member", "*").passes(card(), NOW)
    assert not name("label", "me").passes(card(mine=True), NOW)


def after(moment: datetime | None, now: datetime) -> bool:
    return moment is not None and moment > now


def none(moment: datetime | None, _now: datetime) -> bool:
    return moment is None


@pytest.mark.parametrize(
    ("field", "given", "passes"),
    [
        ("due", {"due": NOW + timedelta(days=1)}, True),
        ("due", {"due": NOW - timedelta(days=1)}, False),
        ("due", {"created": NOW + timedelta(days=1)}, False),
        ("created", {"created": NOW + timedelta(days=1)}, True),
        ("edited", {"edited": NOW + timedelta(days=1), "due": None}, True),
        ("edited", {"created": NOW + timedelta(days=1)}, False),
    ],
)
def test_a_date_is_that_of_its_field(field: str, given: dict[str, Any], *, passes: bool) -> None:
    assert DateTerm(0, 0, field, (after,)).passes(card(**given), NOW) is passes


def test_one_test_of_a_date_is_enough_and_done_may_not_count() -> None:
    done = card(due=NOW + timedelta(days=1), due_complete=True)
    assert DateTerm(0, 0, "due", (none, after)).passes(done, NOW)
    assert DateTerm(0, 0, "due", (none,)).passes(card(), NOW)
    assert not DateTerm(0, 0, "due", (), (after,)).passes(done, NOW)
    assert DateTerm(0, 0, "due", (none,), (after,)).passes(done.replace(due=None), NOW)


@pytest.mark.parametrize(
    ("tests", "word_", "has", "lacks"),
    [
        (HAS, "attachment", {"attachments": 1}, {}), (HAS, "file", {"attachments": 1}, {}), (HAS, "checklist", {"items": 1}, {}),
        (HAS, "comment", {"comments": 1}, {}), (HAS, "description", {}, {"desc": "  "}), (HAS, "due", {"due": NOW}, {}),
        (HAS, "label", {"labels": (HOT,)}, {}), (HAS, "member", {"members": (ANA,)}, {}), (HAS, "subject", {"has_subject": True}, {}),
        (IS, "template", {"is_template": True}, {}),
        (IS, "archived", {"closed": True}, {}), (IS, "open", {}, {"closed": True}), (IS, "done", {"due_complete": True}, {}), (IS, "mine", {"mine": True}, {}),
        (IS, "checked", {"items": 2, "items_done": 2}, {"items": 2, "items_done": 1}), (IS, "checked", {"items": 1, "items_done": 1}, {}),
    ],
)  # fmt: skip
def test_a_trait_is_there_or_not(tests: Any, word_: str, has: dict[str, Any], lacks: dict[str, Any]) -> None:
    term = TraitTerm(0, 0, (tests[word_],))
    assert term.passes(card(**has), NOW)
    assert not term.passes(card(**lacks), NOW)
    assert NotTerm(0, 0, term).passes(card(**lacks), NOW)


def test_one_of_several_traits_is_enough() -> None:
    assert TraitTerm(0, 0, (HAS["due"], HAS["description"])).passes(card(), NOW)


@pytest.mark.parametrize(
    ("term", "other", "narrows"),
    [
        (word("ring"), word("rin"), True), (word("rin"), word("ring"), False), (word("ring", "name"), word("rin"), False), (word("a"), word("a"), True),
        (name("label", "hot"), name("label", "ho"), True), (name("label", "hot"), name("member", "ho"), False),
        (name("label", "a", "hot"), name("label", "a", "ho"), True), (name("label", "b", "hot"), name("label", "a", "ho"), False),
        (name("member", "me"), name("member", "m"), False), (name("member", "me"), name("member", "me"), True), (name("label", "*"), name("label", ""), False),
        (name("label", HOT.id), name("label", HOT.id[:20]), False), (word("a"), name("list", "a"), False),
        (NotTerm(0, 0, word("ring")), NotTerm(0, 0, word("rin")), False), (NotTerm(0, 0, word("a")), NotTerm(0, 0, word("a")), True),
    ],
)  # fmt: skip
def test_what_a_longer_word_lets_pass_passes_the_shorter(
    term: FilterTerm, other: FilterTerm, *, narrows: bool
) -> None:
    assert term.narrows(other) is narrows


@pytest.mark.parametrize(("name", "passes"), [("jl", True), ("j", True), ("lj", False)])
def test_a_member_is_found_by_the_initials_that_the_cards_show(name: str, *, passes: bool) -> None:
    lomax = NamedThing(id="x", name="Jack Lomax", other="jacklomax", short="JL")
    assert NameTerm(0, 0, "member", (name,)).passes(card(members=(lomax,)), NOW) is passes
