"""Keys that arrive in one read do what the same keys do when they are typed slowly."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from tests.app.screens.conftest import Play, running
from tests.app.screens.drawn import State, key, settle, state
from tests.thinned import thinned
from tui.app import type_ahead
from tui.app.screens.board import BoardScreen
from tui.app.terminal.paste import PasteParser
from tui.app.widgets.status_bar import TitleBar
from tui.model.account.grant import Grant
from tui.model.change import Change
from tui.sync.token_rights import note

STARTS = (*"nthjklLKuUavD#b/xmM+rGz@", "g n", "⏎", "⏎", "⏎l", "⏎C", "⏎c", "⏎d", "⏎t", "⏎+", "⎋")
"""What opens a line, a box or a page, writes, or walks."""

scripts = st.lists(
    st.tuples(st.sampled_from(STARTS), st.text("ABfri12 ", max_size=4), st.sampled_from("⏎⏎⏎⎋⌃⇥⇩")),
    min_size=2,
    max_size=3,
).map(lambda parts: "".join("".join(part) for part in parts))
cuts = st.lists(st.integers(1, 12), min_size=1, max_size=5)


async def typed(p: Play, script: str, reads: Sequence[int]) -> State:
    """What became of a script that came in reads of such sizes; the last is as long as needed."""
    left, sizes = list(script), iter(reads)
    while left:
        size = next(sizes, len(script))
        for char in left[:size]:
            p.app.post_message(key(char))
        left = left[size:]
        await settle(p)
    return state(p)


@pytest.mark.parametrize(
    ("script", "made"),
    [
        ("nA⏎B⏎C⏎⎋", ["A", "B", "C"]),
        ("nA⏎", ["A"]),
        ("nA⏎⎋nB⏎⎋tC⏎", ["A", "BC"]),
        ("b⏎⏎⎋", []),
    ],
)
async def test_what_was_typed_in_one_read(play, script, made):
    async with play() as p:
        before = {
            face.name
            for each in p.workspace.boards.lists(p.board.id)
            for face in p.workspace.cards.faces(each.id)
        }
        await typed(p, script, ())
        after = [
            face.name
            for each in p.workspace.boards.lists(p.board.id)
            for face in p.workspace.cards.faces(each.id)
        ]
        assert sorted(name for name in after if name not in before) == made


async def read(p: Play, data: str) -> None:
    """Take what one read of the terminal brought."""
    parser = PasteParser()
    for event in (*parser.feed(data), *parser.feed("")):
        p.app.post_message(event)
    await settle(p)


@pytest.mark.parametrize("after", thinned(["j", "S", "3", "/", "n"], 2))
async def test_an_escape_and_a_key_of_one_read_are_two(play, after):
    """Over a slow line they come together, which is how terminals write a key with Alt."""
    async with play() as p:
        await p.press("t")
        await read(p, f"\x1b{after}")
        together = state(p)
        await p.press("escape", "escape", "home", "t")
        await typed(p, f"⎋{after}", (1,))
        assert state(p) == together


async def test_a_key_with_alt_stays_one_only_where_it_walks_over_words(play):
    async with play() as p:
        first, second = [each.name for each in p.app.screen.lists[:2]]
        await read(p, "\x1bl")
        assert [each.name for each in p.app.screen.lists[:2]] == [first, second]
        assert p.app.screen.board_list.name == second
        await p.press("t")
        line = p.app.focused
        await read(p, "\x1bb")
        assert (line.has_focus, line.cursor_position) == (True, line.value.rindex(" ") + 1)


@pytest.mark.parametrize("opens", thinned(["t", "D", "#", "C", "⏎", "X"], 2))
async def test_what_was_typed_for_a_line_that_does_not_open_is_no_command(play, opens):
    async with play() as p:
        await typed(p, "+", ())
        await typed(p, "Empty⏎⎋", ())
        await p.until(lambda: p.app.screen.board_list.name == "Empty")
        before = state(p)
        await typed(p, f"{opens}hlaUxn A⏎jXy⏎", ())
        assert state(p) == before
        await p.sees("· what you typed for it was dropped")
        # What is typed once that was said is heard again.
        await typed(p, "h", ())
        assert p.app.screen.board_list.name != "Empty"


async def test_what_comes_in_the_same_burst_as_a_refused_key_is_no_command(play, monkeypatch):
    """A paste without its marks, or what a program types, comes in several reads."""
    async with play() as p:
        await typed(p, "+", ())
        await typed(p, "Empty⏎⎋", ())
        await p.until(lambda: p.app.screen.board_list.name == "Empty")
        before = state(p)
        monkeypatch.setattr(type_ahead, "BURST", 3600.0)
        for char in "fhlt":
            await typed(p, char, ())
        assert state(p) == before
        monkeypatch.setattr(type_ahead, "BURST", 0.0)
        await typed(p, "h", ())
        assert p.app.screen.board_list.name != "Empty"


async def test_a_key_behind_a_deed_finds_what_it_left_also_while_the_sync_pours_cards_in(play):
    async with play() as p:
        board = p.app.screen
        assert isinstance(board, BoardScreen)
        first, second, third = p.workspace.cards.faces(board.lists[0].id)[:3]

        def pour(change: Change) -> None:
            # So many cards came with the same news that they are not named: they are read a little later.
            if change.card_ids:
                board.feed.receive(
                    Change(
                        frozenset({"cards"}),
                        board_ids=frozenset({p.board.id}),
                        card_ids=frozenset(map(str, range(99))),
                    )
                )

        stop = p.workspace.sync.subscribe(pour)
        for char in "aa":
            p.app.post_message(key(char))
        await settle(p)
        stop()
        assert [p.workspace.cards.get(face.id).closed for face in (first, second, third)] == [
            True,
            True,
            False,
        ]


async def test_what_was_typed_for_a_card_where_one_may_only_read_is_no_command(play):
    async with play() as p:
        note(p.workspace._store, Grant(("read",))).result()
        await p.sees("local · read only", TitleBar)
        before = state(p)
        await typed(p, "nAlb B⏎⎋", ())
        assert state(p) == before
        await p.sees("what you typed for it was dropped")


@pytest.mark.parametrize(
    ("opens", "walks"),
    [("", "jk" * 44 + "j"), ("", "lhjjk" * 18), ("b", "⇩" * 90), ("?", "⇩" * 90), ("P⏎", "⇩" * 90)],
    ids=["board", "lists", "boards", "help", "form"],
)
async def test_a_burst_of_walking_keys_is_painted_at_its_end(play, monkeypatch, opens, walks):
    async with play() as p:
        await typed(p, opens, [1])
        await p.until(lambda: not opens or len(p.app.screen_stack) > 1)
        paints: list[object] = []
        shown = p.app._display

        def paint(*what):
            paints.append(what)
            shown(*what)

        monkeypatch.setattr(p.app, "_display", paint)
        await typed(p, walks, ())
        assert 1 <= len(paints) <= 5


@settings(max_examples=2, deadline=None, derandomize=True, suppress_health_check=[*HealthCheck])
@given(script=scripts, reads=cuts)
@example(script="KBir1⇥/ii ⌃", reads=[1])  # a list of what was not asked yet is empty, and takes keys still
async def test_fast_typing_equals_slow_typing(seeded: Path, script: str, reads: list[int]):
    ends = []
    refused = False
    for sizes in ([1] * len(script), reads):
        with TemporaryDirectory() as home:
            shutil.copytree(seeded, home, dirs_exist_ok=True)
            async with running(Path(home)) as p:
                ends.append(await typed(p, script, sizes))
                refused |= p.app.ahead._void_until > 0
    # What is typed for something that does not open is dropped in one read, and commands when it is typed slowly.
    assume(not refused)
    assert ends[0] == ends[1]
