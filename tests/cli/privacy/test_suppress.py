"""The list of people who must not be looked up, on the command line."""

import json
import sqlite3
from contextlib import closing

ANA = "ana.reid@tuiridge.example"


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
    assert "name ana reid opted out" in by_name.stderr
    assert "hint: cardscout suppress remove 'ana reid' allows it again" in by_name.stderr
    other = program("suppress", "remove", ANA)
    assert (other.exit_code, other.stderr) == (
        2,
        f"error: {ANA} is on the list with name ana reid, not by itself\nhint: cardscout suppress remove 'ana reid'\n",
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
    assert f"deleted: local · Pipeline › {name}" in added.stderr
    assert "erased: local · 1 remembered answer" in added.stderr
    left = program.json("card", "show", card)["comments"]
    assert len(left) == before - 1
    assert all(word not in one["text"] for one in left for word in told)
    assert program("suppress", "withdraw").stderr == "no comment tells of anybody on the list\n"
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
    made = program.json("suppress", "add", "0491 570 158", "+64 21 555 0134", "+44 20 7946 0000")["added"]
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
    assert program.read("suppress", "list").startswith("name\tana\t")


def test_values_of_stdin_are_listed_once_each(program):
    told = program("suppress", "add", "--from", "-", stdin=f"{ANA}\n\n {ANA} \nkauri.example\n")
    assert told.exit_code == 0, told.output
    assert told.stderr == f"kept out: email {ANA}\nkept out: domain kauri.example\n"
    broken = program("suppress", "add", "--from", "-", stdin=b"\xff\xfe\x00")
    assert (broken.exit_code, "name a text file in UTF-8, or -" in broken.stderr) == (2, True)


def test_what_is_listed_is_taken_off_although_another_value_is_not(program):
    program.read("suppress", "add", ANA)
    told = program("suppress", "remove", ANA, "bo@kauri.example", "kauri.example")
    assert told.exit_code == 2
    assert f"taken off the list: email {ANA}" in told.stderr
    assert told.stderr.count("not on the list: ") == 2
    assert program.json("suppress", "list") == []
