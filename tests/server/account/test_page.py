"""The account page: who sees what, and what its forms end and make."""

import re

import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from tests.server.authorize.conftest import ORIGIN, PASSWORD, found
from tui.server.access.apps import create_key, create_token, find_app, revoke_token, tokens_of
from tui.server.access.passwords import set_password
from tui.server.account import page as account
from tui.server.enrich.accounts import Plan
from tui.server.service.people import add_member, give_enrich_key
from tui.server.storage import db

PAGE = account.ADDRESS


@pytest.fixture
async def mine(browser):
    """The account page as ana sees it."""
    return await browser.submit(await browser.http.get(PAGE), username="ana", password=PASSWORD)


def token_for(team, member, name="Order bot", scopes=("read",), expiration="1day"):
    with db.writing(team.service.engine) as connection:
        return create_token(
            connection, id_member=member, key=team.app.key, scopes=scopes, expiration=expiration,
            now=team.clock.now(), identifier=name,
        )  # fmt: skip


def somebody_else(team):
    with db.writing(team.service.engine) as connection:
        ident = add_member(connection, "bea", team.clock.now())
        set_password(connection, ident, PASSWORD, team.clock.now())
        return ident


def held(team, member):
    with db.reading(team.service.engine) as connection:
        return [row.id for row in tokens_of(connection, member)]


async def send(browser, page, **fields):
    """Send one of the page's forms: they all have the same hidden field."""
    hidden = found(r'name="form_token" value="(\w+)"', page.text)
    headers = {"Origin": ORIGIN, "Sec-Fetch-Site": "same-origin"}
    reply = await browser.http.post(PAGE, data={"form_token": hidden} | fields, headers=headers)
    return await browser.http.get(reply.headers["location"]) if reply.status_code == 303 else reply


async def test_who_comes_without_a_session_is_asked_to_sign_in_and_led_back(browser):
    front = await browser.http.get("/")
    assert (front.status_code, front.headers["location"]) == (303, PAGE)
    page = await browser.http.get(PAGE)
    assert ("Sign in" in page.text, "Your account" in page.text) == (True, False)
    wrong = await browser.submit(page, username="ana", password="not this one")
    assert (wrong.status_code, "That is not right" in wrong.text) == (401, True)
    inside = await browser.submit(wrong, username="ana", password=PASSWORD)
    assert "Ana Reid" in inside.text
    assert (await browser.http.get(PAGE)).status_code == 200
    out = await send(browser, inside, sign_out="1")
    assert "Sign in" in out.text


async def test_a_token_says_when_it_was_last_used(browser, team, mine):
    token = token_for(team, team.member)
    team.clock.advance(300)
    assert (await browser.me(token)).status_code == 200
    assert "Last used 2026-11-21 at 09:05 UTC." in (await browser.http.get(PAGE)).text
    # Not every request is a write.
    team.clock.advance(54)
    assert (await browser.me(token)).status_code == 200
    assert "Last used 2026-11-21 at 09:05 UTC." in (await browser.http.get(PAGE)).text
    team.clock.advance(6)
    assert (await browser.me(token)).status_code == 200
    assert "Last used 2026-11-21 at 09:06 UTC." in (await browser.http.get(PAGE)).text
    with db.writing(team.service.engine) as connection:
        for row in tokens_of(connection, team.member):
            assert revoke_token(connection, row.id)
    with db.reading(team.service.engine) as connection:
        assert connection.execute(select(db.token_uses)).all() == []


async def test_a_use_that_cannot_be_kept_costs_no_answer(browser, team, mine, monkeypatch):
    token = token_for(team, team.member)

    def full(_engine):
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    with monkeypatch.context() as patched:
        patched.setattr(db, "writing", full)
        assert (await browser.me(token)).status_code == 200
    assert "Not seen in use." in (await browser.http.get(PAGE)).text


async def test_tokens_are_listed_without_what_they_are_and_end_at_once(browser, team, mine):
    token = token_for(team, team.member, "Order bot", ("read", "write"))
    lasting = token_for(team, team.member, "Report bot", expiration="never")
    page = await browser.http.get(PAGE)
    for words in (
        "Order bot",
        "Bakery bot",
        "See your boards · Change your boards",
        "Ends on 2026-11-22",
        "Does not end by itself",
    ):
        assert words in page.text
    assert page.text.count("Since 2026-11-21 at 09:00 UTC. Not seen in use.") == 2
    assert token not in page.text
    assert lasting not in page.text
    assert (await browser.me(token)).status_code == 200
    newest, _ = re.findall(
        r'name="do" value="end_token">\s*<input type="hidden" name="id" value="(\w+)"', page.text
    )
    after = await send(browser, page, do="end_token", id=newest)
    assert "The token was ended" in after.text
    assert {(await browser.me(each)).status_code for each in (token, lasting)} == {200, 401}
    again = await send(browser, page, do="end_token", id=newest)
    assert "ended already" in again.text


async def test_nobody_ends_what_is_anothers(browser, team, mine):
    bea = somebody_else(team)
    theirs = token_for(team, bea)
    assert theirs
    (ident,) = held(team, bea)
    with db.writing(team.service.engine) as connection:
        app = create_key(connection, "Bea's bot", team.clock.now(), id_member=bea)
    give_enrich_key(team.service.engine, team.clock, "bea", 10, add=False, member="bea")
    page = await browser.http.get(PAGE)
    assert ("Bea" in page.text, app.key in page.text, "cse_" in page.text) == (False, False, False)
    for do, what in (
        ("end_token", ident),
        ("end_app", app.key),
        ("end_app", team.app.key),
        ("end_key", ident),
    ):
        assert "ended already" in (await send(browser, page, do=do, id=what)).text
    assert held(team, bea) == [ident]
    with db.reading(team.service.engine) as connection:
        assert find_app(connection, app.key) is not None
        assert find_app(connection, team.app.key) is not None


async def test_a_form_of_another_visit_or_site_does_nothing(browser, team, mine):
    token_for(team, team.member)
    (ident,) = held(team, team.member)
    good = found(r'name="form_token" value="(\w+)"', mine.text)
    for hidden, headers in (("0" * 64, {}), ("", {}), (good, {"Origin": "https://evil.test"})):
        data = {"form_token": hidden, "do": "end_token", "id": ident}
        reply = await browser.http.post(PAGE, data=data, headers={"Origin": ORIGIN} | headers)
        assert reply.status_code == 403
    assert held(team, team.member) == [ident]
    nothing = await browser.http.get(PAGE, params={"do": "end_token", "id": ident})
    assert (nothing.status_code, held(team, team.member)) == (200, [ident])


async def test_an_application_needs_a_name_and_gets_its_key(browser, team, mine):
    for name, origins, why in (
        ("", "", "needs a name"),
        ("\u202e\u200b ", "", "needs a name"),
        ("Order bot", "orders.example.org", "is no origin"),
    ):
        refused = await send(browser, mine, do="register", name=name, origins=origins)
        assert (refused.status_code, why in refused.text) == (400, True), name
    assert 'value="orders.example.org"' in refused.text
    made = await send(
        browser,
        mine,
        do="register",
        name="<b>Order</b> bot",
        origins="https://orders.example.org,, https://b.example.org:8443",
    )
    assert "<b>Order</b>" not in made.text
    key, secret = re.findall(r'<pre class="secret"[^>]*>(\w+)</pre>', made.text)
    with db.reading(team.service.engine) as connection:
        app = find_app(connection, key)
    assert app is not None
    assert (app.name, app.id_member) == ("<b>Order</b> bot", team.member)
    assert app.origins == ["https://b.example.org:8443", "https://orders.example.org"]
    assert secret != key
    # The key works: the application may ask at once.
    asked = await browser.http.get("/1/authorize", params={"key": key, "scope": "read"})
    assert "&lt;b&gt;Order&lt;/b&gt; bot" in asked.text
    twice = await send(browser, mine, do="register", name="<b>Order</b> bot")
    assert (twice.status_code, "already" in twice.text) == (400, True)
    gone = await send(browser, made, do="end_app", id=key)
    assert "every token it held" in gone.text
    assert (await browser.http.get("/1/authorize", params={"key": key})).status_code == 400


async def test_a_member_registers_so_many_applications_and_no_more(browser, mine, monkeypatch):
    monkeypatch.setattr(account, "MOST_APPS", 1)
    assert (await send(browser, mine, do="register", name="one")).status_code == 200
    refused = await send(browser, mine, do="register", name="two")
    assert (refused.status_code, "End one first" in refused.text) == (400, True)


async def test_a_directory_account_shows_its_plan_and_makes_and_ends_keys(browser, team, mine, monkeypatch):
    assert "cardscout serve key NAME --member ana" in mine.text
    plan = Plan(per_second=5, monthly=1200)
    first, _ = give_enrich_key(
        team.service.engine, team.clock, "sales", 500, add=False, plan=plan, member="ana"
    )
    page = await browser.http.get(PAGE)
    for words in (
        "sales",
        "1,200",
        "at the beginning of each month",
        "At most 5 requests a second",
        first[:8],
    ):
        assert words in page.text
    assert first not in page.text
    made = await send(browser, page, do="make_key", label="the dashboard")
    key = found(r'<pre class="secret"[^>]*>(cse_[\w-]+)</pre>', made.text)
    for each in (first, key):
        balance = await browser.http.get("/credits", headers={"Authorization": f"Bearer {each}"})
        assert (balance.status_code, balance.json()["credits"]) == (200, 1200)
    again = await browser.http.get(PAGE)
    assert ("the dashboard" in again.text, key in again.text) == (True, False)
    idents = re.findall(
        r'name="do" value="end_key">\s*<input type="hidden" name="id" value="(\w+)"', again.text
    )
    assert len(idents) == 2
    for ident in idents:
        assert "The directory key was ended" in (await send(browser, page, do="end_key", id=ident)).text
    assert (await browser.http.get("/credits", headers={"Authorization": f"Bearer {key}"})).status_code == 401
    monkeypatch.setattr(account, "MOST_KEYS", 0)
    refused = await send(browser, page, do="make_key")
    assert (refused.status_code, "End one first" in refused.text) == (400, True)


async def test_the_page_is_locked_against_frames_and_scripts(mine):
    policy = mine.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "default-src 'none'" in policy
    assert mine.headers["cache-control"] == "no-store"
    assert "<script>" not in mine.text
