"""All accounts at once: which are opened, what of them is withdrawn, and what is said when some could not be reached."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Program
from tui.cli.privacy.all_accounts import (
    Everywhere,
    exit_if_left,
    run_everywhere,
    say_withdrawal,
    withdraw_here,
    withdrawal_json,
)
from tui.cli.session import Session
from tui.clock import ManualClock
from tui.errors import StoreError
from tui.model.enrich.namings import Naming
from tui.model.enrich.withdrawal import NoteState, Withdrawal, WithdrawnNote
from tui.services.enrich.withdrawals import Withdrawals
from tui.settings.paths import Paths
from tui.store.opening import open_store

ANA = "ana.reid@tuiridge.example"
TEAM = '[accounts.team]\nurl = "http://127.0.0.1:9"\nkey = "k"\nsecrets = "command"\ncommand = ["false"]\n'


def note(state: NoteState, why: str = "") -> WithdrawnNote:
    return WithdrawnNote(
        comment_id="n1", card_id="c1", board_id="b1", board="Pipeline", card="Ring Ana", state=state, why=why
    )


@pytest.fixture
def accounts(program: Program) -> Program:
    """The program with a store of the local account, and a team account without one."""
    program.read("boards")
    (program.home / "config" / "config.toml").write_text(TEAM)
    return program


def open_once(account: str) -> None:
    """Give an account a store, as its first use does."""
    open_store(Paths.open().store_file(account), ManualClock()).close()


async def names(everywhere: Everywhere) -> list[str]:
    return list(everywhere.workspaces)


def test_accounts_without_a_store_are_not_opened(accounts: Program) -> None:
    assert run_everywhere(names, online=False) == ["local"]
    assert not (accounts.home / "data" / "store-team.db").exists()


def test_every_account_with_a_store_is_opened_and_answers_under_its_name(accounts: Program) -> None:
    open_once("team")

    async def work(everywhere: Everywhere) -> dict[str, int]:
        async def count(workspace: Any) -> int:
            return len(workspace.boards.all())

        return await everywhere.each(count)

    counts = run_everywhere(work, online=False)
    assert list(counts) == ["local", "team"]
    assert counts["local"] > counts["team"] == 0


def test_an_account_that_cannot_be_opened_is_named_and_the_others_go_on(
    accounts: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_once("team")
    opened = Session.workspace

    def only_local(session: Session) -> Any:
        if session.account == "team":
            raise StoreError("the store is in the way")
        return opened(session)

    monkeypatch.setattr(Session, "workspace", only_local)

    async def both(everywhere: Everywhere) -> tuple[list[str], dict[str, str]]:
        return list(everywhere.workspaces), everywhere.failed

    assert run_everywhere(both, online=False) == (["local"], {"team": "the store is in the way"})


@pytest.mark.parametrize("broken", ["local", "team"])
def test_one_store_that_fails_keeps_the_report_of_the_others(
    accounts: Program, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    open_once("team")
    found = Withdrawals.notes

    def notes(here: Withdrawals, also: Any = ()) -> list[WithdrawnNote]:
        if here._engine._account == broken:
            raise StoreError("the disk is full")
        return found(here, also)

    monkeypatch.setattr(Withdrawals, "notes", notes)
    done = accounts("suppress", "add", ANA, "--json")
    told = json.loads(done.stdout)
    assert done.exit_code == 4
    assert told["notReached"] == {broken: "the disk is full"}
    assert [one["value"] for one in told["added"]] == [ANA]
    assert list(told["answersErased"]) == [name for name in ("local", "team") if name != broken]


def test_withdrawing_puts_the_entry_on_every_list(accounts: Program) -> None:
    open_once("team")
    done, failed = withdraw_here([("email", ANA, "asked us")])
    # The boards of this machine that nobody opened were read for it.
    assert (done["local"].unread, {one.board for one in done["local"].stays}) == (0, {"Pipeline"})
    assert (done["team"], failed) == (Withdrawal(), {})
    for account in ("local", "team"):
        store = open_store(Paths.open().store_file(account), ManualClock())
        assert [(one.value, one.why) for one in store.enrichment.suppression.all()] == [(ANA, "asked us")]
        store.close()


def test_nothing_is_opened_for_nobody_or_where_nothing_is_yet(program: Program) -> None:
    assert withdraw_here([("email", ANA, "")]) == ({}, {})
    assert withdraw_here([]) == ({}, {})
    assert not list(program.home.rglob("*.db"))


def test_what_was_withdrawn_is_told_with_what_became_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    typed = Naming(
        card_id="c2",
        board_id="b1",
        board="Pipeline",
        card="Lunch",
        part="comment",
        text="with Ana Reid",
        by="Bo",
        sure=False,
        ident="n2",
    )
    done = {"local": Withdrawal(notes=(note("kept", "Bo wrote it"),), answers=2, stays=(typed,), unread=1)}
    told = withdrawal_json(done, {"team": "no way"})
    assert told == {
        "comments": [
            {
                "account": "local", "board": "Pipeline", "card": "Ring Ana", "idCard": "c1", "idComment": "n1",
                "fate": "kept", "why": "Bo wrote it",
            }
        ],
        "stays": [
            {
                "account": "local", "board": "Pipeline", "idBoard": "b1", "card": "Lunch", "idCard": "c2",
                "part": "comment", "by": "Bo", "idComment": "n2", "holdsFinding": False, "onlyTheName": True,
                "text": "with Ana Reid",
            }
        ],
        "answersErased": {"local": 2},
        "boardsNotRead": {"local": 1},
        "notReached": {"team": "no way"},
    }  # fmt: skip
    say_withdrawal(done, {"team": "no way"})
    said = capsys.readouterr()
    assert said.out == ""
    assert "local · comment on Pipeline › Ring Ana" in said.err
    assert "Bo wrote it" in said.err
    assert "no way" in said.err
    assert said.err.endswith(
        "perhaps named: local · Pipeline › Lunch (comment by Bo; only a name or number)\n"
    )


@pytest.mark.parametrize("state", ["deleted", "queued"])
def test_what_is_deleted_or_queued_is_no_failure(
    state: NoteState, capsys: pytest.CaptureFixture[str]
) -> None:
    exit_if_left({"local": Withdrawal(notes=(note(state),))}, {})
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("state", "failed", "said"),
    [
        ("kept", {}, "error: 1 comment could not be deleted\n"),
        ("deleted", {"team": "no way"}, "error: 0 comments could not be deleted, 1 account not reached\n"),
    ],
)
def test_what_is_left_ends_with_an_exit_code_of_its_own(
    state: NoteState, failed: dict[str, str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        exit_if_left({"local": Withdrawal(notes=(note(state),))}, failed)
    assert ended.value.code == 4
    told = capsys.readouterr().err
    assert told.startswith(said)
    assert "cardscout suppress withdraw tries again" in told
