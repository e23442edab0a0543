"""An account that has no key for people and companies: prices are told, and services that have one are asked."""

import pytest

from tests.contract.fake_services import KEY, Hunter

ANA = "ana@kauri.example"


@pytest.fixture
def team(program, service, monkeypatch):
    """A program whose account is at a service, without a key for people and companies."""
    monkeypatch.setenv("CARDSCOUT_BOARD_URL", service.url)
    monkeypatch.setenv("CARDSCOUT_BOARD_KEY", service.key)

    def run(*words: str):
        # Each command takes it out of the environment.
        monkeypatch.setenv("CARDSCOUT_BOARD_TOKEN", service.token)
        return program(*words)

    return run


def test_a_price_is_told_without_a_key_and_so_is_the_way_to_one(team, service):
    for words in (("person", ANA), ("company", "kauri.example")):
        told = team("enrich", *words, "--dry-run")
        assert told.exit_code == 0, told.output
        assert "balance not known" in told.stdout
        assert "note: This account has no key for people and companies. " in told.stderr
        assert f"cardscout providers add NAME --url {service.url} asks for it" in told.stderr
    assert "1 to 2 credits" in team("enrich", "person", ANA, "--dry-run").stdout
    refused = team("enrich", "person", ANA)
    assert (refused.exit_code, "hint: " in refused.stderr) == (4, True)


def test_the_price_of_a_run_is_told_without_a_key(team):
    board = team("board", "new", "Kauri", "--list", "Leads").stdout.strip()
    card = team("card", "new", board, "Leads", f"Ring {ANA}").stdout.strip()
    told = team("enrich", "cards", card, "--dry-run")
    assert told.exit_code == 0, told.output
    assert "1 to look up: 1 to 2 credits" in told.stderr
    assert "note: This account has no key for people and companies. " in told.stderr
    refused = team("enrich", "cards", card, "--yes")
    assert (refused.exit_code, "has no key" in refused.stderr) == (4, True)


def test_an_order_that_begins_with_the_account_goes_on_to_who_can_be_asked(team, serve):
    hunter = Hunter()
    where = ("--url", serve(hunter, "/v2"), "--label", "Hunter", "--command", f"printf {KEY}")
    assert team("providers", "add", "hunter", *where).exit_code == 0
    assert team("providers", "use", "local", "hunter").exit_code == 0
    told = team("enrich", "person", ANA, "--dry-run")
    assert "ana@kauri.example: 1 credit" in told.stdout, told.output
    found = team("enrich", "person", ANA)
    assert found.exit_code == 0, found.output
    assert "was not asked: there is no key to it." in found.stderr
    assert "1 credit, Hunter" in found.stderr
    board = team("board", "new", "Kauri Two", "--list", "Leads").stdout.strip()
    card = team("card", "new", board, "Leads", f"Ring {ANA}").stdout.strip()
    assert "1 remembered" in team("enrich", "cards", card, "--yes").stderr
