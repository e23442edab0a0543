"""Addresses: those of own cards and boards are opened here, all others in the browser, after asking."""

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.terminal.browser import open_address
from tui.model.board import Board
from tui.model.card import Card

HERE = "http://cardscout.localhost"
CARD = Card(id="c1", short_link="mbWOAPYS", short_url=f"{HERE}/c/mbWOAPYS", url=f"{HERE}/c/mbWOAPYS/5-fire")
BOARD = Board(
    id="b1",
    name="Fit-out",
    short_link="KabcdeFG",
    short_url=f"{HERE}/b/KabcdeFG",
    url=f"{HERE}/b/KabcdeFG/fit-out",
)


@pytest.fixture
def page(monkeypatch):
    """A page of an account that has one card and one board."""
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.delenv("SSH_TTY", raising=False)
    held = {thing.url: thing for thing in (CARD, BOARD)} | {thing.short_url: thing for thing in (CARD, BOARD)}
    return fake_page(False, workspace=fake(names=fake(at=held.get)))


@pytest.mark.parametrize(
    ("url", "place"),
    [
        (f"{HERE}/c/mbWOAPYS", "card:c1"),
        (f"{HERE}/c/mbWOAPYS/5-fire", "card:c1"),
        (f"{HERE}/b/KabcdeFG/fit-out", "board:b1"),
    ],
)
async def test_the_address_of_an_own_card_or_board_is_opened_here(page, url, place):
    await open_address(page, url)
    assert page.asked == []
    assert page.done == [("go", place)]


@pytest.mark.parametrize(
    "url",
    ["https://other.example/c/mbWOAPYS", "https://firm.example/offer", "https://other.example/b/KabcdeFG"],
)
async def test_any_other_address_is_asked_about(page, url):
    await open_address(page, url)
    assert [how["detail"] for _, how in page.asked] == [url]
    assert page.done == []


async def test_no_browser_is_sent_to_an_address_of_this_program(page):
    await open_address(page, f"{HERE}/c/goneAway")
    assert page.done == [("tell", "no card or board here has this address any more")]
