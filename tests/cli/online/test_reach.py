"""The command line where the service cannot be asked: reads show what is here, writes wait, and it is said."""

import asyncio
import importlib
import json
import pkgutil
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import click
import httpx
import pytest
from sqlalchemy import insert

import tui.cli
from tests.cli.conftest import Program
from tui.cli import output
from tui.cli.account.chosen import WAIT
from tui.cli.account.embedded_service import EmbeddedService
from tui.cli.main import cli
from tui.cli.online import reach
from tui.cli.online.reach import MANY, PATIENCE, Backlog, settle
from tui.cli.online.work import reached_service
from tui.cli.session import Session
from tui.clock import SystemClock
from tui.errors import Garbled, RateLimited
from tui.model.change import Change
from tui.model.sync import SyncStatus
from tui.server.run import LocalServer
from tui.server.storage import db
from tui.store.spool import Spool
from tui.workspace import Workspace

ANSWERS: Mapping[str, Any] = {
    "503": {"status_code": 503, "json": {"error": "down"}},
    "html": {"status_code": 502, "html": "<h1>Bad gateway</h1>"},
    "portal": {"status_code": 200, "html": "<h1>Sign in to this network</h1>"},
    "cut": {"status_code": 200, "content": b'{"id": "5f', "headers": {"Content-Type": "application/json"}},
}
"""What is answered in place of the service."""


class Plug(httpx.AsyncBaseTransport):
    """A way that may be out, or at which the service asks for a pause."""

    out = ""
    pause = 0

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        match Plug.out:
            case "refused":
                raise httpx.ConnectError("refused", request=request)
            case "timeout":
                raise httpx.ReadTimeout("no answer", request=request)
            case out if out in ANSWERS:
                return httpx.Response(**ANSWERS[out])
            case "no cards" if "/cards/" in request.url.path:
                return httpx.Response(404, text="The requested resource was not found.")
            case "silent":
                await asyncio.Event().wait()
            case "slow files" if request.method == "POST" and "/attachments" in request.url.path:
                await asyncio.sleep(1.0)
            case _:
                pass
        if Plug.pause:
            return httpx.Response(429, headers={"Retry-After": str(Plug.pause)}, json={"error": "slow down"})
        return await self._inner.handle_async_request(request)


@pytest.fixture(scope="module")
def furnished_home(tmp_path_factory):
    """A home with boards that have something of everything and were read; and the ids of cards, by name."""
    home, note = tmp_path_factory.mktemp("furnished") / "home", tmp_path_factory.mktemp("note") / "note.txt"
    note.write_text("hello")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDSCOUT_HOME", str(home))
        patch.setattr("tui.cli.keep.copies.start_copying", lambda _data: None)
        run = Program(home)
        run.read("board", "new", "Work", "--list", "Leads", "--list", "Done", "--list", "Spare")
        for name in ("Other", "Shut", "Doomed"):
            run.read("board", "new", name, "--list", "There")
        ids = {name: run.read("card", "new", "Work", "Leads", f"Zq{name}").strip() for name in CARDS}
        for words in lines(FURNITURE, ids | {"note": str(note)}):
            run.read(*words)
        for name in ("said", "gone"):
            ids[name] = run.read("comment", "add", ids["One"], name).strip()
        ids["notice"] = notify(home)
        run.read("notifications")
    return home, ids


def notify(home: Path) -> str:
    """Put a notification into the inbox at the service, and return its id."""
    server = LocalServer.open(home / "data", SystemClock())
    with db.writing(server.engine) as connection:
        row = {
            "id": "5fc7b7c4" + "0" * 16,
            "type": "commentCard",
            "date": "2021-02-03T04:05:06.000Z",
            "data": {},
        }
        connection.execute(insert(db.notifications).values(id_member=server.id_member, unread=True, **row))
    server.close()
    return str(row["id"])


@pytest.fixture
def far(program, furnished_home, monkeypatch):
    """The program in that home, with its service at the end of a way."""
    near = EmbeddedService.link

    def connect(self):
        link = near(self)
        assert link.http is not None
        return link.replace(http=Plug(link.http), rate_limit=100_000)

    shutil.copytree(furnished_home[0], program.home)
    monkeypatch.setattr(EmbeddedService, "link", connect)
    # Such a service is no file of this machine, whose revision is seen without asking.
    monkeypatch.setattr(EmbeddedService, "revision", lambda _: "")
    monkeypatch.setattr(Plug, "out", "")
    monkeypatch.setattr(Plug, "pause", 0)
    monkeypatch.setattr("tui.api.retry.FIRST_WAIT", 0.0)
    monkeypatch.setattr("tui.sync.push.FIRST", 0.0)
    monkeypatch.setattr("tui.sync.push.SETTLE", 0.0)
    return program


@pytest.fixture
def ids(furnished_home):
    """The ids of cards, by name."""
    return furnished_home[1]


CARDS = ("One", "Two", "Three", "Four")

FURNITURE = """
list new Work Old | label new Work hot | checklist new {One} Steps | checklist add Steps call --card {One}
checklist add Steps post --card {One} | checklist new {One} Last
label add {Two} hot | card attach {One} {note} | card archive {Four} | list archive Work Old | board close Shut
cards Work | cards Other | cards Pipeline
"""

READS = """
boards | boards --closed | boards --recent | lists Work | lists Work --archived | cards Work
cards Work --list Leads | cards Work --archived | card show {One} | card attachments {One} | labels Work
comments {One} | checklists {One} | members Work | notifications | notifications --unread | search ZqOne
search ZqOne --board Work | search ZqOne --here | member find you | member find you --board Work
"""

WRITES = """
card new Work Leads Ring --desc why --label hot --member me --due +3d --pos top
card edit {One} --name Uno --list Done --label hot --start +2d | card due {One} +3d | card start {One} +3d
card move {Two} Done | card move {Three} There --board Other | card copy {Two} | card copy {Two} There --board Other
card archive {Two} | card restore {Four} | card comment {One} hello | comment add {One} again
comment edit {One} {said} changed | comment delete {One} {gone} | card assign {One} me | card unassign {One} me
card subscribe {One} | card unsubscribe {One} | card attach {One} https://x.example/ | card detach {One} note.txt
checklist new {One} More | checklist add Steps write --card {One} --checked | checklist tick {One} call
checklist change {One} call --due +3d --member me | checklist card {One} call
checklist edit Steps --card {One} --name Stages --pos top | checklist remove {One} post
checklist delete Last --card {One} --yes
label new Work cold | label add {One} cold | label remove {Two} hot | label edit Work cold --name cool
label delete Work hot --yes | card delete {Four} --yes
list new Work Later | list rename Work Later Soon | list move Work Soon 1 | list limit Work Soon 3
list copy Work Spare Again | list move-cards Work Leads Soon | list archive-cards Work Soon | list archive Work Soon | list restore Work Old
board new Fresh --list In | card new Fresh In first | board rename Fresh Fresher | board edit Work --desc why
board star Work | board unstar Work | board close Other | board open Shut | board delete Doomed --yes
member add Work you --role admin | member remove Work you
notification read {notice} | notification unread {notice}
"""

HERE = """
agenda | agenda --filter -is:done | cards --mine
"""
"""What asks no service, whether it answers or not."""

PARTLY = """
board stats Work
"""
"""What shows what is here, and leaves out what only the service has."""

ONLINE = """
card download {One} note.txt | activity Work | activity --card {One} | search people --company Tui | enrich person ana@tui.example
enrich company tui.example | api board GET /1/members/me | board copy Work Again
"""
"""What only the service has or makes: files, people and companies, copies of boards, and what any other call answers."""

ELSEWHERE = """
import | export | recognise | config check | config schema | enrich cards | enrich runs | credits cap | credits ledger | watch | completion
suppress add | suppress list | suppress remove | suppress withdraw
providers add | providers check | providers list | providers remove | providers services | providers use
accounts add | accounts check | accounts list | accounts login | accounts remove | accounts rename | accounts use
directory clear | directory generate | directory import | directory opt-out | directory stats
rules check | rules delete | rules list | rules log | rules new | rules off | rules on | rules retry | rules secret
rules try
serve app | serve apps | serve code | serve import | serve key | serve keys | serve revoke | serve token | serve tokens | serve user | serve users
backup | restore | doctor | people forget | people held
"""
"""What neither reads nor writes a board of the account: a command that is new must be here or above."""

STEPS: dict[str, list[str]] = json.loads(Path("docs/steps.json").read_text("utf-8"))
"""What each step prints, by its path, as the page of the steps tells it."""

FIELDS = {
    thing: set(re.findall("`(.+?)`", fields))
    for thing, fields in re.findall(
        r"^\| (\w+) \| (`id`.*) \|$", Path("docs/cli.md").read_text("utf-8"), re.MULTILINE
    )
}
"""The fields that each thing has at least, as that page tells them."""


def lines(table: str, ids: dict[str, str]) -> Iterator[list[str]]:
    for line in table.replace("\n", "|").split("|"):
        if line.strip():
            yield line.format(**ids).split()


def test_every_read_shows_what_is_here_and_its_age(far, ids, monkeypatch):
    online = {tuple(words): far(*words, "--json") for words in lines(READS, ids)}
    monkeypatch.setattr(Plug, "out", "refused")
    for words, before in online.items():
        shown = far(*words, "--json")
        assert shown.exit_code == 0, (words, shown.output)
        # What the service tells of a member in a search is more than what a board tells.
        same = (lambda one: one["id"]) if words[0] == "member" else (lambda one: one)
        found, expected = json.loads(shown.stdout), json.loads(before.stdout)
        assert found == expected or list(map(same, found)) == list(map(same, expected)), words
        # A minute and more may pass on a busy machine.
        told = r"Showing what is here, as of (just now|\d minutes? ago); 0 changes wait to be sent\."
        assert re.search(told, shown.stderr), words


def test_what_asks_no_service_is_the_same_without_one(far, ids, monkeypatch):
    online = {tuple(words): far(*words, "--json") for words in lines(HERE, ids)}
    monkeypatch.setattr(Plug, "out", "refused")
    for words, before in online.items():
        shown = far(*words, "--json")
        assert (shown.exit_code, shown.stdout, shown.stderr) == (0, before.stdout, before.stderr), words


def test_what_the_service_alone_has_is_left_out_of_what_is_here(far, ids, monkeypatch):
    online = {tuple(words): far.json(*words) for words in lines(PARTLY, ids)}
    monkeypatch.setattr(Plug, "out", "refused")
    for words, before in online.items():
        shown = far(*words, "--json")
        found = json.loads(shown.stdout)
        assert found.keys() < before.keys(), words
        assert found == {name: value for name, value in before.items() if name in found}, words
        assert re.search(r"Showing what is here, as of (just now|\d minutes? ago)", shown.stderr), words


def test_every_write_is_queued_and_sent_by_the_next_command(far, ids, monkeypatch):
    monkeypatch.setattr(Plug, "out", "refused")
    for words in lines(WRITES, ids):
        done = far(*words, "--json")
        assert done.exit_code == 0, (words, done.output)
        assert json.loads(done.stdout)["queued"] is True, words
        told, *lost = done.stderr.splitlines()
        assert all(one.startswith("note: without #") for one in lost), words
        assert told.startswith("queued: "), words
        assert "It is sent when the service answers; " in told, words
        _, printed = STEPS[path_of(words)]
        assert json.loads(done.stdout).keys() >= FIELDS.get(
            printed.partition(",")[0].partition(";")[0], {"id"}
        ), words
    monkeypatch.setattr(Plug, "out", "")
    sent = far("boards", "--json")
    assert sent.exit_code == 0
    assert "note: refused, though made earlier: not taken You off board “Work”: " in sent.stderr
    names = {board["name"]: board["id"] for board in json.loads(sent.stdout)}
    assert {"Fresher", "Shut"} <= set(names)
    assert not {"Doomed", "Other"} & set(names)
    assert not names["Fresher"].startswith("new-")
    assert [card["name"] for card in far.json("cards", "Fresher")] == ["first"]
    assert "hello" in far.read("card", "show", ids["One"])


@pytest.mark.parametrize("failure", ["503", "timeout", "html", "portal", "cut", "silent"])
def test_however_it_fails_reads_are_answered_and_writes_queued(far, ids, monkeypatch, failure):
    monkeypatch.setattr(Plug, "out", failure)
    monkeypatch.setattr(reach, "PATIENCE", 0.3 if failure == "silent" else 20.0)
    assert "Showing what is here, as of" in far("cards", "Work").stderr
    done = far("card", "comment", ids["One"], "hello", "--json")
    assert (done.exit_code, json.loads(done.stdout)["queued"]) == (0, True)
    assert "; 1 change waits." in done.stderr
    monkeypatch.setattr(Plug, "out", "")
    monkeypatch.setattr(reach, "PATIENCE", 20.0)
    sent = far("card", "show", ids["One"])
    assert sent.stderr == ""
    assert sent.stdout.count("hello") == 1


@pytest.mark.parametrize("later", [("boards",), ("card", "show", "gone")], ids=["reads", "fails"])
def test_what_was_queued_and_is_refused_later_is_told_by_the_command_that_sends_it(
    far, ids, monkeypatch, later
):
    """The command that made it is over, and said that it would be sent."""
    monkeypatch.setattr(Plug, "out", "refused")
    for words in (
        ("card", "comment", ids["One"], "typed long ago"),
        ("card", "edit", ids["Two"], "--name", "renamed long ago"),
        ("card", "move", ids["Three"], "Done"),
        ("card", "move", ids["Four"], "Done"),
    ):
        assert far(*words).exit_code == 0
    monkeypatch.setattr(Plug, "out", "no cards")
    told = far(*later).stderr
    assert "note: changed or deleted by somebody else meanwhile: " in told
    assert "What you wrote for it is kept: g c in the app." in told
    said = "note: refused, though made earlier: not moved “ZqThree” to Done: The requested resource was not found"
    assert f"{said}, and 1 more. It is all kept: O in the app sends it again or drops it." in told
    assert "made earlier" not in far("boards").stderr, "it is told once"


def test_a_file_that_takes_long_to_send_is_waited_for(far, ids, monkeypatch, tmp_path):
    note, take = tmp_path / "long.txt", Spool.take

    def take_and_hurry(self, path):
        monkeypatch.setattr(reach, "PATIENCE", 0.2)
        return take(self, path)

    note.write_bytes(b"x" * 1_500_000)
    monkeypatch.setattr(Spool, "take", take_and_hurry)
    monkeypatch.setattr(Plug, "out", "slow files")
    done = far("card", "attach", ids["One"], str(note), "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    assert json.loads(done.stdout)["isUpload"] is True


def commands(command: click.Command, *above: str) -> Iterator[str]:
    """The paths of the commands that are no groups."""
    if not isinstance(command, click.Group):
        yield " ".join(above)
        return
    for name in command.list_commands(click.Context(command)):
        below = command.get_command(click.Context(command), name)
        assert below is not None
        yield from commands(below, *above, name)


LEAVES = frozenset(commands(cli))


def path_of(words: Sequence[str]) -> str:
    """The path of the command that some words call."""
    if words[0] == "search" and words[1] != "people":
        return "search boards"
    return next(path for path in (" ".join(words[:2]), words[0]) if path in LEAVES)


def test_the_tables_have_every_command_once(ids):
    asking = {
        path_of(words) for table in (READS, HERE, PARTLY, WRITES, ONLINE) for words in lines(table, ids)
    }
    others = {" ".join(words) for words in lines(ELSEWHERE, ids)}
    assert set(LEAVES) - asking - others == set(), (
        "add the new command to one of the tables above: READS, WRITES … if it concerns a board of the account, else ELSEWHERE"
    )
    assert (asking | others) - set(LEAVES) == set(), "the tables name commands that are gone"
    assert asking & others == set(), "a command is in ELSEWHERE and in another table: take one line out"
    assert STEPS.keys() <= asking, "a step of docs/steps.json is in no table but ELSEWHERE"


def test_every_command_that_a_module_has_is_offered():
    offered = set(every_command(cli))
    modules = [
        importlib.import_module(name) for _, name, _ in pkgutil.walk_packages(tui.cli.__path__, "tui.cli.")
    ]
    found = [
        (module.__name__, name)
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, click.Command) and value not in offered
    ]
    assert found == [], "add the command to the group of its noun, as tui/cli/card/group.py does"


def every_command(command: click.Command) -> Iterator[click.Command]:
    """The command itself, and all below it."""
    yield command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if (below := command.get_command(context, name)) is not None:
                yield from every_command(below)


def test_what_only_the_service_has_is_an_error(far, ids, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(Plug, "out", "refused")
    for words in lines(ONLINE, ids):
        done = far(*words)
        assert (done.exit_code, done.stdout) == (4, ""), words
        assert "cannot be reached" in done.stderr, words
    assert sorted(tmp_path.iterdir()) == before


def test_what_is_made_offline_is_built_upon_by_its_id_and_sent_whole(far, monkeypatch):
    monkeypatch.setattr(Plug, "out", "refused")
    column = far.json("list", "new", "Pipeline", "Later")
    due, label = "2031-05-06T07:08:09.000Z", far.json("labels", "Pipeline")[0]["id"]
    more = ("--label", label, "--member", "me", "--due", due, "--pos", "top")
    card = far.json("card", "new", "Pipeline", column["id"], "Ring Ana", *more)
    assert (card["id"][:4], card["idList"]) == ("new-", column["id"])
    steps = far.json("checklist", "new", card["id"], "Steps")
    item = far.json("checklist", "add", steps["id"], "call", "--checked")
    assert (item["idChecklist"], item["state"]) == (steps["id"], "complete")
    far.read("card", "edit", card["id"], "--name", "Ring Ānā", "--label", "-")
    monkeypatch.setattr(Plug, "out", "")
    there = {one["name"]: one["id"] for one in far.json("lists", "Pipeline")}
    (sent,) = far.json("cards", "Pipeline", "--list", "Later")
    assert (sent["name"], sent["idList"], sent["due"], sent["idLabels"]) == (
        "Ring Ānā",
        there["Later"],
        due,
        [],
    )
    assert len(sent["idMembers"]) == 1
    shown = far.json("card", "show", sent["id"])
    assert [[one["state"] for one in each["checkItems"]] for each in shown["checklists"]] == [["complete"]]


def test_what_a_pipe_names_is_queued_together(far, ids, monkeypatch):
    monkeypatch.setattr(Plug, "out", "refused")
    cards = [ids["Two"], ids["One"]]
    done = far("card", "edit", "-", "--done", "--json", stdin="\n".join(cards))
    assert [(one["id"], one["queued"]) for one in json.loads(done.stdout)] == [(one, True) for one in cards]
    assert (done.exit_code, len(done.stderr.splitlines())) == (0, 1)
    assert far.read("card", "new", "Work", "Leads", "Ring").startswith("new-")


def test_a_queued_thing_goes_by_its_local_id(far, monkeypatch):
    monkeypatch.setattr(Plug, "out", "refused")
    made = json.loads(far("card", "new", "Pipeline", "Leads", "Ring Ana", "--json").stdout)
    assert made["id"].startswith("new-")
    assert made["name"] == "Ring Ana"
    far.read("card", "comment", made["id"], "called")
    assert "called" in far.read("card", "show", made["id"])
    assert "3 changes wait" in far("card", "edit", made["id"], "--desc", "x").stderr
    monkeypatch.setattr(Plug, "out", "")
    again = far("card", "show", made["id"], "--json")
    assert again.stderr == ""
    assert not json.loads(again.stdout)["id"].startswith("new-")


def test_the_screens_send_what_a_command_queued(far, ids, monkeypatch):
    monkeypatch.setattr(Plug, "out", "refused")
    far.read("card", "comment", ids["One"], "from the queue")
    monkeypatch.setattr(Plug, "out", "")

    async def open_and_wait() -> int:
        session = Session()
        workspace = session.workspace()
        try:
            await workspace.start()
            await reach.wait_until_synced(workspace)
            return workspace.sync.status().waiting
        finally:
            await workspace.close()
            session.close()

    assert asyncio.run(open_and_wait()) == 0
    answer = far.read("api", "board", "GET", f"/1/cards/{ids['One']}/actions?filter=commentCard")
    assert [one["data"]["text"] for one in json.loads(answer)] == ["from the queue", "gone", "said"]


def test_the_age_is_that_of_the_board_that_is_shown(far, monkeypatch):
    monkeypatch.setattr("tui.cli.online.reach.ago", lambda moment, _now: moment.isoformat())
    far.read("api", "board", "POST", "/1/boards", "name=Later")
    far.read("boards")
    monkeypatch.setattr(Plug, "out", "refused")
    assert "as of 20" in far("cards", "Pipeline").stderr
    unread = far("cards", "Later")
    assert unread.exit_code == 4
    assert "never read here" in unread.stderr


def test_an_account_of_which_nothing_is_here_is_an_error_to_read_and_none_to_write(
    far, monkeypatch, tmp_path
):
    monkeypatch.setenv("CARDSCOUT_HOME", str(tmp_path / "new"))
    monkeypatch.setattr(Plug, "out", "refused")
    shown = far("boards")
    assert (shown.exit_code, shown.stdout) == (4, "")
    assert "Nothing of this account was ever read here." in shown.stderr
    made = far("board", "new", "First", "--json")
    assert (made.exit_code, json.loads(made.stdout)["queued"]) == (0, True)
    assert far("boards").exit_code == 0


def test_a_way_that_breaks_between_two_requests_queues_too(far, monkeypatch):
    before = far.json("cards", "Pipeline")
    carry = Plug.handle_async_request

    async def break_writes(self, request):
        if request.method != "GET":
            raise httpx.ConnectError("refused", request=request)
        return await carry(self, request)

    monkeypatch.setattr(Plug, "handle_async_request", break_writes)
    done = far("card", "archive", before[0]["id"], "--json")
    assert (done.exit_code, json.loads(done.stdout)["queued"]) == (0, True)
    monkeypatch.setattr(Plug, "handle_async_request", carry)
    assert before[0]["id"] not in {card["id"] for card in far.json("cards", "Pipeline")}


def test_who_is_not_here_cannot_be_invited_offline(far, monkeypatch):
    monkeypatch.setattr(Plug, "out", "refused")
    assert far("member", "add", "Pipeline", "nobody_here").exit_code == 4
    assert far.json("member", "find", "nobody_here") == []


def test_a_long_pause_is_told_and_not_waited_out(far, monkeypatch):
    monkeypatch.setattr(Plug, "pause", 600)
    for _ in range(2):
        shown = far("cards", "Pipeline")
        assert shown.exit_code == 0
        assert "It can be asked again at 20" in shown.stderr
        assert "--wait" in shown.stderr
        assert shown.stdout
    done = far("list", "new", "Pipeline", "Later")
    assert (done.exit_code, "queued: Added list" in done.stderr) == (0, True)


@pytest.mark.parametrize("wait", [True, False])
async def test_a_pause_in_the_midst_is_waited_for_where_that_is_wanted(monkeypatch, wait):
    slept, tries = [], iter([RateLimited("Wait.", retry_after=600), None])

    async def sleep(seconds):
        slept.append(seconds)

    async def ask():
        if (error := next(tries)) is not None:
            raise error

    monkeypatch.setattr(asyncio, "sleep", sleep)
    token = WAIT.set(wait)
    known = reach.begin()
    try:
        assert await reached_service(ask) is wait
    finally:
        WAIT.reset(token)
    assert slept == ([600] if wait else [])
    assert ("--wait waits 600 seconds" in known.why) is not wait


async def test_an_answer_that_was_cut_short_is_none():
    async def cut() -> None:
        raise Garbled("The answer was cut short.")

    known = reach.begin()
    assert not await reached_service(cut)
    assert known.why == "The answer was cut short."


@pytest.mark.parametrize("why", ["the disk is full", "the disk is full."])
def test_the_reason_is_a_sentence_of_its_own(why):
    held = reach.ServiceReach()
    held.lost(why)
    held.lost("The service is gone.")
    assert held.why == "the disk is full."


async def settled() -> None:
    """Let all that can happen now happen."""
    for _ in range(10):
        await asyncio.sleep(0)


@dataclass
class Sending:
    """The sync and the outbox of a workspace in whose place the test sends."""

    now: SyncStatus
    files: float = 0.0
    told: list[Callable[[Change], None]] = field(default_factory=list)

    def status(self) -> SyncStatus:
        """What the test has set last."""
        return self.now

    def seconds_to_upload(self) -> float:
        """How long the files that wait may take."""
        return self.files

    def subscribe(self, tell: Callable[[Change], None]) -> Callable[[], None]:
        """Call ``tell`` with each change."""
        self.told.append(tell)
        return self.told.clear

    def becomes(self, **values: object) -> None:
        """Set the status, and tell of it."""
        self.now = self.now.replace(**values)
        for tell in self.told:
            tell(Change())


@dataclass
class Time:
    """The time of an event loop, which passes when the test says so."""

    now: float

    async def passes(self, seconds: float) -> None:
        """Let time pass, and what is due happen."""
        for _ in range(10):
            self.now += seconds / 10
            await settled()


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    loop = asyncio.get_running_loop()
    time = Time(loop.time())
    monkeypatch.setattr(loop, "time", lambda: time.now)
    return time


@pytest.fixture
def sending() -> Sending:
    return Sending(SyncStatus(state="sending", waiting=200))


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written on the line of progress."""
    told: list[str] = []

    @contextmanager
    def progress() -> Iterator[Callable[[str], None]]:
        yield told.append

    monkeypatch.setattr(output, "progress", progress)
    return told


async def begun(sending: Sending) -> asyncio.Task[SyncStatus]:
    """A command that waits."""
    workspace = SimpleNamespace(sync=sending, outbox=sending)
    task = asyncio.create_task(settle(cast("Workspace", workspace)))
    await settled()
    return task


async def test_a_command_waits_as_long_as_its_changes_are_sent(
    sending: Sending, time: Time, told: list[str]
) -> None:
    task = await begun(sending)
    for left in range(199, 150, -1):
        await time.passes(0.9 * PATIENCE)
        sending.becomes(waiting=left)
    assert not task.done()
    sending.becomes(state="synced", waiting=0)
    await time.passes(1)
    assert (await task).state == "synced"
    assert told[0] == "0 of 200 changes sent"
    assert told[-1] == "48 of 200 changes sent"


async def test_it_ends_where_none_is_sent_though_the_store_changes(
    sending: Sending, time: Time, told: list[str]
) -> None:
    task = await begun(sending)
    for more in range(200, 203):
        await time.passes(0.25 * PATIENCE)
        assert not task.done()
        sending.becomes(waiting=more)
    await time.passes(0.26 * PATIENCE)
    assert (await task).waiting == 202
    assert told[-1] == "0 of 202 changes sent"


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (30, ["note: 30 changes wait, and are kept: the next command sends them, or the app."]),
        (1, ["note: 1 change waits, and is kept: the next command sends it, or the app."]),
        (0, []),
    ],
)
async def test_whoever_stops_it_hears_what_becomes_of_the_rest(
    sending: Sending, monkeypatch: pytest.MonkeyPatch, left: int, words: list[str]
) -> None:
    said: list[str] = []
    monkeypatch.setattr(output, "say", said.append)
    sending.becomes(waiting=left)
    task = await begun(sending)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert said == words
    assert not sending.told


async def test_a_file_has_its_own_time(sending: Sending, time: Time, told: list[str]) -> None:
    sending.becomes(waiting=1)
    sending.files = 5 * PATIENCE
    task = await begun(sending)
    await time.passes(5.9 * PATIENCE)
    assert not task.done()
    await time.passes(0.2 * PATIENCE)
    assert (await task).waiting == 1
    assert not told


async def test_each_of_several_boards_is_waited_for(sending: Sending, time: Time, told: list[str]) -> None:
    sending.becomes(state="loading", waiting=0)
    task = await begun(sending)
    for cards in (900, 100, 200):
        await time.passes(0.9 * PATIENCE)
        sending.becomes(loading_done=cards)
    await time.passes(0.5 * PATIENCE)
    assert not task.done()
    await time.passes(PATIENCE)
    assert (await task).loading_done == 200
    assert not told


async def test_a_board_that_comes_card_by_card_is_waited_for(
    sending: Sending, time: Time, told: list[str]
) -> None:
    sending.becomes(state="loading", waiting=0)
    task = await begun(sending)
    for cards in range(100, 1000, 100):
        await time.passes(0.9 * PATIENCE)
        sending.becomes(loading_done=cards, loading_total=1000)
    await settled()
    assert not task.done()
    await time.passes(1.1 * PATIENCE)
    assert (await task).loading_done == 900
    assert not told


def test_few_changes_are_sent_without_a_line_of_progress() -> None:
    few, many = Backlog(), Backlog()
    few.note(SyncStatus(waiting=MANY - 1))
    many.note(SyncStatus(waiting=MANY))
    assert (few.is_long, many.is_long) == (False, True)


def test_thousands_are_told_as_such() -> None:
    backlog = Backlog()
    assert [backlog.note(SyncStatus(waiting=count)) for count in (3000, 3000, 1800, 2000, 1800, 0)] == [
        True, False, True, False, False, True,
    ]  # fmt: skip
    assert backlog.words == "3,000 of 3,000 changes sent"
