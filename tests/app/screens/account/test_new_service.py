"""A service for people and companies: its key is tried, kept, and the service asked in an order."""

import pytest

from tests.app.hall import Hall
from tui.app.screens.account.accounts import AccountsScreen
from tui.cli.account import provider as provider_module
from tui.errors import Unauthorized, Unreachable
from tui.settings.config import Config
from tui.settings.credentials import load_key
from tui.settings.providers import read_providers
from tui.workspace import Link

GUID = "3f2504e0-4f89-11d3-9a0c-0305e82c3301"


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[Link]:
    """The links by which a service was tried, which takes one key."""
    links: list[Link] = []

    async def try_out(link: Link, _clock: object) -> None:
        links.append(link)
        if link.enrich_key.reveal() == "offline":
            raise Unreachable("api.hunter.io cannot be reached")
        if link.enrich_key.reveal() not in {GUID, "ana:secret", "sk_team"}:
            raise Unauthorized("wrong key: it is not known")

    monkeypatch.setattr(provider_module, "try_out", try_out)
    return links


async def begin(hall: Hall, service: str) -> None:
    await hall.play.press("A")
    await hall.at(AccountsScreen)
    await hall.play.press("n")
    await hall.play.sees("Where are the boards?")
    await hall.type("people")
    await hall.play.sees("Which service?")
    await hall.type(service)


async def keep_in_the_vault(hall: Hall) -> None:
    await hall.play.sees("A passphrase for the vault")
    await hall.type("horseshoe")
    await hall.play.sees("The same passphrase again")
    await hall.type("horseshoe")


async def test_a_register_is_added_with_its_key_and_asked_first(hall: Hall, tried: list[Link]) -> None:
    p, paths = hall.play, hall.session.paths
    await begin(hall, "abn")
    await p.sees("ABN Lookup: GUID")
    await p.sees("Register at https://abr.business.gov.au/Tools/WebServices")
    await hall.type("nonsense")
    await p.sees("that is no GUID of ABN Lookup")
    await p.press("ctrl+u")
    await hall.type(GUID.replace("3", "4"))
    await p.sees("wrong key: it is not known")
    await p.press("ctrl+u")
    await hall.type(GUID)
    await keep_in_the_vault(hall)
    await p.sees("When is ABN Lookup asked?")
    await hall.type("It first")
    await p.sees("ABN Lookup is added, and asked from now on")
    lookups = hall.app.workspace.lookups
    firm = lookups.subject("51 824 753 556")
    assert firm is not None
    await p.until(lambda: [one.service for one in lookups.quote(firm).steps][:1] == ["ABN Lookup"], tick=0.2)
    provider = read_providers(paths.config_file)["abn-lookup"]
    assert (provider.source, provider.secrets) == ("ABN Lookup", "vault")
    assert load_key(provider, {}, hall.session.vault).reveal() == GUID
    # A register knows no people: they are searched at the account's own service.
    config = Config.read(paths.config_file)
    assert (config.order["company"], config.provider) == (("abn-lookup", "local"), None)
    assert [link.enrich_url for link in tried] == ["https://abr.business.gov.au"] * 2
    assert GUID not in paths.config_file.read_text()


async def test_a_server_is_asked_for_its_address_and_esc_goes_back(hall: Hall, tried: list[Link]) -> None:
    p = hall.play
    await begin(hall, "platform")
    await p.sees("Platform: its address")
    await p.press("escape")
    await p.sees("Which service?")
    await hall.type("platform")
    await p.sees("Platform: its address")
    await hall.type("http://people.example.org")
    await p.sees("would carry the")
    await p.press("ctrl+u")
    await hall.type("https://people.example.org")
    await p.sees("Platform: API key")
    await hall.type("sk_team")
    await keep_in_the_vault(hall)
    await p.sees("When is Platform asked?")
    await p.press("escape")
    await p.sees("Platform is added, and asked when you name it")
    assert Config.read(hall.session.paths.config_file).provider is None
    assert tried[-1].enrich_url == "https://people.example.org"


async def test_a_key_of_two_parts_is_asked_for_in_two_steps(hall: Hall, tried: list[Link]) -> None:
    p = hall.play
    await begin(hall, "zoominfo")
    await p.sees("ZoomInfo: User name")
    await hall.type("ana")
    await p.sees("ZoomInfo: Password")
    assert tried == []
    await hall.type("secret")
    await keep_in_the_vault(hall)
    await p.sees("When is ZoomInfo asked?")
    await hall.type("It alone")
    await p.sees("asked from now on")
    assert Config.read(hall.session.paths.config_file).provider == "zoominfo"
    await p.press("escape")


async def test_a_service_that_cannot_be_tried_is_added_when_its_key_is_typed_twice(
    hall: Hall, tried: list[Link]
) -> None:
    p = hall.play
    await begin(hall, "hunter")
    await p.sees("Hunter: API key")
    await hall.type("offline")
    await p.sees("The same again keeps it all the same")
    assert len(tried) == 1
    await hall.type("offline")
    await keep_in_the_vault(hall)
    await p.sees("When is Hunter asked?")
