"""An enrichment provider in place of the account's own service: its link, its key, and those that stand beside it."""

from dataclasses import replace
from pathlib import Path

import pytest

from tui.adapters.read import built_in
from tui.cli.account.provider import (
    check_login,
    needs_key,
    prices,
    with_enrichment,
    with_others,
    with_provider,
)
from tui.errors import CredentialError, UsageError, VaultClosed
from tui.secret import NOTHING, Secret
from tui.settings.config import Order
from tui.settings.providers import Provider
from tui.settings.vault import Vault
from tui.sync.link import Link

OWN = Link(
    "https://board.example", "k", Secret("t"), enrich_url="https://board.example", enrich_key=Secret("own"),
    provider="local directory",
)  # fmt: skip
FIRM = Provider(
    "firm", "https://firm.example", dialect="hunter", label="Firm data", secrets="command", command=("printf", "sk-1")
)  # fmt: skip
SETTINGS = """
[providers.firm]
url = "https://firm.example"
dialect = "hunter"
secrets = "command"
command = ["printf", "sk-1"]

[providers.register]
url = "https://register.example"
dialect = "nzbn"
label = "Register"
secrets = "command"
command = ["printf", "sk-2"]
company = 3
"""


def shut() -> Vault:
    raise AssertionError("the vault was opened")


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    file = tmp_path / "config.toml"
    file.write_text(SETTINGS)
    return file


def test_a_link_asks_the_provider_and_keeps_the_board(tmp_path: Path) -> None:
    link = with_provider(lambda: OWN, FIRM, tmp_path, {}, shut)()
    assert (link.board_url, link.token.reveal()) == (OWN.board_url, "t")
    assert (link.enrich_url, link.enrich_key.reveal()) == ("https://firm.example", "sk-1")
    assert (link.provider, link.service.name) == ("Firm data", "hunter")


def test_a_key_of_the_environment_goes_first(tmp_path: Path) -> None:
    sealed = Provider("firm", "https://firm.example", dialect="hunter", secrets="vault")
    link = with_provider(lambda: OWN, sealed, tmp_path, {"enrich_key": Secret("sk-env")}, shut)()
    assert link.enrich_key.reveal() == "sk-env"


def test_a_key_in_a_vault_that_is_closed_is_missed_by_lookups_alone(tmp_path: Path) -> None:
    def closed() -> Vault:
        raise VaultClosed("The vault is closed.")

    sealed = Provider("firm", "https://firm.example", dialect="hunter", secrets="vault")
    link = with_provider(lambda: OWN, sealed, tmp_path, {}, closed)()
    assert (link.board_url, link.token.reveal()) == (OWN.board_url, "t")
    assert (link.enrich_url, bool(link.enrich_key)) == ("https://firm.example", False)
    assert isinstance(link.key_error, VaultClosed)
    assert not link.lacks_key, "another service is not asked in its place"


def test_a_service_without_keys_is_asked_without_one(tmp_path: Path) -> None:
    (tmp_path / "adapters").mkdir()
    (tmp_path / "adapters" / "open.toml").write_text(
        'title = "Open"\nauth.style = "none"\n[[call]]\nkind = "company"\nby = ["domain"]\n'
        'path = "/company"\nquery.domain = "{domain}"\n[company]\nname = "name"\n'
    )
    provider = Provider("open", "https://open.example", dialect="open", command=("false",), secrets="command")
    link = with_provider(lambda: OWN, provider, tmp_path, {}, shut)()
    assert (link.service.title, bool(link.enrich_key)) == ("Open", False)


def test_a_key_is_needed_as_the_provider_or_else_the_adapter_says() -> None:
    adapter = built_in("hunter")
    without = replace(adapter, auth=replace(adapter.auth, style="none"))
    assert needs_key(FIRM, adapter)
    assert not needs_key(FIRM, without)
    assert needs_key(replace(FIRM, auth="header"), without)


def test_what_the_provider_says_of_itself_goes_before_the_adapter() -> None:
    adapter = built_in("hunter")
    own = Provider(
        "firm", "https://firm.example", dialect="hunter", auth="query", auth_name="token", rate=2, company=(3, 4)
    )  # fmt: skip
    link = with_enrichment(OWN, own, adapter, Secret("sk-1"))
    assert (link.enrich_auth, link.enrich_auth_name, link.enrich_rate) == ("query", "token", 2)
    assert link.prices == prices(own, adapter)
    assert (prices(own, adapter).company, prices(own, adapter).person) == (
        (3, 4),
        adapter.list_prices({}).person,
    )


def test_a_key_is_not_sent_to_another_address_than_when_it_was_kept() -> None:
    zoom = built_in("zoominfo")
    told = Provider("zoom", "https://zoom.example", dialect="zoominfo", login=zoom.auth.url)
    check_login(told, zoom)
    with pytest.raises(CredentialError, match="sends the key to the service, and not to https") as caught:
        check_login(told, built_in("hunter"))
    assert "cardscout providers add zoom" in caught.value.hint
    with pytest.raises(CredentialError, match="and not to the service as when it was kept"):
        check_login(FIRM, zoom)


def test_the_other_services_are_those_that_are_not_used(settings: Path) -> None:
    order: Order = {"company": ("register", "firm")}
    used = with_enrichment(OWN, FIRM, built_in("hunter"), NOTHING)
    link = with_others(used, OWN, "firm", order, settings, shut)
    assert (link.service_name, link.order) == ("firm", order)
    own, register = link.others
    assert (own.name, own.source, own.connect()) == ("local", "local directory", OWN)
    assert (register.name, register.source, register.prices.company) == ("register", "Register", (3, 3))
    assert register.connect().enrich_key.reveal() == "sk-2"
    assert register.connect().board_url == OWN.board_url


def test_where_the_own_service_is_used_all_providers_are_others(settings: Path) -> None:
    link = with_others(OWN, OWN, None, {}, settings, shut)
    assert link.service_name == "local"
    assert [one.name for one in link.others] == ["firm", "register"]


def test_an_order_that_names_nobody_is_refused(settings: Path) -> None:
    with pytest.raises(UsageError, match="there is no provider 'acme'") as caught:
        with_others(OWN, OWN, None, {"person": ("local", "acme")}, settings, shut)
    assert caught.value.hint.startswith("there are local, firm, register;")


def test_a_broken_adapter_stops_nothing_unless_the_order_names_it(settings: Path) -> None:
    settings.write_text(SETTINGS + '[providers.odd]\nurl = "https://odd.example"\ndialect = "odd"\n')
    folder = settings.parent / "adapters"
    folder.mkdir()
    (folder / "odd.toml").write_text("title = 3\n")
    link = with_others(OWN, OWN, None, {}, settings, shut)
    assert [one.name for one in link.others] == ["firm", "register"]
    with pytest.raises(UsageError):
        with_others(OWN, OWN, None, {"person": ("odd",)}, settings, shut)
