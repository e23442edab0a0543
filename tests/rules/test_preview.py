"""What is said of a step."""

from pydantic import TypeAdapter

from tui.rules.preview import describe
from tui.rules.steps.outside import PostStep


def test_of_an_address_only_the_host_is_shown():
    url = "https://hooks.example:8443/services/secret?token=secret"
    step = TypeAdapter(PostStep).validate_python({"step": "post", "url": url})
    assert step.url == url
    assert describe(step) == describe(step, {}) == "post · url: https://hooks.example:8443/…"
