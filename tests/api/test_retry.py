"""Asking again: how long between, and when not any more."""

import pytest

from tui.api.retry import RetryBudget
from tui.clock import ManualClock
from tui.errors import Ambiguous, Garbled, RateLimited, ServerFault, StoreBusy, Unauthorized, Unreachable


async def run(patience, *outcomes, repeat=True):
    steps = list(outcomes)

    async def attempt():
        step = steps.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    return await patience.run(attempt, lambda _: repeat)


@pytest.mark.fault("F18")
@pytest.mark.parametrize(("chance", "waits"), [(0.0, [0.25, 0.5, 1.0]), (1.0, [0.5, 1.0, 2.0])])
async def test_waits_double_and_are_never_less_than_half(chance, waits):
    clock = ManualClock()
    patience = RetryBudget(clock, 30, lambda: chance)
    assert await run(patience, *[ServerFault("x")] * 3, "done") == "done"
    assert clock.slept == waits
    with pytest.raises(ServerFault):
        await run(patience, *[ServerFault("x")] * 4, "done")


@pytest.mark.fault("F17")
@pytest.mark.parametrize(("chance", "wait"), [(0.0, 8), (1.0, 10)])
async def test_a_named_wait_is_never_shortened(chance, wait):
    clock = ManualClock()
    await run(RetryBudget(clock, 30, lambda: chance), RateLimited("x", retry_after=8), "done")
    assert clock.slept == [wait]


async def test_a_wait_past_the_deadline_is_not_begun():
    clock = ManualClock()
    with pytest.raises(RateLimited):
        await run(RetryBudget(clock, 8, lambda: 0.0), RateLimited("x", retry_after=8), "done")
    assert clock.slept == []


async def test_an_excuse_makes_room():
    clock = ManualClock()
    patience = RetryBudget(clock, 5, lambda: 0.0)
    patience.excuse(10)
    assert await run(patience, RateLimited("x", retry_after=8), "done") == "done"


async def test_what_cannot_get_better_is_not_asked_again():
    with pytest.raises(Garbled):
        await run(RetryBudget(ManualClock(), 30), Garbled("x"), "done")


async def test_what_must_not_be_done_twice_is_only_asked_again_when_it_never_left():
    with pytest.raises(ServerFault):
        await run(RetryBudget(ManualClock(), 30), ServerFault("x"), "done", repeat=False)
    assert await run(RetryBudget(ManualClock(), 30), Unreachable("x"), "done", repeat=False) == "done"


@pytest.mark.parametrize(
    "refusal", [Unauthorized("x"), StoreBusy("x")], ids=["the key was taken away", "our counter is busy"]
)
async def test_a_refusal_says_whether_an_attempt_before_it_may_have_arrived(refusal):
    with pytest.raises(type(refusal)) as first:
        await run(RetryBudget(ManualClock(), 30), refusal, "done")
    assert not first.value.sent
    with pytest.raises(type(refusal)) as second:
        await run(RetryBudget(ManualClock(), 30), Ambiguous("lost"), refusal, "done")
    assert second.value.sent
