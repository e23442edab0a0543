"""The filter language: what each word asks for, and how what cannot be understood is refused."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.model.filter.agenda import bounds, section_of
from tui.model.filter.facts import NamedThing, StoredFacts
from tui.model.filter.filter import LONGEST, SORTS, FilterError, in_order, parse_filter, parse_typed
from tui.model.values.scalars import format_instant

NOW = datetime(2026, 11, 25, 10, 30, tzinfo=UTC)  # a Wednesday


HOT, COLD = (
    NamedThing(id="1" * 24, name="Hot lead", other="red"),
    NamedThing(id="2" * 24, name="", other="blue"),
)


MERE = NamedThing(id="4" * 24, name="Mere Ngata", other="me")
ANA = NamedThing(id="3" * 24, name="Ana Tūī", other="ana_t")


def card(**given_: Any) -> StoredFacts:
    usual: dict[str, Any] = {"name": "Ring Ana Reid at Tūī Ridge", "list_name": "Leads", "labels": (HOT,)}
    return StoredFacts(**{**usual, **given_})


WORDS = [
    "ring", "ana", "#ho", "#hot", "#hot,co", "@me", "@an", "-ana", "due:week", "due:none", "or", '"ana re', "list:le",
    "has:label", f"#{HOT.id}",
]  # fmt: skip
CARDS = [
    card(),
    card(labels=(COLD,), members=(ANA,), mine=True),
    card(name="Call Rangi", due=NOW + timedelta(days=1)),
    card(list_name="Won", labels=(), due=NOW),
]


class Noted:
    """A card that notes which of its facts are read."""

    def __init__(self, facts: StoredFacts) -> None:
        self.facts, self.read = facts, set[str]()

    def __getattr__(self, fact: str) -> Any:
        self.read.add(fact)
        return getattr(self.facts, fact)


@pytest.mark.parametrize(
    "text",
    [
        *("#ho", "#hot,co", "@me", "@an", "member:me,ana", "list:le", "-list:le"),
        *("due:week", "due:none", "-due:overdue", "is:done due:<9d", "created:today"),
    ],
)
@pytest.mark.parametrize("facts", CARDS)
def test_a_term_reads_no_facts_but_those_that_decide_it(text, facts):
    for clause in parse_filter(text).clauses:
        for term in clause:
            noted = Noted(facts)
            term.passes(noted, NOW)
            assert noted.read <= set(term.decided_by) or text.startswith("is:")


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join), st.integers(0, 12))
def test_what_passes_a_narrower_filter_passes_the_one_before(text, less):
    before, after = parse_typed(text[: len(text) - less])[0], parse_typed(text)[0]
    if after.narrows(before):
        assert all(before.passes(each, NOW) for each in CARDS if after.passes(each, NOW))


@pytest.mark.parametrize(
    ("text", "before", "narrower"),
    [
        ("ring", "", True),
        ("ring", "rin", True),
        ("ring ana", "ring", True),
        ("rin", "ring", False),
        ("-ring", "-rin", False),
        ("ring or", "ring", True),
        ("ring or ana", "ring", False),
        ("ana or rings", "ana or ring", True),
        ("#hot", "#ho", True),
        ("#hot,cold", "#hot", False),
        (f"#{HOT.id}", f"#{HOT.id[:-1]}", False),
        ("@me", "@m", False),
        ("@*", "@a", False),
        ("due:week", "due:today", False),
        ("", "ring", False),
    ],
)
def test_letters_that_are_added_narrow_a_filter(text, before, narrower):
    assert parse_typed(text)[0].narrows(parse_typed(before)[0]) is narrower


def passes(text: str, **given_: Any) -> bool:
    return parse_filter(text).passes(card(**given_), NOW)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ring",
        "RING tui",
        '"ana reid"',
        "label:hot",
        "label:RED",
        "#hot",
        '#"hot lead"',
        'label:"hot lead"',
        "label:*",
        "label:cold,hot",
        "list:leads",
        "-label:cold",
        "-missing",
        "missing or ring",
        "missing | label:cold OR list:lea",
        "due:none",
        "is:open",
        "has:label",
        "ring -is:archived -has:comment",
        f"label:{HOT.id}",
        'name:"ring ana"',
        "or ring",
        "ring or",
        "ring sort:due",
    ],
)
def test_a_card_that_is_meant_passes(text: str) -> None:
    assert passes(text)


@pytest.mark.parametrize(
    "text",
    [
        "missing",
        '"reid ana"',
        "label:cold",
        "-label:hot",
        "@ana",
        "member:*",
        "ring missing",
        "list:contacted",
        "due:any",
        "is:archived",
        "has:label,comment -has:label",
        "desc:ring",
        "-ring or missing",
    ],
)
def test_a_card_that_is_not_meant_does_not_pass(text: str) -> None:
    assert not passes(text)


def test_members_are_found_by_any_of_their_names() -> None:
    assert all(
        passes(text, members=(ANA,))
        for text in ("@ana", "@ana_t", "member:tui,ana", f"@{ANA.id}", "member:*")
    )
    assert passes("@me", mine=True)
    assert not passes("@me", members=(ANA,))
    for text in ("@me", "@ME", '@"me"', "member:me"):
        assert not passes(text, members=(MERE,))
        assert passes(f"-{text}", members=(MERE,))
    assert passes("@me,mere", members=(MERE,))
    assert passes("is:mine or @nobody", mine=True)


def test_a_label_without_a_name_is_found_by_its_colour() -> None:
    assert passes("#blue", labels=(COLD,))
    assert not passes("#hot", labels=(COLD,))


@pytest.mark.parametrize(
    "text", ["12:30", "https://example.test/a,b", "foo:bar", "-", "a@b.example", "re: offer"]
)
def test_what_only_looks_like_a_key_is_a_word(text: str) -> None:
    assert passes(text, name=f"see {text} there")
    assert text == "-" or not passes(text)


@pytest.mark.parametrize(
    ("text", "said", "hint", "word"),
    [
        ("ring due:soon", "due: takes no 'soon'", "due:overdue", "due:soon"),
        ("has:legs", "has: takes no 'legs'", "has:attachment", "has:legs"),
        ("is:nice or x", "is: takes no 'nice'", "is:archived", "is:nice"),
        ("label:", "label: of what?", "label:*", "label:"),
        ("-created:then", "created: takes no 'then'", "created:today", "created:then"),
        ("sort:colour", "sort: takes no 'colour'", "sort:due", "sort:colour"),
        ("due:", "due: of what?", "due:today", "due:"),
        ("due:<2026-13-01", "due: takes no '<2026-13-01'", "due:today", "due:<2026-13-01"),
        ("name:", "name: of what?", "name:WORD", "name:"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_its_place(
    text: str, said: str, hint: str, word: str
) -> None:
    with pytest.raises(FilterError) as refused:
        parse_filter(text)
    assert str(refused.value) == said
    assert hint in refused.value.hint
    assert text[refused.value.start : refused.value.end] == word


def test_a_filter_that_is_too_long_is_refused() -> None:
    with pytest.raises(FilterError, match="at most"):
        parse_filter("x" * (LONGEST + 1))


@pytest.mark.parametrize("field", SORTS)
def test_an_order(field: str) -> None:
    up, down = parse_filter(f"sort:{field} ring").sort, parse_filter(f"SORT:-{field}").sort
    assert up is not None
    assert down is not None
    assert (up.field, up.descending, down.descending) == (field, False, True)
    assert parse_filter("ring").sort is None


def test_an_order_alone_is_said_as_one_and_not_as_a_filter() -> None:
    texts = ("sort:due", "sort:-edited", "sort:due ring", "ring", "")
    said = ["sorted by due date", "sorted by last change, last first", "", "", ""]
    assert [parse_filter(text).sort_words for text in texts] == said


TEXTS = st.text(
    alphabet=st.sampled_from('ab:-"@#,*|<> or due:label:has:is:sort:todayhot1d\u0161\u6f22\U0001f600\t\n'),
    max_size=60,
)


def refusal(text: str) -> FilterError | None:
    try:
        found = parse_filter(text)
    except FilterError as error:
        return error
    found.passes(card(), NOW)
    found.passes(StoredFacts(name=""), NOW)
    return None


@given(TEXTS)
def test_no_text_fails_but_by_being_refused(text: str) -> None:
    if (error := refusal(text)) is not None:
        assert 0 <= error.start < error.end <= len(text)
        assert error.hint


@given(st.text(alphabet=st.characters(exclude_characters='"'), min_size=1, max_size=20))
def test_quoted_words_are_found_in_what_contains_them(words: str) -> None:
    assert passes(f'"{words}"', name=f"before {words} after") or not words.strip()


def test_a_word_without_a_key_is_looked_for_in_labels_and_members_too() -> None:
    assert passes("lead", labels=(HOT,), name="Ring")
    assert passes("ana_t", members=(ANA,), name="Ring")
    assert not passes("name:lead", labels=(HOT,), name="Ring")
    assert not passes('"ring hot"', labels=(HOT,), name="Ring"), "no word spans a title and a label"


def test_what_is_still_being_typed_leaves_the_rest_as_it_is() -> None:
    parsed, problem = parse_typed("ring due: -label:cold")
    assert problem is not None
    assert (problem.start, problem.end) == (5, 9)
    assert [term.start for term in parsed.clauses[0]] == [0, 10]
    assert parse_typed("ring")[1] is None


def test_words_of_titles_are_known_for_marking() -> None:
    assert parse_filter('Tūī or name:ring -ana desc:x label:hot "two words"').title_words == (
        "tui",
        "ring",
        "two words",
    )
    assert parse_filter('o kō 猫 о 7 ""').title_words == ("ko", "猫"), (
        "an o is in most titles, also a Cyrillic one"
    )


def test_done_is_a_met_due_date_or_a_list_of_finished_cards() -> None:
    now = datetime(2031, 5, 7, 9, 0, tzinfo=UTC)
    late = now - timedelta(days=1)
    ticked = StoredFacts(name="a", due=late, due_complete=True, list_name="Doing")
    moved = StoredFacts(name="b", due=late, list_name="✅ Done")
    open_ = StoredFacts(name="c", due=late, list_name="Doing")
    for text, passing in (("is:done", "ab"), ("-is:done", "c"), ("due:overdue", "c")):
        wanted = parse_filter(text)
        assert "".join(one.name for one in (ticked, moved, open_) if wanted.passes(one, now)) == passing


def test_a_card_is_due_when_an_open_item_of_its_checklists_is() -> None:
    now = datetime(2031, 5, 7, 9, 0, tzinfo=UTC)
    late, soon, far = now - timedelta(days=1), now + timedelta(hours=1), now + timedelta(days=40)
    item = StoredFacts(name="a", item_dues=(late, soon))
    both = StoredFacts(name="b", due=far, item_dues=(soon,))
    own = StoredFacts(name="c", due=soon)
    done = StoredFacts(name="d", item_dues=(late,), list_name="Done")
    none = StoredFacts(name="e")
    for text, passing in (
        ("due:overdue", "a"),
        ("due:<2h", "abc"),
        ("due:>30d", "b"),
        ("due:any", "abcd"),
        ("has:due", "abcd"),
        ("due:none", "e"),
        ("-due:<2h", "de"),
    ):
        wanted = parse_filter(text)
        found = "".join(one.name for one in (item, both, own, done, none) if wanted.passes(one, now))
        assert found == passing, text


@pytest.mark.parametrize(
    ("text", "own", "items", "told"),
    [
        ("due:<2h", None, (1,), 1),
        ("due:<2h", 1, (1,), None),
        ("due:<2h", 500, (1,), 1),
        ("due:<2h", None, (-3, 1), 1),
        ("due:<2h or due:>9d", 500, (1,), None),
        ("due:<2h sort:due", 1.5, (1,), 1),
        ("due:<2h sort:due", 1, (1.5,), None),
        ("sort:due", 500, (1,), 1),
        ("sort:due", 1, (500,), None),
        ("sort:due", None, (1,), 1),
        ("ring", None, (1,), None),
    ],
)
def test_the_date_of_an_item_is_told_where_the_card_is_found_by_it(text, own, items, told) -> None:
    now = datetime(2031, 5, 7, 9, 0, tzinfo=UTC)
    due = None if own is None else now + timedelta(hours=own)
    card = StoredFacts(name="ring", due=due, item_dues=tuple(now + timedelta(hours=at) for at in items))
    wanted = parse_filter(text)
    found = wanted.item_due(card, now) if wanted.asks_when_due else None
    assert found == (None if told is None else now + timedelta(hours=told))


NAMED, BLUE = NamedThing(id="1", name="Hot"), NamedThing(id="2", other="blue")
SORTED = [
    StoredFacts(name="émile", due=NOW, created=NOW, labels=(NAMED,)),
    StoredFacts(name="Zoe", edited=NOW),
    StoredFacts(name="ana", due=NOW - timedelta(days=1), created=NOW - timedelta(days=1), labels=(BLUE,)),
    StoredFacts(name="ben", due=NOW, edited=NOW - timedelta(days=1)),
]

ITEMS = [
    StoredFacts(name="own", due=NOW),
    StoredFacts(name="none"),
    StoredFacts(name="item", due=NOW + timedelta(days=9), item_dues=(NOW - timedelta(days=1),)),
    StoredFacts(name="later item", due=NOW + timedelta(days=1), item_dues=(NOW + timedelta(days=2),)),
]


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("sort:due", ["ana", "émile", "ben", "Zoe"]),
        ("sort:-due", ["émile", "ben", "ana", "Zoe"]),
        ("sort:name", ["ana", "ben", "émile", "Zoe"]),
        ("sort:-name", ["Zoe", "émile", "ben", "ana"]),
        ("sort:created", ["ana", "émile", "Zoe", "ben"]),
        ("sort:edited", ["ben", "Zoe", "émile", "ana"]),
        ("sort:label", ["ana", "émile", "Zoe", "ben"]),
        ("sort:position", ["émile", "Zoe", "ana", "ben"]),
        ("sort:-position", ["ben", "ana", "Zoe", "émile"]),
    ],
)
def test_cards_are_sorted_and_those_without_the_value_come_last(sort, names):
    order = parse_filter(sort).sort
    assert order is not None
    assert [card.name for card in in_order(SORTED, lambda card: card, order)] == names


def test_a_card_is_sorted_by_the_first_date_of_its_own_and_its_items():
    order = parse_filter("sort:due").sort
    assert order is not None
    found = [card.name for card in in_order(ITEMS, lambda card: card, order)]
    assert found == ["item", "own", "later item", "none"]


def test_a_due_date_is_in_one_section():
    ends = bounds(NOW)
    days = {"overdue": -0.001, "today": 0.5, "week": 6, "later": 9}
    for name, ahead in days.items():
        assert section_of(format_instant(NOW + timedelta(days=ahead)), ends, done=False) == name
    assert section_of(format_instant(NOW - timedelta(days=9)), ends, done=True) == "done"
