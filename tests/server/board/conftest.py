"""A checklist on a card."""

import pytest


@pytest.fixture
async def checklist(desk):
    card = await desk.card()
    return await desk.post("/checklists", idCard=card["id"], name="Steps")
