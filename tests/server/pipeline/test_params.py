"""Parameters: read with the type asked for, or refused by name; never anything else."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.server.pipeline.params import (
    MOST_IDENTS,
    MOST_WORDS,
    Params,
    Refused,
    as_moment,
    as_number,
    clean,
    read_pairs,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
READERS = ("text", "unstripped_text", "flag", "number", "instant", "ident", "maybe_ident", "idents", "words")


@given(JSON)
def test_no_reader_fails_but_by_refusing(value):
    params = Params({"x": value})
    for reader in READERS:
        with suppress(Refused):
            getattr(params, reader)("x")


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_cleaned_text_can_be_stored_and_stays_as_it_is(text):
    cleaned = clean(text)
    cleaned.encode()
    assert "\0" not in cleaned
    assert clean(cleaned) == cleaned
    if "\0" not in text and not any("\ud800" <= c <= "\udfff" for c in text):
        assert cleaned == text


@pytest.mark.parametrize(
    ("given_", "stored"),
    [
        ("2031-02-03", "2031-02-03T00:00:00.000Z"),
        ("2031-02-03T04:05:06.789Z", "2031-02-03T04:05:06.789Z"),
        ("2026-10-25T02:30:00+02:00", "2026-10-25T00:30:00.000Z"),
        (1_700_000_000_000, "2023-11-14T22:13:20.000Z"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
        ("9999-12-31T23:59:59-12:00", None),
        ("0001-01-01T00:00:00+12:00", None),
        ("2026-13-01", None),
        ("", None),
        ([], None),
        (float("nan"), None),
    ],
)
def test_moments(given_, stored):
    assert as_moment(given_) == stored


@pytest.mark.parametrize(
    "given_", ["1_000", "\uff11\uff12", "\u0664", "1e999", "nan", "0x10", "", True, None, []]
)
def test_what_is_no_number(given_):
    assert as_number(given_) is None


def test_a_list_says_each_thing_once_and_not_too_many():
    assert Params({"x": "b,a,,b", "y": ["a,b", "b"]}).words("x") == ["b", "a"]
    assert Params({"x": "open," * 100_000}).words("x") == ["open"]
    assert Params({"x": ",".join([f"{n:024x}" for n in range(9)] * 5000)}).idents("x") == [
        f"{n:024x}" for n in range(9)
    ]
    for reader, most in (("words", MOST_WORDS), ("idents", MOST_IDENTS)):
        many = [f"{number:024x}" for number in range(most + 1)]
        assert len(getattr(Params({"x": many[1:]}), reader)("x")) == most
        with pytest.raises(Refused, match="invalid value for x"):
            getattr(Params({"x": many}), reader)("x")


def test_nested_things_are_wanted_by_a_filter_or_by_true():
    asked = {"a": "Open", "b": "true", "c": "none", "d": False, "e": None}
    assert [Params(asked).nested_filter(name) for name in "abcdef"] == ["open", "all", "", "", "", ""]
    assert Params(asked).nested_filter("b", true="visible") == "visible"


def test_names_in_every_spelling():
    query = [("idLabels[]", "a"), ("idLabels[]", "b"), ("value[text]", "x"), ("prefs/background", "red")]
    params = Params.merged(query, [("prefs_selfJoin", "true"), ("name", "y")])
    assert params["idLabels"] == ["a", "b"]
    assert params["value/text"] == "x"
    assert params.nested("prefs") == {"background": "red", "selfJoin": "true"}
    assert Params({"prefs": {"voting": "org"}, "prefs/voting": "public"}).nested("prefs") == {
        "voting": "public"
    }


def test_pairs_are_read_as_they_were_sent():
    assert read_pairs(b"name=T%C5%AB%C4%AB+Ridge&a=&name=b%3Bc") == [
        ("name", "Tūī Ridge"), ("a", ""), ("name", "b;c"),
    ]  # fmt: skip
    assert read_pairs("name=Tūī".encode()) == [("name", "Tūī")]
    assert read_pairs(b"name=%EF%BF%BD") == [("name", "\ufffd")]


@pytest.mark.parametrize(
    ("encoded", "name"), [(b"a=1&desc=%ff%fe", "desc"), (b"desc=\xff", "desc"), (b"%ff=1", "a name")]
)
def test_what_is_no_utf_8_is_refused_by_its_name(encoded, name):
    with pytest.raises(Refused) as refused:
        read_pairs(encoded)
    assert (refused.value.status, refused.value.body) == (400, f"invalid value for {name}")
