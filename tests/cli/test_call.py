"""Any call of either service, from the line to the server and back."""

import json

import pytest


def test_reads_and_writes_as_this_account(program):
    me = json.loads(program.read("api", "board", "GET", "/1/members/me?fields=username"))
    assert me["username"] == "you"
    made = json.loads(program.read("api", "board", "post", "/1/boards", "name=Kōrero", "defaultLists=false"))
    assert made["name"] == "Kōrero"
    assert made["id"] in {board["id"] for board in program.json("boards")}
    found = json.loads(program.read("api", "enrich", "POST", "/enrich/company", "domain=tuiridge.example"))
    assert found["data"]["fqdn"] == "tuiridge.example"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("GET", "members/me"), "begin it with a slash"),
        (("GET", "https://elsewhere.example/1/members/me"), "is no path of a service"),
        (("GET", "/1/members/me", "fields"), "NAME=VALUE"),
        (("GET", "/1/../../x"), "not an id"),
    ],
)
def test_what_is_no_call_is_refused_with_the_mend(program, args, said):
    result = program("api", "board", *args)
    assert result.exit_code in {2, 4}
    assert said in result.stderr


def test_an_unknown_card_is_an_error(program):
    result = program("api", "board", "GET", "/1/cards/aaaaaaaaaaaaaaaaaaaaaaaa")
    assert result.exit_code == 4
    assert result.stdout == ""
