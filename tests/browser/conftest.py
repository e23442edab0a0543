"""A real browser, without a window, before a real server on a socket."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

_FLAGS = (
    "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
"""What keeps Chromium from asking for anything that is not ours."""


@pytest.fixture(params=[(1200, 900), (390, 844)], ids=["desk", "phone"])
def page(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A page of Chromium, as large as a desk's screen and as a phone's."""
    from playwright.sync_api import sync_playwright

    width, height = request.param
    with sync_playwright() as play:
        program = _program("chromium", "chromium-browser", "google-chrome")
        browser = play.chromium.launch(executable_path=program, args=list(_FLAGS), chromium_sandbox=False)
        yield browser.new_page(viewport={"width": width, "height": height})
        browser.close()


def _program(*names: str) -> str:
    """Where one of ``names`` is; a machine without is told what to install, not passed over."""
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        pytest.fail(f"none of {', '.join(names)} is installed; Debian's package is chromium")
    return found
