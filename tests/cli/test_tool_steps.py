"""Every step of the task board from the command line, with every field, read back from the server as it is there."""

import asyncio
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import httpx
import pytest

from tests.conftest import signed_in
from tests.shares import made_once
from tui.cli.account.embedded_service import EmbeddedService
from tui.cli.main import cli
from tui.clock import SystemClock
from tui.server.run import LocalServer
from tui.server.service.people import add_member
from tui.server.storage import db
from tui.workspace import Link

DUE, START = "2031-05-06T07:08:09.000Z", "2031-05-01T00:00:00.000Z"
GONE = 404


class Recorded(httpx.AsyncBaseTransport):
    """A transport that tells of each request before it is made."""

    def __init__(self, inner: httpx.AsyncBaseTransport, tell: Callable[[httpx.Request], None]) -> None:
        self._inner, self._tell = inner, tell

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._tell(request)
        return await self._inner.handle_async_request(request)


@dataclass
class Service:
    """The server behind the command line, asked without it.

    Attributes:
        ids: What stands for the id, or another name, of a thing in the tables below: ``card``, ``hot`` …
    """

    server: LocalServer
    ids: dict[str, str]

    def ask(self, method: str, path: str, /, **data: str) -> Any:
        """Make a request as the local member, and return the answer, or the status of a refusal."""

        async def one() -> Any:
            async with signed_in(self.server) as client:
                answer = await client.request(method, path, data=data or None)
            return answer.json() if answer.status_code == 200 else answer.status_code

        return asyncio.run(one())

    def make(self, name: str, path: str, /, **data: str) -> str:
        """Make a thing, and remember its id as ``name``."""
        self.ids[name] = self.ask("POST", path, **data)["id"]
        return self.ids[name]

    def filled(self, value: Any) -> Any:
        """Return ``value`` with the things in braces replaced by their ids."""
        match value:
            case str():
                return value.format(**self.ids) if "{" in value else value
            case list():
                return [self.filled(one) for one in value]
            case dict():
                return {name: self.filled(one) for name, one in value.items()}
            case _:
                return value


def fill(server: LocalServer) -> Service:
    """Make two boards: Deals, with a card that has a part of every kind, and Won."""
    made = Service(server, {"me": server.id_member})
    with db.writing(server.engine) as connection:
        made.ids["ben"] = add_member(connection, "ben", SystemClock().now(), full_name="Ben Tui")
    deals = made.make("deals", "/boards", name="Deals", defaultLists="false", defaultLabels="false")
    won = made.make("won", "/boards", name="Won", defaultLists="false", defaultLabels="false")
    for board in (deals, won):
        assert made.ask("PUT", f"/boards/{board}/members/{made.ids['ben']}", type="normal") != GONE
    made.make("in", "/lists", name="In", idBoard=deals, pos="1000")
    made.make("out", "/lists", name="Out", idBoard=deals, pos="2000")
    made.make("there", "/lists", name="There", idBoard=won)
    for name, color, board in (("hot", "red", deals), ("cold", "sky", deals), ("renewal", "lime", won)):
        made.make(name, "/labels", name=name, color=color, idBoard=board)
    made.make("first", "/cards", name="First", idList=made.ids["in"], pos="100")
    made.make("card", "/cards", name="Ring Ana", idList=made.ids["in"], pos="200", idLabels=made.ids["hot"],
              idMembers=made.ids["me"])  # fmt: skip
    made.make("last", "/cards", name="Last", idList=made.ids["in"], pos="300")
    made.make("other", "/cards", name="Other", idList=made.ids["there"], pos="100")
    found = made.ask("GET", f"/cards/{made.ids['card']}")
    made.ids |= {"short": found["shortLink"], "url": found["url"]}
    board = made.ask("GET", f"/boards/{deals}?fields=all")
    made.ids |= {"board_short": board["shortLink"], "board_url": board["url"]}
    made.make("steps", "/checklists", name="Steps", idCard=made.ids["card"], pos="10")
    made.make("item", f"/checklists/{made.ids['steps']}/checkItems", name="call", pos="10")
    made.make("comment", f"/cards/{made.ids['card']}/actions/comments", text="She is away")
    made.make("link", f"/cards/{made.ids['card']}/attachments", url="https://tui.example/x", name="Site")
    return made


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory, bare: Path) -> Path:
    """The data of a server with these boards, and the ids of what is there, to be copied."""

    def make(folder: Path) -> None:
        shutil.copytree(bare, folder / "data")
        server = LocalServer.open(folder / "data", SystemClock(), sample=False)
        (folder / "ids.json").write_text(json.dumps(fill(server).ids))
        server.close()

    return made_once(tmp_path_factory, "boards of steps", make)


@pytest.fixture
def service(program, filled: Path) -> Iterator[Service]:
    """The server with the boards Deals and Won."""
    data = program.home / "data"
    shutil.copytree(filled / "data", data)
    server = LocalServer.open(data, SystemClock(), sample=False)
    yield Service(server, json.loads((filled / "ids.json").read_text()))
    server.close()


@dataclass(frozen=True)
class Step:
    """A step, and what the server has after it.

    Attributes:
        args: The command; ``{card}`` is the id of that thing. ``--json`` is added.
        path: Where to read it back; ``{id}`` is the id that the step printed.
        then: The fields there. Those of them that the step printed must be the same.
        stdin: What is piped in.
        printed: More fields of what it printed.
    """

    args: str | tuple[str, ...]
    path: str
    then: Any
    stdin: str | None = None
    printed: Any = None

    def words(self, service: Service) -> list[str]:
        """The words of the command."""
        args = self.args.split() if isinstance(self.args, str) else list(self.args)
        return [str(service.filled(one)) for one in args]


CARD = "/cards/{id}"
NEW = ("card", "new", "Deals", "In", "Ring Ben")
EDIT = ("card", "edit", "{card}")
ITEM = "/checklists/{steps}/checkItems/{id}"

STEPS = {
    # Create Card
    "a card with every field": Step(
        (*NEW, "--desc-file", "-", "--pos", "top", "--due", DUE, "--start", START, "--done",
         "--label", "hot", "--label", "{cold}", "--member", "me", "--member", "ben"),
        CARD,
        {"name": "Ring Ben", "desc": "one\ntwo", "pos": 50, "due": DUE, "start": START, "dueComplete": True,
         "idLabels": ["{hot}", "{cold}"], "idMembers": ["{me}", "{ben}"], "idList": "{in}", "idBoard": "{deals}"},
        stdin="one\ntwo\n",
    ),
    "a card with nothing but a name": Step(
        NEW, CARD,
        {"name": "Ring Ben", "desc": "", "pos": 16684, "due": None, "start": None, "dueComplete": False,
         "idLabels": [], "idMembers": [], "idList": "{in}"},
    ),
    "a card at a number": Step((*NEW, "--pos", "150.5"), CARD, {"pos": 150.5}),
    "a card at the bottom": Step((*NEW, "--pos", "bottom"), CARD, {"pos": 16684}),
    "a card with its text on the line": Step((*NEW, "--desc", "text"), CARD, {"desc": "text"}),
    "a card with a label by colour and a member by id": Step(
        (*NEW, "--label", "sky", "--member", "{ben}"), CARD, {"idLabels": ["{cold}"], "idMembers": ["{ben}"]}
    ),
    "a card, the board by id and the list by id": Step(
        "card new {deals} {out} Ring", CARD, {"idList": "{out}", "idBoard": "{deals}"}
    ),
    "a card, the board by short link": Step("card new {board_short} Out Ring", CARD, {"idBoard": "{deals}"}),
    "a card, the board by URL": Step("card new {board_url} out Ring", CARD, {"idBoard": "{deals}"}),
    # Update Card
    "every field of a card": Step(
        (*EDIT, "--name", "Ben", "--desc-file", "-", "--pos", "bottom", "--list", "Out", "--due", DUE,
         "--start", START, "--done", "--reminder", "60", "--label", "cold", "--member", "ben", "--archived"),
        CARD,
        {"id": "{card}", "name": "Ben", "desc": "text", "pos": 16384, "idList": "{out}", "due": DUE, "start": START,
         "dueComplete": True, "dueReminder": 60, "idLabels": ["{cold}"], "idMembers": ["{ben}"], "closed": True},
        stdin="text",
    ),
    "a card sent to a list of another board with its labels": Step(
        (*EDIT, "--board", "Won", "--list", "There", "--pos", "top", "--label", "renewal", "--member", "ben"),
        CARD,
        {"id": "{card}", "idBoard": "{won}", "idList": "{there}", "pos": 50, "idLabels": ["{renewal}"],
         "idMembers": ["{ben}"], "name": "Ring Ana"},
    ),
    "a card sent to another board": Step(
        (*EDIT, "--board", "Won"), CARD, {"idBoard": "{won}", "idList": "{there}", "pos": 16484}
    ),
    "a card sent to another list by its id": Step(
        (*EDIT, "--list", "{out}"), CARD, {"idList": "{out}", "idLabels": ["{hot}"], "idMembers": ["{me}"]}
    ),
    "a card cleared of what can be": Step(
        (*EDIT, "--due", "-", "--start", "none", "--label", "-", "--member", "-", "--desc", "", "--not-done",
         "--not-archived"),
        CARD,
        {"due": None, "start": None, "idLabels": [], "idMembers": [], "desc": "", "dueComplete": False, "closed": False},
    ),
    "a card among its own list": Step((*EDIT, "--pos", "top"), CARD, {"pos": 50, "idList": "{in}"}),
    "a card in the list it is in stays": Step((*EDIT, "--list", "In", "--name", "x"), CARD, {"pos": 200}),
    # Get, archive, restore, move, copy, delete
    "a card, read": Step("card show {card}", CARD, {"id": "{card}", "name": "Ring Ana", "idLabels": ["{hot}"]}),
    "a card, read by short link": Step("card show {short}", CARD, {"id": "{card}"}),
    "a card, read by URL": Step("card show {url}", CARD, {"id": "{card}"}),
    "a card, archived": Step("card archive {short}", CARD, {"id": "{card}", "closed": True}),
    "a card, brought back": Step("card restore {url}", CARD, {"id": "{card}", "closed": False}),
    "a card, moved": Step("card move {card} Out --pos 5", CARD, {"idList": "{out}", "pos": 5}),
    "a card, moved to a list of another board by its id": Step(
        "card move {other} {out}", CARD, {"id": "{other}", "idBoard": "{deals}", "idList": "{out}", "pos": 16384}
    ),
    "a card, moved to another board": Step(
        "card move {card} There --board Won --pos bottom", CARD, {"idList": "{there}", "pos": 16484}
    ),
    "a card, moved within its list": Step("card move {first} In", CARD, {"id": "{first}", "pos": 16684}),
    "a card, copied": Step(
        "card copy {card} Out --name Twin --pos 7", CARD,
        {"name": "Twin", "idList": "{out}", "pos": 7, "idLabels": ["{hot}"], "idMembers": ["{me}"]},
    ),
    "a card, copied below itself": Step("card copy {card}", CARD, {"name": "Ring Ana", "idList": "{in}", "pos": 250}),
    "a card, copied to another board": Step(
        "card copy {card} There --board Won", CARD, {"idBoard": "{won}", "idList": "{there}", "pos": 16484}
    ),
    "a card, deleted": Step(
        "card delete {card} --yes", CARD, GONE, printed={"id": "{card}", "deleted": True}
    ),
    "a date": Step(
        ("card", "due", "{card}", DUE, "--reminder", "10", "--not-done"), CARD,
        {"due": DUE, "dueReminder": 10, "dueComplete": False},
    ),
    "a start": Step(("card", "start", "{card}", START), CARD, {"start": START}),
    # Boards and lists
    "a board": Step(
        ("board", "new", "Lost", "--desc-file", "-", "--list", "A", "--list", "B", "--background", "green"),
        "/boards/{id}?fields=all", {"name": "Lost", "desc": "text", "closed": False}, stdin="text\n",
    ),
    "a board, copied": Step(
        "board copy Deals Again", "/boards/{id}?fields=all", {"name": "Again", "idBoardSource": "{deals}"}
    ),
    "a board, changed": Step(
        ("board", "edit", "Deals", "--name", "Deal", "--desc", "d"), "/boards/{id}?fields=all",
        {"id": "{deals}", "name": "Deal", "desc": "d"},
    ),
    "a board, renamed": Step("board rename {deals} Deal", "/boards/{id}?fields=all", {"id": "{deals}", "name": "Deal"}),
    "a board, closed": Step("board close Deals", "/boards/{id}?fields=all", {"id": "{deals}", "closed": True}),
    "a board, opened": Step("board open {deals}", "/boards/{id}?fields=all", {"id": "{deals}", "closed": False}),
    "a board, starred": Step("board star Deals", "/boards/{id}?fields=all", {"id": "{deals}", "starred": True}),
    "a board, deleted": Step(
        "board delete Won --yes", "/boards/{id}?fields=all", GONE, printed={"id": "{won}", "deleted": True}
    ),
    "a list": Step("list new Deals Later", "/lists/{id}", {"name": "Later", "idBoard": "{deals}", "pos": 18384}),
    "a list at the top": Step("list new Deals Now --pos top", "/lists/{id}", {"name": "Now", "pos": 500}),
    "a list at a number": Step("list new {deals} Mid --pos 1500", "/lists/{id}", {"name": "Mid", "pos": 1500}),
    "a list, copied": Step("list copy Deals In Again", "/lists/{id}", {"name": "Again", "pos": 1500}),
    "a list, renamed": Step("list rename Deals in Inbox", "/lists/{id}", {"id": "{in}", "name": "Inbox"}),
    "a list, archived": Step("list archive Deals {in}", "/lists/{id}", {"id": "{in}", "closed": True}),
    "a list, moved": Step("list move Deals Out 1", "/lists/{id}", {"id": "{out}", "pos": 500}),
    "a list, limited": Step("list limit Deals In 3", "/lists/{id}", {"id": "{in}"}, printed={"softLimit": 3}),
    "a list, emptied": Step(
        "list archive-cards Deals In", "/lists/{id}", {"id": "{in}"}, printed={"archived": 3}
    ),
    "a list, emptied into another": Step(
        "list move-cards Deals In There --to-board Won", "/lists/{id}", {"id": "{there}"}, printed={"moved": 3}
    ),
    # Comments
    "a comment": Step(
        ("card", "comment", "{card}", "-"), "/actions/{id}", {"type": "commentCard"},
        stdin="one\ntwo\n", printed={"text": "one\ntwo", "idCard": "{card}"},
    ),
    "a comment, as the older step": Step(
        ("comment", "add", "{short}", "hello"), "/actions/{id}", {"type": "commentCard"},
        printed={"text": "hello", "idCard": "{card}"},
    ),
    "a comment, changed": Step(
        "comment edit {card} {comment} back", "/actions/{id}", {"id": "{comment}"}, printed={"text": "back"}
    ),
    "a comment, deleted": Step(
        "comment delete {card} {comment}", "/actions/{id}", GONE, printed={"id": "{comment}", "deleted": True}
    ),
    # Checklists
    "a checklist": Step(
        "checklist new {card} More --pos top", "/checklists/{id}",
        {"name": "More", "idCard": "{card}", "idBoard": "{deals}", "pos": 5},
    ),
    "a checklist, changed": Step(
        "checklist edit {steps} --name Plan --pos 3", "/checklists/{id}", {"id": "{steps}", "name": "Plan", "pos": 3}
    ),
    "a checklist, deleted": Step(
        "checklist delete steps --card {card} --yes", "/checklists/{id}", GONE,
        printed={"id": "{steps}", "deleted": True},
    ),
    "an item on a checklist alone": Step(
        ("checklist", "add", "{steps}", "write", "--checked", "--due", DUE, "--member", "ben", "--pos", "top"), ITEM,
        {"name": "write", "state": "complete", "due": DUE, "idMember": "{ben}", "pos": 5, "idChecklist": "{steps}"},
    ),
    "an item on a checklist by name": Step(
        "checklist add Steps write --card {url} --member me", ITEM,
        {"name": "write", "state": "incomplete", "due": None, "idMember": "{me}", "pos": 16394},
    ),
    "an item, ticked": Step("checklist tick {card} call", ITEM, {"id": "{item}", "state": "complete"}),
    "an item, changed": Step(
        ("checklist", "change", "{card}", "call", "--name", "ring", "--due", DUE, "--member", "ben"), ITEM,
        {"id": "{item}", "name": "ring", "due": DUE, "idMember": "{ben}"},
    ),
    "an item as a card": Step(
        "checklist card {card} call", "/cards/{id}", {"name": "call", "idBoard": "{deals}"},
    ),
    "an item, taken off": Step(
        "checklist remove {card} {item}", ITEM, GONE, printed={"id": "{item}", "deleted": True}
    ),
    # Labels
    "a label": Step(
        "label new Deals warm --color orange_dark", "/labels/{id}",
        {"name": "warm", "color": "orange_dark", "idBoard": "{deals}"},
    ),
    "a label without a colour": Step("label new Deals plain", "/labels/{id}", {"name": "plain", "color": None}),
    "a label, renamed": Step("label edit Deals hot --name hotter", "/labels/{id}", {"name": "hotter", "color": "red"}),
    "a label, recoloured": Step("label edit Deals {hot} --color none", "/labels/{id}", {"name": "hot", "color": None}),
    "a label, deleted": Step(
        "label delete Deals red --yes", "/labels/{id}", GONE, printed={"id": "{hot}", "deleted": True}
    ),
    "labels on a card": Step("label add {card} sky hot", CARD, {"idLabels": ["{hot}", "{cold}"]}),
    "a label off a card": Step("label remove {card} hot", CARD, {"idLabels": []}),
    # Members
    "members on a card": Step("card assign {card} @ben me", CARD, {"idMembers": ["{me}", "{ben}"]}),
    "a member off a card": Step("card unassign {card} {me}", CARD, {"idMembers": []}),
    "a card heard of": Step("card subscribe {card}", CARD, {"subscribed": True}),
    "a card not heard of": Step("card unsubscribe {card}", CARD, {"subscribed": False}),
    "a member on a board": Step(
        "member add Deals ben --role observer", "/members/{id}", {"id": "{ben}", "username": "ben"},
        printed={"memberType": "observer"},
    ),
    "a member off a board": Step(
        "member remove Deals ben", "/members/{id}", {"id": "{ben}"}, printed={"deleted": True}
    ),
    # Attachments
    "a link": Step(
        ("card", "attach", "{card}", "https://tui.example/y", "--name", "Y"), "/cards/{card}/attachments/{id}",
        {"name": "Y", "url": "https://tui.example/y", "isUpload": False},
    ),
    "an attachment, taken off": Step(
        "card detach {card} Site", "/cards/{card}/attachments/{id}", GONE, printed={"id": "{link}", "deleted": True}
    ),
}  # fmt: skip


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_a_step_does_what_it_says_and_prints_what_it_did(program, service: Service, step: Step) -> None:
    done = program(*step.words(service), "--json", stdin=step.stdin)
    assert done.exit_code == 0, done.output
    printed = json.loads(done.stdout)
    service.ids["id"] = printed["id"]
    there, then = service.ask("GET", service.filled(step.path)), service.filled(step.then)
    if isinstance(then, dict):
        assert {name: there.get(name) for name in then} == then
        same = then.keys() & printed.keys()
        assert {name: printed[name] for name in same} == {name: then[name] for name in same}
    else:
        assert there == then
    more = service.filled(step.printed or {})
    assert {name: printed[name] for name in more} == more


# --- reading ------------------------------------------------------------------------

READS = {
    "boards": ("boards", "/members/me/boards?fields=all", {"name", "desc", "closed", "idOrganization"}),
    "lists": ("lists Deals", "/boards/{deals}/lists", {"name", "pos", "closed", "idBoard"}),
    "cards": ("cards Deals", "/boards/{deals}/cards?fields=all", {"name", "desc", "pos", "idList", "idLabels"}),
    "cards of a list": ("cards Won --list {there}", "/lists/{there}/cards?fields=all", {"name", "pos", "idMembers"}),
    "labels": ("labels Deals", "/boards/{deals}/labels", {"name", "color", "idBoard"}),
    "members": ("members Deals", "/boards/{deals}/members?fields=all", {"username", "fullName"}),
    "comments": ("comments {card}", "/cards/{card}/actions?filter=commentCard", set()),
    "checklists": ("checklists {card}", "/cards/{card}/checklists", {"name", "pos", "idCard", "idBoard"}),
    "attachments": ("card attachments {card}", "/cards/{card}/attachments", {"name", "url", "bytes", "isUpload"}),
}  # fmt: skip


@pytest.mark.parametrize(("args", "path", "fields"), READS.values(), ids=READS)
def test_what_is_listed_is_what_the_server_has(
    program, service: Service, args: str, path: str, fields: set[str]
) -> None:
    printed = {one["id"]: one for one in program.json(*service.filled(args).split())}
    there = {one["id"]: one for one in service.ask("GET", service.filled(path))}
    assert printed.keys() == there.keys() != set()
    for ident, one in there.items():
        assert {name: printed[ident][name] for name in fields} == {name: one[name] for name in fields}


def test_a_card_looks_the_same_whichever_step_printed_it(program, service: Service) -> None:
    card = service.ids["card"]
    (listed,) = [one for one in program.json("cards", "Deals") if one["id"] == card]
    changed = program.json("card", "edit", card, "--name", "Ring Ana")
    shown = program.json("card", "show", card)
    assert listed.keys() == changed.keys() <= shown.keys()
    assert shown.keys() - changed.keys() == {"checklists", "comments", "members"}
    made = program.json("card", "new", "Deals", "In", "Another")
    assert changed.keys() - made.keys() <= {"limits"}


def test_a_file_goes_up_and_comes_down(program, service: Service, tmp_path: Path) -> None:
    (tmp_path / "brief.txt").write_bytes(b"the brief\0")
    card = service.ids["card"]
    made = program.json("card", "attach", card, str(tmp_path / "brief.txt"), "--name", "Brief.txt")
    there = service.ask("GET", f"/cards/{card}/attachments/{made['id']}")
    assert {name: made[name] for name in ("name", "bytes", "isUpload", "url")} == {
        name: there[name] for name in ("name", "bytes", "isUpload", "url")
    }
    assert (there["name"], there["bytes"], there["isUpload"]) == ("Brief.txt", 10, True)
    assert there["fileName"] == "brief.txt"
    (tmp_path / "down").mkdir()
    down = program.json("card", "download", card, made["id"], "--to", str(tmp_path / "down"))
    assert (Path(down["path"]).read_bytes(), down["bytes"]) == (b"the brief\0", 10)
    assert Path(down["path"]).name == "Brief.txt"
    named = program.json("card", "attach", card, str(tmp_path / "brief.txt"), "--name", "Brief v1.2")
    down = program.json("card", "download", card, named["id"], "--to", str(tmp_path / "down"))
    assert Path(down["path"]).name == "Brief v1.2.txt", "the ending tells other programs what it is"


# --- pipes --------------------------------------------------------------------------


def test_lines_from_stdin_become_lists_cards_and_items_in_their_order(program, service: Service) -> None:
    for args, path in (
        (("list", "new", "Deals", "-"), "/boards/{deals}/lists"),
        (("list", "new", "Deals", "-", "--pos", "top"), "/boards/{deals}/lists"),
        (("card", "new", "Deals", "In", "-", "--label", "cold"), "/lists/{in}/cards"),
        (("card", "new", "Deals", "In", "-", "--pos", "top"), "/lists/{in}/cards"),
        (("checklist", "add", "{steps}", "-"), "/checklists/{steps}/checkItems"),
    ):
        words = [service.filled(one) for one in args]
        done = program(*words, "--json", stdin="Ānā\n\n  Ben \r\nCleo\n")
        assert done.exit_code == 0, done.output
        made = json.loads(done.stdout)
        assert [one["name"] for one in made] == ["Ānā", "Ben", "Cleo"]
        there = sorted(service.ask("GET", service.filled(path)), key=lambda one: one["pos"])
        new = [one["id"] for one in made]
        assert [one["id"] for one in there if one["id"] in new] == new
        at = [one["id"] for one in there].index(new[0])
        assert at == (0 if "top" in args else len(there) - 3)


@pytest.mark.parametrize("piped", ["JSON", "ids"])
def test_ids_are_read_as_json_and_line_by_line_too(program, service: Service, piped: str) -> None:
    cards = [service.ids[name] for name in ("first", "card", "last")]
    text = "\n".join(cards) if piped == "ids" else program.read("cards", "Deals", "--json")
    done = program("card", "archive", "-", "--json", stdin=text)
    assert done.exit_code == 0, done.output
    assert [one["id"] for one in json.loads(done.stdout)] == cards
    assert [service.ask("GET", f"/cards/{ident}")["closed"] for ident in cards] == [True] * 3


def test_ids_from_a_pipe_are_changed_together(program, service: Service) -> None:
    cards = [service.ids[name] for name in ("first", "card", "last")]
    # How ids are read is the same for each step; which step is.
    text = program.read("cards", "Deals", "--list", "In")
    steps = (
        (("card", "move", "-", "There", "--board", "Won", "--pos", "top"), "idList", service.ids["there"]),
        (("label", "add", "-", "renewal"), "idLabels", [service.ids["renewal"]]),
        (("card", "assign", "-", "ben"), None, None),
        (("card", "due", "-", DUE), "due", DUE),
        (("card", "edit", "-", "--start", START, "--name", "All"), "name", "All"),
        (("card", "archive", "-"), "closed", True),
        (("card", "restore", "-"), "closed", False),
    )
    for words, field, value in steps:
        done = program(*words, "--json", stdin=text)
        assert done.exit_code == 0, done.output
        assert [one["id"] for one in json.loads(done.stdout)] == cards
        there = [service.ask("GET", f"/cards/{ident}") for ident in cards]
        assert field is None or [one[field] for one in there] == [value] * 3
        places = [one["pos"] for one in there]
        assert places == sorted(places), f"{words}: they keep their order"
    assert all(one["pos"] < 100 for one in there), "they stand above what was there"
    commented = program("card", "comment", "-", "all of you", stdin=text)
    assert len(commented.stdout.split()) == 3
    deleted = program("card", "delete", "-", "--yes", "--json", stdin=text)
    assert [one["deleted"] for one in json.loads(deleted.stdout)] == [True] * 3
    assert [service.ask("GET", f"/cards/{ident}") for ident in cards] == [GONE] * 3


def test_the_cards_of_events_are_named_once(program, service: Service) -> None:
    cards = [service.ids[name] for name in ("card", "first")]
    lines = [{"trigger": "New Card", "id": f"e{n}", "card": {"id": cards[n % 2]}} for n in range(3)]
    text = "\n".join(map(json.dumps, lines))
    done = program("label", "add", "-", "cold", "--json", stdin=text)
    assert [one["id"] for one in json.loads(done.stdout)] == cards
    assert program("card", "archive", "-", stdin=json.dumps(lines[0])).exit_code == 0
    assert service.ask("GET", f"/cards/{cards[0]}")["closed"] is True


def test_nothing_from_a_pipe_is_nothing_to_do(program, service: Service) -> None:
    for words in (
        ("card", "archive", "-"),
        ("card", "new", "Deals", "In", "-"),
        ("list", "new", "Deals", "-"),
    ):
        done = program(*words, "--json", stdin="\n")
        assert (done.exit_code, json.loads(done.stdout)) == (0, [])


def test_one_that_is_not_there_leaves_the_others_as_they_are(program, service: Service) -> None:
    done = program("card", "archive", "-", stdin=f"{service.ids['card']}\n{'0' * 24}\n")
    assert (done.exit_code, "there is no card" in done.stderr) == (2, True)
    assert service.ask("GET", f"/cards/{service.ids['card']}")["closed"] is False


@pytest.mark.parametrize(
    ("args", "stdin", "said"),
    [
        ("card edit - --desc-file -", "x", "stdin can be only one of these"),
        ("card comment - -", "x", "stdin can be only one of these"),
        ("card new Deals In - --desc-file -", "x", "stdin can be only one of these"),
        ("card edit {card} --desc a --desc-file b", None, "--desc and --desc-file are one text"),
        ("card edit {card} --desc-file /nowhere/at/all", None, "cannot be read"),
        ("card edit {card} --desc-file -", b"\xff", "stdin is no text in UTF-8"),
        ("card archive -", '[{"name": "x"}]', "no JSON with ids"),
        ("card archive -", "[1, 2", "no JSON with ids"),
        ("card archive -", "[" * 100_000, "no JSON with ids"),
        ("card delete -", "x", "what stdin names is not asked about"),
        ("card new Deals In x --pos middle", None, "none of top, bottom and a number above 0"),
        ("card new Deals In x --pos 0", None, "none of top, bottom and a number above 0"),
        ("card new Deals In x --pos nan", None, "none of top, bottom and a number above 0"),
        ("card new Deals In x --label grey", None, "there is no label 'grey'"),
        ("card new Deals In x --member cleo", None, "there is no member 'cleo'"),
        ("card new Deals In x --due someday", None, "--due: 'someday' is no date"),
        ("card edit {card} --label -  --label nothing", None, "there is no label '-'"),
        ("checklist add Steps x", None, "there is no checklist 'Steps'"),
        ("checklist edit {steps}", None, "nothing to change"),
        ("label edit Deals hot", None, "nothing to change"),
        ("comment delete {card} {card}", None, "there is no comment"),
        ("board edit Deals", None, "nothing to change"),
        ("member add Deals nobody", None, "there is no member 'nobody'"),
        ("card move {card} {there} --board Deals", None, "there is no list"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_and_nothing_is_done(
    program, service: Service, args: str, stdin: str | bytes | None, said: str
) -> None:
    before = service.ask("GET", service.filled("/boards/{deals}/actions"))
    done = program(*service.filled(args).split(), stdin=stdin)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert "hint: " in done.stderr
    assert service.ask("GET", service.filled("/boards/{deals}/actions")) == before


def test_a_name_that_two_boards_have_names_neither(program, service: Service) -> None:
    lower = service.make("lower", "/boards", name="deals", defaultLists="true")
    assert program.json("card", "new", "deals", "To Do", "x")["idBoard"] == lower
    assert program.json("card", "new", "Deals", "In", "x")["idBoard"] == service.ids["deals"]
    other = service.make("twin", "/boards", name="Deals")
    done = program("card", "new", "Deals", "In", "x")
    assert (done.exit_code, "2 boards are called 'Deals'" in done.stderr) == (2, True)
    assert all(ident in done.stderr for ident in (service.ids["deals"], other))
    program.read("card", "new", service.ids["deals"], "In", "x")
    program.read("board", "close", other)
    program.read("card", "new", "Deals", "In", "x")


# --- what it costs ------------------------------------------------------------------


def test_a_new_card_reads_its_list_and_not_its_board(program, service: Service, monkeypatch) -> None:
    seen: list[str] = []

    def recorded(request: httpx.Request) -> None:
        seen.append(f"{request.method} {request.url.path}")

    near = EmbeddedService.link

    def connect(self: EmbeddedService) -> Link:
        link = near(self)
        assert link.http is not None
        return link.replace(http=Recorded(link.http, recorded))

    monkeypatch.setattr(EmbeddedService, "link", connect)
    program.read(*NEW, "--label", "hot", "--member", "ben")
    assert [one for one in seen if "/members/" not in one] == [
        f"GET /1/boards/{service.ids['deals']}",
        f"GET /1/lists/{service.ids['in']}/cards",
        "POST /1/cards",
    ]


# --- the whole tree -----------------------------------------------------------------


def commands(command: click.Command = cli, path: str = "cardscout") -> Iterator[tuple[str, click.Context]]:
    """Each command with its path, groups included."""
    context = click.Context(command, info_name=path, terminal_width=80, max_content_width=80)
    yield path, context
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        found = command.get_command(context, name)  # type: ignore[attr-defined] # a group has them
        yield from commands(found, f"{path} {name}")


TREE = dict(commands())
NOUNS = ("boards", "board", "lists", "list", "cards", "card", "labels", "label", "checklists", "checklist", "comments",
         "comment", "members", "member", "notifications", "notification")  # fmt: skip


@pytest.mark.parametrize("path", TREE)
def test_help_fits_eighty_columns(path: str) -> None:
    text = TREE[path].command.get_help(TREE[path])
    assert [line for line in text.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("path", [path for path in TREE if path.split()[1:2] and path.split()[1] in NOUNS])
def test_every_step_writes_json_and_is_told_in_one_whole_line(path: str) -> None:
    command = TREE[path].command
    names = {name for each in command.params for name in each.opts}
    assert isinstance(command, click.Group) or "--json" in names
    assert not command.get_short_help_str(80 - len("  attachments  ") - 2).endswith("...")
