"""Several workers on one socket."""

import os
import signal
from pathlib import Path

import pytest

from tests.server.service.serving import newcomer, served, signed_in

pytestmark = pytest.mark.slow


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc to find the workers in")
def test_a_worker_that_dies_is_replaced(data):
    who = newcomer(("--data", data))
    with served(data, "--workers", 2) as server:
        children = _children(server.process.pid)
        for child in children[-1:]:
            os.kill(child, signal.SIGKILL)
        for _ in range(20):
            with signed_in(server, who) as http:
                assert http.get("/members/me").status_code == 200
        assert server.stop() == 0


def _children(pid):
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]
