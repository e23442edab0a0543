"""The lines of keys in TOML files."""

import tomllib

import pytest

from tui.toml_lines import TomlLines, syntax_error

TEXT = '''# a comment
title = "x"
[auth]
style = "header"
"a key" = 3
[company.hq]
city = "a"
[[call]]
kind = "person"
query = { q = "{email}" }
answer.path = "data"
[[call]]
kind = """
[[call]]
kind = "none"
"""
[[call.test]]
status = 404
[prices]
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("title",), 2),
        (("auth",), 3),
        (("auth", "style"), 4),
        (("auth", "a key"), 5),
        (("auth", "none"), 3),
        (("company", "hq", "city"), 7),
        (("call",), 8),
        (("call", 0, "kind"), 9),
        (("call", 0, "query", "q"), 10),
        (("call", 0, "answer", "path"), 11),
        (("call", 1), 12),
        (("call", 1, "kind"), 13),
        (("call", 1, "a tag", "kind"), 13),
        (("call", 1, "test", 0, "status"), 18),
        (("call", 7), 8),
        (("nothing",), 1),
        ((), 1),
    ],
)
def test_a_value_is_found_or_what_is_nearest_to_it(place, line):
    assert TomlLines(TEXT).line(place) == line


@pytest.mark.parametrize(("text", "line"), [("a = 1\nb = \n", 2), ("a = [1,\n", 1), ("a 1", 1)])
def test_a_syntax_error_has_its_line(text, line):
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    found, words, fix = syntax_error(str(caught.value), text)
    assert (found, "line" in words, fix) == (line, False, "")


@pytest.mark.parametrize(
    ("text", "line", "name"),
    [
        ('theme = "dark"\n\n[theme]\ncursor = "#ffd700"\n', 1, "theme"),
        ('keys = "vim"\nkeys = "vim"\n', 1, "keys"),
        ('x = 1\n[labels]\na = ["x"]\n[bindings]\n[labels]\nb = ["x"]\n', 2, "labels"),
        ('[theme]\nbase = "a"\n"base" = "b"\n', 2, "theme.base"),
        ('order = ["x"]\n[order]\nperson = ["x"]\n', 1, "order"),
        ('theme = "dark"\ntheme.base = "dark"\n', 1, "theme"),
        ("x = { y = 1 }\n[x.z]\n", 1, "x"),
        ("[[call]]\na = 1\n[[call]]\nb = 1\nb = 2\n", 4, "call.b"),
    ],
)
def test_what_is_set_twice_is_told_with_the_first_place(text, line, name):
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    _, words, fix = syntax_error(str(caught.value), text)
    assert (words, fix) == (f"{name} is set on line {line} already", "keep one of the two")


@pytest.mark.parametrize(
    ("text", "line", "sign"),
    [
        ('a = 1\norder = ["x", # ]\n"]"\n\n', 2, "["),
        ("b = []\na = [\n[1],\n[2,\n", 4, "["),
        ('a = 1\nb = """x\ny\n', 2, '"""'),
        ("a = 1\nb = '''x\ny\n", 2, "'''"),
    ],
)
def test_what_is_never_closed_is_told_at_the_line_where_it_is_opened(text, line, sign):
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    assert syntax_error(str(caught.value), text) == (line, f"this {sign} is never closed", "")
