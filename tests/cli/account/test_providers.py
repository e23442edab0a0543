"""A provider in the place of this machine's directory: added, asked in its own way, and forgotten."""

import io
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import httpx
import pytest

from tests.contract.fake_services import KEY, AbnLookup


class LookAlike(BaseHTTPRequestHandler):
    """The direct dialect, with a key in a header of its own or in the query.

    Attributes:
        says: Status and body to answer with in place of that.
    """

    says: ClassVar[tuple[int, bytes] | None] = None
    asked: ClassVar[list[tuple[str, str, str]]] = []

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        self.asked.append((path, query, self.headers.get("X-Firm-Key", "")))
        body = {"id": "fp1", "name": "Ana Reid", "work_email": "ana@kauri.example"}
        given = "sk_CANARY" in query or self.headers.get("X-Firm-Key") == "sk_CANARY"
        told = (200 if given else 401, json.dumps(body if given else {"error": "invalid key"}).encode())
        status, data = self.says or told
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_POST = do_GET  # noqa: N815 - the name the base class looks for

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address of a server that answers with ``handler``."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def url() -> Iterator[str]:
    LookAlike.asked, LookAlike.says = [], None
    with serving(LookAlike) as address:
        yield address


@pytest.mark.parametrize("style", ["header", "query"])
def test_a_provider_is_added_used_and_forgotten(program, url, style):
    name = {"header": "X-Firm-Key", "query": "token"}[style]
    added = program(
        "providers", "add", "firm", "--url", url, "--dialect", "direct", "--auth", style, "--auth-name", name,
        "--price-person", "3", "--label", "Firm data", "--command", "printf sk_CANARY", "--check",
    )  # fmt: skip
    assert added.exit_code == 0, added.output
    assert program.json("providers", "list")[0]["used"] is True
    program.read("providers", "use", "firm")
    assert [one["name"] for one in program.json("providers", "list") if one["used"]] == ["firm"]
    assert program.json("enrich", "person", "ana@kauri.example", "--dry-run")["high"] == 3
    found = program.json("enrich", "person", "ana@kauri.example")
    assert (found["person"]["fullName"], found["provider"], found["cost"]) == ("Ana Reid", "Firm data", 3)
    path, query, header = LookAlike.asked[-1]
    assert (path, "work_email=ana%40kauri.example" in query) == ("/people", True)
    assert ("sk_CANARY" in query, header == "sk_CANARY") == (style == "query", style == "header")
    assert program.read("providers", "check", "firm") == "the service does not tell its balance\n"
    assert program.json("boards")
    kept = b"".join(file.read_bytes() for file in program.home.rglob("*") if file.is_file())
    assert b"sk_CANARY" not in kept.replace(b'"printf", "sk_CANARY"', b"")
    program.read("providers", "remove", "firm", "--yes")
    assert program.json("enrich", "person", "no.one@x.example")["provider"] == "local directory"


def test_a_key_in_the_vault(program, url):
    added = program(
        "providers", "add", "firm", "--url", url, "--dialect", "direct", "--auth", "header", "--auth-name",
        "X-Firm-Key", "--stdin", "--vault", stdin="sk_CANARY\nhorseshoe\nhorseshoe\n",
    )  # fmt: skip
    assert added.exit_code == 0, added.output
    program.read("providers", "use", "firm")
    found = program("enrich", "person", "ana@kauri.example", "--json", stdin="horseshoe\n")
    assert found.exit_code == 0, found.output
    assert b"sk_CANARY" not in b"".join(f.read_bytes() for f in program.home.rglob("*") if f.is_file())


def test_boards_need_no_key_to_people_and_companies(program, url, monkeypatch):
    """A command about boards asks for no passphrase, and takes nothing from a pipe for one."""
    monkeypatch.setattr(Path, "open", _no_terminal)
    words = ("providers", "add", "firm", "--url", url, "--dialect", "direct", "--auth", "header")
    kept = program(*words, "--auth-name", "X-Firm-Key", "--vault", stdin="sk_CANARY\nhorseshoe\n")
    assert kept.exit_code == 0, kept.output
    program.read("providers", "use", "firm")
    assert program("boards", stdin="").exit_code == 0
    card = program.json("cards", "Pipeline")[0]["id"]
    archived = program("card", "archive", "-", stdin=f"{card}\n")
    assert (archived.exit_code, archived.stderr) == (0, "")
    assert card not in {one["id"] for one in program.json("cards", "Pipeline")}
    assert program("credits", "cap", "--run", "3", stdin="").exit_code == 0
    refused = program("enrich", "person", "ana@kauri.example", stdin="")
    assert refused.exit_code == 3
    assert "error: the passphrase of the vault is needed" in refused.stderr


def test_the_passphrase_is_asked_for_a_service_that_is_asked_after_another(program, url):
    words = ("providers", "add", "firm", "--url", url, "--dialect", "direct", "--auth", "header")
    kept = program(*words, "--auth-name", "X-Firm-Key", "--vault", stdin="sk_CANARY\nhorseshoe\nhorseshoe\n")
    assert kept.exit_code == 0, kept.output
    program.read("providers", "use", "local", "firm")
    found = program("enrich", "person", "ana@kauri.example", "--json", stdin="horseshoe\n")
    assert found.exit_code == 0, found.output
    assert program("boards", stdin="").exit_code == 0


def test_a_passphrase_that_nobody_can_be_asked_for_is_said_to_be_missing(program, url, monkeypatch):
    monkeypatch.setattr(Path, "open", _no_terminal)
    words = ("providers", "add", "firm", "--url", url, "--dialect", "direct", "--auth", "header")
    program.read(*words, "--auth-name", "X-Firm-Key", "--command", "printf sk_CANARY")
    words = ("providers", "add", "sealed", "--url", url, "--dialect", "direct", "--auth", "header")
    kept = program(*words, "--auth-name", "X-Firm-Key", "--vault", stdin="sk_CANARY\nhorseshoe\n")
    assert kept.exit_code == 0, kept.output
    refused = program("providers", "check", "sealed", stdin="")
    assert refused.exit_code == 3
    assert "error: the passphrase of the vault is needed" in refused.stderr
    assert "CARDSCOUT_ENRICH_KEY" in refused.stderr
    assert "does not open" not in refused.stderr
    assert program("providers", "check", "sealed", stdin="horseshoe\n").exit_code == 0
    wrong = program("providers", "check", "sealed", stdin="cow\n")
    assert (wrong.exit_code, "the passphrase is wrong" in wrong.stderr) == (3, True), wrong.output
    assert "does not open the vault.\n" not in wrong.stderr
    monkeypatch.setenv("CARDSCOUT_ENRICH_KEY", "sk_CANARY")
    assert program("providers", "check", "sealed", stdin="").exit_code == 0


def test_an_address_that_cannot_be_reached_is_no_wrong_option(program):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
    refused = program("providers", "add", "hunter", "--url", url, "--command", "printf k", "--check")
    assert refused.exit_code == 4
    assert f"error: {url.removeprefix('http://')} cannot be reached: connection refused." in refused.stderr
    assert "--dialect" not in refused.stderr
    assert "without --check tries nothing" in refused.stderr


def test_a_key_in_a_pipe_needs_no_word(program, url, monkeypatch):
    monkeypatch.setattr(Path, "open", _no_terminal)
    added = program("providers", "add", "firm", "--url", url, "--vault", stdin="sk_CANARY\nhorseshoe\n")
    assert (added.exit_code, "Warning" in added.output) == (0, False), added.output
    taken = program("providers", "check", "firm", stdin="horseshoe\n")
    assert "bad passphrase" not in taken.output
    assert program("providers", "check", "firm", stdin="cow\n").exit_code == 3


@pytest.mark.parametrize("rest", ["", "\n", "  \n", "horses\n", "  horses  \n"])
def test_no_vault_is_sealed_without_a_passphrase_of_eight_characters(program, url, monkeypatch, rest):
    monkeypatch.setattr(Path, "open", _no_terminal)
    words = ("providers", "add", "firm", "--url", url, "--stdin", "--vault")
    refused = program(*words, stdin=f"sk_CANARY\n{rest}")
    assert (refused.exit_code, "passphrase" in refused.stderr) == (3, True), refused.output
    assert not [
        file for file in program.home.rglob("*") if "vault" in file.name or file.name == "config.toml"
    ]
    assert program(*words, stdin="sk_CANARY\nhorseshoe\n").exit_code == 0


def _no_terminal(self, *words, **more):
    if str(self) == "/dev/tty":
        raise OSError
    return io.open(self, *words, **more)  # noqa: UP020 - what Path.open does, without itself


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("add", "local", "--url", "https://x.example", "--stdin"), 2),
        (("add", "x", "--url", "http://x.example", "--stdin"), 2),
        (("add", "x", "--url", "https://x.example", "--stdin", "--price-person", "many"), 2),
        (("add", "x", "--url", "https://x.example", "--vault", "--command", "y"), 2),
        (("add", "x", "--url", "https://x.example", "--stdin"), 2),
        (("use", "nope"), 2),
        (("remove", "nope", "--yes"), 2),
        (("check", "nope"), 2),
    ],
)
def test_what_cannot_be_added(program, words, code):
    refused = program("providers", *words, stdin="")
    assert refused.exit_code == code, refused.output
    assert not (program.home / "config" / "config.toml").exists()


def test_without_a_keyring_no_key_is_asked_for(program):
    refused = program("providers", "add", "abn-lookup", stdin="")
    assert (refused.exit_code, "GUID" in refused.output) == (3, False)
    assert "cardscout providers add abn-lookup --vault" in refused.output


@pytest.fixture
def added(program, url):
    """The program with a provider ``firm`` in use that is asked by GET."""
    program.read(
        "providers", "add", "firm", "--url", url, "--dialect", "direct", "--command", "printf sk_CANARY"
    )
    program.read("providers", "use", "firm")
    return program


NOBODY = b'{"error": "Person profile not found"}'


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (404, b"404 page not found", "wrong address"),
        (404, b'{"detail": "Not Found"}', "wrong address"),
        (200, b"<html>Welcome</html>", "wrong address"),
        (401, b'{"error": "invalid key"}', "wrong key"),
        (403, b'{"error": "no scope"}', "wrong key"),
        (422, b'{"error": "field q is required"}', "wrong shape"),
        (200, b'{"status": "ok", "uptime": 5}', "wrong shape"),
        (402, b'{"error": "no credits left"}', "out of credits"),
        (429, b'{"error": "slow down"}', "not now"),
        (500, b'{"error": "boom"}', "the service fails"),
    ],
)
def test_a_check_tells_what_is_wrong(added, status, body, words):
    LookAlike.says = (status, body)
    told = added("providers", "check", "firm")
    assert (told.exit_code, told.stderr.split(":")[1].split(",")[0].split(";")[0].strip()) == (4, words)
    assert [path for path, *_ in LookAlike.asked] == ["/people"], "asked once"


@pytest.mark.parametrize("status", [404, 500, 400])
def test_a_check_of_a_good_provider_asks_for_nobody(added, status):
    LookAlike.says = (status, NOBODY)
    told = added("providers", "check", "firm")
    assert (told.exit_code, "address, key and shape are right" in told.stderr) == (0, True)
    assert "nobody%40nowhere.example" in LookAlike.asked[-1][1]


def test_a_wrong_address_is_no_miss_and_another_provider_is_asked_anew(added, url):
    LookAlike.says = (404, b'{"message": "Not Found"}')
    wrong = added("enrich", "person", "ana@kauri.example")
    assert wrong.exit_code == 4
    assert f"has nothing at {url}/people" in wrong.stderr
    LookAlike.says = (404, NOBODY)
    assert "no match" in added("enrich", "person", "ana@kauri.example").stderr
    added.read("providers", "use", "local")
    local = added.json("enrich", "person", "ana@kauri.example")
    assert (local["provider"], local["remembered"]) == ("local directory", False)
    added.read("providers", "use", "firm")
    asked = len(LookAlike.asked)
    assert added.json("enrich", "person", "ana@kauri.example")["remembered"] is True
    assert len(LookAlike.asked) == asked


def test_an_answer_that_is_lost_is_asked_for_again_by_a_flag(added):
    LookAlike.says = (502, b"")
    for words in ("The service failed (502).", " at "):
        lost = added("enrich", "person", "ana@kauri.example")
        assert (lost.exit_code, words in lost.stderr, "--ask-again" in lost.stderr) == (4, True, True), (
            lost.stderr
        )
    assert len(LookAlike.asked) == 1
    told = added.json("credits")
    assert (told["maybe"], [one["most"] for one in told["open"]]) == (1, [1])
    assert ": 1 credit at most" in added("credits").stderr
    LookAlike.says = (404, NOBODY)
    assert added.json("enrich", "person", "ana@kauri.example", "--ask-again")["matched"] is False
    assert added.json("credits")["maybe"] == added.json("credits")["month"] == 0


@pytest.fixture
def register() -> Iterator[str]:
    """The address of a fake of ABN Lookup."""
    fake = AbnLookup()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer = fake.answer(httpx.Request("GET", f"http://127.0.0.1{self.path}"))
            self.send_response(answer.status_code)
            self.send_header("Content-Type", answer.headers["content-type"])
            self.send_header("Content-Length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with serving(Handler) as address:
        yield address


def test_a_known_service_is_added_by_its_name(program, register):
    words = ("providers", "add", "abn-lookup", "--url", register, "--stdin", "--vault")
    added = program(*words, stdin=f"{KEY}\nhorseshoe\nhorseshoe\n")
    assert added.exit_code == 0, added.output
    assert "ABN Lookup wants: GUID. Register at https://abr.business.gov.au/Tools/WebServices" in added.stderr
    again = program(
        "providers", "add", "abn-lookup", "--url", register, "--command", f"printf {KEY}", "--check"
    )
    assert again.exit_code == 0, again.output
    program.read("providers", "use", "abn-lookup")
    assert program.json("enrich", "company", "51 824 753 556", "--dry-run")["high"] == 0
    found = program.json("enrich", "company", "51 824 753 556")
    assert (found["company"]["legalName"], found["cost"]) == ("KAURI HOLDINGS PTY LTD", 0)
    assert program.json("enrich", "company", "51 824 753 556")["remembered"] is True
    assert "no match" in program("enrich", "company", "53 004 085 616").stderr


@pytest.mark.parametrize("words", [("--stdin", "--vault"), ("--command", "printf nonsense")])
def test_what_is_no_key_of_a_known_service_is_refused_before_it_is_kept(program, words):
    refused = program("providers", "add", "abn-lookup", *words, stdin="nonsense\nhorseshoe\nhorseshoe\n")
    assert refused.exit_code == 2, refused.output
    assert "error: that is no GUID of ABN Lookup" in refused.stderr
    assert "hint: it looks like 3f2504e0-4f89-11d3-9a0c-0305e82c3301" in refused.stderr
    assert "nonsense" not in refused.stderr
    assert [one["name"] for one in program.json("providers", "list")] == ["local"]
    assert not list(program.home.rglob("vault*"))
    guid = "3F2504E0-4F89-11D3-9A0C-0305E82C3301"
    added = program("providers", "add", "abn-lookup", "--command", f"printf {guid}")
    assert added.exit_code == 0, added.output


def test_what_a_service_cannot_be_asked_is_said_before_any_price(program, register):
    program.read("providers", "add", "abn-lookup", "--url", register, "--command", f"printf {KEY}")
    program.read("providers", "use", "abn-lookup")
    told = program("enrich", "person", "ana@kauri.example", "--dry-run")
    assert "ABN Lookup knows no people." in told.stderr
    search = program("search", "people", "--company", "Kauri", "--dry-run")
    assert (search.exit_code, "ABN Lookup cannot be searched for people." in search.stderr) == (2, True), (
        search.output
    )
    refused = program("enrich", "company", "kauri.example")
    assert (refused.exit_code, "The service takes an ABN, an ACN or its name." in refused.stderr) == (
        2,
        True,
    ), refused.output


def test_a_wrong_key_is_told_by_the_check(program, register):
    program.read("providers", "add", "abn-lookup", "--url", register, "--command", "printf another")
    told = program("providers", "check", "abn-lookup")
    assert (told.exit_code, "wrong key: The GUID entered is not recognised" in told.stderr) == (4, True), (
        told.output
    )
    other = ("second", "--dialect", "abn-lookup", "--url", register, "--command", "printf another")
    told = program("providers", "add", *other, "--check")
    assert "Give its GUID anew: cardscout providers add second." in " ".join(told.stderr.split())


ACME = """
title = "Acme Data"
about = "Companies by website."
url = "https://api.acme.example"

[auth]
style = "none"

[[call]]
kind = "company"
by = ["domain"]
path = "/orgs"
query = { site = "{host}" }
record = "result"

[company]
name = "title"
hq.city = "office.town"
abn = "numbers.abn"
"""


def test_an_adapter_of_ones_own_is_checked_found_and_added(program, tmp_path):
    folder = program.home / "config" / "adapters"
    folder.mkdir(parents=True)
    file, sample = folder / "acme.toml", tmp_path / "sample.json"
    file.write_text(ACME.replace("/orgs", "/orgs/{nothing}"))
    wrong = program("providers", "check", str(file))
    assert (wrong.exit_code, "line 12: call 1, path: {nothing} is no placeholder" in wrong.stderr) == (
        2,
        True,
    ), wrong.output
    file.write_text(ACME)
    sample.write_text('{"result": {"title": "Kauri\\u001b[2J", "office": {"town": "Auckland"}}}')
    told = program("providers", "check", str(file), "--against", str(sample))
    assert told.exit_code == 0, told.output
    assert "company /orgs: hit" in told.stdout
    assert "hq.city\tAuckland" in told.stdout
    assert (
        "not in the sample\tline 19, abn: nothing at numbers.abn; it has the keys title, office"
        in told.stdout
    )
    assert "\x1b" not in told.stdout
    named = program("providers", "check", "acme.toml", "--against", str(sample))
    assert named.stdout == told.stdout, "in the folder of adapters it needs no path"
    missing = program("providers", "check", "acne.toml")
    assert "acne.toml cannot be read: No such file or directory\nhint: name a file" in missing.stderr
    for status, verdict in (
        (401, "wrong key"),
        (429, "rate limit"),
        (402, "out of credits"),
        (404, "wrong address"),
    ):
        sample.write_text('{"message": "no"}')
        told = program("providers", "check", str(file), "--against", str(sample), "--status", str(status))
        assert f"company /orgs: {verdict}\n" in told.stdout, told.output
    assert [one["name"] for one in program.json("providers", "services") if one["title"] == "Acme Data"] == [
        "acme"
    ]
    program.read("providers", "add", "acme")
    assert program.json("providers", "list")[1]["dialect"] == "acme"


def test_a_service_without_an_address_is_refused(program):
    refused = program("providers", "add", "mine", "--stdin", stdin="k\n")
    assert (refused.exit_code, "the service has no address" in refused.stderr) == (2, True)
    unknown = program(
        "providers", "add", "mine", "--dialect", "nothing", "--url", "https://x.example", "--stdin"
    )
    assert (unknown.exit_code, "there is no adapter 'nothing'" in unknown.stderr) == (2, True)


def test_an_adapter_that_sends_the_key_elsewhere_than_before_is_refused(program):
    folder = program.home / "config" / "adapters"
    folder.mkdir(parents=True)
    before = ACME.replace('style = "none"', 'style = "oauth2"\nurl = "https://login.acme.example/token"')
    (folder / "acme.toml").write_text(before)
    program.read("providers", "add", "acme", "--command", "printf me:sk_CANARY")
    (folder / "acme.toml").write_text(before.replace("login.acme.example", "evil.example"))
    told = program("providers", "check", "acme")
    assert (told.exit_code, "sends the key to https://evil.example/token" in told.stderr) == (3, True), (
        told.output
    )
    program.read("providers", "use", "acme")
    assert program("enrich", "company", "kauri.example").exit_code != 0
