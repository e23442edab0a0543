"""Signing in and out on the permission page."""

from tests.server.authorize.conftest import PASSWORD
from tui.server.access.passwords import create_code
from tui.server.authorize import sign_in
from tui.server.storage import db


async def test_wrong_passwords_are_slowed_and_a_code_still_lets_in(browser, team):
    page = await browser.open()
    for _ in range(10):
        reply = await browser.submit(page, username="ana", password="wrong")
        assert (reply.status_code, "each works once" in reply.text) == (401, True)
    stopped = await browser.submit(page, username="ana", password=PASSWORD)
    assert (stopped.status_code, "Too many tries" in stopped.text) == (429, True)
    with db.writing(team.service.engine) as connection:
        code = create_code(connection, team.member, team.clock.now())
    inside = await browser.submit(page, username="", password=code.lower())
    assert "Ana Reid" in inside.text
    again = await browser.open()
    left = await browser.submit(again, sign_out="1")
    assert (await browser.submit(left, password=code)).status_code in {401, 429}
    team.clock.advance(900)
    assert "Ana Reid" in (await browser.submit(left, username="ana@bakery.example", password=PASSWORD)).text


async def test_a_code_ends(browser, team):
    with db.writing(team.service.engine) as connection:
        code = create_code(connection, team.member, team.clock.now())
    team.clock.advance(15 * 60)
    page = await browser.open()
    assert (await browser.submit(page, password=code)).status_code == 401


async def test_signing_in_changes_the_cookie_and_only_its_hash_is_kept(browser, team, tmp_path):
    page = await browser.open()
    before = browser.http.cookies["cardscout_session"]
    assert "HttpOnly" in page.headers["set-cookie"]
    assert "SameSite=strict" in page.headers["set-cookie"]
    await browser.submit(page, username="ana", password=PASSWORD)
    after = browser.http.cookies["cardscout_session"]
    assert before != after
    team.service.engine.dispose()
    kept = b"".join(path.read_bytes() for path in (tmp_path / "data").iterdir() if path.is_file())
    assert [secret for secret in (after, PASSWORD, team.app.secret) if secret.encode() in kept] == []


async def test_guesses_of_one_address_are_counted_over_all_members(browser, team, monkeypatch):
    monkeypatch.setattr(sign_in, "TRIES_FROM", 3)
    page = await browser.open()
    codes = [
        (await browser.submit(page, username=f"name{number}", password="wrong")).status_code
        for number in range(4)
    ]
    assert codes == [401, 401, 401, 429]


async def test_a_session_ends(browser, team):
    await browser.signed_in()
    team.clock.advance(12 * 3600)
    assert "Sign in" in (await browser.open()).text
