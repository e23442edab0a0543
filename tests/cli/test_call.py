"""Any call of either service, from the line to the server and back."""

import json

import pytest

from tui.cli.session import Session


def call(program, *args: str, stdin: str | None = None):
    """The JSON that a call answers, or None for nothing."""
    done = program("api", *args, stdin=stdin)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_reads_and_writes_as_this_account(program):
    me = call(program, "board", "GET", "/1/members/me?fields=username")
    assert me["username"] == "you"
    made = call(program, "board", "post", "/1/boards", "name=Kōrero", "defaultLists=false")
    assert made["name"] == "Kōrero"
    assert made["id"] in {board["id"] for board in program.json("boards")}
    found = call(program, "enrich", "POST", "/enrich/company", "domain=tuiridge.example")
    assert found["data"]["fqdn"] == "tuiridge.example"


def test_query_and_body_are_given_apart(program, tmp_path):
    made = call(
        program,
        "board",
        "POST",
        "/1/boards",
        "-f",
        "name=Fields",
        "-f",
        "desc=a=b",
        "-q",
        "defaultLists=false",
    )
    assert (made["name"], made["desc"]) == ("Fields", "a=b")
    where = f"/1/boards/{made['id']}"
    file = tmp_path / "body.json"
    file.write_text('{"name": "From a file"}')
    for data, stdin, name in (
        ('{"name": "As it is"}', None, "As it is"),
        (f"@{file}", None, "From a file"),
        ("-", '{"name": "From stdin"}', "From stdin"),
        ("-", '\ufeff{"name": "From Windows"}', "From Windows"),
    ):
        assert call(program, "board", "PUT", where, "--data", data, stdin=stdin)["name"] == name
    assert set(call(program, "board", "GET", where, "-q", "fields=name")) == {"id", "name"}
    assert call(program, "board", "GET", f"{where}/lists") == []


@pytest.fixture
def paged(program, monkeypatch):
    """A program whose board has five cards, of which a page has two; and the names of those cards."""
    monkeypatch.setattr("tui.model.account.call.PAGE", 2)
    board = call(program, "board", "POST", "/1/boards", "name=Long", "defaultLists=false")["id"]
    column = call(program, "board", "POST", "/1/lists", f"idBoard={board}", "name=One")["id"]
    names = [f"card {number}" for number in range(5)]
    for name in names:
        call(program, "board", "POST", "/1/cards", f"idList={column}", f"name={name}")
    return program, f"/1/boards/{board}", names


def test_all_pages_of_the_board_service_are_one_array(paged):
    program, board, names = paged
    cards = call(program, "board", "GET", f"{board}/cards", "--paginate", "-q", "fields=name")
    assert sorted(card["name"] for card in cards) == names
    actions = call(program, "board", "GET", f"{board}/actions", "--paginate", "-q", "filter=createCard")
    assert [one["data"]["card"]["name"] for one in actions] == names[::-1]
    newer = call(
        program,
        "board",
        "GET",
        f"{board}/actions",
        "--paginate",
        "-q",
        "filter=createCard",
        "-q",
        f"since={actions[3]['id']}",
    )
    assert [one["data"]["card"]["name"] for one in newer] == names[:1:-1]


def test_what_has_no_pages_is_asked_twice_at_most_and_listed_once(paged):
    program, board, _ = paged
    assert [one["name"] for one in call(program, "board", "GET", f"{board}/lists", "--paginate")] == ["One"]


def test_pages_as_lines(paged):
    program, board, names = paged
    done = program("api", "board", "GET", f"{board}/cards", "--paginate", "--lines")
    assert sorted(json.loads(line)["name"] for line in done.stdout.splitlines()) == names


def test_all_pages_of_the_people_search_are_one_array(program):
    program.read("directory", "generate", "--people", "60", "--companies", "5")
    asked = (
        "enrich",
        "POST",
        "/search/people",
        "--data",
        '{"size": 10, "country": "AU"}',
    )
    first = call(program, *asked)
    people = call(program, *asked, "--paginate")
    assert len(first["records"]) == 10
    assert len(people) == first["total"] > 10
    assert len({json.dumps(one) for one in people}) == len(people)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("GET", "members/me"), "begin it with a slash"),
        (("GET", "https://elsewhere.example/1/members/me"), "is no path of a service"),
        (("GET", "/1/members/me", "fields"), "NAME=VALUE"),
        (("GET", "/1/members/me", "-q", "=x"), "NAME=VALUE"),
        (("GET", "/1/members/me", "-f", "a=b"), "a GET has no body"),
        (("DELETE", "/1/cards/x", "--data", "{}"), "a DELETE has no body"),
        (("POST", "/1/cards", "-f", "a=b", "--data", "{}"), "--data is the whole body"),
        (("POST", "/1/cards", "--data", "{"), "no JSON"),
        (("POST", "/1/cards", "--data", "@"), "the FILE of --data is empty"),
        (("POST", "/1/cards", "--data", "@/nowhere.json"), "/nowhere.json cannot be read"),
        (("GET", "/1/members/me", "--lines"), "--lines goes with --paginate"),
        (("GET", "/1/members/me", "--paginate"), "it has no pages"),
        (("GET", "/1/members/me", "--token-file", "/nowhere"), "/nowhere cannot be read"),
        (("GET", "/1/../../x"), "not an id"),
    ],
)
def test_what_is_no_call_is_refused_with_the_mend(program, args, said):
    result = program("api", "board", *args)
    assert result.exit_code in {2, 4, 5}
    assert said in result.stderr
    assert result.stdout == ""


def test_an_unknown_card_is_an_error(program):
    result = program("api", "board", "GET", "/1/cards/aaaaaaaaaaaaaaaaaaaaaaaa")
    assert result.exit_code == 4
    assert result.stdout == ""


def test_key_and_token_of_files_are_used_in_place_of_an_account(program, monkeypatch, tmp_path):
    key, token = tmp_path / "key", tmp_path / "token"
    for file, secret in ((key, "0123456789abcdef0123456789abcdef"), (token, "a-token")):
        file.touch(0o600)
        file.write_text(f"{secret}\n")
    used = []

    def workspace(session: Session, *, rests: bool, interactive: bool, doer: str):
        assert session.remote is not None
        assert rests
        assert (interactive, doer) == (False, "command")
        used.append((session.remote.url, session.remote.key, session.environment["token"].reveal()))
        raise SystemExit(0)

    monkeypatch.setattr(Session, "workspace", workspace)
    for name in ("CARDSCOUT_BOARD_URL", "CARDSCOUT_BOARD_KEY", "CARDSCOUT_BOARD_TOKEN"):
        # What the call sets is taken back after the test.
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    where = ("--url", "https://boards.example", "--key-file", str(key), "--token-file", str(token))
    program("api", "board", "GET", "/1/members/me", *where)
    assert used == [("https://boards.example", "0123456789abcdef0123456789abcdef", "a-token")]


def test_a_file_without_its_fellows_is_refused(program, tmp_path):
    file = tmp_path / "token"
    file.write_text("a-token")
    done = program("api", "board", "GET", "/1/members/me", "--token-file", str(file))
    assert (done.exit_code, done.stdout) == (2, "")
    assert "an address, a key and a token" in done.stderr
    done = program("api", "enrich", "GET", "/credits", "--token-file", str(file))
    assert (done.exit_code, done.stdout) == (2, "")
    assert "takes a key alone" in done.stderr
