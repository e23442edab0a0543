"""Providers are written and read, and what cannot be is told with its fix."""

from dataclasses import replace

import pytest

from tui.errors import CredentialError, UsageError
from tui.secret import Secret
from tui.settings.config import Config, change
from tui.settings.credentials import forget_key, load_key, save_key
from tui.settings.providers import (
    Provider,
    distinct,
    forget_provider,
    price_of,
    read_provider,
    read_providers,
    save_provider,
)

HOSTED = Provider(
    "hosted", "https://api.people.example", dialect="direct", auth="header", auth_name="X-Api-Key",
    rate=10, person=(1, 3), company=(2, 2), search=(0, 1),
)  # fmt: skip


@pytest.fixture
def file(tmp_path):
    return tmp_path / "config.toml"


class Drawer:
    """A safe of the test's own."""

    def __init__(self):
        self.kept = {}

    def get(self, place, name):
        return self.kept.get((place, name))

    def set(self, place, name, value):
        self.kept[place, name] = value

    def delete(self, place, name):
        self.kept.pop((place, name), None)


def test_what_is_written_is_read_and_the_rest_stays(file):
    file.write_text('# mine\ntheme = "x"\n')
    near = Provider(
        "near", "http://localhost:8471", secrets="command", command=("pass", "show", "k"), label="Near"
    )
    save_provider(file, HOSTED)
    save_provider(file, near)
    change(file, "provider", "hosted")
    assert read_providers(file) == {"hosted": HOSTED, "near": near}
    assert read_provider(file, "near") == near
    assert (Config.read(file).provider, Config.read(file).theme) == ("hosted", "x")
    assert (HOSTED.source, near.source, HOSTED.origin) == (
        "api.people.example", "Near", "https://api.people.example",
    )  # fmt: skip
    assert file.read_text().startswith("# mine\n")
    forget_provider(file, "hosted")
    with pytest.raises(UsageError, match="no provider 'hosted'") as refused:
        read_provider(file, "hosted")
    assert "local, near" in refused.value.hint


def test_one_number_is_a_price_and_so_are_two(file):
    file.write_text('[providers.p]\nurl = "https://p.example"\nperson = 2\nsearch = [0, 5]\n')
    assert (read_provider(file, "p").person, read_provider(file, "p").search) == ((2, 2), (0, 5))
    assert [price_of(text) for text in ("1", "1-2", " 0 ")] == [(1, 1), (1, 2), (0, 0)]
    for text in ("", "x", "2-1", "-1", "1-", "1.5"):
        with pytest.raises(UsageError):
            price_of(text)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('url = "http://p.example"', "in clear"),
        ('url = "p.example"', "no address"),
        ("url = 3", "cannot be 3"),
        ("", "has no url"),
        ('dialect = "rest"', "no adapter 'rest'"),
        ('auth = "basic"', "bearer, header, query"),
        ('auth_name = "X Key:"', "cannot carry a key"),
        ("rate = -1", "0 or more"),
        ("rate = true", "0 or more"),
        ("person = [2, 1]", "[1, 2]"),
        ("person = [1, 2, 3]", "[1, 2]"),
        ('person = "1"', "0 or more"),
        ('command = "pass"', "list of texts"),
        ('key = "secret"', "no such field"),
    ],
)
def test_what_cannot_be_is_told_with_its_fix(file, line, words):
    url = "" if line.startswith("url") or not line else 'url = "https://p.example"\n'
    file.write_text(f"[providers.p]\n{url}{line}\n")
    with pytest.raises(UsageError) as refused:
        read_providers(file)
    assert words in f"{refused.value} {refused.value.hint}"
    assert "providers.p" in str(refused.value)


@pytest.mark.parametrize(
    "text", ["providers = 3", "spending = 3", "[spending]\nrun = -1", "[spending]\nday = 1"]
)
def test_tables_that_are_none(file, text):
    file.write_text(text + "\n")
    with pytest.raises(UsageError):
        Config.read(file)


@pytest.mark.fault("F92")
def test_a_key_is_bound_to_its_address():
    drawer = Drawer()
    save_key(HOSTED, Secret("sk_CANARY"), drawer)
    assert load_key(HOSTED, {}, drawer).reveal() == "sk_CANARY"
    assert load_key(HOSTED, {"enrich_key": Secret("other")}, drawer).reveal() == "other"
    moved = Provider("hosted", "https://evil.example")
    with pytest.raises(CredentialError) as refused:
        load_key(moved, {}, drawer)
    assert "CARDSCOUT_ENRICH_KEY" in refused.value.hint
    forget_key(HOSTED, drawer)
    with pytest.raises(CredentialError):
        load_key(HOSTED, {}, drawer)


@pytest.mark.fault("F92")
def test_a_key_that_is_exchanged_is_bound_to_both_addresses():
    drawer = Drawer()
    kept = Provider("p", "https://p.example", login="https://login.example/token")
    save_key(kept, Secret("sk_CANARY"), drawer)
    assert load_key(replace(kept, login="https://login.example/other"), {}, drawer).reveal() == "sk_CANARY"
    for moved in (
        replace(kept, login="https://evil.example/token"),
        replace(kept, url="https://evil.example"),
        replace(kept, login=""),
    ):
        with pytest.raises(CredentialError):
            load_key(moved, {}, drawer)


@pytest.mark.parametrize(("printed", "key"), [("sk_1", "sk_1"), ('{"enrich_key": "sk_2"}', "sk_2")])
def test_a_command_prints_the_key(printed, key):
    provider = Provider("p", "https://p.example", secrets="command", command=("printf", "%s", printed))
    assert load_key(provider, {}).reveal() == key


@pytest.mark.fault("F91")
@pytest.mark.parametrize("command", [(), ("false",), ("no-such-program-here",), ("true",)])
def test_a_command_that_prints_none(command):
    with pytest.raises(CredentialError):
        load_key(Provider("p", "https://p.example", secrets="command", command=command), {})


def _at(name: str, url: str, dialect: str = "platform") -> Provider:
    return Provider(name, url, dialect=dialect)


@pytest.mark.parametrize(
    ("provider", "title", "source"),
    [
        (_at("new", "https://new.example/v1"), "", "new.example"),
        (_at("one", "https://one.example:9000/v2"), "", "one.example"),
        (_at("same", "https://one.example"), "", "one.example"),
        (_at("new", "https://one.example:9000"), "", "one.example:9000"),
        (_at("new", "https://one.example/v2"), "", "one.example (new)"),
        (_at("nzbn", "https://one.example/nzbn", "nzbn"), "NZBN", "NZBN at one.example"),
    ],
)
def test_no_two_services_have_one_name_in_findings(provider, title, source):
    others = [_at("one", "https://one.example")]
    assert distinct(provider, title, others).source == source
