"""People and companies from the command line, on the sample directory: what is written, and the exit codes."""

import pytest

from tests.cli.enrich.conftest import ANA
from tui.cli.enrich.lookup import subject_of
from tui.cli.online import work
from tui.errors import CredentialError, UsageError
from tui.recognise.identifiers.phones import grouped
from tui.services.enrich.lookups import Lookups


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


def test_what_is_not_asked_has_no_price(program):
    told = program("enrich", "person", "+61 491 570 156", "--dry-run")
    assert told.stdout == "+61491570156: not looked up\n"
    assert "note: +61491570156 cannot be looked up by telephone number alone." in told.stderr
    program.read("suppress", "add", ANA, "--yes")
    told = program("enrich", "person", ANA, "--dry-run")
    assert told.stdout == f"{ANA}: not looked up\n"
    assert "opted out" in told.stderr


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


def test_a_person_is_not_paid_for_at_a_higher_price_than_was_told(program, listed, monkeypatch):
    quote = Lookups.quote
    monkeypatch.setattr(Lookups, "quote", lambda *of, **how: quote(*of, **how).replace(high=1))
    refused = program("enrich", "person", ANA)
    assert refused.exit_code == 2
    assert "The price or the service is another one by now: nothing was asked." in refused.stderr
    assert listed() == []


def test_the_paid_answer_is_printed_where_the_token_is_refused_before_its_comment_is_sent(
    program, monkeypatch
):
    async def refuse(_workspace):
        raise CredentialError("the token was revoked", hint="cardscout accounts login local")

    card = program.json("cards", "Pipeline")[0]["id"]
    monkeypatch.setattr(work, "wait_until_synced", refuse)
    for form in ((), ("--json",)):
        put = program("enrich", "person", ANA, "--card", card, "--yes", *form)
        assert put.exit_code == 3
        assert "Ana Reid" in put.stdout
        assert "the token was revoked" in put.stderr


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
    nobody = program("enrich", "person", "Zoe Marsh at Tūī Ridge")
    assert (nobody.exit_code, "no match\nhint: see how the names are spelled" in nobody.stderr) == (0, True)
    card = program.read("card", "new", "Pipeline", "Leads", "Ring Zoe Marsh at Tūī Ridge").strip()
    planned = program("enrich", "cards", card, "--dry-run").stderr
    assert "0 to look up: free" in planned
    assert "--again asks anew" in planned
    assert "1 to look up: 1 to 2 credits" in program("enrich", "cards", card, "--dry-run", "--again").stderr


@pytest.mark.parametrize(
    ("noun", "text"),
    [("person", "=x"), ("company", "@"), ("company", "12 34"), ("person", "a b")],
)
def test_what_names_nobody_is_refused(program, noun, text):
    refused = program("enrich", noun, text)
    assert refused.exit_code == 2
    assert "hint: give" in refused.stderr


def test_nobody_is_an_answer(program):
    found = program.json("enrich", "person", "no.one@nowhere.example")
    assert (found["matched"], found["cost"]) == (False, 0)
    assert "no match" in program("enrich", "person", "no.one@nowhere.example").stderr


@pytest.mark.parametrize("value", ["anareid", "ana.reid"])
def test_a_lone_word_is_not_silently_a_name(program, value):
    asked = program("suppress", "add", "ana@kauri.example", value)
    assert (asked.exit_code, f"cardscout suppress add --kind name {value}" in asked.stderr) == (2, True)
    assert program.json("suppress", "list") == []
    assert program.json("suppress", "add", value, "--kind", "name")["added"][0]["kind"] == "name"
    assert program.json("suppress", "list")[0]["at"].endswith("Z")


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
        (["9429000000001"], "9429000000001 is no NZBN: its last digit does not fit the others"),
        (["51 824 753 557"], "51824753557 is no ABN: its first two digits do not fit the others"),
        (["900 133 852"], "900133852 is no ACN"),
        (["51 824 753 556", "004 085 616"], "two of them are an abn"),
    ],
)
def test_a_register_that_cannot_be_asked(program, words, said):
    refused = program("enrich", "company", *words)
    assert (refused.exit_code, said in refused.stderr, "hint: " in refused.stderr) == (2, True, True)


def test_a_person_is_looked_up_once_paid_and_then_free(program):
    before = program.json("credits")["credits"]
    first = program.json("enrich", "person", "ana.reid@tuiridge.example")
    assert first["person"]["fullName"] == "Ana Reid"
    assert first["cost"] > 0
    program.read("enrich", "person", "ana.reid@tuiridge.example")
    assert program.json("credits")["credits"] == before - first["cost"]


def test_a_company_is_looked_up_by_domain_and_a_miss_is_no_error(program):
    assert "tuiridge.example" in program.read("enrich", "company", "tuiridge.example")
    result = program("enrich", "company", "nobody-here.example")
    assert result.exit_code == 0
    assert "no match" in result.stderr


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
    # With both, --yes answers whatever else is asked.
    program.read("enrich", "person", ANA, "--card", card, "--yes", "--no-private")
    assert "left out, private" in comment(card)


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


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("+61 491 570 156", "+61491570156"),
        ("0491 570 156", "+61491570156"),
        ("(09) 301 0100", "+6493010100"),
        ("+44 20 7946 0958", "+442079460958"),
    ],
)
def test_a_person_is_named_by_a_telephone_number(text, number):
    assert [(one.kind, one.value) for one in subject_of("person", [text]).identifiers] == [("phone", number)]


def test_a_number_that_may_be_of_two_countries_is_asked_about():
    with pytest.raises(UsageError, match="may be of two countries") as unsure:
        subject_of("person", ["021 555 0123"])
    assert unsure.value.hint == "write +61215550123 or +64215550123"
    with pytest.raises(UsageError, match="is no telephone number"):
        subject_of("person", ["+99 999 999 999"])
