"""All that is held of a person: listed over all accounts, opened on its card, and written to a file."""

import json
import stat
from pathlib import Path

from tests.app.fakes import fake, fake_page
from tests.presentation.test_held import NOTHING
from tui.app.enrich.held import show_held
from tui.errors import CardscoutError
from tui.model.enrich.withdrawal import Known
from tui.model.subject import Identifier, Subject

ANA = Subject(
    type="person",
    name="Ana Reid",
    identifiers=(Identifier(kind="email", value="ana@firm.example", field="title"),),
)
CARDS = {
    "c1": fake(id="c1", id_board="b1", closed=False),
    "c2": fake(id="c2", id_board="b2", closed=False),
    "c3": fake(id="c3", id_board="b2", closed=True),
}


def card(ident):
    """A card that names Ana."""
    return {"board": "Leads", "name": f"Ring Ana {ident}", "id": ident}


class Account:
    """The workspace of an account that holds ``found``, or cannot be read."""

    def __init__(self, unread=(), **found) -> None:
        self.found = NOTHING | found
        self.boards = fake(never_opened=lambda: list(unread))
        self.withdrawals = fake(known=lambda _entries: Known())
        self.held = fake(of=self.of)
        self.cards = fake(get=CARDS.get)
        self.suppression = fake(entry_of=lambda _subject: ("", "ana@firm.example"))

    def of(self, who, _known):
        """Return what is held of Ana."""
        assert who == "ana@firm.example"
        return self.found


class Broken(Account):
    """An account whose store is damaged."""

    def of(self, _who, _known):
        """Fail."""
        raise CardscoutError("The store is damaged.")


def page(*answers, local=None, team=None, directory=()):
    """A page of the local account, beside the account ``team``."""
    local = Account() if local is None else local
    names = ["local"] if team is None else ["local", "team"]

    async def records(who):
        assert who == "ana@firm.example"
        return list(directory)

    accounts = fake(
        entries=lambda: [fake(name=name, status=fake()) for name in names],
        open={"team": team}.__getitem__,
        files=lambda _name: fake(directory_records=records),
    )
    app = fake(workspace=local, switch=fake(name="local", accounts=accounts))
    return fake_page(*answers, app=app, workspace=local)


def said(context):
    """The lines of the list that was shown."""
    return [(choice.text, choice.note) for choice in context.asked[0][1]["choices"]]


async def test_nothing_is_said_to_be_held_of_somebody_unknown():
    context = page()
    await show_held(context, ANA)
    assert context.done == [("tell", "nothing is held of ana@firm.example")]


async def test_boards_that_were_never_opened_here_are_told(tmp_path: Path):
    context = page(local=Account(unread=["Team"]))
    await show_held(context, ANA)
    assert context.done == [("tell", "nothing is held of ana@firm.example · not read: local: 1 board")]
    file = tmp_path / "ana.json"
    context = page("file", str(file), local=Account(cards=[card("c1")]), team=Account(unread=["A", "B"]))
    await show_held(context, ANA)
    assert context.asked[0][0] == "Held of ana@firm.example · not read: team: 2 boards"
    assert json.loads(file.read_text())["boardsNotRead"] == {"team": 2}


async def test_everything_is_listed_with_its_account_and_a_card_is_opened_there():
    team = Account(cards=[card("c2")])
    context = page(
        "1", local=Account(cards=[card("c1")]), team=team, directory=[{"name": "Ana", "company_name": "F"}]
    )
    await show_held(context, ANA)
    assert said(context) == [
        ("Write all of it to a file", "JSON"),
        ("card: Ring Ana c1", "Leads · local"),
        ("card: Ring Ana c2", "Leads · team"),
        ("directory: Ana", "F"),
    ]
    assert context.done == [("go", "view:card - local team b2 c2")]
    context = page("0", local=Account(cards=[card("c1")]))
    await show_held(context, ANA)
    assert said(context)[1] == ("card: Ring Ana c1", "Leads")
    assert context.done == [("go", "found:c1")]


async def test_a_comment_of_many_lines_is_one_line_as_it_is_read():
    text = "**Ana Reid**, Head of Growth\n\n- Seniority: Director\n- +64 9 555 0100 " + "and more " * 40
    comment = {"card": "Ring Ana", "text": text, "idCard": "c1"}
    context = page(None, local=Account(comments=[comment, comment | {"text": "a \x1b[31mred\r\n\tone"}]))
    await show_held(context, ANA)
    (_, (long, _), (hostile, _)) = said(context)
    assert long.startswith(
        "comment: Ana Reid, Head of Growth • Seniority: Director • +64 9 555 0100 and more"
    )
    assert (len(long), long[-1]) == (len("comment: ") + 90, "…")
    assert "\x1b" not in hostile
    assert "\n" not in hostile


async def test_what_is_on_no_card_or_on_an_archived_one_says_so():
    receipt = {"provider": "direct", "key": "email:ana@firm.example"}
    held = Account(cards=[card("c3")], lookups=[receipt])
    context = page("0", local=held)
    await show_held(context, ANA)
    assert context.done == [("tell", "that card is archived: its board's archive opens it")]
    context = page("1", local=held)
    await show_held(context, ANA)
    assert context.done == [("tell", "that is on no card: the file has all of it")]


async def test_who_is_in_the_local_directory_is_told_what_takes_them_out():
    context = page("directory", directory=[{"name": "Ana", "company_name": "F"}])
    await show_held(context, ANA)
    [(_, told)] = context.done
    assert "cardscout directory opt-out" in told


async def test_all_of_it_is_written_to_a_private_file(tmp_path: Path):
    file, folder = tmp_path / "ana.json", tmp_path / "missing"
    context = page(
        "file", str(folder / "ana.json"), str(file), local=Account(cards=[card("c1")]), team=Broken()
    )
    await show_held(context, ANA)
    assert context.asked[0][0] == "Held of ana@firm.example · not read: team"
    assert context.asked[1][1]["value"] == "ana@firm.example.json"
    assert context.errors == [f"cannot write {folder / 'ana.json'}: No such file or directory"]
    assert context.done == [("tell", f"written to {file}; only you can read it")]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    written = json.loads(file.read_text())
    assert written["accounts"]["local"]["cards"] == [card("c1")]
    assert written["localDirectory"] == []
    assert written["notReached"] == {"team": "The store is damaged."}
