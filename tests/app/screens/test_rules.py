"""The rules page, the questions for a new rule, and the engine inside the screens."""

import tomllib
from pathlib import Path
from time import monotonic

import pytest

from tests.app.rule_home import CLOSED, rule_home
from tests.app.screens.conftest import Play
from tests.stories.world import PatientClock
from tui.app.rule_notices import show_notice
from tui.app.screens.board import BoardScreen
from tui.app.screens.rules import RulesScreen
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import UpdateCard
from tui.model.writes.labels import CreateLabel
from tui.model.writes.lists import UpdateList
from tui.presentation.safe_text import safe_text
from tui.rules.file import read_rules
from tui.rules.log import firings
from tui.rules.runner import RuleHome, RuleRunner
from tui.sync.events.watch import GLANCE as EVENTS_GLANCE

SIZES = pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])

LABEL = """
# Kept as it is.
[[rule]]
name = "Contacted is a referral"
when = { trigger = "Card Moved", board = "Pipeline", to = "Contacted" }

[[rule.do]]
step = "label"
label = "referral"

[[rule.do]]
step = "notify"
text = "{card.name} moved to {list.name}"
"""

OFF = """
[[rule]]
name = "Off"
enabled = false
when = { trigger = "New Card", board = "Pipeline" }

[[rule.do]]
step = "comment"
text = "hello"
"""

BROKEN = """
[[rule]]
name = "broken"
when = { trigger = "Card Eaten" }

[[rule.do]]
step = "archive"
"""


async def ruled(p: Play) -> None:
    """Let the app run until it does the rules."""
    await p.until(lambda: p.app.rules is not None)
    await p.press("R")
    await p.sees("done by this window", tick=0.5)
    await p.press("escape")
    await p.until(lambda: isinstance(p.app.screen, BoardScreen))
    await p.until(lambda: EVENTS_GLANCE in p.clock.slept, tick=0.5)


def home_of(p: Play) -> RuleHome:
    assert p.app.rules is not None
    return p.app.rules.home


def log_of(p: Play, ask):
    home = home_of(p)
    with firings(home.folder, home.clock) as log:
        return ask(log)


def newest(p: Play, rule: str = ""):
    return log_of(p, lambda log: next(iter(log.recent(rule, 1)), None))


def file_of(p: Play) -> Path:
    return home_of(p).path


def labels(p: Play, card_id: str) -> set[str]:
    names = {one.id: one.name for one in p.workspace.boards.labels(p.board.id)}
    card = p.workspace.cards.get(card_id)
    return {names[ident] for ident in card.id_labels} if card is not None else set()


def notices(p: Play, title: str = "A rule says") -> list[str]:
    """What the app was told by the rules, or of them; it is shown a moment after it is done."""
    return [one.message for one in p.app._notifications if one.title == title]


async def page(p: Play, words: str = "Rules") -> None:
    await p.until(lambda: p.app.rules is not None)
    await p.press("R")
    await p.until(lambda: isinstance(p.app.screen, RulesScreen))
    await p.sees(words)


async def test_a_card_moved_by_a_key_gets_the_label_of_a_rule(play):
    async with play(rules=LABEL) as p:
        await ruled(p)
        card = p.app.screen.card.id
        assert "referral" not in labels(p, card)
        await p.press("L")
        await p.until(lambda: "referral" in labels(p, card), tick=0.5)
        await p.until(lambda: (found := newest(p)) and found.state == "done", tick=0.5)
        await p.until(lambda: notices(p))
        assert notices(p) == ["Ring Ana Reid at Tūī Ridge moved to Contacted"]
        await p.press("R")
        for words in ("✓ done Sat 21 Nov", "put on referral", "told: Ring Ana Reid"):
            await p.sees(words)
        await p.press("enter")
        await p.sees("put on referral")
        await p.press("escape")
        await p.until(lambda: isinstance(p.app.screen, RulesScreen))


async def test_rules_begin_by_themselves_when_the_file_appears(play):
    async with play(rules="") as p:
        await p.until(lambda: p.app.rules is not None)
        assert not (home_of(p).folder / "rules.lock").exists()
        file_of(p).write_text(LABEL)
        await ruled(p)


async def test_a_rule_is_switched_off_and_on_and_the_file_stays_as_it_is(play):
    async with play(rules=LABEL + OFF) as p:
        await page(p, "1 of 2 on")
        await p.press("space")
        await p.sees("0 of 2 on")
        text = file_of(p).read_text()
        assert "# Kept as it is." in text
        assert tomllib.loads(text)["rule"][0]["enabled"] is False
        await p.press("j", "space")
        await p.sees("1 of 2 on")
        await p.press("k", "space")
        await p.sees("2 of 2 on")
        assert all(rule.enabled for rule in read_rules(file_of(p)).rules)


async def test_a_rule_is_deleted_after_asking(play):
    async with play(rules=LABEL + OFF) as p:
        await page(p, "1 of 2 on")
        await p.press("X")
        await p.sees("Delete the rule “Contacted is a referral”?")
        await p.press("escape")
        assert len(read_rules(file_of(p)).rules) == 2
        await p.press("X")
        await p.sees("Delete the rule “Contacted is a referral”?")
        await p.press("y")
        await p.sees("0 of 1 on")
        assert "deleted the rule “Contacted is a referral”" in p.words()
        assert file_of(p).read_text() == OFF


async def test_what_is_wrong_is_shown_with_its_line_and_goes_when_it_is_mended(play):
    async with play(rules=OFF + BROKEN) as p:
        await page(p, "rules.toml, line 13: when.trigger cannot be 'Card Eaten'")
        file_of(p).write_text(OFF)
        await p.until(lambda: "Card Eaten" not in p.words())
        assert "0 of 1 on" in p.words()


async def test_the_rules_stay_on_the_page_while_the_file_cannot_be_read(play):
    async with play(rules=OFF) as p:
        await page(p, "0 of 1 on")
        file_of(p).write_text(OFF + "\n[[rule")
        await p.sees("! rules.toml, line 11")
        assert "New Card" in p.words()
        assert "No rule yet" not in p.words()
        file_of(p).write_text("")
        await p.sees("No rule yet")
        file_of(p).write_text(OFF)
        await p.sees("0 of 1 on")
        assert p.app.screen.focused is p.app.screen.query_one("#list-rows")


async def test_a_rule_that_names_what_is_not_there_is_told_of(play):
    async with play(rules=LABEL.replace('to = "Contacted"', 'to = "Nowhere"')) as p:
        await page(p)
        wrong = "cannot work: there is no list 'Nowhere' on the board 'Pipeline'"
        await p.sees(f"! rule Contacted is a referral: {wrong}", tick=0.5)
        await p.sees("0 of 1 on · 1 cannot work · done by this window", tick=0.5)
        await p.sees("Card Moved · cannot work")
        await p.until(lambda: notices(p, "Rules"), tick=0.5)
        assert notices(p, "Rules") == [f"rule Contacted is a referral: {wrong}"]


async def test_a_rule_follows_the_new_name_of_its_list_and_its_undo(play):
    async with play(rules=LABEL) as p:
        await ruled(p)
        await p.press("l", "r", "ctrl+u", *"Rung up", "enter")
        await p.until(lambda: file_of(p).read_text() == LABEL.replace('to = "Contacted"', 'to = "Rung up"'))
        await p.until(lambda: notices(p, "Rules"))
        said = "rule Contacted is a referral: it goes on, and names “Rung up” now instead of “Contacted”"
        assert notices(p, "Rules") == [said]
        await p.press("u")
        await p.until(lambda: file_of(p).read_text() == LABEL)


async def test_the_page_says_at_once_that_a_name_is_gone(play):
    async with play(rules=LABEL) as p:
        await page(p, "1 of 1 on")
        here = next(one for one in p.workspace.boards.lists(p.board.id) if one.name == "Contacted")
        await p.workspace.writes.submit(UpdateList(board_id=p.board.id, list_id=here.id, closed=True))
        await p.sees("1 cannot work")
        await p.sees("It cannot work: there is no list 'Contacted' on the board")


async def test_the_rules_that_go_on_are_shown_while_the_file_has_a_mistake(play):
    async with play(rules=LABEL) as p:
        await ruled(p)
        file_of(p).write_text(LABEL.replace('step = "label"', 'step = "lable"'))
        await p.press("R")
        await p.sees("there is no step 'lable'")
        await p.sees("the rules go on as they were before it was changed", tick=0.5)
        await p.sees("1 of 1 on · done by this window")
        await p.sees("● Contacted is a referral")
        await p.sees("1. label · label: referral")


async def test_a_file_without_a_rule_that_can_be_read_is_no_empty_one(play):
    async with play(rules=BROKEN) as p:
        await page(p, "when.trigger cannot be 'Card Eaten'")
        await p.sees("No rule can be read: mend what is wrong above. e opens the file in your editor.")


async def test_the_history_says_what_a_rule_did_and_the_page_of_rules_undoes_nothing(play):
    async with play(rules=LABEL) as p:
        await ruled(p)
        card = p.app.screen.card.id
        await p.press("L")
        await p.until(lambda: "referral" in labels(p, card), tick=0.5)
        await p.press("R", "u")
        await p.sees("nothing is undone on this page")
        assert "referral" in labels(p, card)
        await p.press("escape", "g", "u")
        await p.sees("· by a rule")
        await p.sees("History 1 can be undone")
        await p.press("g", "g", "enter")
        await p.sees("a rule did it, and that stays")


async def test_an_account_that_cannot_be_opened_holds_up_its_own_rules_only(play):
    async with play(rules=LABEL + OFF.replace("enabled = false", f'account = "{CLOSED}"')) as p:
        await ruled(p)
        card = p.app.screen.card.id
        await p.press("L")
        await p.until(lambda: "referral" in labels(p, card), tick=0.5)
        await p.until(lambda: notices(p, "Rules"))
        assert notices(p, "Rules") == ["closed: the vault is closed (open it)"]  # tried again, and told once
        await page(p, "! closed: the vault is closed (open it)")


async def test_a_firing_that_stopped_is_done_again(play):
    async with play(rules=LABEL.replace('"referral"', '"later"')) as p:
        await ruled(p)
        card = p.app.screen.card.id
        await p.press("L")
        await p.until(lambda: (found := newest(p)) and found.state == "failed", tick=0.5)
        await p.press("R")
        await p.sees("! failed")
        await p.sees("there is no label 'later'")
        said = "rule Contacted is a referral: step 1 failed: there is no label 'later'"
        await p.sees(f"! {said}")
        await p.until(lambda: said in notices(p, "Rules"))
        file_of(p).write_text(LABEL)
        await p.press("r")
        await p.sees("✓ done", tick=0.5)
        await p.until(lambda: "referral" in labels(p, card), tick=0.5)
        await p.press("r")
        await p.sees("nothing of Contacted is a referral failed")


async def test_a_dry_run_shows_what_would_have_been_done(play):
    off = LABEL.replace("when =", "enabled = false\nwhen =")
    async with play(rules=off) as p:
        await p.until(lambda: p.app.rules is not None)
        card = p.app.screen.card.id
        await p.press("L")
        await p.until(lambda: p.workspace.sync.status().waiting == 0, tick=0.5)
        await p.press("R", "t")
        # With those that the sample's history has.
        await p.sees("9 events, 9 would fire it. Nothing was done.")
        await p.sees("notify · text: Ring Ana Reid at Tūī Ridge moved to Contacted")
        assert "referral" not in labels(p, card)


async def test_the_file_is_edited_in_the_users_editor(play, monkeypatch):
    monkeypatch.setenv("VISUAL", "no-such-editor")
    async with play(rules=OFF) as p:
        await page(p)
        await p.press("e")
        await p.sees("cannot be lent to an editor")


async def test_nothing_is_drawn_while_nothing_happens(play, monkeypatch):
    async with play(rules=OFF) as p:
        await page(p, "never fired")
        drawn = list[object]()
        monkeypatch.setattr(RulesScreen, "reload", lambda _self, change=None: drawn.append(change))
        p.app.screen._look()
        p.app.screen._look()
        assert drawn == []
        file_of(p).write_text(OFF + "\n")
        p.app.screen._look()
        assert drawn == [None]


async def test_text_from_outside_is_made_safe(play, hostile_texts):
    bad = hostile_texts[0]
    async with play(rules=LABEL) as p:
        await ruled(p)
        card = p.app.screen.card
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=card.id, name=f"x{bad}"))
        await p.press("L")
        await p.until(lambda: (found := newest(p)) and found.state == "done", tick=0.5)
        await p.until(lambda: notices(p))
        assert notices(p) == [safe_text(f"x{bad} moved to Contacted")]
        await page(p, "✓ done")
        assert not any(ord(char) < 0x20 and char != "\n" for char in p.text())


async def test_a_notice_reaches_the_desktop_and_the_bell_and_steers_no_terminal(play, monkeypatch):
    async with play(rules="") as p:
        written, rung = [], []
        monkeypatch.setattr(p.app._driver, "write", written.append)
        monkeypatch.setattr(p.app, "bell", lambda: rung.append(True))
        show_notice(p.app, "Ana\x07\x1b]0;owned", ("terminal", "bell"))
        assert [one for one in written if "Ana" in one] == ["\x1b]9;Ana␇␛]0;owned\x07"]
        assert rung == [True]
        assert not p.app._notifications
        written.clear()
        with p.app.batch_update():  # as while the terminal is lent to an editor
            show_notice(p.app, "Ana", ("terminal", "bell"))
        assert (written, rung) == ([], [True])


async def test_an_account_that_is_not_there_is_told(play):
    async with play(rules=OFF.replace("enabled", 'account = "nobody"\nenabled')) as p:
        await page(p, "New Card · nobody")
        await p.press("t")
        await p.sees("the account nobody is not open here")


# --- a new rule -------------------------------------------------------------------------------


async def test_a_rule_is_made_without_a_file(play):
    async with play(rules="") as p:
        await page(p, "No rule yet.")
        await p.press("n")
        await p.sees("what starts it?")
        await p.press(*"card moved", "enter")
        await p.sees("On which board?")
        await p.sees("Every board and any list: a rule for one list names its board")
        await p.press(*"pipeline", "enter")
        await p.sees("Coming to which list?")
        await p.press(*"won", "enter")
        await p.sees("Only for cards that pass a filter?")
        await p.press(*"due:never", "enter")
        await p.sees("at character 1")
        await p.press(*["backspace"] * 9, *"-label:cold", "enter")
        await p.sees("What is done?")
        await p.press(*"tag", "enter")
        await p.sees("Which label?")
        await p.press(*"hot", "enter")
        await p.sees("Put it on, or take it off?")
        await p.press("enter")
        await p.sees("label hot. And then?")
        await p.press(*"comment", "enter")
        await p.sees("What does the comment say?")
        await p.press(*"Won: {card.nam}", "enter")
        await p.sees("which is no field")
        await p.press("backspace", *"e}", "enter")
        await p.sees("label hot › comment Won: {card.name}. And then?")
        await p.press("enter")
        await p.sees("The rule's name")
        await p.press("enter")
        await p.sees("Card Moved: label › comment is made")
        (rule,) = tomllib.loads(file_of(p).read_text())["rule"]
        assert rule == {
            "name": "Card Moved: label › comment",
            "when": {"trigger": "Card Moved", "board": "Pipeline", "to": "Won"},
            "if": "-label:cold",
            "do": [{"step": "label", "label": "hot"}, {"step": "comment", "text": "Won: {card.name}"}],
        }
        assert read_rules(file_of(p)).problems == ()
        await p.sees("1 of 1 on")
        await p.sees("When Card Moved on Pipeline, to Won")


async def test_a_filter_with_a_misspelt_key_is_told_while_it_is_typed(play):
    async with play(rules="") as p:
        await page(p, "No rule yet")
        await p.press("n", *"new card", "enter")
        await p.sees("On which board?")
        await p.press("enter")
        await p.sees("Only for cards that pass a filter?")
        await p.press(*"lable:hot")
        await p.sees("lable: is no filter · label: is")


async def test_a_filter_with_a_name_that_the_board_lacks_is_told_while_it_is_typed(play):
    async with play(rules="") as p:
        await page(p, "No rule yet")
        await p.press("n", *"new card", "enter")
        await p.sees("On which board?")
        await p.press(*"pipeline", "enter")
        await p.sees("Only for cards that pass a filter?")
        await p.press(*"#hott")
        await p.sees("no label is called “hott” · did you mean hot?")
        await p.press("backspace")
        await p.sees("only cards that pass start it")


async def test_going_back_loses_nothing(play):
    async with play(rules="") as p:
        await page(p, "No rule yet.")
        await p.press("n", *"new card", "enter", "enter")
        await p.sees("Only for cards")
        await p.press("enter")
        await p.press(*"notify", "enter")
        await p.sees("What are you told?")
        await p.press(*"hello {card.name", "escape")
        await p.sees("What is done?")
        await p.press("escape")
        await p.sees("Only for cards")
        await p.press("escape", "escape", "escape")
        await p.sees("n goes on with it")
        await p.press("n", "enter", "enter", "enter")
        await p.sees("What is done?")
        await p.press("enter")
        await p.sees("hello {card.name")
        await p.press("}", "enter")
        await p.sees("How?")
        await p.press("down", "enter", "enter", *"Tell me", "enter")
        await p.sees("Tell me is made")
        (rule,) = tomllib.loads(file_of(p).read_text())["rule"]
        assert rule["do"] == [{"step": "notify", "text": "hello {card.name}", "how": ["terminal"]}]


async def test_an_action_that_would_change_nothing_is_not_made(play):
    async with play(rules="") as p:
        await page(p, "No rule yet.")
        await p.press("n", *"archived", "enter", "enter", "enter", *"done", "enter")
        await p.sees("Is it done?")
        await p.press("enter")
        await p.sees("When is it due?")
        await p.press("enter")
        await p.sees("otherwise nothing would be done")
        await p.press(*"+3d", "enter")
        await p.sees("due +3d. And then?")


async def test_a_rule_about_a_move_begins_at_the_board_that_was_open_and_asks_for_its_list(play):
    async with play(rules="") as p:
        await page(p, "No rule yet.")
        await p.press("n", *"card moved", "enter")
        await p.sees("On which board?")
        await p.press("enter")
        await p.sees("Coming to which list?")
        await p.press("escape")
        await p.sees("On which board?")


async def test_a_label_is_made_for_a_new_rule_and_those_without_a_name_are_told_apart(play):
    async with play(rules="") as p:
        for color in ("green_dark", "lime", "lime"):
            label = CreateLabel(board_id=p.board.id, label_id=new_local_id(), name="", color=color)
            await p.workspace.writes.submit(label)
        await page(p, "No rule yet.")
        await p.press("n", *"card moved", "enter", *"pipeline", "enter", "enter", "enter", *"tag", "enter")
        await p.sees("Which label?")
        for words in ("dark green no name", "lime no name, 1 of 2", "lime no name, 2 of 2", "hot red"):
            await p.sees(words)
        await p.press(*"winner")
        await p.sees("nothing matches · ctrl+n makes it")
        await p.press("ctrl+n")
        await p.sees("Put it on, or take it off?")
        await p.press("enter", "enter", "enter")
        await p.sees("1 of 1 on")
        (rule,) = tomllib.loads(file_of(p).read_text())["rule"]
        assert rule["do"] == [{"step": "label", "label": "winner"}]
        assert "winner" in {one.name for one in p.workspace.boards.labels(p.board.id)}


async def test_a_name_that_is_taken_is_told_in_the_box(play):
    async with play(rules=OFF) as p:
        await page(p, "0 of 1 on")
        await p.press("n", *"archived", "enter", "enter", "enter", *"move", "enter")
        await p.sees("The card's own board, which has to have the list")
        await p.press("enter")
        await p.sees("Which list?")
        await p.press(*"Attic", "enter", "enter", *"Off", "enter")
        await p.sees("there is a rule 'Off' already")
        await p.press(*"1", "enter")
        await p.sees("0 of 2 on · 1 cannot work")
        assert tomllib.loads(file_of(p).read_text())["rule"][1] == {
            "name": "Off1",
            "when": {"trigger": "Card Archived"},
            "do": [{"step": "move", "list": "Attic"}],
        }


# --- the engine inside the screens --------------------------------------------------------------


def runner_beside(p: Play) -> RuleRunner:
    """Another window's engine."""
    home = rule_home(home_of(p).folder.parent, p.clock)
    return RuleRunner(home, lambda _text, _how: None, lambda _about, _wrong: None)


async def test_two_windows_have_one_engine(play):
    async with play(rules=LABEL) as p:
        await ruled(p)
        second = runner_beside(p)
        second.start()
        try:
            await p.press("L")
            await p.until(lambda: (found := newest(p)) and found.state == "done", tick=0.5)
            comments = log_of(p, lambda log: len(log.recent()))
            assert comments == 1
            assert second.reports == ()
            p.app.rules.stop()
            card = p.app.screen.card.id
            await p.press("h")
            moved = p.app.screen.card.id
            assert moved != card
            await p.until(lambda: 30.0 in p.clock.slept)
            await p.press("L")
            await p.until(lambda: "referral" in labels(p, moved), tick=2)
        finally:
            second.stop()


async def test_quitting_cuts_a_step_off_and_the_next_start_finishes_it(play, tmp_path):
    mark = tmp_path / "begun"
    script = f"test -e {mark} && echo finished || (touch {mark}; sleep 60)"
    rules = f"""
[[rule]]
name = "slow"
when = {{ trigger = "Card Moved", board = "Pipeline" }}

[[rule.do]]
step = "run"
command = ["sh", "-c", "{script}"]
timeout = 100
"""
    async with play(rules=rules) as p:
        await ruled(p)
        await p.press("L")
        await p.until(mark.exists, tick=0.5)
        quit_at = monotonic()
    assert monotonic() - quit_at < 20  # not the 60 seconds of the step; the machine may be busy
    with firings(tmp_path / "data", PatientClock()) as log:
        assert [(one.state, one.step) for one in log.recent()] == [("waiting", 0)]
    async with play(rules=rules) as p:
        await p.until(lambda: p.app.rules is not None)
        await p.until(lambda: newest(p).state == "done", tick=0.5)
        assert newest(p).outcomes == ("ran sh: finished",)
