"""Several services for one account: used in an order, asked by name, and where they disagree."""

import asyncio
import re
import socket

import pytest

from tests.contract.fake_services import KEY, Hunter, Nzbn
from tui.cli.account.chosen import WAIT
from tui.cli.online.work import patiently
from tui.errors import RateLimited
from tui.services.enrich.people import People

KAURI = ("9429000000000", "kauri.example")


def closed_port() -> int:
    """Return a port at which nobody answers."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.fixture
def both(program, serve):
    """A program with a free register and a paid service, asked in this order; and the two services."""
    nzbn, hunter = Nzbn(), Hunter()
    for name, fake, under in (("nzbn", nzbn, "/gateway/nzbn/v5"), ("hunter", hunter, "/v2")):
        words = ("--url", serve(fake, under), "--label", name.title(), "--command", f"printf {KEY}")
        program.read("providers", "add", name, *words)
    program.read("providers", "use", "nzbn", "hunter")
    return program, nzbn, hunter


def test_the_price_of_each_is_told_and_the_free_one_is_asked_first(both):
    program, nzbn, hunter = both
    assert [(one["name"], one["order"]) for one in program.json("providers", "list")] == [
        ("local", None), ("nzbn", 1), ("hunter", 2),
    ]  # fmt: skip
    told = program("enrich", "company", *KAURI, "--dry-run")
    assert "Nzbn free, then Hunter 1 credit" in told.stdout, told.output
    steps = program.json("enrich", "company", *KAURI, "--dry-run")["steps"]
    assert [(one["service"], one["high"]) for one in steps] == [("Nzbn", 0), ("Hunter", 1)]
    assert nzbn.asked == hunter.asked == []
    found = program.json("enrich", "company", *KAURI)
    assert (found["provider"], found["cost"], hunter.asked) == ("Nzbn", 0, [])
    # A person goes to who knows people.
    assert program.json("enrich", "person", "ana@kauri.example")["provider"] == "Hunter"


def test_what_one_service_behind_a_host_found_is_not_what_another_knows(program, serve):
    nzbn, hunter = Nzbn(), Hunter()
    for name, fake, under in (("nzbn", nzbn, "/gateway/nzbn/v5"), ("hunter", hunter, "/v2")):
        program.read("providers", "add", name, "--url", serve(fake, under), "--command", f"printf {KEY}")
    assert program.json("enrich", "company", *KAURI, "--provider", "nzbn")["provider"] == "NZBN at 127.0.0.1"
    found = program.json("enrich", "company", "kauri.example", "--provider", "hunter")
    assert (found["provider"], found["remembered"], len(hunter.asked)) == ("Hunter at 127.0.0.1", False, 1)


def test_a_service_that_asks_for_a_pause_is_named_with_its_length(program, serve):
    hunter = Hunter()
    program.read("providers", "add", "hunter", "--url", serve(hunter, "/v2"), "--command", f"printf {KEY}")
    hunter.limited = True
    refused = program("enrich", "person", "ana@kauri.example", "--provider", "hunter")
    assert refused.exit_code == 4
    assert re.search(r"error: Hunter at 127.0.0.1 asks for a pause of (\d+ s|a moment)\.", refused.stderr)
    assert "hint: cardscout --wait" in refused.stderr


@pytest.mark.parametrize("waits", [True, False])
def test_the_pause_that_a_service_asks_for_is_waited_out_on_demand(waits):
    asked = []

    async def ask():
        asked.append(1)
        if len(asked) < 3:
            raise RateLimited("Wait.", retry_after=0)
        return "found"

    token = WAIT.set(waits)
    try:
        if waits:
            assert asyncio.run(patiently(ask)) == "found"
        else:
            with pytest.raises(RateLimited):
                asyncio.run(patiently(ask))
    finally:
        WAIT.reset(token)
    assert len(asked) == (3 if waits else 1)


def test_a_service_that_is_down_is_named_and_the_next_one_asked(both):
    program, nzbn, _ = both
    nzbn.failing = True
    found = program("enrich", "company", *KAURI)
    assert found.exit_code == 0, found.output
    assert "note: Nzbn could not be reached." in found.stderr
    assert "1 credit, Hunter" in found.stderr
    board = program.json("boards")[0]["id"]
    words = ("card", "new", board, "Leads", "kauri-homes.example NZBN 9429000000017")
    card = program.read(*words).strip()
    run = program.json("enrich", "cards", card, "--yes")
    assert [(one["state"], one["why"]) for one in run["items"]] == [("miss", "Nzbn could not be reached.")]
    moved = ("providers", "add", "hunter", "--url", f"http://127.0.0.1:{closed_port()}", "--label", "Hunter")
    program.read(*moved, "--command", f"printf {KEY}")
    refused = program("enrich", "company", "rimu.example")
    assert refused.exit_code == 4
    assert "error: Hunter: 127.0.0.1:" in refused.stderr, refused.output
    assert "hint: cardscout providers check hunter tells more" in refused.stderr


def test_companies_that_come_near_a_name_are_listed_with_their_numbers(both):
    program, nzbn, _ = both
    unsure = program("enrich", "company", "Kauri Mills")
    assert unsure.exit_code == 2
    assert "KAURI TIMBER LIMITED\tNZBN 9429000000000" in unsure.stderr
    assert "hint: cardscout enrich company NUMBER looks the right one up" in unsure.stderr
    assert len(nzbn.asked) == 1


def test_another_service_is_asked_by_name_and_both_values_are_shown(both):
    program, _, hunter = both
    program.read("enrich", "company", *KAURI)
    second = program.json("enrich", "company", *KAURI, "--provider", "hunter")
    assert (second["provider"], second["company"]["foundedYear"], len(hunter.asked)) == ("Hunter", 1998, 1)
    founded = next(one for one in second["differences"] if one["name"] == "founded")
    assert [(one["value"], one["provider"]) for one in founded["stated"]] == [
        ("1998", "Hunter"),
        ("2010", "Nzbn"),
    ]
    told = program("enrich", "company", *KAURI)
    assert "services disagree: founded: 1998 (Hunter, " in told.stderr, told.output
    assert "remembered" in told.stderr
    assert len(hunter.asked) == 1
    # The account's own service has another answer: none.
    own = program("enrich", "company", *KAURI, "--provider", "local")
    assert own.exit_code == 0, own.output
    refused = program("enrich", "company", *KAURI, "--provider", "acme")
    assert (refused.exit_code, "there is no provider 'acme'" in refused.stderr) == (2, True), refused.output


def test_a_comment_has_both_values_with_their_sources(both):
    program, _, _ = both
    board = program.json("boards")[0]["id"]
    card = program.json("cards", board)[0]["id"]
    program.read("enrich", "company", *KAURI, "--provider", "hunter")
    program.read("enrich", "company", *KAURI, "--provider", "nzbn", "--card", card)
    said = program.json("comments", card)
    assert any("- Founded, where services disagree: " in one["text"] for one in said), said


def test_an_order_that_names_nobody_is_refused_by_name(both):
    program, _, _ = both
    assert program("providers", "use", "nzbn", "acme").exit_code == 2
    config = next(program.home.rglob("config.toml"))
    config.write_text(
        config.read_text("utf-8").replace('order = ["nzbn", "hunter"]', 'order = ["nzbn", "acme"]')
    )
    refused = program("enrich", "company", *KAURI)
    assert "order: there is no provider 'acme'" in refused.stderr, refused.output
    config.write_text(config.read_text("utf-8").replace('order = ["nzbn", "acme"]', "order = 3"))
    assert "order cannot be 3" in program("boards").stderr


def test_what_is_wanted_is_asked_for_until_it_is_there(both):
    program, nzbn, hunter = both
    nzbn.record = {**nzbn.record, "emailAddresses": []}
    wanted = ("enrich", "company", *KAURI, "--want", "email")
    assert program.json(*wanted, "--dry-run")["high"] == 1
    found = program(*wanted)
    assert "asked in turn: Nzbn free, then Hunter 1 credit" in found.stderr, found.output
    assert "email from Hunter: 1 credit, " in found.stderr
    assert "office@kauri.example" in found.stdout
    assert "KAURI TIMBER LIMITED" in found.stdout
    told = program.json(*wanted)
    assert [(one["field"], one["provider"]) for one in told["also"]] == [("email", "Hunter")]
    assert (told["provider"], told["remembered"]) == ("Nzbn", True)
    assert (len(nzbn.asked), len(hunter.asked)) == (1, 1)


def test_what_is_wanted_may_be_a_setting_and_is_said_where_nobody_has_it(both):
    program, nzbn, hunter = both
    nzbn.record = {**nzbn.record, "emailAddresses": []}
    hunter.company = {**hunter.company, "site": {}}
    config = next(program.home.rglob("config.toml"))
    config.write_text('want = ["email"]\n' + config.read_text("utf-8"))
    found = program("enrich", "company", *KAURI)
    assert "no email: no service that was asked has one" in found.stderr, found.output
    assert len(hunter.asked) == 1
    config.write_text(config.read_text("utf-8").replace('want = ["email"]', 'want = ["fax"]'))
    refused = program("boards")
    assert refused.exit_code == 2
    assert "line 1: want cannot be ['fax']" in refused.stderr


def test_a_wish_that_cannot_be_met_is_refused(both, program):
    wrong = program("enrich", "company", *KAURI, "--want", "fax")
    assert (wrong.exit_code, "write phone, email or phone,email" in wrong.stderr) == (2, True), wrong.output
    alone = program("enrich", "company", *KAURI, "--want", "phone", "--provider", "hunter")
    assert alone.exit_code == 2
    assert "there is only one" in alone.stderr


@pytest.mark.parametrize(("words", "code"), [(["--wait"], 0), ([], 4)])
def test_a_search_for_people_waits_too(program, monkeypatch, words, code):
    search, asked = People.search, []

    async def limited_at_first(self, *args, **options):
        asked.append(1)
        if len(asked) == 1:
            raise RateLimited("Wait.", retry_after=0)
        return await search(self, *args, **options)

    monkeypatch.setattr(People, "search", limited_at_first)
    told = program(*words, "search", "people", "--company", "tuiridge.example")
    assert (told.exit_code, len(asked)) == (code, 2 if words else 1), told.output
    assert ("Ana Reid" in told.stdout) == bool(words)
