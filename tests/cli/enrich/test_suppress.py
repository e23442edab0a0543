"""The list of people who must not be looked up, on the command line."""

import json
import sqlite3
from contextlib import closing

import pytest

from tests.cli.enrich.conftest import ANA
from tui.cli.enrich.lookup import subject_of
from tui.errors import UsageError


def test_who_opted_out_is_nowhere(program, listed, tmp_path):
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


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("ABN 29 900 002 155", "abn", "29900002155"),
        ("abn: 29900002155", "abn", "29900002155"),
        ("ACN 004 085 616", "abn", "53004085616"),
        ("NZBN 9429041535110", "nzbn", "9429041535110"),
    ],
)
def test_a_number_may_be_called_what_it_is(text, kind, value):
    texts = [text, "kauri.example"]
    assert (kind, value) in {(one.kind, one.value) for one in subject_of("company", texts).identifiers}
    with pytest.raises(UsageError, match="is no ABN"):
        subject_of("company", ["ABN 29 900 002"])
