"""Reports of tests, as the workers of a run send them to the process that tells them."""

from collections.abc import Callable

import pytest


def send_few(config: pytest.Config) -> None:
    """Let a worker send one report of a test, and not three: two more only say how long its fixtures took.

    Only what xdist sends is chosen. Pytest still makes each report before the test's next step, which may end the
    process, and knows of a failure before the teardown.
    """
    asked = config.option
    if not hasattr(config, "workerinput") or asked.durations is not None or getattr(asked, "xmlpath", None):
        return
    for hook in config.hook.pytest_runtest_logreport.get_hookimpls():
        if hasattr(hook.plugin, "sendevent"):
            hook.function = _only_telling(hook.function)  # type: ignore[misc]  # there is no other way in between


def _only_telling(send: Callable[..., object]) -> Callable[[pytest.TestReport], None]:
    def send_if_telling(report: pytest.TestReport) -> None:
        if report.when == "call" or report.sections or not report.passed:
            send(report)

    return send_if_telling
