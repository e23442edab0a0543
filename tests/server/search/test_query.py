"""A search query, read."""

import pytest

from tui.server.search.query import MOST_PARTS, Modifier, parse, words_of


def modifiers(text):
    return [(one.name, one.value, one.negated) for one in parse(text).modifiers]


def terms(text):
    return [(one.words, one.negated) for one in parse(text).terms]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("flour yeast", [(("flour",), False), (("yeast",), False)]),
        ('"order flour" rye', [(("order", "flour"), False), (("rye",), False)]),
        ("-flour", [(("flour",), True)]),
        ('-"order flour"', [(("order", "flour"), True)]),
        ("Tūī CAFÉ", [(("tui",), False), (("cafe",), False)]),
        ("e-mail 2.5kg", [(("e", "mail"), False), (("2", "5kg"), False)]),
        ('"unclosed quote', [(("unclosed",), False), (("quote",), False)]),
        ("https://mill.example/a_b", [(("https", "mill", "example", "a", "b"), False)]),
        ('!!! -- : @ # ""', []),
        ("foo:bar", [(("foo", "bar"), False)]),
        ("due:someday is:purple has:nothing created:0", [
            (("due", "someday"), False), (("is", "purple"), False), (("has", "nothing"), False),
            (("created", "0"), False),
        ]),
        ("東京 駅", [(("東京",), False), (("駅",), False)]),
    ],
)  # fmt: skip
def test_texts(text, found):
    assert terms(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@me", [("member", "me", False)]),
        ("-@bo", [("member", "bo", True)]),
        ("#urgent", [("label", "urgent", False)]),
        ('label:"FIX IT"', [("label", "FIX IT", False)]),
        ('-board:"Bakery launch" list:Doing', [("board", "Bakery launch", True), ("list", "Doing", False)]),
        ("member:bo is:OPEN has:Attachment", [
            ("member", "bo", False), ("is", "open", False), ("has", "attachments", False),
        ]),
        ("due:week due:14 due:overdue", [("due", "week", False), ("due", "14", False), ("due", "overdue", False)]),
        ("created:day edited:month", [("created", "day", False), ("edited", "month", False)]),
        ("name:flour description:x comment:y checklist:z", [
            ("name", "flour", False), ("description", "x", False), ("comment", "y", False), ("checklist", "z", False),
        ]),
        ("comment:!!!", []),
    ],
)  # fmt: skip
def test_modifiers(text, found):
    assert modifiers(text) == found


@pytest.mark.parametrize(
    ("text", "sort", "reverse"),
    [
        ("x sort:due", "due", False),
        ("sort:-created", "created", True),
        ("-sort:edited", "edited", True),
        ("-sort:-edited", "edited", False),
        ("sort:size", None, False),
        ("sort:due sort:created", "created", False),
    ],
)
def test_sorts(text, sort, reverse):
    found = parse(text)
    assert (found.sort, found.reverse) == (sort, reverse)


@pytest.mark.parametrize(
    ("value", "days"),
    [("day", 1), ("week", 7), ("month", 28), ("3", 3), ("0", None), ("99999", None), ("-1", None)],
)
def test_spans(value, days):
    found = parse(f"created:{value}").modifiers
    assert [one.days for one in found] == ([] if days is None else [days])


def test_what_is_told_of_a_query():
    told = parse('flour -rye is:open -#red sort:due "order now"', partial=True).as_json()
    assert told == {
        "terms": [{"text": "flour"}, {"text": "rye", "negated": True}, {"text": "order now"}],
        "modifiers": [{"text": "is:open"}, {"text": "#red", "negated": True}, {"text": "sort:due"}],
        "partial": True,
    }


def test_a_pasted_page_is_searched_by_its_beginning():
    found = parse("word is:open " * 500)
    assert len(found.terms) + len(found.modifiers) == MOST_PARTS
    assert [len(term.words) for term in parse("a." * 8000).terms] == [MOST_PARTS]


def test_the_last_word_only_may_go_on():
    query = parse("order flo is:open", partial=True)
    assert [query.is_prefix(term) for term in query.terms] == [False, True]
    assert not parse("flo").is_prefix(parse("flo").terms[0])
    assert parse("is:open").modifiers == (Modifier("is", "open", "is:open"),)
    assert words_of("") == ()
