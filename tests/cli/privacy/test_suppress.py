"""The list of people who must not be looked up, on the command line."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from shlex import quote

import pytest

from tests.store.answers import remember
from tui.cli.privacy import suppress
from tui.clock import ManualClock
from tui.model.finding import Finding
from tui.model.person import EmailPoint, Person
from tui.store.opening import open_store

ANA = "ana.reid@tuiridge.example"
AT = datetime(2031, 2, 3, tzinfo=UTC)


def test_who_opted_out_is_nowhere(program, tmp_path):
    program.json("enrich", "person", ANA)
    before = program.json("search", "people", "--company", "tuiridge.example")
    made = program.json("suppress", "add", ANA, "--why", "asked us")["added"]
    assert [(one["kind"], one["value"], one["why"]) for one in made] == [("email", ANA, "asked us")]
    for options in ([], ["--fresh"], ["--card", "x"]):
        refused = program("enrich", "person", ANA, *options)
        assert refused.exit_code in {2, 4}
    assert program("enrich", "person", ANA).exit_code == 4
    assert program.json("enrich", "person", ANA, "--dry-run")["allowed"] is False
    after = program.json("search", "people", "--company", "tuiridge.example")
    assert (after["hidden"], len(after["people"])) == (1, len(before["people"]) - 1)
    assert "Ana Reid" not in program.read("search", "people", "--company", "tuiridge.example", "--csv", "-")
    run = program.json("enrich", "cards", "--board", "Pipeline", "--cap", "500")
    assert "suppressed" in run["counts"]
    assert ANA not in json.dumps([one for one in run["items"] if one["state"] == "hit"])
    assert ANA not in program.read("enrich", "cards", "--resume", run["run"], "--csv", "-").replace(
        f",{ANA},suppressed", ""
    )
    raw = program("api", "enrich", "POST", "/enrich/person", f"email={ANA}")
    assert (raw.exit_code, "opted out" in raw.stderr) == (4, True)
    assert program.read("suppress", "list").startswith(f"email\t{ANA}\t")
    program.read("suppress", "remove", ANA)
    assert program.json("enrich", "person", ANA)["matched"] is True
    assert program("suppress", "remove", ANA).exit_code == 2
    program.read("suppress", "add", "Ana Reid")
    assert program("enrich", "person", "--fresh", "linkedin.com/in/ana-reid").exit_code == 0
    by_name = program("enrich", "person", ANA)
    assert "name Ana Reid opted out" in by_name.stderr
    assert "hint: cardscout suppress remove 'Ana Reid' allows it again" in by_name.stderr
    other = program("suppress", "remove", ANA)
    assert (other.exit_code, other.stderr) == (
        2,
        f"error: {ANA} is on the list with name Ana Reid, not by itself\nhint: cardscout suppress remove 'Ana Reid'\n",
    )
    program.read("suppress", "remove", "ana reid")
    assert program.json("enrich", "person", ANA)["matched"] is True
    names = tmp_path / "out.txt"
    names.write_text("Bo Lee at Kauri\n\nfoo.example\n")
    assert len(program.json("suppress", "add", "--from", str(names))["added"]) == 2
    assert program("suppress", "add").exit_code == 2
    assert program("suppress", "add", "x", "--kind", "abn").exit_code == 2
    assert program("suppress", "add", "--from", str(tmp_path / "no.txt")).exit_code == 2


def test_what_was_put_on_a_card_is_withdrawn_with_an_opt_out(program):
    card = program.json("cards", "Pipeline")[0]["id"]
    found = program.json("enrich", "person", ANA, "--card", card, "--yes")["person"]
    program.read("enrich", "company", "tuiridge.example", "--card", card)
    told = [found["phones"][0]["e164"], ANA]
    before = len(program.json("card", "show", card)["comments"])
    added = program("suppress", "add", found["networkUrl"])
    name = program.json("card", "show", card)["name"]
    assert f"deleted: local · comment on Pipeline › {name}" in added.stderr
    assert "erased: local · 1 remembered answer" in added.stderr
    left = program.json("card", "show", card)["comments"]
    assert len(left) == before - 1
    assert all(word not in one["text"] for one in left for word in told)
    assert program("suppress", "withdraw").stderr.startswith("nothing of them is left to withdraw\n")
    store = program.home / "data" / "store-local.db"
    with closing(sqlite3.connect(store)) as conn:
        kept = json.dumps(
            [
                conn.execute(f"SELECT * FROM {table}").fetchall()
                for table in ("outbox", "docs", "findings", "attached")
            ]
        )
    assert told[0] not in kept


def test_a_telephone_number_is_listed_and_taken_off_in_any_way_of_writing(program):
    numbers = ("0491 570 158", "+64 21 555 0134", "+44 20 7946 0000")
    made = program.json("suppress", "add", "--kind", "phone", *numbers)["added"]
    assert [one["value"] for one in made] == ["+61491570158", "+64215550134", "+442079460000"]
    listed = program.read("suppress", "list")
    assert all(f"phone\t{one['value']}\t" in listed for one in made)
    gone = program("suppress", "remove", "491570158")
    assert (gone.exit_code, gone.stderr) == (0, "taken off the list: phone +61491570158\n")
    assert "not on the list: +61491570158" in program("suppress", "remove", "+61491570158").stderr


def test_half_of_an_address_and_a_single_name_are_refused_until_their_kind_is_said(program):
    for value in ("kauri", "Ana"):
        refused = program("suppress", "add", value)
        assert refused.exit_code == 2
        assert (
            f"'{value}' could be a name, a profile, a domain or half of an e-mail address" in refused.stderr
        )
        assert f"cardscout suppress add --kind name {value}" in refused.stderr
    assert program.json("suppress", "list") == []
    (added,) = program.json("suppress", "add", "--kind", "name", "Ana")["added"]
    assert added["kind"] == "name"
    assert program.read("suppress", "list").startswith("name\tAna\t")


def test_values_of_stdin_are_listed_once_each(program):
    told = program("suppress", "add", "--from", "-", stdin=f"{ANA}\n\n {ANA} \nkauri.example\n")
    assert told.exit_code == 0, told.output
    said = f"kept out: email {ANA}\nkept out: domain kauri.example\nnothing of them is left to withdraw\n"
    # It depends on what was read by then whether a line on boards that were never opened follows.
    assert told.stderr.startswith(said)
    broken = program("suppress", "add", "--from", "-", stdin=b"\xff\xfe\x00")
    assert (broken.exit_code, "stdin is no text in UTF-8" in broken.stderr) == (2, True)


def test_what_is_listed_is_taken_off_although_another_value_is_not(program):
    program.read("suppress", "add", ANA)
    told = program("suppress", "remove", ANA, "bo@kauri.example", "kauri.example")
    assert told.exit_code == 2
    assert f"taken off the list: email {ANA}" in told.stderr
    assert told.stderr.count("not on the list: ") == 2
    assert program.json("suppress", "list") == []


@pytest.mark.parametrize(
    ("value", "kind"),
    [("info@tuiridge.example", "email"), ("sales.nz@tuiridge.example", "email"), ("0491 570 158", "phone")],
)
def test_what_several_may_have_is_refused_until_it_is_said_who_is_meant(program, value, kind):
    refused = program("suppress", "add", ANA, value, "--yes")
    assert refused.exit_code == 2
    assert refused.stderr == (
        f"error: '{value}' may be that of several people\n"
        f"hint: say who: cardscout suppress add --kind name 'NAME at {value}';"
        f" or everybody who has it: --kind {kind} {quote(value)}\n"
    )
    assert program.json("suppress", "list") == []
    (one,) = program.json("suppress", "add", f"Ana Reid at {value}")["added"]
    assert one["kind"] == "name"
    (all_,) = program.json("suppress", "add", "--kind", kind, value)["added"]
    assert all_["kind"] == kind


@pytest.mark.parametrize(
    ("typed", "listed"),
    [
        ("Ana Reid\n", ("name", "Ana Reid at info@tuiridge.example")),
        ("*\n", ("email", "info@tuiridge.example")),
    ],
)
def test_at_a_terminal_it_is_asked_who_is_meant(program, monkeypatch, typed, listed):
    monkeypatch.setattr(suppress, "_can_ask", lambda _file: True)
    told = program("suppress", "add", "info@tuiridge.example", "--json", stdin=typed)
    assert told.exit_code == 0, told.output
    assert "info@tuiridge.example may be that of several people; * is everybody who has it" in told.stderr
    assert "Who is meant? NAME" in told.stderr
    (added,) = json.loads(told.stdout)["added"]
    assert (added["kind"], added["value"]) == listed


def test_an_address_that_several_share_is_refused_until_it_is_said_who_is_meant(program):
    program.read("boards")
    store = open_store(program.home / "data" / "store-local.db", ManualClock())
    for name in ("Ana Reid", "Bo Lee"):
        person = Person(full_name=name, emails=(EmailPoint(value="team@kauri.example"),))
        key = f"email:{name[:2].strip().lower()}@kauri.example"
        remember(store, Finding(key=key, type="person", person=person, fetched_at=AT)).result()
    store.close()
    refused = program("suppress", "add", "team@kauri.example")
    assert refused.exit_code == 2
    who = "cardscout suppress add --kind name 'Ana Reid at team@kauri.example'"
    assert refused.stderr == (
        "error: 'team@kauri.example' is shared by Ana Reid and Bo Lee\n"
        f"hint: say who: {who}; or everybody who has it: --kind email team@kauri.example\n"
    )
    assert program.json("suppress", "list") == []
    one = program.json("suppress", "add", "--kind", "name", "Ana Reid at team@kauri.example")
    assert one["answersErased"] == {"local": 1}
    assert program.json("suppress", "add", "--kind", "email", "team@kauri.example")["answersErased"] == {
        "local": 1
    }


def test_what_people_typed_stays_and_is_listed(program):
    card = program.json("cards", "Pipeline")[0]["id"]
    program.json("enrich", "person", ANA, "--card", card, "--yes")
    program.read("card", "comment", card, f"rang {ANA}, call Ana Reid again")
    lunch = program.json("card", "new", "Pipeline", "Leads", "Lunch with Ana Reid")["id"]
    name = program.json("card", "show", card)["name"]
    told = program.json("suppress", "add", ANA)
    (deleted,) = told["comments"]
    assert deleted["idCard"] == card
    stays = {(one["idCard"], one["part"], one["onlyTheName"]) for one in told["stays"]}
    assert {(card, "comment", False), (lunch, "title", True)} <= stays
    assert f"rang {ANA}, call Ana Reid again" in {one["text"] for one in told["stays"]}
    again = program("suppress", "withdraw")
    assert again.exit_code == 0
    said = again.stderr.splitlines()
    assert said[:2] == [
        "nothing of them is left to withdraw",
        "what people typed is theirs and stays; edit it there:",
    ]
    (line,) = (line for line in said if line.startswith(f"still named: local · Pipeline › {name} ("))
    assert "comment by " in line
    assert program.json("card", "show", card)["comments"][0]["text"] == f"rang {ANA}, call Ana Reid again"


def test_a_name_without_a_company_keeps_everybody_of_that_name_out_and_says_so(program):
    assert (
        "kept out: name Zoe Quill, whoever is called so\n" in program("suppress", "add", "Zoe Quill").stderr
    )
    assert "kept out: name Zoe Quill at Kauri\n" in program("suppress", "add", "Zoe Quill at Kauri").stderr


def test_a_finding_on_a_board_of_this_machine_that_nobody_opened_is_withdrawn(program, tmp_path):
    card = program.json("cards", "Pipeline")[0]["id"]
    program.json("enrich", "person", ANA, "--card", card, "--yes")
    program.read("export", "Pipeline", "-o", str(tmp_path / "board.json"))
    program.read("import", str(tmp_path / "board.json"), "--copy")
    told = program.json("suppress", "add", ANA)
    assert [(one["board"], one["fate"]) for one in told["comments"]] == [("Pipeline", "deleted")] * 2
    assert told["boardsNotRead"] == {}
