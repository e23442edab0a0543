"""The parts of which ``tests/exports.py`` makes boards: lists, cards, people and what they did."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from typing import Any

Json = dict[str, Any]

TITLES = (
    "Ring the mill about rye", "資料を送る 見積もり", "Fix the proofing drawer 🛠️", "Kōrero with the growers", "الاتصال بالعميل",
    "naïve café résumé — “quotes”", "Ask for a quote: flour, salt & yeast", "x" * 240, "[Draft] menu *winter*",
)  # fmt: skip
SITE = "https://trello.com"


class Maker:
    """Makes the things of one board, each with an id of its own."""

    def __init__(self, began: int, name: str, link: str, people: int) -> None:
        self._began, self._numbers = began, count(1)
        self.workspace, ident = self.id(), self.id()
        self.brief = {"id": ident, "name": name, "shortLink": link}
        self.board: Json = self.brief | {
            "desc": "", "descData": None, "closed": False, "pinned": False, "starred": True, "subscribed": False,
            "powerUps": [], "idOrganization": None, "url": f"{SITE}/b/{link}/{name.lower()}", "shortUrl": f"{SITE}/b/{link}",
            "dateLastActivity": self._when(ident), "dateLastView": self._when(ident),
        }  # fmt: skip
        self.people: list[Json] = [
            {"id": self.id(), "username": f"member{letter}", "fullName": f"Member {letter.upper()}", "initials": "MX",
             "avatarHash": None, "bio": "", "bioData": None, "status": "disconnected", "url": f"{SITE}/member{letter}",
             "idPremOrgsAdmin": []}
            for letter in "abcdef"[:people]
        ]  # fmt: skip

    def id(self) -> str:
        number = next(self._numbers)
        return f"{self._began + number * 60:08x}{self._began:08x}{number:08x}"

    def _when(self, ident: str) -> str:
        return datetime.fromtimestamp(int(ident[:8], 16), UTC).strftime("%Y-%m-%dT%H:%M:%S.123Z")

    def _thing(self, **fields: Any) -> Json:
        return {"id": self.id(), "idBoard": self.brief["id"], **fields}

    def shelf(self, number: int, pos: float) -> Json:
        return self._thing(name=f"Shelf {number}", closed=False, pos=pos, subscribed=False)

    def label(self, colour: str, name: str) -> Json:
        return self._thing(name=name, color=colour, uses=0)

    def card(self, number: int, where: Json, pos: float, labels: list[Json]) -> Json:
        title = TITLES[number % len(TITLES)] if number % 4 == 0 else f"Loaf {number}"
        made = self._thing(
            idList=where["id"],
            name=title,
            desc=f"# Steps\n\n- *knead* {number}\n",
            pos=pos,
            idShort=number + 1,
        )
        link = f"{self.brief['shortLink'][:2]}{number:06d}"
        return made | {
            "shortLink": link, "shortUrl": f"{SITE}/c/{link}", "url": f"{SITE}/c/{link}/{number + 1}-loaf", "due": None,
            "labels": labels, "idLabels": [label["id"] for label in labels], "idMembers": [], "idMembersVoted": [],
            "idChecklists": [], "idAttachmentCover": None, "manualCoverAttachment": False, "subscribed": number % 6 == 1,
            "email": "someone@example.com", "attachments": [], "dateLastActivity": self._when(made["id"]),
        }  # fmt: skip

    def checklist(self, card: Json, *, items: int, pos: float) -> Json:
        made = self._thing(idCard=card["id"], name="Checklist", pos=pos)
        card["idChecklists"].append(made["id"])
        return made | {"checkItems": [
            {"id": self.id(), "idChecklist": made["id"], "name": f"step {number}", "nameData": {"emoji": {}},
             "pos": pos + 16384 * number, "state": "complete" if number % 2 else "incomplete", "due": None, "idMember": None}
            for number in range(items)
        ]}  # fmt: skip

    def attachment(self, card: Json, number: int) -> Json:
        ident, file = self.id(), f"crumb {number}.mp4"
        return {"id": ident, "bytes": 2_665_943 + number, "date": self._when(ident), "edgeColor": None, "idMember": self.people[0]["id"],
                "isMalicious": False, "isUpload": True, "mimeType": "video/mp4", "name": file, "fileName": file, "previews": [],
                "pos": 65536 + 16384 * number, "url": f"{SITE}/1/cards/{card['id']}/attachments/{ident}/download/crumb.mp4"}  # fmt: skip

    def memberships(self) -> list[Json]:
        return [
            {"id": self.id(), "idMember": person["id"], "memberType": "normal" if number else "admin", "unconfirmed": False,
             "deactivated": False}
            for number, person in enumerate(self.people)
        ]  # fmt: skip

    def action(self, kind: str, **data: Any) -> Json:
        ident, person = self.id(), self.people[next(self._numbers) % len(self.people)]
        return {"id": ident, "idMemberCreator": person["id"], "memberCreator": _brief(person, "username", "fullName", "initials", "avatarHash"),
                "type": kind, "date": self._when(ident), "data": {"board": self.brief, **data}}  # fmt: skip

    def beginnings(self, lists: list[Json], cards: list[Json]) -> Iterator[Json]:
        """How the board, its lists and its cards came."""
        yield self.action("createBoard")
        yield self.action("addToOrganizationBoard", organization={"id": self.id(), "name": "Bakery"})
        yield from (self.action("createList", list=_brief(each, "name")) for each in lists)
        for card in cards:
            where = next(each for each in lists if each["id"] == card["idList"])
            yield self.action("createCard", card=_face(card), list=_brief(where, "name"))

    def old_changes(self, lists: list[Json], cards: list[Json], checklists: list[Json]) -> Iterator[Json]:
        """What a team did in 2015."""
        first, second = (_brief(each, "name") for each in lists[:2])
        for field, was, now in (
            ("name", "Loaf", "Loaf 0"),
            ("desc", "", "x"),
            ("pos", 5, 49151.25),
            ("closed", False, True),
        ):
            for card in cards[:15]:
                yield self.action("updateCard", card=_face(card) | {field: now}, old={field: was}, list=first)
        for card in cards[:20]:
            moved = {"card": _face(card) | {"idList": second["id"]}, "old": {"idList": first["id"]}}
            yield self.action("updateCard", **moved, listBefore=first, listAfter=second)
        for card in cards[:24]:
            comment = self.action(
                "commentCard",
                card=_face(card),
                list=first,
                text=f"Seen: {card['name']}",
                textData={"emoji": {}},
            )
            comment["data"]["dateLastEdited"] = comment["date"]
            yield comment
        for checklist, card in zip(checklists, cards, strict=False):
            about = {"card": _face(card), "checklist": _brief(checklist, "name")}
            yield self.action("addChecklistToCard", **about)
            yield self.action(
                "updateCheckItemStateOnCard",
                **about,
                checkItem=_brief(checklist["checkItems"][0], "name", "state"),
            )
        yield self.action(
            "removeChecklistFromCard", card=_face(cards[0]), checklist={"id": self.id(), "name": "gone"}
        )
        yield self.action("updateList", list=first, old={"name": "Shelf"})
        yield self.action("updateList", list=first | {"pos": 98303}, old={"pos": 589823})
        yield self.action("updateBoard") | {
            "data": {
                "board": self.brief | {"prefs": {"background": "red"}},
                "old": {"prefs": {"background": "blue"}},
            }
        }
        for person in self.people[1:]:
            brief = _brief(person, "username", "fullName", "initials", "avatarHash")
            yield self.action("addMemberToBoard", idMemberAdded=person["id"], memberType="normal") | {
                "member": brief
            }
            yield self.action("addMemberToCard", idMember=person["id"], card=_face(cards[1])) | {
                "member": brief
            }
        yield self.action(
            "unconfirmedBoardInvitation", member={"id": self.people[-1]["id"], "name": "Member F"}
        )

    def new_changes(self, card: Json, checklist: Json) -> Iterator[Json]:
        """What one person did of late, some of it by an app."""
        about, listed = {"card": _face(card)}, {"id": card["idList"], "name": "Shelf 0"}
        by_app: Json = {"appCreator": {"id": self.id()}, "limits": None}
        yield (
            self.action("updateCard", card=about["card"] | {"desc": "x"}, old={"desc": ""}, list=listed)
            | by_app
        )
        yield self.action("addChecklistToCard", **about, checklist=_brief(checklist, "name")) | by_app
        yield (
            self.action("updateChecklist", **about, checklist=_brief(checklist, "name"), old={"name": "List"})
            | by_app
        )
        item = _brief(checklist["checkItems"][0], "name", "state") | {"textData": {"emoji": {}}}
        yield self.action(
            "updateCheckItemStateOnCard", **about, checklist=_brief(checklist, "name"), checkItem=item
        )
        for file in card["attachments"]:
            yield self.action(
                "addAttachmentToCard", **about, list=listed, attachment=_brief(file, "name", "url")
            )
        gone = {"id": self.id(), "name": "gone.mp4"}
        yield self.action("addAttachmentToCard", **about, attachment=gone) | {"appCreator": None}
        yield self.action("deleteAttachmentFromCard", **about, attachment=gone)


def tally(cards: list[Json], labels: list[Json], checklists: list[Json], actions: list[Json]) -> None:
    """Set what an export says twice: how often a label is used, and what there is of each thing on a card."""
    for label in labels:
        label["uses"] = sum(label["id"] in card["idLabels"] for card in cards)
    items: dict[str, list[Json]] = {card["id"]: [] for card in cards}
    for checklist in checklists:
        items[checklist["idCard"]] += checklist["checkItems"]
    told = Counter(action["data"]["card"]["id"] for action in actions if action["type"] == "commentCard")
    for card in cards:
        done = [item["id"] for item in items[card["id"]] if item["state"] == "complete"]
        card["checkItemStates"] = [{"idCheckItem": each, "state": "complete"} for each in done]
        card["badges"] |= {"checkItems": len(items[card["id"]]), "checkItemsChecked": len(done), "comments": told[card["id"]],
                           "subscribed": card["subscribed"], "attachments": len(card["attachments"])}  # fmt: skip


def _brief(thing: Json, *names: str) -> Json:
    return {name: thing[name] for name in ("id", *names)}


def _face(card: Json) -> Json:
    return _brief(card, "name", "idShort", "shortLink")
