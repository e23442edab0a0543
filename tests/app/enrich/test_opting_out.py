"""Opting out is asked about, done in every account, and what is left of it is told."""

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.enrich.opting_out import allow_again, opt_out
from tui.errors import CardscoutError
from tui.model.enrich.suppression import Suppressed
from tui.model.enrich.withdrawal import Withdrawal, WithdrawnNote
from tui.model.subject import Identifier, Subject

ANA = Subject(
    type="person",
    name="Ana Reid",
    identifiers=(Identifier(kind="email", value="ana@firm.example", field="title"),),
)
NOTE = WithdrawnNote(comment_id="k", card_id="c", board_id="b", board="Leads", card="Ring Ana", fate="queued")


class Account:
    """The workspace of an account, which keeps what it is asked to do."""

    def __init__(self, *notes: WithdrawnNote) -> None:
        self.did = []
        self.found = notes
        self.withdrawals = fake(notes=self.notes, opt_out=self.opt_out, settled=self.settled)
        self.suppression = fake(remove=self.remove)

    def notes(self, keys):
        """Return the comments about Ana."""
        return self.found if keys == [("email", "ana@firm.example")] else ()

    async def start(self):
        """Keep that it was started."""
        self.did.append("start")

    async def opt_out(self, entries):
        """Keep who opted out."""
        self.did.append(entries)
        return Withdrawal()

    async def settled(self, _withdrawn, _patience):
        """Return what was withdrawn."""
        return Withdrawal(notes=self.found)

    async def remove(self, kind, value):
        """Keep what is off the list."""
        self.did.append((kind, value))


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
    return fake_page(answer, app=app, local=local)


async def test_who_opts_out_does_in_every_account_that_was_opened():
    team = Account()
    context = page(True, team)
    await opt_out(context, ANA)
    for account in (context.local, team):
        assert account.did == ["start", [("", "ana@firm.example", "")]]
    assert context.done == [("tell", "ana@firm.example is on the opt-out list")]
    [(question, how)] = context.asked
    assert question == f"Never look up {ANA.text} again?"
    assert "Deleted for good" not in how["detail"]


async def test_comments_are_named_before_and_what_became_of_them_after():
    context = page(True, Account(NOTE))
    await opt_out(context, ANA)
    assert "Deleted for good: 1 comment (Leads 1 in team)." in context.asked[0][1]["detail"]
    assert context.done[1:] == [("inform", f"{ANA.text} opted out", "queued: team · Leads › Ring Ana")]


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
    team.withdrawals.notes = fail
    context = page(True, team)
    context.local.found = (NOTE,)
    await opt_out(context, ANA)
    assert team.did == [], "what is not announced is not deleted"
    assert "Deleted for good: 1 comment" in context.asked[0][1]["detail"]
    assert context.done[1][2].splitlines() == [
        "queued: local · Leads › Ring Ana",
        "not reached: team (The disk is full.)",
    ]


@pytest.mark.parametrize("key", [True, False])
async def test_where_a_key_takes_it_back_the_question_says_so(key):
    context = page(False, Account())
    context.key_names = {"opt-out": "O"} if key else {}
    await opt_out(context, ANA)
    assert ("O again takes it off the list." in context.asked[0][1]["detail"]) is key


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
