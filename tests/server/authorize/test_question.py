"""What an application may ask a member on the permission page."""

import pytest


@pytest.mark.parametrize(
    "query",
    [
        {"key": "x"}, {"key": ""}, {"expiration": "99999days"}, {"scope": "read,everything"}, {"response_type": "code"},
        {"callback_method": "jsonp"},
    ],
)  # fmt: skip
async def test_a_question_that_means_nothing_is_refused(browser, query):
    page = await browser.open(**query)
    assert (page.status_code, "form_token" in page.text) == (400, False)
