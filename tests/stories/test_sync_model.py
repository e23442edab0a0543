"""Runs the model of the sync: a few runs each time, a thousand with ``make exhaustive``; and shows that it can fail.

A guard that is switched off must be found, else the model proves nothing of it.
"""

import asyncio
from collections.abc import Callable
from functools import partialmethod
from inspect import getmembers
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import RULE_MARKER, run_state_machine_as_test

from tests.stories.model_line import KINDS, OneThread, at_once
from tests.stories.sync_model import SyncModel, furnish
from tui.api.limiter import Limiter, Turn
from tui.server import app as server_app
from tui.store import db as store_db
from tui.store.outbox import contested_fields, ids, submit
from tui.store.outbox.outbox import Outbox
from tui.store.outbox.queue import move
from tui.store.outbox.row import COLUMNS, PENDING
from tui.store.store import Store
from tui.sync import push
from tui.sync.push import Pusher
from tui.sync.sending import recognition

FEW = 24
"""Runs of every test run."""

PARTS, PART = 4, 250
"""Those of ``make exhaustive``: a thousand, in parts that can be played at once."""

STARTS, FROM_EACH = 8, 60
"""From how many numbers runs follow in which a guard is off, until that is found, and how many from each."""


@pytest.fixture
def model(bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> type[SyncModel]:
    """The model in a home that has a board."""
    monkeypatch.setattr(store_db, "ThreadPoolExecutor", OneThread)
    # A service may refuse what was accepted here, and a title that is too long stands for that.
    monkeypatch.setattr(submit, "accepted", ids.current)
    monkeypatch.setattr(server_app, "to_thread", SimpleNamespace(run_sync=at_once))

    class Model(SyncModel):
        furnished = tmp_path / "furnished"

    asyncio.run(furnish(bare, Model.furnished))
    return Model


def play(model: type[SyncModel], runs: int, *, steps: int, start: int | None = None) -> None:
    """Play so many runs: those that follow from the number ``start``, or others each time.

    Derandomized runs follow from the name of the test, and one may draw runs in which nobody does anything.
    """
    if start is not None:
        model = seed(start)(model)
    run_state_machine_as_test(
        model,
        settings=settings(
            max_examples=runs,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            phases=(Phase.generate,),
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )


def play_from_each(model: type[SyncModel]) -> None:
    """Play the runs in which a guard that is off is to be found."""
    for start in range(STARTS):
        play(model, FROM_EACH, steps=40, start=start)


def test_whatever_happens_nothing_is_lost_doubled_or_out_of_order(model: type[SyncModel]) -> None:
    play(model, FEW, steps=25, start=1)
    assert model.played >= FEW


@pytest.mark.exhaustive
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(PARTS))
def test_nor_in_a_thousand_other_runs(model: type[SyncModel], part: int) -> None:
    play(model, PART, steps=30)
    assert model.played >= PART


# --- the guards, switched off one by one ----------------------------------------------------------------


def no_settling(patch: pytest.MonkeyPatch) -> None:
    """A create is looked for at once, while it may still be on its way."""
    patch.setattr(push, "SETTLE", 0.0)


def no_mark(patch: pytest.MonkeyPatch) -> None:
    """A write leaves without the disk saying so."""

    def mark_inflight(self: Outbox, seq: int) -> Any:
        row = self.get(seq)
        return self._db.write(lambda _: None if row is None else row.replace(state="inflight"))

    patch.setattr(Outbox, "mark_inflight", mark_inflight)


def no_looking(patch: pytest.MonkeyPatch) -> None:
    """A create without an answer is sent again, and nobody looks whether it is there."""

    async def settle(self: Pusher, row: Any) -> None:
        await self._requeue(row)

    patch.setattr(Pusher, "_settle", settle)


def no_order(patch: pytest.MonkeyPatch) -> None:
    """The writes of one card leave in any order."""

    def ready(self: Outbox, limit: int) -> Any:
        return self._db.query(
            f"SELECT {COLUMNS} FROM outbox WHERE state = 'waiting' AND needs = ''"
            " AND (not_before IS NULL OR not_before <= ?) ORDER BY seq DESC LIMIT ?",
            self._clock.now().timestamp(),
            limit,
        )

    patch.setattr(Outbox, "_ready", ready)


def refused_blocks(patch: pytest.MonkeyPatch) -> None:
    """What is refused stands in the way of all that comes after it."""
    whole = Outbox.ready

    def ready(self: Outbox, limit: int = 20) -> Any:
        return [] if self.in_state("refused") else whole(self, limit)

    patch.setattr(Outbox, "ready", ready)


def refused_vanishes(patch: pytest.MonkeyPatch) -> None:
    """What is refused is dropped, and nobody is told."""
    refuse = Outbox.refuse

    def dropped(self: Outbox, seq: int, reason: str, **more: Any) -> Any:
        refuse(self, seq, reason, **more).result()
        return self.drop(seq)

    patch.setattr(Outbox, "refuse", dropped)


def no_seeing(patch: pytest.MonkeyPatch) -> None:
    """What a window had on its screen when its user began does not matter."""
    patch.setattr(contested_fields, "split_conflicts", lambda op, *_: (op, []))


def no_recovery(patch: pytest.MonkeyPatch) -> None:
    """What a killed program had under way is left as it is."""
    patch.setattr(Outbox, "recover", lambda self: self._db.write(lambda _: 0))


def no_limit(patch: pytest.MonkeyPatch) -> None:
    """Nobody counts the requests."""
    patch.setattr(Limiter, "try_acquire", lambda _: Turn(0.0))
    patch.setattr(Limiter, "release", lambda *_: None)


def any_is_ours(patch: pytest.MonkeyPatch) -> None:
    """A create that had no answer takes whatever was made in that list for its own."""
    patch.setattr(recognition, "choose", lambda _, seen, **__: next((one.id for one in seen), None))


def refused_is_shown(patch: pytest.MonkeyPatch) -> None:
    """What is refused stays in the view until something else brings the row in step."""

    def refuse(self: Outbox, seq: int, reason: str, **_: Any) -> Any:
        return self._db.write(lambda tx: move(tx, seq, "refused", PENDING, reason=reason))

    patch.setattr(Outbox, "refuse", refuse)


def crash_forgets(patch: pytest.MonkeyPatch) -> None:
    """What a killed program had under way is taken for never sent."""

    def recover(self: Outbox) -> Any:
        again = "UPDATE outbox SET state = 'waiting' WHERE state = 'inflight'"
        return self._db.write(lambda tx: tx.run(again))

    patch.setattr(Outbox, "recover", recover)


def refused_stops(patch: pytest.MonkeyPatch) -> None:
    """Once something was refused nothing is sent any more."""
    whole = Pusher._refuse

    async def refuse(self: Pusher, *args: Any) -> None:
        await whole(self, *args)
        self._stopped = True

    patch.setattr(Pusher, "_refuse", refuse)


class Off(NamedTuple):
    """A guard, and how it shows that it is off.

    Attributes:
        breaks: The invariant, or the rule of conflicts, that does not hold without it (docs/reference/reliability.md, f).
        guard: Switches it off.
        found: What the model says then.
        kinds: What goes wrong with the line meanwhile: less of it finds it sooner.
        rules: What is done, where chance hardly brings it together among all that may be; empty for everything.
    """

    breaks: str
    guard: Callable[[pytest.MonkeyPatch], None]
    found: str
    kinds: tuple[str, ...] = KINDS
    rules: tuple[str, ...] = ()

    def narrow(self, model: type[SyncModel]) -> None:
        """Have the model do no more than shows the guard."""
        model.kinds, model.hosted = self.kinds, True
        for name, member in getmembers(SyncModel):
            if self.rules and name not in self.rules and hasattr(member, RULE_MARKER):
                setattr(model, name, partialmethod(member))  # rules call each other, so it stays


GUARDS = (
    Off("I1", refused_vanishes, "vanished", ("refuse",)),
    Off("I2", no_settling, "made twice", ("late",)),
    Off("I2", no_looking, "made twice", ("drop response",)),
    Off("I3", any_is_ours, "bound twice", ("drop request",), ("make_a_card", "break_the_line", "push")),
    Off("I4", no_order, "leaves before", ("503",)),
    Off("I5", refused_is_shown, "shown otherwise", ("refuse",)),
    Off("C3", no_seeing, "gone over", KINDS, ("make_a_card", "look_at_a_card", "rename_a_card")),
    Off("I6", no_recovery, "never leaves", ("kill before", "kill after")),
    Off("I7", crash_forgets, "made twice", ("kill after",)),
    Off("I8", no_mark, "the outbox does not say so"),
    Off("I9", refused_blocks, "never leaves", ("refuse",)),
    Off("I9", refused_stops, "never leaves", ("refuse",)),
    Off("I10", no_limit, "requests left", ("refuse",)),
)

QUICK = (no_mark,)
"""Those that are found within a second or two; ``make exhaustive`` switches off all of them."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "off",
    [
        pytest.param(
            one,
            id=f"{one.breaks}-{one.guard.__name__}",
            marks=() if one.guard in QUICK else pytest.mark.exhaustive,
        )
        for one in GUARDS
    ],
)
def test_a_guard_that_is_switched_off_is_found(
    off: Off, model: type[SyncModel], monkeypatch: pytest.MonkeyPatch
) -> None:
    off.narrow(model)
    off.guard(monkeypatch)
    with pytest.raises(AssertionError, match=off.found):
        play_from_each(model)


def test_each_invariant_has_a_guard_that_it_would_miss() -> None:
    """I11, the same run from the same choices, is what hypothesis itself relies on."""
    assert {one.breaks for one in GUARDS} == {"C3", *(f"I{number}" for number in range(1, 11))}


def test_the_model_is_of_the_real_store(model: type[SyncModel]) -> None:
    machine = model()
    assert isinstance(machine.windows[0].store, Store)
    machine.make_a_card(0, 0, top=True)
    machine.push(1, wait=False)
    assert len(machine.line.made) == 1
    machine.teardown()
    assert model.played == 1
