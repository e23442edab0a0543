"""The account page in a real browser: signed in, read, and its forms sent by their buttons."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.service.serving import run, served

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PASSWORD = "flour and water"


def unfold(page: Any, words: str) -> None:
    """Open the part of the page that is folded under ``words``."""
    page.find_element("xpath", f"//summary[contains(normalize-space(.), '{words}')]").click()


def press(page: Any, words: str) -> None:
    """Press the button that says ``words``, and wait for the page it leads to."""
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.support.expected_conditions import staleness_of
    from selenium.webdriver.support.wait import WebDriverWait

    before = page.find_element("tag name", "main")
    buttons = page.find_elements("xpath", f"//button[contains(normalize-space(.), '{words}')]")
    next(button for button in buttons if button.is_displayed()).click()
    # While one document gives way to the next, the driver may know neither.
    WebDriverWait(page, 20, ignored_exceptions=[WebDriverException]).until(staleness_of(before))


def text(page: Any) -> str:
    return str(page.find_element("tag name", "main").text)


def test_a_member_reads_registers_makes_and_ends(chromium: Any, tmp_path: Path) -> None:
    data = tmp_path / "data"
    run(
        "user",
        "ana",
        "--full-name",
        "Ana Reid",
        "--password-stdin",
        "--data",
        data,
        "--json",
        text=PASSWORD + "\n",
    )
    for bot in ("Order bot", "Report bot"):
        run("token", "ana", "--app", bot, "--data", data, "--json")
    run("key", "sales", "--member", "ana", "--monthly", "1200", "--data", data, "--json")
    with served(data) as server:
        chromium.get(server.told["url"])
        assert "Sign in" in text(chromium)
        chromium.find_element("id", "username").send_keys("ana")
        chromium.find_element("id", "password").send_keys(PASSWORD)
        press(chromium, "Sign in")
        shown = text(chromium)
        assert chromium.current_url.endswith("/1/account")
        for words in ("Ana Reid", "Order bot", "Report bot", "1,200", "Does not end by itself"):
            assert words in shown
        chromium.save_screenshot(str(tmp_path / "account.png"))

        unfold(chromium, "End Report bot")
        press(chromium, "End it now")
        assert "The token was ended" in text(chromium)
        assert "Report bot" not in text(chromium)

        chromium.find_element("id", "name").send_keys("Delivery board")
        chromium.find_element("id", "origins").send_keys("https://orders.example.org")
        press(chromium, "Register an application")
        shown = text(chromium)
        assert "Delivery board is registered" in shown
        key, secret = (part.text for part in chromium.find_elements("css selector", ".made .secret"))
        assert len(key) == 32
        chromium.save_screenshot(str(tmp_path / "registered.png"))
        chromium.get(f"{server.told['url']}/1/authorize?key={key}&scope=read&response_type=token")
        assert "Delivery board" in text(chromium)
        press(chromium, "Allow")
        token = chromium.find_element("id", "token").text
        assert token.startswith("ATTA")

        chromium.get(f"{server.told['url']}/1/account")
        assert secret not in text(chromium)
        chromium.find_element("id", "label").send_keys("the dashboard")
        press(chromium, "Make a key")
        assert "cse_" in chromium.find_element("css selector", ".made .secret").text
        # Nothing of it is wider than the screen.
        wide, seen = chromium.execute_script(
            "return [document.documentElement.scrollWidth, window.innerWidth]"
        )
        assert wide <= seen
        chromium.save_screenshot(str(tmp_path / "key.png"))

        press(chromium, "Sign out")
        assert "Sign in" in text(chromium)
        chromium.back()
        chromium.refresh()
        assert "Ana Reid" not in text(chromium)
