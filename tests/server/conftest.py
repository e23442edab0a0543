"""A board to work on, and a client that says what it was answered."""

from pathlib import Path

import pytest

ON_BOTH = (
    "access", "board", "card", "custom", "people", "uploads", "webhooks", "test_app.py", "test_idempotency.py",
)  # fmt: skip
"""What is tested on SQLite and on PostgreSQL: whatever uses ``server`` in these."""


def pytest_generate_tests(metafunc):
    inside = metafunc.definition.path.relative_to(Path(__file__).parent).parts[0]
    if "storage" in metafunc.fixturenames and inside in ON_BOTH:
        metafunc.parametrize("storage", ["sqlite", "postgres"])


class Desk:
    """A board with three lists, and verbs that fail loudly."""

    def __init__(self, http, board):
        self.http = http
        self.id = board["id"]

    async def ok(self, method, path, **sent):
        reply = await self.http.request(method, path, **sent)
        assert reply.status_code == 200, f"{method} {path}: {reply.status_code} {reply.text}"
        return reply.json()

    async def get(self, path, **params):
        return await self.ok("GET", path, params=params)

    async def post(self, path, headers=None, **body):
        return await self.ok("POST", path, json=body, headers=headers)

    async def put(self, path, **body):
        return await self.ok("PUT", path, json=body)

    async def refused(self, method, path, **sent):
        reply = await self.http.request(method, path, **sent)
        assert reply.status_code >= 400, reply.text
        return reply.status_code, reply.text

    async def lists(self):
        return [one["id"] for one in await self.get(f"/boards/{self.id}/lists")]

    async def card(self, name="Order flour", **more):
        return await self.post("/cards", **({"idList": (await self.lists())[0], "name": name} | more))

    async def log(self, server):
        """Every action of the board, the webhook-only ones too, oldest first."""
        from sqlalchemy import select

        from tui.server import db

        with db.reading(server.engine) as connection:
            rows = connection.execute(
                select(db.actions).where(db.actions.c.id_board == self.id).order_by(db.actions.c.id)
            )
            return [(row.type, row.data) for row in rows]


@pytest.fixture
async def desk(http):
    board = await http.post("/boards", json={"name": "Bakery launch"})
    assert board.status_code == 200, board.text
    return Desk(http, board.json())
