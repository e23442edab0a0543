"""Conversion of a board plan to a board export document, so that the sample is imported like any board."""

from __future__ import annotations

import string
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from tui.model.action import COMMENT
from tui.model.values.scalars import format_instant
from tui.server.demo_data.plan import TEAMMATES, BoardPlan, CardPlan

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.demo_data.parts import Cast

_GAP = 65_536.0
_ALPHABET = string.ascii_letters + string.digits
_FRIDAY = 4
_BOARD_AGE = 70
_STAY = 0.3  # the fraction of its age that a card has been in its list


def board_document(
    plan: BoardPlan, cast: Cast, *, dice: Random, now: datetime, owner_id: str, organization_id: str | None
) -> Json:
    """Return the export document of a planned board.

    Args:
        plan: The board's content.
        cast: The texts of the cast, for card texts.
        dice: Random source of ids and short links.
        now: The moment that the plan's days are counted from.
        owner_id: The member who owns the sample.
        organization_id: The workspace of the board, or None.
    """
    return _Writer(plan, cast, dice, now, owner_id).document(organization_id)


class _Writer:
    """The writer of one board's document, which assigns ids as it goes."""

    def __init__(self, plan: BoardPlan, cast: Cast, dice: Random, now: datetime, owner_id: str) -> None:
        self.plan = plan
        self.cast = cast
        self.dice = dice
        self.now = now
        self.ids: dict[str, str] = {"you": owner_id}
        self.board_id = self._id(_BOARD_AGE)
        self.history_dice = Random(self.board_id)
        self.label_ids = {name: self._id(_BOARD_AGE) for name, _ in plan.labels}
        self.checklists: list[Json] = []
        self.actions: list[Json] = []

    def document(self, organization_id: str | None) -> Json:
        """Return the whole document."""
        members = [{"id": self.ids["you"], "username": "you", "fullName": "You", "initials": "Y"}]
        for key, name, username in TEAMMATES:
            self.ids[key] = f"{'5a':0<16}{sum(map(ord, key)):08x}"
            initials = "".join(word[0] for word in name.split())
            members.append(
                {"id": self.ids[key], "username": username, "fullName": name, "initials": initials}
            )
        link = self._link()
        lists = [self._list(name, place) for place, (name, _) in enumerate(self.plan.lists)]
        return {
            "id": self.board_id,
            "name": self.plan.name,
            "desc": self.plan.desc,
            "closed": False,
            "starred": self.plan.starred,
            "idOrganization": organization_id,
            "shortLink": link,
            "dateLastActivity": format_instant(self.now),
            "lists": lists,
            "labels": self._labels(),
            "cards": self._cards(lists),
            "checklists": self.checklists,
            "members": members,
            "memberships": self._memberships(),
            "actions": sorted(self.actions, key=lambda action: str(action["date"]), reverse=True),
        }

    def _list(self, name: str, place: int) -> Json:
        limit = self.plan.limits.get(name)
        return {
            "id": self._id(_BOARD_AGE),
            "idBoard": self.board_id,
            "name": name,
            "closed": False,
            "pos": _GAP * (place + 1),
            "softLimit": limit,
        }

    def _labels(self) -> list[Json]:
        return [
            {"id": self.label_ids[name], "idBoard": self.board_id, "name": name, "color": color}
            for name, color in self.plan.labels
        ]

    def _memberships(self) -> list[Json]:
        return [
            {
                "id": self._id(_BOARD_AGE),
                "idMember": ident,
                "memberType": "admin" if key == "you" else "normal",
            }
            for key, ident in self.ids.items()
        ]

    def _cards(self, lists: list[Json]) -> list[Json]:
        """Return every card, numbered by age, the oldest first."""
        plans = [
            (card, lists[: column + 1], place)
            for column, (_, cards) in enumerate(self.plan.lists)
            for place, card in enumerate(cards)
        ]
        oldest_first = sorted(plans, key=lambda one: -one[0].age)
        return [self._card(number, *one) for number, one in enumerate(oldest_first, 1)]

    def _card(self, number: int, plan: CardPlan, path: list[Json], place: int) -> Json:
        """Return a card that was moved through the lists of ``path``, and log the moves."""
        ident, column = self._id(plan.age), path[-1]
        link = self._link()
        name = self._fill(plan.title)
        about = {"id": ident, "name": name, "idShort": number, "shortLink": link}
        self._log("createCard", self._id(plan.age), plan.age, "you", {"card": about, "list": _named(path[0])})
        for remark in plan.remarks:
            said = {"card": about, "list": _named(column), "text": self._fill(remark.text)}
            self._log(COMMENT, self._id(remark.days_ago), remark.days_ago, remark.by, said)
        moved = self._log_moves(plan, about, path)
        last = min((remark.days_ago for remark in plan.remarks), default=moved)
        return {
            "id": ident,
            "idBoard": self.board_id,
            "idList": column["id"],
            "idShort": number,
            "shortLink": link,
            "name": name,
            "desc": self._fill(plan.desc),
            "closed": False,
            "pos": _GAP * (place + 1),
            "due": format_instant(self._due(plan.due, plan.hour)) if plan.due is not None else None,
            "dueComplete": plan.done,
            "dateLastActivity": format_instant(self._ago(min(last, moved))),
            "idMembers": [self.ids[key] for key in plan.members],
            "idLabels": [self.label_ids[name] for name in plan.labels],
            "idChecklists": self._checklist(plan, ident),
            "attachments": [self._link_attachment(*link, plan) for link in plan.links],
        }

    def _checklist(self, plan: CardPlan, card_id: str) -> list[str]:
        if not plan.items:
            return []
        ident = self._id(plan.age)
        items = [
            {
                "id": self._id(plan.age),
                "idChecklist": ident,
                "name": self._fill(item.removeprefix("x ")),
                "state": "complete" if item.startswith("x ") else "incomplete",
                "pos": _GAP * place,
            }
            for place, item in enumerate(plan.items, 1)
        ]
        checklist = {"id": ident, "idBoard": self.board_id, "idCard": card_id, "name": plan.checklist}
        self.checklists.append({**checklist, "pos": _GAP, "checkItems": items})
        return [ident]

    def _link_attachment(self, name: str, url: str, plan: CardPlan) -> Json:
        date = format_instant(self._ago(plan.age))
        return {
            "id": self._id(plan.age),
            "name": name,
            "url": url,
            "date": date,
            "isUpload": False,
            "pos": _GAP,
        }

    def _log_moves(self, plan: CardPlan, about: Json, path: list[Json]) -> float:
        """Log how a card came from list to list and that its due date was met; return how many days ago the last was."""
        by, days = plan.members[0] if plan.members else "you", plan.age
        for step, (before, after) in enumerate(pairwise(path), 1):
            days = plan.age * (1 - (1 - _STAY) * step / (len(path) - 1))
            ends = {"listBefore": _named(before), "listAfter": _named(after), "old": {"idList": before["id"]}}
            moved = {"card": about | {"idList": after["id"]}, **ends}
            self._log("updateCard", self._history_id(days), days, by, moved)
        if plan.done and plan.due is not None:
            days = min(days, max(0.0, -plan.due))
            done = {
                "card": about | {"dueComplete": True},
                "old": {"dueComplete": False},
                "list": _named(path[-1]),
            }
            self._log("updateCard", self._history_id(days), days, by, done)
        return days

    def _log(self, kind: str, ident: str, days_ago: float, by: str, data: Json) -> None:
        board = {"id": self.board_id, "name": self.plan.name}
        self.actions.append(
            {
                "id": ident,
                "type": kind,
                "date": format_instant(self._ago(days_ago)),
                "idMemberCreator": self.ids[by],
                "data": {**data, "board": board},
            }
        )

    def _fill(self, text: str) -> str:
        # Safe, as only texts of the plans are formatted, never a user's.
        return text.format(**self.cast)

    def _ago(self, days: float) -> datetime:
        return self.now - timedelta(days=days)

    def _due(self, days: int, hour: int) -> datetime:
        """Return a local hour, ``days`` from now, moved to Monday from a weekend."""
        day = (self.now.astimezone() + timedelta(days=days)).replace(
            hour=hour, minute=0, second=0, microsecond=0
        )
        return day + timedelta(days=max(0, (6 - day.weekday()) + 1 if day.weekday() > _FRIDAY else 0))

    def _id(self, days_ago: float) -> str:
        """Return a new id whose first eight digits are the time of creation, ``days_ago``."""
        return f"{int(self._ago(days_ago).timestamp()):08x}{self.dice.getrandbits(64):016x}"

    def _history_id(self, days_ago: float) -> str:
        """Return a new id like ``_id``, from a separate generator, so that history does not affect card ids."""
        return f"{int(self._ago(days_ago).timestamp()):08x}{self.history_dice.getrandbits(64):016x}"

    def _link(self) -> str:
        return "".join(self.dice.choices(_ALPHABET, k=8))


def _named(column: Json) -> Json:
    """Return a list as actions name it."""
    return {"id": column["id"], "name": column["name"]}
