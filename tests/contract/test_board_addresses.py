"""Every address the hosted service documents for boards and what is on them is answered here."""

import re

import pytest

from tests.contract.addresses import KEPT
from tui.server.catalogue import ROUTES

# Not here: "enterprises" and "plugins" (this server has none), "applications" (what a maker of power-ups is told).
NOUNS = (
    "actions", "batch", "boards", "cards", "checklists", "customFields", "emoji", "labels", "lists", "members", "notifications",
    "organizations", "search", "tokens", "webhooks",
)  # fmt: skip
# Documented, and answered by nobody (docs/reference/board.md, 2.5).
NOWHERE = {("PUT", "/tokens/{token}/webhooks/{idWebhook}")}


def documented():
    pairs = [tuple(line.split()) for line in KEPT.read_text("utf-8").splitlines()]
    return [
        (method, path)
        for method, path in pairs
        if path.split("/")[1] in NOUNS and (method, path) not in NOWHERE
    ]


def test_there_is_much_to_answer():
    assert len(documented()) > 220


@pytest.mark.parametrize(("method", "path"), documented(), ids=lambda part: part)
def test_it_is_answered(method, path):
    names = {"filter": "all", "field": "name"}
    address = "/1" + re.sub(r"\{(\w+)\}", lambda match: names.get(match[1], "a" * 24), path)
    handler, places = ROUTES.find(method, address)
    assert callable(handler)
    assert len(places) >= path.count("{")
