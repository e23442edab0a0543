"""Opting out is asked about, done in every account, and what is left of it is told."""

import asyncio

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.enrich import opting_out
from tui.app.enrich.opting_out import allow_again, opt_out, show_what_stays
from tui.errors import CardscoutError, Forbidden
from tui.model.enrich.namings import Naming
from tui.model.enrich.suppression import Suppressed
from tui.model.enrich.withdrawal import Known, Withdrawal, WithdrawnNote
from tui.model.subject import Identifier, Subject
from tui.services.boards import Boards

ANA = Subject(
    type="person",
    name="Ana Reid",
    identifiers=(Identifier(kind="email", value="ana@firm.example", field="title"),),
)
NOTE = WithdrawnNote(
    comment_id="k", card_id="c", board_id="b", board="Leads", card="Ring Ana", state="queued"
)


def entry_of(subject):
    """Return by what a subject is listed."""
    return "", subject.text if subject.strongest is None else subject.strongest.value


class Account:
    """The workspace of an account, which keeps what it is asked to do."""

    def __init__(self, *notes: WithdrawnNote) -> None:
        self.did = []
        self.found = notes
        self.typed: tuple[Naming, ...] = ()
        self.withdrawals = fake(
            notes=self.notes, opt_out=self.opt_out, settled=self.settled, known=self.known, stays=self.stays
        )
        self.unread = []
        self.boards = fake(never_read=lambda: list(self.unread), pull=self.pull, pull_rest=self.pull_rest)
        self.sharers = []
        self.suppression = fake(remove=self.remove, entry_of=entry_of, sharers=lambda _: [self.sharers])

    def notes(self, keys, _known):
        """Return the comments about Ana."""
        return self.found if keys == [("email", "ana@firm.example")] else ()

    def known(self, _entries):
        """Return what is known of her."""
        return Known()

    async def stays(self, _known):
        """Return what was typed of her."""
        return Withdrawal(stays=self.typed)

    async def pull(self, board):
        """Read a board; "secret" may not be, and "slow" takes for ever."""
        if board == "slow":
            await asyncio.Event().wait()
        if board == "secret":
            raise Forbidden("no")
        self.unread = [one for one in self.unread if one.id != board]

    async def pull_rest(self):
        """Read the boards that were never read."""
        await Boards.pull_rest(self.boards)

    async def start(self):
        """Keep that it was started."""
        self.did.append("start")

    async def opt_out(self, entries, _known):
        """Keep who opted out."""
        self.did.append(entries)
        return Withdrawal()

    async def settled(self, _withdrawn, _patience):
        """Return what was withdrawn."""
        return Withdrawal(notes=self.found, stays=self.typed)

    async def remove(self, kind, value):
        """Keep what is off the list."""
        self.did.append((kind, value))
        return value != "unlisted@firm.example"


def page(answer, team, *, broken=False):
    """A page of the local account, beside the account ``team``, which was opened here before."""

    def entries():
        if broken:
            raise CardscoutError("The list of accounts cannot be read.")
        status = fake()
        return [
            fake(name="local", status=status),
            fake(name="team", status=status),
            fake(name="new", status=None),
        ]

    local = Account()
    accounts = fake(entries=entries, open={"team": team}.__getitem__)
    app = fake(workspace=local, switch=fake(name="local", accounts=accounts))
    return fake_page(answer, app=app, local=local, workspace=local)


async def test_who_opts_out_does_in_every_account_that_was_opened():
    team = Account()
    context = page(True, team)
    await opt_out(context, ANA)
    for account in (context.local, team):
        assert account.did == ["start", [("", "ana@firm.example", "")]]
    assert context.done == [("tell", f"{ANA.name} is on the opt-out list · u does not undo it")]
    [(question, how)] = context.asked
    assert question == f"Never look up {ANA.text} again?"
    assert "Deleted for good" not in how["detail"]


async def test_boards_that_were_never_opened_are_read_before_as_far_as_that_takes_a_moment(monkeypatch):
    monkeypatch.setattr(opting_out, "_MOMENT", 0.01)
    context = page(False, Account())
    context.local.unread = [fake(id=board) for board in ("secret", "b1", "slow", "b2")]
    await opt_out(context, ANA)
    assert [board.id for board in context.local.unread] == ["secret", "slow", "b2"]
    assert len(context.asked) == 1


async def test_whoever_shares_what_is_kept_out_is_named_before():
    context = page(False, Account())
    context.local.sharers = ["Ana Reid", "Bo Lee"]
    await opt_out(context, ANA)
    shared = "ana@firm.example is that of Ana Reid and Bo Lee: all of them are kept out."
    assert shared in context.asked[0][1]["detail"]


async def test_of_a_role_it_is_told_that_everybody_there_is_kept_out():
    context = page(False, Account())
    await opt_out(
        context, Subject(type="person", identifiers=(Identifier(kind="email", value="info@firm.example"),))
    )
    shared = "info@firm.example may be that of several people: everybody who has it is kept out."
    assert shared in context.asked[0][1]["detail"]


async def test_comments_are_named_before_and_what_became_of_them_after():
    context = page(True, Account(NOTE))
    await opt_out(context, ANA)
    assert "Deleted for good: 1 comment (Leads 1 in team)." in context.asked[0][1]["detail"]
    assert context.done[1:] == [
        ("inform", f"{ANA.text} opted out", "queued: team · comment on Leads › Ring Ana")
    ]


async def test_an_account_that_cannot_be_opened_is_told():
    team = Account()
    context = page(True, team, broken=True)
    await opt_out(context, ANA)
    assert team.did == []
    assert context.local.did != []
    assert "not reached: other accounts" in context.done[1][2]


async def test_an_account_whose_store_fails_keeps_the_others_neither_from_it_nor_from_the_report():
    def fail(_keys):
        raise CardscoutError("The disk is full.")

    team = Account()
    team.withdrawals.notes = lambda keys, _known: fail(keys)
    context = page(True, team)
    context.local.found = (NOTE,)
    await opt_out(context, ANA)
    assert team.did == [], "what is not announced is not deleted"
    assert "Deleted for good: 1 comment" in context.asked[0][1]["detail"]
    assert context.done[1][2].splitlines() == [
        "queued: local · comment on Leads › Ring Ana",
        "not reached: team (The disk is full.)",
    ]


@pytest.mark.parametrize("key", [True, False])
async def test_where_a_key_takes_it_back_the_question_says_so(key):
    context = page(False, Account())
    context.key_names = {"opt-out": "O"} if key else {}
    await opt_out(context, ANA)
    assert ("O again takes it off the list." in context.asked[0][1]["detail"]) is key


TITLE = Naming(
    card_id="c", board_id="b", board="Leads", card="Ring Ana", part="title", text="Ring Ana", sure=True
)
LUNCH = TITLE.replace(card_id="d", card="Lunch", part="comment", by="Bo", sure=False)


async def test_what_somebody_typed_is_listed_after_what_went_and_enter_opens_its_card():
    team = Account(NOTE)
    context = page(True, team)
    context.answers += [True, "1"]
    context.local.typed, team.typed = (LUNCH,), (TITLE, TITLE.replace(part="description"))
    await opt_out(context, ANA)
    (_, (went, how), (title, choices)) = context.asked
    assert (went, how["detail"].splitlines()) == (
        f"{ANA.text} opted out",
        ["queued: team · comment on Leads › Ring Ana", "What people typed stays, on 2 cards: edit it there."],
    )
    assert title == f"Typed about {ANA.text}: enter opens the card"
    assert [(one.text, one.note) for one in choices["choices"]] == [
        ("Leads › Ring Ana", "title, description · team"),
        ("Leads › Lunch", "comment by Bo; only a name or number"),
    ]
    assert context.done[-1] == ("go", "found:d")


async def test_the_list_comes_again_by_itself_and_leads_to_another_account():
    team = Account()
    context = page("0", team)
    await show_what_stays(context)
    assert context.done == [("tell", "no card names anybody who opted out")]
    team.typed = (TITLE,)
    await show_what_stays(context)
    assert context.done[-1] == ("go", "view:card - local team b c")
    context.answers, team.typed = ["0"], (TITLE.replace(board_id="", board="", card=""),)
    await show_what_stays(context)
    assert context.done[-1] == ("tell", "that card is archived: its board's archive opens it")


async def test_who_says_no_changes_nothing():
    team = Account()
    context = page(False, team)
    await opt_out(context, ANA)
    await allow_again(page(False, team), Suppressed(kind="email", value="ana@firm.example"))
    assert context.local.did == team.did == context.done == []


async def test_a_name_without_an_address_is_on_the_list_as_it_is_written():
    team = Account()
    await opt_out(page(True, team), Subject(type="person", name="Ana Reid", company="Firm"))
    assert team.did[1] == [("", "Ana Reid at Firm", "")]


async def test_an_entry_is_taken_off_in_every_account():
    team = Account()
    context = page(True, team)
    await allow_again(context, Suppressed(kind="email", value="ana@firm.example"))
    assert context.local.did == team.did == [("email", "ana@firm.example")]
    assert context.done == [("tell", "email ana@firm.example is off the opt-out list")]


async def test_a_name_is_taken_off_as_it_is_written():
    team, context = Account(), page(True, Account())
    await allow_again(
        page(True, team), Suppressed(kind="name", value="o brien|firm", shown="O'Brien at Firm")
    )
    await allow_again(page(True, team), Suppressed(kind="name", value="o brien|firm"))
    assert team.did == [("name", "O'Brien at Firm"), ("name", "o brien at firm")]
    await allow_again(context, Suppressed(kind="email", value="unlisted@firm.example"))
    assert context.done == [("tell", "email unlisted@firm.example is still on the opt-out list")]
