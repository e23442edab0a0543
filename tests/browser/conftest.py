"""A real browser, without a window, before a real server on a socket."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
"""What keeps Chromium from a screen, and from asking for anything that is not ours."""


@pytest.fixture(params=[(1200, 900), (390, 844)], ids=["desk", "phone"])
def chromium(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """Chromium under its own driver, as wide as a desk's screen and as a phone's."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    for flag in (
        *_FLAGS,
        f"--user-data-dir={tmp_path / 'profile'}",
        "--window-size={},{}".format(*request.param),
    ):
        options.add_argument(flag)
    options.binary_location = _program("chromium", "chromium-browser", "google-chrome")
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(_program("chromedriver")))
    driver.implicitly_wait(5)
    yield driver
    driver.quit()


def _program(*names: str) -> str:
    """Where one of ``names`` is; a machine without is told what to install, not passed over."""
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        pytest.fail(
            f"none of {', '.join(names)} is installed: Debian has them as chromium and chromium-driver"
        )
    return found
