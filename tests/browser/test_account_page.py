"""The account page in a real browser: signed in, read, and its forms sent by their buttons."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.service.serving import run, served

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PASSWORD = "flour and water"


def press(page: Any, words: str) -> None:
    page.get_by_role("button", name=words).locator("visible=true").first.click()


def shown(page: Any) -> str:
    return str(page.locator("main").inner_text())


def test_a_member_reads_registers_makes_and_ends(page: Any, tmp_path: Path) -> None:
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
        page.goto(server.told["url"])
        assert "Sign in" in shown(page)
        page.get_by_label("Username or email").fill("ana")
        page.get_by_label("Password or one-time code").fill(PASSWORD)
        press(page, "Sign in")
        assert page.url.endswith("/1/account")
        for words in ("Ana Reid", "Order bot", "Report bot", "1,200", "Does not end by itself"):
            assert words in shown(page)
        page.screenshot(path=tmp_path / "account.png", full_page=True)

        page.locator("summary", has_text="End Report bot").click()
        press(page, "End it now")
        assert "The token was ended" in shown(page)
        assert "Report bot" not in shown(page)

        page.get_by_label("Name", exact=True).fill("Delivery board")
        page.get_by_label("Web addresses").fill("https://orders.example.org")
        press(page, "Register an application")
        assert "Delivery board is registered" in shown(page)
        key, secret = page.locator(".made .secret").all_inner_texts()
        assert len(key) == 32
        page.screenshot(path=tmp_path / "registered.png", full_page=True)
        page.goto(f"{server.told['url']}/1/authorize?key={key}&scope=read&response_type=token")
        assert "Delivery board" in shown(page)
        press(page, "Allow")
        assert page.locator("#token").inner_text().startswith("ATTA")

        page.get_by_role("link", name="your account page").click()
        assert secret not in shown(page)
        page.get_by_label("What the new key is for").fill("the dashboard")
        press(page, "Make a key")
        assert page.locator(".made .secret").inner_text().startswith("cse_")
        # Nothing of it is wider than the screen.
        wide, seen = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert wide <= seen
        page.screenshot(path=tmp_path / "key.png", full_page=True)

        press(page, "Sign out")
        assert "Sign in" in shown(page)
        page.goto(f"{server.told['url']}/1/account")
        assert "Ana Reid" not in shown(page)
