"""Adapters are read from files, and what is wrong is told with its line."""

import pytest

from tui.adapters.read import (
    adapter_names,
    built_in,
    built_in_names,
    check_adapter,
    find_adapter,
    parse_adapter,
    read_adapter,
)
from tui.errors import UsageError

GOOD = """title = "Example Data"
url = "https://api.example.com"

[auth]
style = "header"
name = "X-Key"

[[call]]
kind = "company"
by = ["domain"]
path = "/companies/{domain}"

[[call]]
kind = "person"
by = ["email", "name + company"]
method = "POST"
path = "/people"
body = { email = "{email}", who = "{name}" }

[[miss]]
status = 404

[company]
name = "company_name"
hq.city = "address.city"
"""


def test_an_adapter_is_read():
    adapter, problems = parse_adapter(GOOD, "example")
    assert problems == []
    assert adapter is not None
    assert (adapter.name, adapter.title, adapter.auth.name) == ("example", "Example Data", "X-Key")
    assert adapter.ways("person") == (frozenset({"email"}), frozenset({"name", "company"}))
    assert set(adapter.company) == {"name", "hq.city"}


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ('title = "Example Data"\n', "", 1, "title is missing"),
        ('style = "header"', 'style = "magic"', 5, "auth, style cannot be 'magic'"),
        ('style = "header"', 'style = "oauth2"', 4, "needs the address that gives the token"),
        ('name = "X-Key"', 'nome = "X-Key"', 6, "auth, nome: there is no such key"),
        ('by = ["domain"]', 'by = ["shoe size"]', 10, "'shoe size' is nothing to ask by"),
        ('by = ["domain"]\n', "", 8, "says not by what it asks"),
        ("/companies/{domain}", "/companies/{domane}", 11, "{domane} is no placeholder"),
        ("/companies/{domain}", "companies", 8, "path does not begin with a slash"),
        ('method = "POST"\n', "", 13, "has a body, which GET does not send"),
        ('"{name}" }', '"{nom}" }', 18, "{nom} is no placeholder"),
        ("status = 404", "status = 40", 21, "miss 1, status 1 cannot be 40"),
        ("status = 404", "usual = false", 20, "tests nothing"),
        ('name = "company_name"', 'nome = "company_name"', 23, "a company has no nome (name?)"),
        ('hq.city = "address.city"', 'hq.city = "address..city"', 25, "has a dot too many"),
        ('url = "https://api.example.com"', "url = [", 4, "Invalid"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old, new, line, what):
    assert GOOD.count(old) == 1
    adapter, problems = parse_adapter(GOOD.replace(old, new), "example")
    assert adapter is None
    assert (problems[0].line, what in problems[0].what) == (line, True), problems


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('path = "/people"', 'paht = "/people"', (17, "call 2, paht: there is no such key", "path?")),
        ('title = "Ex', 'titel = "Ex', (1, "titel: there is no such key", "title?")),
        ("[[miss]]", "[[mist]]", (20, "mist: there is no such key", "miss?")),
        ("status = 404", "statsu = 404", (21, "miss 1, statsu: there is no such key", "status?")),
        (
            'name = "company_name"',
            'name = { path = "x", pfad = "y" }',
            (24, "company, name, pfad", "there are path, join"),
        ),
        ('by = ["domain"]', "by = 3", (10, "call 1, by cannot be 3", 'write by = ["email"]')),
        ("status = 404", 'status = "404"', (21, "miss 1, status cannot be '404'", "status = [403, 404]")),
        (
            'kind = "person"',
            'kind = "people"',
            (14, "call 2, kind cannot be 'people'", "write 'person', 'company'"),
        ),
        (
            'name = "company_name"',
            'phones = { path = "x", each = { value = "no", status = { path = "y" } } }',
            (24, "company, phones, each, status cannot be a table", 'is a path: status = "…"'),
        ),
        ('"X-Key"', '"X-Key', (6, "name: Illegal character", "close the quotes")),
        (
            'path = "/people"',
            'kind = "person"',
            (17, "call.kind is set on line 14 already", "keep one of the two"),
        ),
        (
            'title = "Example Data"',
            "title = Example Data",
            (1, "title: Invalid value", "put texts in quotes"),
        ),
        (
            "https://api.example.com",
            "api.example.com",
            (2, "url: 'api.example.com' is no", "https://api.example.com"),
        ),
        ("https://api", "http://api", (2, "url: 'http://api.example.com' is no", "write url = ")),
        (
            'style = "header"',
            'style = "oauth2"\nurl = "http://login.example/token"',
            (6, "auth, url: 'http://login.example/token' is no address", "write url = "),
        ),
        ("name}", "name|int}", (18, "there is no 'int'", "{name|number}")),
        (
            "[[miss]]",
            "[prices]\ncompany = 'one'\n[[miss]]",
            (21, "prices, company cannot be 'one'", "1, or [1, 2]"),
        ),
    ],
)
def test_each_mistake_has_its_line_its_key_and_how_to_mend_it(
    old: str, new: str, told: tuple[int, str, str]
) -> None:
    line, what, hint = told
    assert old in GOOD
    problems = parse_adapter(GOOD.replace(old, new, 1), "example")[1]
    problem = next((one for one in problems if one.line == line), problems[0])
    assert "is missing" not in " ".join(one.what for one in problems), "a key that is misspelt is told once"
    assert (problem.line, what in problem.what, hint in problem.hint) == (line, True, True), problem


def test_a_single_way_to_ask_needs_no_list():
    adapter, problems = parse_adapter(GOOD.replace('["domain"]', '"domain"'), "example")
    assert adapter is not None, problems
    assert adapter.ways("company") == (frozenset({"domain"}),)


def test_several_mistakes_are_told_in_the_order_of_their_lines():
    text = (
        GOOD.replace("404", "40")
        .replace('["domain"]', "[3]")
        .replace("X-Key", "X")
        .replace("name =", "nome =", 1)
    )
    assert [one.line for one in parse_adapter(text, "x")[1]] == [6, 10, 21]


@pytest.mark.parametrize("name", built_in_names())
def test_what_comes_with_the_program_is_right(name):
    adapter = built_in(name)
    assert adapter.title
    assert adapter.about.endswith(".")
    assert name in {"platform", "direct"} or (adapter.url.startswith("https://") and adapter.key.source)


def test_our_own_is_found_by_name_and_goes_first(tmp_path):
    folder = tmp_path / "adapters"
    folder.mkdir()
    (folder / "example.toml").write_text(GOOD)
    (folder / "direct.toml").write_text(GOOD)
    assert "example" in adapter_names(tmp_path)
    assert find_adapter("example", tmp_path).title == "Example Data"
    assert find_adapter("direct", tmp_path).title == "Example Data"
    assert find_adapter("direct", None).title == "Direct"
    with pytest.raises(UsageError, match="no adapter 'none'") as refused:
        find_adapter("none", tmp_path)
    assert "example" in refused.value.hint


def test_a_wrong_file_is_refused_with_its_line(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text(GOOD.replace("404", "40"))
    with pytest.raises(UsageError, match="line 21"):
        read_adapter(path)
    with pytest.raises(UsageError, match="cannot be read"):
        check_adapter(tmp_path / "none.toml")


def test_a_token_may_come_from_this_machine_as_the_answers_may():
    here = GOOD.replace("https://api.example.com", "http://127.0.0.1:8791").replace(
        'style = "header"', 'style = "oauth2"\nurl = "http://127.0.0.1:8791/oauth/token"'
    )
    adapter, problems = parse_adapter(here, "example")
    assert adapter is not None, problems
    assert adapter.auth.url == "http://127.0.0.1:8791/oauth/token"
