"""``cardscout serve``: what its options stand for, before a server is started."""

import json
import socket
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tui.cli import serve
from tui.errors import UsageError
from tui.server.enrich.routes import KeySources


@pytest.mark.parametrize(
    ("places", "sources"),
    [
        ((), KeySources()),
        (("bearer",), KeySources(True, "", "")),
        (("header",), KeySources(False, "X-Api-Key", "")),
        (("query:token", "header:Key"), KeySources(False, "Key", "token")),
    ],
)
def test_where_a_key_may_be(places, sources):
    assert serve._key_sources(places) == sources


@pytest.mark.parametrize("place", ["cookie", "bearer:X", "header:a b", "query:" + "x" * 61])
def test_what_is_no_place_for_a_key_is_refused(place):
    with pytest.raises(UsageError, match="is no place for a key") as refused:
        serve._key_sources((place,))
    assert refused.value.hint == "bearer, header:X-Api-Key, query:api_key"


def test_an_address_that_others_reach_needs_a_proxy_with_tls(program, tmp_path):
    for words, said in (
        (("--host", "0.0.0.0"), "tokens would cross the network in clear"),
        (("--public-url", "http://boards.example.org"), "must begin with https://"),
    ):
        refused = program("serve", *words, "--data", str(tmp_path / "data"))
        assert (refused.exit_code, said in refused.stderr) == (2, True), refused.output
    assert not (tmp_path / "data").exists()


def addresses(**given):
    usual = {"host": "127.0.0.1", "port": None, "uds": None, "public_url": None, "names": ()}
    return serve._Addresses(**(usual | given))


def test_a_free_port_is_told_and_the_names_by_which_it_may_be_asked():
    with ExitStack() as opened:
        sockets, told, hosts = serve._listen(
            addresses(port=0, public_url="https://boards.example.org/x", names=("inner:80",)), opened
        )
        port = sockets[0].getsockname()[1]
        assert told == {"url": f"http://127.0.0.1:{port}"}
        assert hosts == (
            f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}", "boards.example.org", "inner:80",
        )  # fmt: skip


def test_a_socket_takes_the_place_of_the_port_and_goes_with_the_server(tmp_path, monkeypatch):
    # A relative path, for those of sockets are short.
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "absolute", lambda path: path)
    with ExitStack() as opened:
        sockets, told, hosts = serve._listen(addresses(uds="run/x"), opened)
        assert told == {"url": "http://localhost", "uds": "run/x"}
        assert [one.family for one in sockets] == [socket.AF_UNIX]
        assert hosts == ("localhost",)
        assert (tmp_path / "run" / "x").exists()
    assert not (tmp_path / "run" / "x").exists()
    with ExitStack() as opened:
        sockets, told, _ = serve._listen(addresses(uds="run/x", port=0), opened)
        assert len(sockets) == 2
        assert told["url"] == f"http://127.0.0.1:{sockets[0].getsockname()[1]}"


def test_a_socket_without_a_path_is_in_a_directory_of_the_users(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    monkeypatch.setenv("CARDSCOUT_HOME", str(tmp_path / "home"))
    assert serve._socket_path() == tmp_path / "home" / "state" / "run" / "serve.sock"
    monkeypatch.delenv("CARDSCOUT_HOME")
    assert serve._socket_path() == tmp_path / "run" / "cardscout" / "serve.sock"


def test_the_place_may_be_named_before_or_after_the_sub_command(program, tmp_path):
    before, after, usual = (
        program("serve", *words, "--json")
        for words in (
            ("--data", str(tmp_path / "a"), "user", "ana"),
            ("user", "ana", "--data", str(tmp_path / "b")),
            ("user", "ana"),
        )
    )
    assert {json.loads(one.stdout)["username"] for one in (before, after, usual)} == {"ana"}
    assert (tmp_path / "a" / "server.db").exists()
    assert (tmp_path / "b" / "server.db").exists()
    assert (program.home / "data" / "server.db").exists()


def test_a_port_that_is_taken_is_said(program, tmp_path):
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        refused = program("serve", "--port", port, "--data", str(tmp_path / "data"))
    assert (refused.exit_code, "cannot listen" in refused.stderr) == (2, True), refused.output
