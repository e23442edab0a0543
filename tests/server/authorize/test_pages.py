"""Visits of the permission page, from other sites and other browsers."""

from tests.server.authorize.conftest import found


async def test_forms_of_other_sites_and_other_browsers_are_refused(browser, team):
    review = await browser.signed_in()
    address = f"/1/authorize?key={team.app.key}"
    assert (await browser.submit(review, {"Origin": "https://evil.example"}, approve="1")).status_code == 403
    assert (await browser.submit(review, {"Origin": "null"}, approve="1")).status_code == 403
    assert (await browser.submit(review, {"Sec-Fetch-Site": "cross-site"}, approve="1")).status_code == 403
    assert (await browser.submit(review, {"Sec-Fetch-Site": "same-site"}, approve="1")).status_code == 403
    assert (await browser.http.post(address, data={"approve": "1"})).status_code == 403
    assert (
        await browser.http.post(address, data={"approve": "1", "form_token": "é" * 64})
    ).status_code == 403
    plain = {"Content-Type": "text/plain"}
    assert (await browser.http.post(address, content=b"approve=1", headers=plain)).status_code == 403
    hidden = found(r'name="form_token" value="(\w+)"', review.text)
    async with team.client() as other:
        reply = await other.post(address, data={"approve": "1", "form_token": hidden})
        assert reply.status_code == 403
        reply = await other.post(
            address, data={"approve": "1", "form_token": hidden}, headers={"Cookie": "cardscout_session=x"}
        )
        assert reply.status_code == 403
    assert (await browser.submit(review, approve="1")).status_code == 200
