"""The engine of rules, from an event at the service to what stands at it afterwards."""

import asyncio
import hmac
import json
import os
import sys
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.rules.conftest import Desk
from tests.stories.world import somebody
from tui.errors import CredentialError, StoreError
from tui.rules.steps.run import StepRun
from tui.store.firing_records import NewFiring, StepDone
from tui.workspace import Workspace

MOVED = """
[[rule]]
name = "moved"
when = { trigger = "Card Moved", board = "local board", to = "Done" }
"""


def rule(*steps: str, extra: str = "", when: str = MOVED) -> str:
    """A rules file with one rule."""
    return when + extra + "".join(f"\n[[rule.do]]\n{step}\n" for step in steps)


async def move(desk: Desk, name: str = "Ana", **values: str) -> str:
    """Make a card, and move it to Done; return its id."""
    card = await desk.local.make("/cards", idList=desk.local.todo, name=name, **values)
    await desk.look()
    await desk.local.ask("PUT", f"/cards/{card}", idList=desk.local.done)
    return card


async def test_a_moved_card_is_labelled_commented_and_made_again_in_another_account(desk: Desk):
    await desk.local.make("/labels", name="hot", color="red", idBoard=desk.local.board)
    await desk.local.workspace.boards.pull(desk.local.board)
    text = rule(
        'step = "label"\nlabel = "hot"',
        'step = "comment"\ntext = "{member.name} moved {card.name} to {list.name}"',
        'step = "create card"\naccount = "team"\nboard = "team board"\nlist = "To do"\nname = "Prepare {card.name}"\ndesc = "{card.url}"',
    )
    async with desk.doing(text):
        card = await move(desk)
        (fired,) = await desk.ended()
        await desk.sent()
    assert (fired.state, fired.outcomes) == (
        "done",
        ("put on hot", "commented", "made a card in team board › To do"),
    )
    found = await desk.local.ask("GET", f"/cards/{card}", actions="commentCard")
    assert [label["name"] for label in found["labels"]] == ["hot"]
    assert [one["data"]["text"] for one in found["actions"]] == ["You moved Ana to Done"]
    (made,) = await desk.team.ask("GET", f"/lists/{desk.team.todo}/cards")
    assert (made["name"], made["desc"]) == ("Prepare Ana", found["url"])


async def test_only_what_happens_after_it_began_fires_and_each_event_once(desk: Desk):
    card = await move(desk, "before")
    await desk.look()
    async with desk.doing(rule('step = "comment"\ntext = "hello"')):
        await move(desk, "after")
        assert [one.event["card"]["name"] for one in await desk.ended()] == ["after"]
        await desk.look()
    async with desk.doing(rule('step = "comment"\ntext = "hello"')):
        await desk.look()
        await move(desk, "again")
        names = [one.event["card"]["name"] for one in await desk.ended(2)]
    assert names == ["after", "again"]
    assert await desk.local.ask("GET", f"/cards/{card}/actions", filter="commentCard") == []


@pytest.mark.parametrize(
    ("condition", "fires"), [("name:ana", True), ("-name:ana", False), ("has:comment or is:done", False)]
)
async def test_the_card_must_pass_the_condition(desk: Desk, condition: str, fires: bool):
    text = rule('step = "archive"', extra=f'if = "{condition}"\n')
    async with desk.doing(
        text + rule('step = "notify"\ntext = "end"', when=MOVED.replace('"moved"', '"end"'))
    ):
        card = await move(desk)
        await desk.ended(2 if fires else 1)
        await desk.sent()
    assert (await desk.local.ask("GET", f"/cards/{card}"))["closed"] is fires
    assert desk.told == [("end", ("app",))]


async def test_a_step_that_was_done_is_not_done_again(desk: Desk):
    """As after a kill between the write and the note of it: the firing stands at its first step again."""
    async with desk.doing(rule('step = "comment"\ntext = "once"')):
        card = await move(desk)
        (fired,) = await desk.ended()
        await desk.sent()
    desk.log._db.write(
        lambda tx: tx.run("UPDATE firings SET state = 'waiting', step = 0, ended = NULL")
    ).result()
    async with desk.doing(rule('step = "comment"\ntext = "once"')):
        (again,) = await desk.ended()
        await desk.sent()
    assert again.id == fired.id
    assert len(await desk.local.ask("GET", f"/cards/{card}/actions", filter="commentCard")) == 1


async def test_a_company_is_looked_up_attached_and_paid_once(desk: Desk):
    email = somebody(desk.local.server, desk.clock)
    text = rule('step = "enrich"', 'step = "comment"\ntext = "{found.name} <{found.email}>"')
    async with desk.doing(text):
        card = await move(desk, f"Ring {email}")
        (fired,) = await desk.ended()
        await desk.sent()
    assert fired.outcomes[0] == f"looked up {email}"
    assert fired.found == {}
    assert fired.credits == desk.local.workspace.spending.spent() > 0
    comments = [
        one["data"]["text"]
        for one in await desk.local.ask("GET", f"/cards/{card}/actions", filter="commentCard")
    ]
    assert len(comments) == 2
    assert comments[0].endswith(f"<{email}>")


async def test_a_rule_spends_no_more_than_it_may(desk: Desk):
    email = somebody(desk.local.server, desk.clock)
    async with desk.doing(rule('step = "enrich"', extra="credits = 1\n")):
        await move(desk, f"Ring {email}")
        (fired,) = await desk.ended()
    assert fired.state == "refused"
    assert "may spend 1 credits a day" in fired.outcomes[-1]
    assert desk.local.workspace.spending.spent() == 0


async def test_two_rules_that_cause_each_other_are_stopped(desk: Desk):
    text = """
[[rule]]
name = "there"
when = { trigger = "Card Moved", board = "local board", to = "Done" }
do = [{ step = "move", list = "To do" }]

[[rule]]
name = "back"
when = { trigger = "Card Moved", board = "local board", to = "To do" }
do = [{ step = "move", list = "Done" }]
"""
    async with desk.doing(text):
        await move(desk)
        for count in range(1, 7):
            await desk.ended(count)
            await desk.sent()
        fired = await desk.ended(7)
    assert [one.state for one in fired] == ["done"] * 6 + ["refused"]
    assert [one.depth for one in fired] == [0, 1, 2, 3, 4, 5, 6]
    assert len({one.chain for one in fired}) == 1
    assert fired[-1].outcomes == ("stopped: 5 rules in a row caused each other",)


async def test_a_rule_that_fires_again_and_again_on_one_card_is_stopped(desk: Desk):
    when = MOVED.replace("Card Moved", "Card Updated").replace(', to = "Done"', ', property = "title"')
    async with desk.doing(rule('step = "notify"\ntext = "{card.name}"', when=when)):
        card = await move(desk)
        for number in range(11):
            await desk.local.ask("PUT", f"/cards/{card}", name=f"name {number}")
        fired = await desk.ended(11)
    assert [one.state for one in fired] == ["done"] * 10 + ["refused"]
    assert "may trigger itself" in fired[-1].outcomes[0]


async def test_more_firings_than_an_hour_allows_wait(desk: Desk):
    async with desk.doing(rule('step = "comment"\ntext = "hello"', extra="most = 2\n")):
        for number in range(3):
            await move(desk, f"card {number}")
        fired = await desk.ended(2)
        (waiting,) = [one for one in desk.log.recent() if one.state == "waiting"]
        assert (waiting.due - waiting.heard).total_seconds() == 3600
        assert len(fired) == 2
        desk.clock.advance(3601)
        assert len(await desk.ended(3)) == 3


async def test_an_address_gets_the_event_signed_and_again_when_it_failed(desk: Desk):
    requests = list[tuple[dict[str, str], bytes]]()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        requests.append((headers, await reader.readexactly(int(headers["content-length"]))))
        said = b"503 Later" if len(requests) == 1 else b"200 OK"
        writer.write(b"HTTP/1.1 " + said + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, desk.doing(rule(f'step = "post"\nurl = "http://127.0.0.1:{port}/hook?a=1"')):
        card = await move(desk, "Ana\u202e🎈")
        await desk.look()
        await desk.until(lambda: any(one.tries for one in desk.log.recent()))
        desk.clock.advance(6)
        (fired,) = await desk.ended()
    assert (fired.state, fired.outcomes) == ("done", ("sent to 127.0.0.1",))
    (first, body), (second, again) = requests
    assert first["cardscout-id"] == second["cardscout-id"]
    assert body == again
    assert json.loads(body)["card"]["id"] == card
    for headers, sent in requests:
        signed = f"{headers['cardscout-id']}.{headers['cardscout-timestamp']}.".encode() + sent
        assert headers["cardscout-signature"] == "v1=" + hmac.new(b"secret", signed, "sha256").hexdigest()


async def test_what_cannot_be_done_is_given_up_and_done_again_when_asked(desk: Desk):
    async with desk.doing(rule('step = "label"\nlabel = "nowhere"', 'step = "notify"\ntext = "after"')):
        await move(desk)
        (fired,) = await desk.ended()
        assert fired.state == "failed"
        assert fired.outcomes == ("there is no label 'nowhere'",)
        await desk.local.make("/labels", name="nowhere", color="red", idBoard=desk.local.board)
        assert desk.log.retry(fired.id).result()
    async with desk.doing(rule('step = "label"\nlabel = "nowhere"', 'step = "notify"\ntext = "after"')):
        (fired,) = await desk.ended()
    assert (fired.state, desk.told) == ("done", [("after", ("app",))])


async def test_a_program_gets_the_event_and_no_shell(desk: Desk):
    out = desk.home / "told.json"
    program = f"import sys,json,os; open({str(out)!r},'w').write(json.dumps([sys.argv[1:], json.load(sys.stdin), sorted(os.environ)]))"
    step = f'step = "run"\ncommand = [{json.dumps(sys.executable)}, "-c", {json.dumps(program.replace("{", "{{").replace("}", "}}"))}, "{{card.name}}"]'
    name = "$(touch owned) `id`; rm -rf ~ {card.id} \"'"
    async with desk.doing(rule(step)):
        card = await move(desk, name)
        (fired,) = await desk.ended()
    assert fired.state == "done", fired.outcomes
    arguments, event, environment = json.loads(out.read_text())
    assert arguments == [name]
    assert (event["card"]["id"], event["trigger"], event["rule"]) == (card, "Card Moved", "moved")
    assert not any("TOKEN" in one or "KEY" in one or one.startswith("CARDSCOUT_H") for one in environment)


async def test_a_program_that_takes_too_long_is_stopped(desk: Desk):
    step = f'step = "run"\ntimeout = 1\ncommand = [{json.dumps(sys.executable)}, "-c", "import time; time.sleep(60)"]'
    async with desk.doing(rule(step)):
        await move(desk)
        (fired,) = await desk.ended()
    assert fired.state == "failed"
    assert fired.outcomes[0].endswith("took more than 1 s and was stopped")


async def test_a_program_is_over_once_the_engine_was_cut_off(desk: Desk):
    """An event loop that is closed next would leave it behind unfinished."""
    mark = desk.home / "pid"
    step = f'step = "run"\ncommand = ["sh", "-c", "echo $$ > {mark}.new; mv {mark}.new {mark}; sleep 60"]'
    async with desk.doing(rule(step)):
        await move(desk)
        await desk.look()
        await desk.as_time_passes(mark.exists)
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)


async def test_a_rule_that_cannot_be_set_is_reported_and_the_others_are_done(desk: Desk):
    wrong = (
        MOVED.replace('"moved"', '"wrong"').replace('"Done"', '"Nowhere"')
        + '\n[[rule.do]]\nstep = "archive"\n'
    )
    async with desk.doing(rule('step = "notify"\ntext = "hello"') + wrong):
        await move(desk)
        await desk.ended()
    assert desk.told == [("hello", ("app",))]
    assert len(desk.reports) == 1
    assert desk.reports[0].startswith("rule wrong: there is no list 'Nowhere' on the board 'local board'")


async def test_a_rule_that_is_switched_on_leaves_alone_what_happened_before(desk: Desk):
    other = MOVED.replace('"moved"', '"other"').replace('"Done"', '"To do"')
    notify = '\n[[rule.do]]\nstep = "notify"\ntext = "{rule}: {card.name}"\n'
    async with desk.doing(other + notify):
        await move(desk, "before")
    desk.clock.advance(10)
    async with desk.doing(other + notify + MOVED + notify):
        await desk.look()
        await move(desk, "after")
        await desk.ended()
    assert [text for text, _ in desk.told] == ["moved: after"]


async def test_a_rule_that_is_switched_off_ends_what_waits(desk: Desk):
    text = rule('step = "notify"\ntext = "hello"', extra="most = 1\n")
    other = MOVED.replace('"moved"', '"other"') + '\n[[rule.do]]\nstep = "archive"\n'
    async with desk.doing(text):
        await move(desk, "first")
        await move(desk, "second")
        await desk.ended()
    async with desk.doing(other):
        await desk.ended(2)
    states = {
        one.event["card"]["name"]: (one.state, one.outcomes[-1])
        for one in desk.log.recent()
        if one.rule == "moved"
    }
    assert states == {"first": ("done", "told: hello"), "second": ("refused", "the rule was switched off")}


COMMENT, LABEL, ARCHIVE = (
    'step = "comment"\ntext = "once"',
    'step = "label"\nlabel = "nowhere"',
    'step = "archive"',
)


@pytest.mark.parametrize(
    ("steps", "state", "said"),
    [
        pytest.param(
            (ARCHIVE, COMMENT, LABEL),
            "refused",
            "steps that it had done are no longer in the rule",
            id="one before",
        ),
        pytest.param((COMMENT,), "refused", "the rule has no further step", id="the rest gone"),
        pytest.param((COMMENT, ARCHIVE), "done", "archived", id="the stopped one mended"),
    ],
)
async def test_a_firing_goes_on_if_the_steps_it_did_are_the_same(desk: Desk, steps, state, said):
    """The first step is done, the second stopped; then the rule is changed, and the firing done again."""
    async with desk.doing(rule(COMMENT, LABEL)):
        card = await move(desk)
        (fired,) = await desk.ended()
        assert (fired.state, fired.step) == ("failed", 1)
    assert desk.log.retry(fired.id).result()
    async with desk.doing(rule(*steps)):
        (fired,) = await desk.ended()
        await desk.sent()
    assert (fired.state, fired.outcomes[-1]) == (state, said)
    assert len(await desk.local.ask("GET", f"/cards/{card}/actions", filter="commentCard")) == 1


async def test_what_was_not_charged_is_given_back(desk: Desk):
    email = somebody(desk.local.server, desk.clock)
    async with desk.doing(rule('step = "enrich"', extra="credits = 2\n")):
        desk.local.wire.fail("refuse", part="enrich", times=100)
        await move(desk, f"Ring {email}")
        await desk.look()
        await desk.as_time_passes(lambda: any(one.tries for one in desk.log.recent()))
        (waiting,) = desk.log.recent()
        assert waiting.credits == 0
        desk.local.wire.faults.clear()
        desk.clock.advance(700)
        (fired,) = await desk.ended()
    assert (fired.state, fired.credits) == ("done", 2)


async def test_a_repeat_that_costs_nothing_hides_nothing_that_was_spent(desk: Desk):
    """As after a kill between the payment and the record of the step."""
    fired = NewFiring(rule="moved", account="local", key="1", event={}, at=desk.clock.now())
    desk.log.take_up("local", 1, [fired]).result()
    (firing,) = desk.log.recent()
    cut = StepRun(firing, desk.local.workspace, desk.around(), credits=10)
    await cut.reserve(5)
    again = StepRun(firing, desk.local.workspace, desk.around(), credits=10)
    await again.reserve(0)
    await again.charged(0)
    assert not again.unspent
    desk.log.step_done(firing, StepDone(outcome="looked up"), last=True).result()
    (firing,) = desk.log.recent()
    assert firing.credits == 5
    assert desk.log.spent_since("moved", desk.clock.now() - timedelta(days=1)) == 5


async def test_what_was_charged_stays_counted_when_the_finding_cannot_be_attached(desk: Desk, monkeypatch):
    email = somebody(desk.local.server, desk.clock)

    async def attach(_self: object, _card_id: str, _finding: object) -> None:
        raise StoreError("the card is full")

    monkeypatch.setattr("tui.services.enrich.lookups.Lookups.attach", attach)
    async with desk.doing(rule('step = "enrich"', extra="credits = 2\n")):
        await move(desk, f"Ring {email}")
        (fired,) = await desk.ended()
    assert (fired.state, fired.outcomes, fired.credits) == ("failed", ("the card is full",), 2)


@pytest.mark.parametrize("name", ["--help", "-rf"])
async def test_what_a_card_says_becomes_no_option(desk: Desk, name: str):
    async with desk.doing(rule('step = "run"\ncommand = ["echo", "{card.name}"]')):
        await move(desk, name)
        (fired,) = await desk.ended()
    assert (fired.state, fired.outcomes) == ("failed", (f"{name!r} would be an option",))


async def test_what_a_card_says_is_no_option_behind_two_dashes(desk: Desk):
    async with desk.doing(rule('step = "run"\ncommand = ["basename", "--", "{card.name}"]')):
        await move(desk, "--help")
        (fired,) = await desk.ended()
    assert (fired.state, fired.outcomes) == ("done", ("ran basename: --help",))


async def test_a_rule_is_set_on_a_card_by_its_short_link(desk: Desk):
    card = await desk.local.make("/cards", idList=desk.local.todo, name="Ana")
    other = await desk.local.make("/cards", idList=desk.local.todo, name="Ben")
    link = (await desk.local.ask("GET", f"/cards/{card}"))["shortLink"]
    when = f'\n[[rule]]\nname = "moved"\nwhen = {{ trigger = "Card Moved", card = "{link}" }}\n'
    gone = when.replace('"moved"', '"gone"').replace(link, "zzzzzzzz") + 'do = [{ step = "archive" }]'
    async with desk.doing(rule('step = "notify"\ntext = "{card.name}"', when=when) + gone):
        await desk.look()
        for one in (other, card):
            await desk.local.ask("PUT", f"/cards/{one}", idList=desk.local.done)
        await desk.ended()
    assert [text for text, _ in desk.told] == ["Ana"]
    assert [report.partition(" (")[0] for report in desk.reports] == [
        "rule gone: there is no card 'zzzzzzzz'"
    ]


async def test_a_fault_of_ours_costs_one_firing(desk: Desk, monkeypatch):
    def broken(self, *_):
        monkeypatch.undo()
        raise ZeroDivisionError

    async with desk.doing(rule('step = "notify"\ntext = "{card.name}"')):
        monkeypatch.setattr("tui.rules.steps.outside.NotifyStep.run", broken)
        await move(desk, "first")
        await desk.ended()
        await move(desk, "second")
        first, second = await desk.ended(2)
    assert (first.state, first.outcomes) == ("failed", ("ZeroDivisionError: the log has the details",))
    assert second.state == "done"


async def test_an_event_waits_for_a_service_that_cannot_be_asked_for_its_card(desk: Desk):
    async with desk.doing(rule('step = "notify"\ntext = "{card.name}"', extra='if = "name:ana"\n')):
        card = await desk.local.make("/cards", idList=desk.local.todo, name="Ana")
        await desk.look()
        await desk.local.ask("PUT", f"/cards/{card}", idList=desk.local.done)
        desk.local.wire.fail("refuse", "GET", f"/cards/{card}", times=20)
        await desk.look()
        await desk.until(lambda: True)
        await desk.as_time_passes(lambda: any(report.startswith("local:") for report in desk.reports))
        assert desk.told == []
        desk.local.wire.faults.clear()
        await desk.as_time_passes(lambda: desk.told)
    assert desk.told == [("Ana", ("app",))]
    assert desk.reports[-1] == "local: "


async def test_an_account_that_is_opened_later_is_said_to_be_well_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    around = desk.around()
    begin, closed = around.accounts, ["locked"]

    async def locked(name: str) -> Workspace:
        if closed:
            raise CredentialError("the vault is closed")
        return await begin(name)

    monkeypatch.setattr(desk, "around", lambda: replace(around, accounts=locked))
    async with desk.doing(rule('step = "notify"\ntext = "{card.name}"')):
        closed.clear()
        await desk.as_time_passes(lambda: len(desk.reports) > 1)
    assert desk.reports == ["local: the vault is closed", "local: "]


async def test_a_card_that_a_rule_makes_has_the_labels_of_its_list_besides_its_own(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(desk.local.workspace, "_list_labels", {"To do": ["fresh", "hot"]})
    for name in ("hot", "cold", "fresh"):
        await desk.local.make("/labels", name=name, color="red", idBoard=desk.local.board)
    await desk.local.workspace.boards.pull(desk.local.board)
    board = desk.local.workspace.boards.get(desk.local.board)
    assert board is not None
    text = rule(
        f'step = "create card"\nboard = "{board.name}"\nlist = "To do"\nname = "Next"\nlabels = ["cold", "hot"]'
    )
    async with desk.doing(text):
        await move(desk)
        (fired,) = await desk.ended()
        await desk.sent()
    assert fired.state == "done"
    found = await desk.local.ask("GET", f"/lists/{desk.local.todo}/cards")
    (made,) = (card for card in found if card["name"] == "Next")
    assert sorted(label["name"] for label in made["labels"]) == ["cold", "fresh", "hot"]
