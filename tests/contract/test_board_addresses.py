"""Every address the hosted service documents for boards and what is on them is answered here."""

import json
import re
from pathlib import Path

import pytest

from tui.server.catalogue import ROUTES

DOCUMENTED = Path(__file__).parents[3] / "shared" / "reference" / "board-openapi.json"
# Not here: "enterprises" and "plugins" (this server has none), "applications" (what a maker of power-ups is told).
NOUNS = (
    "actions", "batch", "boards", "cards", "checklists", "customFields", "emoji", "labels", "lists", "members", "notifications",
    "organizations", "search", "tokens", "webhooks",
)  # fmt: skip
# Documented, and answered by nobody (board-api reference, 2.5).
NOWHERE = {("put", "/tokens/{token}/webhooks/{idWebhook}")}
METHODS = ("get", "put", "post", "delete")


def documented():
    if not DOCUMENTED.exists():
        return []
    paths = json.loads(DOCUMENTED.read_text())["paths"]
    return [
        (method, path)
        for path, methods in paths.items()
        if path.split("/")[1] in NOUNS
        for method in METHODS
        if method in methods and (method, path) not in NOWHERE
    ]


@pytest.mark.skipif(not DOCUMENTED.exists(), reason="the description is not beside this checkout")
def test_there_is_much_to_answer():
    assert len(documented()) > 220


@pytest.mark.parametrize(("method", "path"), documented(), ids=lambda part: part)
def test_it_is_answered(method, path):
    names = {"filter": "all", "field": "name"}
    address = "/1" + re.sub(r"\{(\w+)\}", lambda match: names.get(match[1], "a" * 24), path)
    handler, places = ROUTES.find(method.upper(), address)
    assert callable(handler)
    assert len(places) >= path.count("{")
