"""People and companies from the command line, on the sample directory: what is written, and the exit codes."""

import csv
import io
import json
import sqlite3
from contextlib import closing

import pytest

from tui.cli.enrich.lookup import subject_of
from tui.errors import UsageError
from tui.recognise.identifiers.phones import grouped

ANA = "ana.reid@tuiridge.example"


@pytest.fixture
def listed(program):
    """What is in the ledger."""
    return lambda: [(one["key"], one["cost"]) for one in program.json("credits", "ledger")]


def test_the_price_is_told_and_nothing_asked(program, listed):
    told = program.json("enrich", "person", ANA, "--dry-run")
    assert told == {
        "subject": ANA, "type": "person", "low": 1, "high": 2, "steps": [], "creditsLeft": 500,
        "remembered": False, "allowed": True, "why": "",
    }  # fmt: skip
    assert program.read("enrich", "company", "tuiridge.example", "--dry-run") == (
        "tuiridge.example: 1 credit, 500 left\n"
    )
    assert listed() == []


def test_a_person_is_paid_once_shown_with_age_and_put_on_a_card(program, listed):
    found = program.json("enrich", "person", ANA)
    assert (found["person"]["fullName"], found["cost"], found["remembered"], found["ageDays"]) == (
        "Ana Reid", 2, False, 0,
    )  # fmt: skip
    again = program("enrich", "person", ANA)
    assert "remembered, nothing to pay, fetched today" in again.stderr
    fresh = program("enrich", "person", ANA, "--fresh")
    assert "asking anew: the answer that is here is fetched today" in fresh.stderr
    assert listed() == [(f"email:{ANA}", 0), (f"email:{ANA}", 2)]
    card = program.json("cards", "Pipeline")[0]["id"]
    put = program("enrich", "person", ANA, "--card", card, "--yes")
    assert put.exit_code == 0, put.output
    assert "attached" in put.stderr
    assert "unchanged" in program("enrich", "person", ANA, "--card", card).stderr


def test_several_identifiers_are_one_persons(program, listed):
    slug = program.json("search", "people", "--company", "tuiridge.example", "--limit", "1")["people"][0][
        "networkSlug"
    ]
    found = program.json("enrich", "person", ANA, f"https://www.linkedin.com/in/{slug}")
    assert "email" in found["person"]["matchedOn"]
    assert len(listed()) == 1
    two = program("enrich", "person", ANA, "bo@tuiridge.example")
    assert (two.exit_code, "would be two people" in two.stderr) == (2, True)


def test_a_name_at_a_company_is_resolved(program):
    assert program.json("enrich", "person", "Ana Reid at Tūī Ridge")["person"]["fullName"] == "Ana Reid"
    assert program.json("enrich", "company", "Tūī Ridge")["company"]["domain"] == "tuiridge.example"
    unsure = program("enrich", "person", "Nobody Atall at Tūī Ridge")
    assert (unsure.exit_code, "Nobody is found for Nobody Atall" in unsure.stderr) == (2, True)


@pytest.mark.parametrize(
    ("noun", "text"),
    [("person", "=x"), ("person", ""), ("company", "@"), ("company", "12 34"), ("person", "a b")],
)
def test_what_names_nobody_is_refused(program, noun, text):
    refused = program("enrich", noun, text)
    assert refused.exit_code == 2
    assert "hint: give" in refused.stderr


def test_nobody_is_an_answer(program):
    found = program.json("enrich", "person", "no.one@nowhere.example")
    assert (found["matched"], found["cost"]) == (False, 0)
    assert "no match" in program("enrich", "person", "no.one@nowhere.example").stderr


def test_people_are_searched_paged_and_written(program, tmp_path):
    page = program.json("search", "people", "--company", "tuiridge.example", "--limit", "5")
    assert (len(page["people"]), page["next"], page["cost"]) == (5, 5, 0)
    rest = program.json(
        "search", "people", "--company", "tuiridge.example", "--offset", "5", "--limit", "200"
    )
    assert len(rest["people"]) == page["total"] - 5
    assert not {one["id"] for one in page["people"]} & {one["id"] for one in rest["people"]}
    file = tmp_path / "people.csv"
    program.read("search", "people", "--company", "tuiridge.example", "--csv", str(file))
    rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"), newline="")))
    assert len(rows) == page["total"]
    assert program.json("search", "people", "--position", "operations", "--dry-run")["high"] == 0
    nothing = program("search", "people")
    assert (nothing.exit_code, "hint: give --company" in nothing.stderr) == (2, True)
    wrong = program("search", "people", "--seniority", "emperor")
    assert wrong.exit_code in {2, 4}
    assert "seniority" in wrong.stderr
    nowhere = program("search", "people", "--position", "x", "--csv", str(tmp_path / "no" / "where.csv"))
    assert nowhere.exit_code == 2


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


def test_private_values_go_on_a_shared_board_once_that_is_agreed_to(program):
    card, other = (one["id"] for one in program.json("cards", "Pipeline")[:2])
    refused = program("enrich", "person", ANA, "--card", card)
    mobile = next(one["e164"] for one in program.json("enrich", "person", ANA)["person"]["phones"])
    assert refused.exit_code == 2
    assert f"not attached: Put {grouped(mobile)} on “Pipeline”, which 3 members see?" in refused.stderr
    assert "--no-private leaves them out" in refused.stderr

    def comment(on):
        texts = [one["text"] for one in program.json("card", "show", on)["comments"]]
        return next((text for text in texts if "Cardscout ·" in text), None)

    assert comment(card) is None
    program.read("enrich", "person", ANA, "--card", card, "--no-private")
    assert "- Phone: left out, private (mobile)" in comment(card)
    # It is remembered for the board, until it is answered otherwise.
    program.read("enrich", "person", ANA, "--card", other)
    assert "left out, private" in comment(other)
    program.read("enrich", "person", ANA, "--card", card, "--yes")
    assert "left out" not in comment(card)
    assert program("enrich", "person", ANA, "--card", card, "--yes", "--no-private").exit_code == 2


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


def test_caps_refuse_before_anything_is_asked(program, listed):
    assert program.json("credits", "cap", "--month", "1", "--run", "30") == {"run": 30, "month": 1}
    refused = program("enrich", "person", ANA)
    assert refused.exit_code == 2
    assert "cap of the month is 1" in refused.stderr
    assert "cardscout credits cap --month 2" in refused.stderr
    assert "cap of the month" in program.json("enrich", "person", ANA, "--dry-run")["why"]
    many = program("enrich", "cards", "--board", "Pipeline")
    assert (many.exit_code, "cap of the run is 30" in many.stderr) == (2, True)
    assert program.json("enrich", "runs") == []
    assert listed() == []
    assert program("credits", "cap", "--month", "many").exit_code == 2
    program.read("credits", "cap", "--month", "none", "--run", "none")
    assert program.json("credits") == {
        "credits": 500, "month": 0, "spent": 0, "maybe": 0, "open": [], "caps": {"run": None, "month": None},
    }  # fmt: skip
    assert program("enrich", "cards", "--board", "Pipeline", "--cap", "1").exit_code == 2


def test_the_settings_file_caps_too(program):
    program.home.joinpath("config").mkdir(parents=True)
    program.home.joinpath("config", "config.toml").write_text("[spending]\nmonth = 1\n")
    assert program.json("credits", "cap") == {"run": None, "month": 1}
    assert program("enrich", "person", ANA).exit_code == 2
    program.home.joinpath("config", "config.toml").write_text('[spending]\nmonth = "1"\n')
    wrong = program("enrich", "person", ANA)
    assert (wrong.exit_code, "spending.month" in wrong.stderr) == (2, True)


def test_a_run_over_a_board(program, tmp_path):
    said = program("enrich", "cards", "--board", "Pipeline", "--dry-run")
    assert said.exit_code == 0
    assert "to look up: " in said.stderr
    assert program.json("enrich", "runs") == []
    unanswered = program("enrich", "cards", "--board", "Pipeline", "--attach")
    assert unanswered.exit_code == 2
    assert "not attached: Put private mobiles and e-mails on “Pipeline”" in unanswered.stderr
    assert program.json("enrich", "runs") == []
    done = program.json("enrich", "cards", "--board", "Pipeline", "--attach", "--no-private")
    assert done["state"] == "done"
    assert sum(done["counts"].values()) == len(done["items"]) == done["cards"]
    assert done["spent"] == program.json("credits")["spent"]
    again = program.json("enrich", "cards", "--board", "Pipeline")
    assert (again["spent"], again["low"], again["high"]) == (0, 0, 0)
    hit = next(one for one in done["items"] if one["state"] == "hit")
    one = program.json("enrich", "cards", hit["card"], "--all")
    assert one["cards"] == 1
    assert [run["run"] for run in program.json("enrich", "runs")] == [one["run"], again["run"], done["run"]]
    file = tmp_path / "run.csv"
    program.read("enrich", "cards", "--resume", done["run"], "--csv", str(file))
    rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"), newline="")))
    assert len(rows) == done["cards"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), 2),
        (("--list", "x"), 2),
        (("nope",), 2),
        (("x", "--board", "Pipeline"), 2),
        (("--board", "nope"), 2),
        (("--resume",), 2),
        (("--resume", "nope"), 2),
        (("--cancel",), 2),
        (("--cap", "-1", "x"), 2),
    ],
)
def test_what_a_run_cannot_be_over(program, words, code):
    refused = program("enrich", "cards", *words)
    assert refused.exit_code == code, refused.output
    assert "hint:" in refused.stderr


@pytest.mark.parametrize("value", ["anareid", "ana.reid"])
def test_a_lone_word_is_not_silently_a_name(program, value):
    asked = program("suppress", "add", "ana@kauri.example", value)
    assert (asked.exit_code, f"cardscout suppress add --kind name {value}" in asked.stderr) == (2, True)
    assert program.json("suppress", "list") == []
    assert program.json("suppress", "add", value, "--kind", "name")["added"][0]["kind"] == "name"


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


def test_a_company_by_its_registers(program):
    acn = program.json("enrich", "company", "waratahrobotics.example")["company"]["acn"]
    again = program.json("enrich", "company", f"{acn[:3]} {acn[3:6]} {acn[6:]}")
    assert (again["company"]["domain"], again["remembered"]) == ("waratahrobotics.example", True)
    found = program.json("enrich", "company", "9429000000000", "Tūī Ridge")
    assert found["company"]["domain"] == "tuiridge.example"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["9429000000000"], "cannot be looked up by NZBN alone"),
        (["SC123456"], "cannot be looked up by company number alone"),
        (["crn 445790"], "is no CRN"),
        (["9429000000001"], "9429000000001 is no NZBN: its last digit does not fit"),
        (["900 133 852"], "900133852 is no ACN"),
        (["51 824 753 556", "004 085 616"], "two of them are an abn"),
    ],
)
def test_a_register_that_cannot_be_asked(program, words, said):
    refused = program("enrich", "company", *words)
    assert (refused.exit_code, said in refused.stderr, "hint: " in refused.stderr) == (2, True, True)
