"""Search on the command line."""

import pytest


def test_search(imported):
    found = imported.json("search", "ana", "ring", "--here")
    assert [(one["kind"], one["name"], one["list"]) for one in found] == [("card", "Ring Ana", "To do")]
    assert [one["name"] for one in imported.json("search", "korero", "--here")] == ["Kōrero"]
    assert imported.json("search", "nothing-at-all-like-it", "--here") == []
    everywhere = imported.json("search", "ana")
    assert "Ring Ana" in {one["name"] for one in everywhere}


@pytest.mark.parametrize(
    ("words", "why"),
    [("labl:hot", "labl: is no filter · label: is"), ("due:foo", "due: takes no 'foo'"), ("zzz", "")],
)
def test_a_word_that_looks_like_one_of_a_filter_is_told_if_nothing_is_found(imported, words, why):
    result = imported("search", words, "--here")
    assert (result.exit_code, result.stdout) == (0, "")
    assert why in result.stderr
    assert ("note: " in result.stderr) == bool(why)
