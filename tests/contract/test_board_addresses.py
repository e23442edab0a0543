"""Every address the hosted service documents for boards and what is on them is answered here."""

import json
import re
from pathlib import Path

import pytest

from tui.server.catalogue import ROUTES
from tui.server.refusal import Refused

DOCUMENTED = Path(__file__).parents[3] / "shared" / "reference" / "board-openapi.json"
NOUNS = ("actions", "boards", "cards", "checklists", "customFields", "labels", "lists")
METHODS = ("get", "put", "post", "delete")
# Power-ups and tags of workspaces: this server has neither.
NOT_HERE = {
    ("post", "/boards/{id}/boardPlugins"),
    ("delete", "/boards/{id}/boardPlugins/{idPlugin}"),
    ("post", "/boards/{id}/idTags"),
}


def documented():
    if not DOCUMENTED.exists():
        return []
    paths = json.loads(DOCUMENTED.read_text())["paths"]
    return [
        (method, path)
        for path, methods in paths.items()
        if path.split("/")[1] in NOUNS
        for method in METHODS
        if method in methods
    ]


@pytest.mark.skipif(not DOCUMENTED.exists(), reason="the description is not beside this checkout")
def test_there_is_much_to_answer():
    assert len(documented()) > 120


@pytest.mark.parametrize(("method", "path"), documented(), ids=lambda part: part)
def test_it_is_answered(method, path):
    names = {"filter": "all", "field": "name"}
    address = "/1" + re.sub(r"\{(\w+)\}", lambda match: names.get(match[1], "a" * 24), path)
    if (method, path) in NOT_HERE:
        with pytest.raises(Refused, match="Cannot"):
            ROUTES.find(method.upper(), address)
    else:
        handler, places = ROUTES.find(method.upper(), address)
        assert callable(handler)
        assert len(places) >= path.count("{")
