import pytest

from tui.sync.backoff import Breaker


@pytest.mark.parametrize(
    ("chance", "expected"),
    [
        (1.0, [0.5, 1, 2, 4, 8, 15, 30, 75, 75, 75]),
        (0.0, [0.25, 0.5, 1, 2, 4, 7.5, 15, 60, 60, 60]),
    ],
)
def test_a_breaker_waits_longer_after_each_failure_until_a_minute(
    chance: float, expected: list[float]
) -> None:
    breaker, now, waits = Breaker(chance=lambda: chance), 0.0, []
    for _ in range(10):
        wait = breaker.failed(now)
        waits.append(wait)
        now += wait
    assert waits == expected


@pytest.mark.fault("F45")
def test_an_hour_without_service_costs_at_most_a_probe_a_minute() -> None:
    breaker, now, probes = Breaker(chance=lambda: 0.0), 0.0, 0
    while now < 3600:
        now += breaker.failed(now)
        probes += 1
    assert probes <= 60 + 8


@pytest.mark.fault("F45")
def test_an_answer_closes_it() -> None:
    breaker = Breaker(chance=lambda: 1.0)
    breaker.failed(0.0)
    assert breaker.wait(0.0) > 0
    breaker.answered()
    assert breaker.wait(0.0) == 0.0


def test_requests_that_failed_together_count_once() -> None:
    breaker = Breaker(chance=lambda: 1.0)
    first = breaker.failed(10.0)
    assert breaker.failed(10.0) == first
    assert breaker.wait(10.1) == first - (10.1 - 10.0)


def test_after_an_answer_it_begins_with_short_waits_again() -> None:
    breaker, now = Breaker(chance=lambda: 1.0), 0.0
    for _ in range(4):
        now += breaker.failed(now)
    breaker.answered()
    assert breaker.failed(now) == 0.5
