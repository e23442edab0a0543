"""Board exports of any size, for measuring; the same for the same arguments."""

import random
from typing import Any

WORDS = [
    "ring",
    "send",
    "draft",
    "review",
    "renew",
    "invoice",
    "quote",
    "visit",
    "demo",
    "chase",
    "contract",
    "proposal",
    "pricing",
    "pilot",
    "audit",
    "lease",
    "harbour",
    "kauri",
]
COLORS = ("green", "yellow", "orange", "red", "purple")


def board(cards: int, lists: int = 8, seed: int = 1) -> dict[str, Any]:
    """An export of a board with ``cards`` cards dealt evenly over ``lists`` lists."""
    pick = random.Random(seed)
    serial = iter(range(1, 10_000_000))

    def ident() -> str:
        number = next(serial)
        return f"{1_700_000_000 + number:08x}{seed:08x}{number:08x}"

    board_id = ident()
    labels = [{"id": ident(), "idBoard": board_id, "name": c[:3], "color": c} for c in COLORS]
    columns = [
        {
            "id": ident(),
            "idBoard": board_id,
            "name": f"List {n + 1:02d}",
            "closed": False,
            "pos": 16384.0 * (n + 1),
        }
        for n in range(lists)
    ]
    dealt = []
    for n in range(cards):
        worn = pick.sample(labels, pick.randrange(3))
        dealt.append(
            {
                "id": ident(),
                "idBoard": board_id,
                "idList": columns[n % lists]["id"],
                "idShort": n + 1,
                "shortLink": f"b{n:07d}",
                "name": f"C{n:06d} " + " ".join(pick.choice(WORDS) for _ in range(pick.randrange(1, 9))),
                "desc": "",
                "closed": False,
                "pos": 16384.0 * (n // lists + 1),
                "idLabels": [label["id"] for label in worn],
                "labels": worn,
                "idMembers": [],
                "idChecklists": [],
                "due": "2026-12-01T02:00:00.000Z" if pick.random() < 0.2 else None,
            }
        )
    return {
        "id": board_id,
        "name": f"{cards} cards",
        "desc": "",
        "closed": False,
        "shortLink": f"B{cards:07d}"[:8],
        "lists": columns,
        "cards": dealt,
        "labels": labels,
        "checklists": [],
        "members": [],
        "memberships": [],
        "actions": [],
    }
