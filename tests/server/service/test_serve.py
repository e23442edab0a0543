"""``cardscout serve`` as a team meets it: a process, sockets, signals, several workers, a kill."""

import http.server
import json
import socket
import stat
import threading
from collections import Counter

import httpx
import pytest

from tests.server.service.serving import newcomer, refused, run, served, signed_in

pytestmark = pytest.mark.slow


class Receiver(http.server.ThreadingHTTPServer):
    """Takes webhooks on loopback, and keeps the ids of the actions it was told."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.got: list[str] = []
        self.taken = threading.Condition()
        self.status = 200
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/hook"

    def wait_for(self, count: int) -> list[str]:
        with self.taken:
            assert self.taken.wait_for(lambda: len(self.got) >= count, timeout=60), self.got
        return self.got


class _Handler(http.server.BaseHTTPRequestHandler):
    server: Receiver

    def do_HEAD(self):
        self.send_response(200)
        self.end_headers()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with self.server.taken:
            status = self.server.status
            if status == 200:
                self.server.got.append(json.loads(body)["action"]["data"]["card"]["name"])
            self.server.taken.notify_all()
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_args):
        pass


@pytest.fixture
def receiver():
    made = Receiver()
    yield made
    made.shutdown()
    made.server_close()


@pytest.fixture(params=["sqlite", "postgres"])
def engine_args(request, data):
    """The storage, as arguments."""
    if request.param == "sqlite":
        return ("--data", data)
    return ("--data", data, "--database", request.getfixturevalue("postgres_database"))


def make_list(http):
    board = http.post("/boards", json={"name": "Bakery", "defaultLists": "true"}).json()
    return board, http.get(f"/boards/{board['id']}/lists").json()[0]["id"]


def test_both_services_are_served_and_a_signal_ends_them_well(data, engine_args):
    who = newcomer(engine_args)
    key = run("key", "--credits", 7, "--json", *engine_args)
    assert key["credits"] == 7
    with served(*engine_args[1:], python=True) as server:
        with signed_in(server, who) as http:
            assert http.get("/members/me").json()["username"] == "ada"
            # Members and tokens can be made meanwhile.
            other = newcomer(engine_args, "bob")
            assert http.get("/members/me", params=other).status_code == 200
        found = httpx.get(f"{server.told['url']}/credits", headers={"X-Api-Key": key["key"]}, trust_env=False)
        assert found.json() == {"credits": 7}
        assert server.stop() == 0
    kept = {path.name: stat.S_IMODE(path.stat().st_mode) for path in data.iterdir()}
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert set(kept.values()) == {0o600}


def test_a_socket_lies_in_a_private_directory_and_goes_with_the_server(tmp_path, data):
    who = newcomer(("--data", data))
    # A pytest directory's name may be longer than a socket's may be.
    folder = tmp_path / "s"
    path = folder / "x"
    if len(str(path)) > 100:
        pytest.skip("the temporary directory's path is too long for a socket")
    with served(data, "--uds", path) as server:
        assert server.told["uds"] == str(path)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        credentials = {"key": who["key"], "token": who["token"]}
        with httpx.Client(transport=httpx.HTTPTransport(uds=str(path))) as http:
            reply = http.get("http://localhost/1/members/me", params=credentials)
        assert reply.json()["username"] == "ada"
        assert "already" in refused("--data", tmp_path / "other", "--uds", path)
        assert server.stop() == 0
    assert not path.exists()


@pytest.mark.fault("F53")
def test_a_socket_nobody_answers_is_taken_away_and_a_file_is_not(tmp_path, data):
    folder = tmp_path / "s"
    folder.mkdir(mode=0o700)
    left = folder / "x"
    if len(str(left)) > 100:
        pytest.skip("the temporary directory's path is too long for a socket")
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(str(left))
    dead.close()
    with served(data, "--uds", left) as server:
        assert server.told["uds"] == str(left)
    left.write_text("my poems")
    assert "is no socket" in refused("--data", data, "--uds", left)
    assert left.read_text() == "my poems"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--host", "0.0.0.0", "--port", "0"), "in clear"),
        (("--host", "0.0.0.0", "--public-url", "http://boards.example.org", "--port", "0"), "https://"),
        (
            ("--host", "203.0.113.7", "--public-url", "https://boards.example.org", "--port", "0"),
            "cannot listen",
        ),
        (("--database", "mysql://x", "--port", "0"), "postgresql"),
        (("--database", "no url", "--port", "0"), "no database URL"),
        (("--database", "postgresql://u:secret@/x?host=/nowhere", "--port", "0"), "can not be opened"),
    ],
)
def test_what_is_unsafe_or_wrong_is_refused_in_words(data, args, words):
    said = refused("--data", data, *args)
    assert words in said
    assert "secret" not in said


def test_what_others_may_change_is_refused(data):
    data.mkdir()
    data.chmod(0o777)
    assert "others may change" in refused("--data", data, "--port", 0)


@pytest.mark.fault("F53")
def test_a_second_server_on_the_same_file_is_told_of_the_first(data):
    with served(data) as server:
        assert f"as process {server.process.pid}" in refused("--data", data, "--port", 0)


@pytest.mark.fault("F53")
def test_a_taken_port_is_said(data, tmp_path):
    with served(data) as server:
        port = server.told["url"].rpartition(":")[2]
        assert "cannot listen" in refused("--data", tmp_path / "other", "--port", port)


def test_a_kill_between_commit_and_delivery_loses_no_webhook(data, engine_args, receiver):
    who = newcomer(engine_args)
    receiver.status = 500
    with served(*engine_args[1:], "--loopback-webhooks") as server:
        with signed_in(server, who) as http:
            board, id_list = make_list(http)
            hook = {"callbackURL": receiver.url, "idModel": board["id"]}
            assert http.post("/webhooks", json=hook).status_code == 200
            for i in range(5):
                assert http.post("/cards", json={"idList": id_list, "name": f"{i}"}).status_code == 200
        server.process.kill()
        server.process.wait(30)
    receiver.status = 200
    _make_due(data, engine_args)
    with served(*engine_args[1:], "--loopback-webhooks"):
        assert receiver.wait_for(5) == [str(i) for i in range(5)]


def _make_due(data, engine_args):
    """As if the pauses of the retries, and the lease of the killed one, had gone by."""
    from sqlalchemy import update

    from tui.server.storage import db
    from tui.server.storage.place import Place

    engine = Place(data, engine_args[3] if len(engine_args) > 2 else None).open()
    with db.writing(engine) as connection:
        connection.execute(update(db.webhook_events).values(due=""))
        connection.execute(update(db.webhooks).values(leased_by="", leased_until=""))
    engine.dispose()


def test_workers_share_the_limits_and_deliver_each_webhook_once(data, engine_args, receiver):
    who = newcomer(engine_args)
    with served(*engine_args[1:], "--workers", 2, "--loopback-webhooks") as server:
        with signed_in(server, who) as http:
            board, id_list = make_list(http)
            hook = {"callbackURL": receiver.url, "idModel": board["id"]}
            assert http.post("/webhooks", json=hook).status_code == 200
        codes: Counter[int] = Counter()
        numbers: list[int] = []

        def write(name):
            # A connection each: the system gives them to both workers.
            for i in range(45):
                with signed_in(server, who) as http:
                    reply = http.post("/cards", json={"idList": id_list, "name": f"{name}{i}"})
                    codes[reply.status_code] += 1
                    if reply.status_code == 200:
                        numbers.append(reply.json()["idShort"])

        writers = [threading.Thread(target=write, args=(name,)) for name in "abc"]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        # 135 in a few seconds, of 100 in ten: some are refused, whichever worker they came to.
        assert set(codes) <= {200, 429}
        assert sorted(numbers) == list(range(1, len(numbers) + 1))
        got = receiver.wait_for(codes[200])
        assert Counter(got) == Counter(set(got))
        assert len(got) == codes[200]
        assert server.stop() == 0


def test_how_a_miss_is_answered_and_how_many_may_ask_are_said_at_the_start(data):
    key = run("key", "--json", "--data", data)["key"]
    with served(data, "--no-match", "null", "--enrich-rate", 3) as server:
        address = f"{server.told['url']}/enrich/person"
        asked = {"email": "nobody@tuiridge.example", "api_key": key}
        with httpx.Client(trust_env=False) as http:
            replies = [http.get(address, params=asked) for _ in range(12)]
    assert (replies[0].status_code, replies[0].json()) == (200, {"person": None})
    assert replies[0].headers["x-ratelimit-limit"] == "3"
    assert 429 in {reply.status_code for reply in replies}
