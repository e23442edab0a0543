"""What is told and begun after the first paint, and what is taken up again after a dropped line."""

import threading
from functools import partial
from math import inf
from typing import Any
from unittest.mock import MagicMock

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.after_start import DROPPED, AfterStart, note_dropped
from tui.app.garbage import LOOKS, IdleCollector
from tui.app.screens.screen import WorkspaceScreen
from tui.errors import StoreError
from tui.settings.config import Config


class Page(WorkspaceScreen):
    """A page with a card, or without one."""

    def __init__(self, card: object = None) -> None:
        super().__init__(MagicMock())
        self._shown = card

    @property
    def card(self):
        """The card."""
        return self._shown


class Start:
    """An app that has just painted its first board, and what it is asked to do."""

    def __init__(
        self, *, upkeep=None, config=None, source=None, lists=("l1",), memory=None, drafts=None
    ) -> None:
        self.memory = {} if memory is None else memory
        self.did, self.notices, self.timers, self.intervals = [], [], [], []
        self.left = list(drafts or {})
        self.workspace = fake(
            start=self.begin,
            memory=fake(get=self.memory.get, set=self.memory.__setitem__),
            drafts=fake(
                interrupted=lambda: drafts or {},
                told=lambda _keys: None,
                all_unfinished=lambda key: ["another", *([drafts[key]] if key in self.left else [])],
            ),
            cards=fake(get=self.card, face=self.card),
            boards=fake(
                all=lambda: [fake(name="Leads")],
                find=lambda text: fake(name=text) if text == "Leads" else None,
                get_list=lambda ident: fake(name="To do") if ident == "l1" else None,
            ),
            repaired="",
            trouble=None,
            has_interrupted_lookup=lambda: False,
            inbox=fake(unread=lambda: 0),
            writes=fake(lead=0.0),
        )
        self.app = fake(
            workspace=self.workspace,
            switch=fake(listen=lambda workspace: self.did.append(("listen", workspace))),
            start_rules=lambda: self.did.append(("rules",)),
            take_down=lambda title: self.did.append(("take down", title)),
            notify=lambda text, **how: self.notices.append((how["title"], text)),
            ahead=fake(seconds_since_key=inf),
            set_interval=lambda seconds, job: self.intervals.append((seconds, job)),
        )
        self.bell: Any = None
        self.marks = MagicMock()
        self.page = fake_page(lists=list(lists), is_attached=True, set_timer=self.set_timer)
        build: Any = partial(self.did.append, ("build ahead",))
        self.after = AfterStart(self.app, self.marks, self.bell, upkeep, config or Config(), source, build)

    def card(self, ident):
        """Return the card that there is."""
        return fake(name="Ring Ana", desc="by Friday") if ident == "c1" else None

    async def begin(self):
        """Keep that the workspace was started."""
        self.did.append(("start",))

    def set_timer(self, seconds, job):
        """Keep the job."""
        self.timers.append(job)

    async def told(self):
        """Begin, and return what the page did."""
        await self.after.begin(self.page)
        return self.page.done


async def test_an_ordinary_start_tells_nothing_and_begins_everything():
    start = Start()
    assert await start.told() == []
    assert start.did == [("start",), ("listen", start.workspace), ("rules",)]
    assert start.notices == start.timers == start.intervals == []
    assert start.workspace.writes.send_delay > 0


def test_what_is_wrong_in_the_settings_is_told():
    [(title, text)] = Start(config=Config(theme="nosuch")).notices
    assert title == "In config.toml"
    assert "there is no theme “nosuch”" in text
    assert Start(config=Config(theme="nord")).notices == []


async def test_a_board_of_the_settings_that_this_account_lacks_is_told_once():
    there = Start(config=Config(board="Leads"))
    assert (await there.told(), there.notices) == ([], [])
    start = Start(config=Config(board="Leeds"))
    start.workspace.trouble = StoreError("The disk is full.", hint="Make room.")
    said = [("In config.toml", "there is no board “Leeds” here, which `board` opens")]
    assert await start.told() == [("tell", "The disk is full. Make room.")], "nothing stands over the trouble"
    assert start.notices == said
    # Not again for each account that is switched to.
    await start.told()
    assert start.notices == said
    unread = Start(config=Config(board="Leeds"))
    unread.workspace.boards.all = list
    assert (await unread.told(), unread.notices) == ([], [])


async def test_repairs_trouble_and_a_lookup_that_was_cut_off_are_told():
    start = Start()
    start.workspace.repaired = "The store was repaired."
    start.workspace.trouble = StoreError("The disk is full.", hint="Make room.")
    start.workspace.has_interrupted_lookup = lambda: True
    key = start.page.key_names["enrich-many"]
    assert await start.told() == [
        ("inform", "The store was repaired."),
        ("tell", "The disk is full. Make room."),
    ], "nothing can be gone on with"
    start.page.done.clear()
    start.workspace.trouble = None
    assert await start.told() == [
        ("inform", "The store was repaired."),
        ("tell", f"a lookup of many cards was cut off · {key} goes on with it"),
    ]


async def test_a_first_start_tells_of_the_tour_once():
    memory: dict[str, str] = {}
    start = Start(source=MagicMock(), memory=memory)
    key = start.page.key_names["tour"]
    assert await start.told() == [("tell", f"new here? {key} takes a short tour")]
    assert await Start(source=MagicMock(), memory=memory).told() == []


async def test_the_tour_is_told_of_once_there_is_a_board():
    start = Start(source=MagicMock(), lists=())
    assert await start.told() == []
    [look_again] = start.timers
    start.page.lists.append("l1")
    look_again()
    assert "takes a short tour" in start.page.done[0][1]


async def test_who_left_the_board_is_not_waited_for():
    start = Start(source=MagicMock(), lists=())
    start.page.is_attached = False
    await start.told()
    assert start.timers == []


async def test_upkeep_runs_in_a_thread_of_its_own_and_hourly():
    ran = threading.Semaphore(0)
    names = []

    def upkeep():
        names.append(threading.current_thread().name)
        ran.release()

    start = Start(upkeep=upkeep)
    await start.told()
    assert ran.acquire(timeout=30)
    [(seconds, job), (often, look)] = start.intervals
    assert (seconds, often) == (3600, LOOKS)
    assert look.__self__.__class__ is IdleCollector
    job()
    assert ran.acquire(timeout=30)
    assert names == ["upkeep", "upkeep"]
    await start.told()
    assert len(start.intervals) == 2


async def test_the_bell_hears_of_each_account_that_is_opened():
    start = Start()
    start.bell = start.after._bell = MagicMock()
    await start.told()
    start.bell.listen.assert_called_once_with(start.workspace)
    start.marks.follow.assert_called_once_with(start.workspace)


async def test_after_a_dropped_line_the_card_is_opened_and_drafts_are_named():
    drafts = {
        "comment:c1": "Half a sentence",
        "new-card:l1": "Ring\nBo",
        "title:gone": "x",
        "odd:c1": "y" * 99,
    }
    start = Start(memory={DROPPED: "c1"}, drafts=drafts)
    assert await start.told() == [("go", "card:c1", {"saying": ""})]
    [(title, text)] = start.notices
    assert title == "Not entered when the line was dropped, and kept"
    assert text.split("\n") == [
        "the title of a card that is gone, now among the conflicts: x",
        "a comment on “Ring Ana”: Half a sentence",
        "a new card in “To do”: Ring Bo",
        f"odd “Ring Ana”: {'y' * 39}…",
    ]
    assert start.memory[DROPPED] == ""


async def test_who_types_already_stays_on_the_board():
    start = Start(memory={DROPPED: "c1"})
    start.app.ahead.seconds_since_key = 0.5
    assert await start.told() == [("tell", "“Ring Ana” was open when the line was dropped")]
    assert start.memory[DROPPED] == ""


@pytest.mark.parametrize("card", ["-", "gone"])
async def test_where_no_card_was_open_or_it_is_gone_only_drafts_are_named(card):
    start = Start(
        memory={DROPPED: card}, drafts={"people": "a", "desc:c1": "new", "people:firm.example": "b"}
    )
    assert await start.told() == []
    assert start.notices[0][1] == "the description of “Ring Ana”: new"


async def test_after_any_other_end_drafts_are_named_too():
    start = Start(drafts={"comment:c1": "Half"})
    assert await start.told() == []
    assert start.notices == [("Not entered, and kept", "a comment on “Ring Ana”: Half")]


async def test_the_notice_of_drafts_goes_when_all_of_them_are_taken():
    start = Start(drafts={"comment:c1": "Half", "new-card:l1": "Ring"})
    await start.told()
    for left in (["comment:c1", "new-card:l1"], ["new-card:l1"]):
        start.left = left
        start.timers.pop()()
        assert ("take down", "Not entered, and kept") not in start.did
    start.left = []
    start.timers.pop()()
    assert start.did[-1] == ("take down", "Not entered, and kept")
    assert start.timers == []


@pytest.mark.parametrize(
    ("cards", "noted"), [(("c0", None), "-"), (("c0", "c1", None), "c1"), (("c0", "c1", "c2"), "c2")]
)
def test_the_card_that_is_open_above_the_board_is_noted(cards, noted):
    start = Start()
    pages = [Page(None if card is None else fake(id=card)) for card in cards]
    start.app.screen_stack, start.app.board_screen = [*pages, fake(card=fake(id="box"))], pages[0]
    note_dropped(start.app)
    assert start.memory[DROPPED] == noted
