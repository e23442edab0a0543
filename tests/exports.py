"""Exports of boards in the two shapes the hosted service has written: that of 2015, and today's, at any size.

The keys and the kinds of values are those of real exports. The boards, people and texts are made up.
"""

from tests.export_parts import Json, Maker, tally

COLOURS = ("green", "yellow", "orange", "red", "purple", "blue", "sky", "lime", "pink", "black")
PREFS: Json = {
    "permissionLevel": "org", "voting": "disabled", "comments": "members", "invitations": "members", "selfJoin": True,
    "cardAging": "regular", "cardCovers": True, "calendarFeedEnabled": False, "canBePublic": True, "canBeOrg": True,
    "canBePrivate": True, "canInvite": True, "backgroundBrightness": "dark", "backgroundImageScaled": None,
}  # fmt: skip


def old_board() -> Json:
    """A team's board as it was written in 2015: few keys, labels with their counts, many actions."""
    made = Maker(0x54C8B729, "Ovens", "OvEnS015", people=6)
    board = made.board | {
        "invited": False,
        "invitations": [],
        "labelNames": {colour: colour.title() for colour in COLOURS},
        "idOrganization": made.workspace,
        "prefs": PREFS | {"background": "red-sweater", "backgroundColor": None, "backgroundTile": True,
                          "backgroundImage": "https://pictures.example/red.png"},
    }  # fmt: skip
    lists = [made.shelf(number, 65535 * (number + 1)) for number in range(12)]
    labels = [made.label(colour, colour.title()) for colour in COLOURS[:7]]
    cards = [_old_card(made, number, lists[number % 12], labels) for number in range(45)]
    checklists = [made.checklist(card, items=number + 2, pos=16384) for number, card in enumerate(cards[:6])]
    for item in checklists[0]["checkItems"]:
        item["nameData"] = None
    people = [person | {"memberType": "normal", "confirmed": True, "products": []} for person in made.people]
    people[-1] |= {"memberType": "ghost", "confirmed": False, "bioData": {"emoji": {}}}
    memberships = made.memberships()
    memberships[-1]["unconfirmed"] = True
    actions = [*made.beginnings(lists, cards), *made.old_changes(lists, cards, checklists)]
    tally(cards, labels, checklists, actions)
    return board | {"lists": lists, "cards": cards, "labels": labels, "checklists": checklists, "members": people,
                    "memberships": memberships, "actions": actions[::-1]}  # fmt: skip


def _old_card(made: Maker, number: int, where: Json, labels: list[Json]) -> Json:
    mine = labels[number % 7 : number % 7 + number % 3]
    return made.card(number, where, (number + 1) * 16383.75 if number % 5 == 0 else 65536 * (number + 1), mine) | {
        "descData": {"emoji": {}} if number % 3 else None,
        "closed": number % 4 == 3,
        "idMembers": [person["id"] for person in made.people[: number % 3]],
        "badges": {"votes": 0, "viewingMemberVoted": False, "subscribed": False, "fogbugz": "", "checkItems": 0,
                   "checkItemsChecked": 0, "comments": 0, "attachments": 0, "description": True, "due": None},
    }  # fmt: skip


def new_board(cards: int = 11) -> Json:
    """A board as it is written today: many keys, most of them null, and places far from the beginning."""
    made = Maker(0x6785E161, "Recipes", "ReCiPe25", people=1)
    owner, workspace = made.people[0], made.workspace
    board = made.board | dict.fromkeys(
        ("creationMethod", "creationMethodError", "creationMethodLoadingStartedAt", "dateClosed", "idEnterprise", "datePluginDisable", "templateGallery", "idBoardSource", "type")
    )  # fmt: skip
    board |= {
        "nodeId": f"ari:cloud:trello::board/workspace/{workspace}/{board['id']}",
        "idOrganization": workspace,
        "idMemberCreator": owner["id"],
        "ixUpdate": "253",
        "enterpriseOwned": False,
        "premiumFeatures": ["additionalBoardBackgrounds"],
        "limits": {"cards": {"openPerBoard": {"status": "ok", "disableAt": 5000, "warnAt": 4000}}},
        "labelNames": {f"{colour}{shade}": "" for shade in ("", "_dark", "_light") for colour in COLOURS},
        "prefs": PREFS | {"hideVotes": False, "switcherViews": [{"viewType": "Board", "enabled": True}], "autoArchive": None,
                          "background": "gradient-ocean", "backgroundColor": "#0B50AF", "backgroundDarkColor": None,
                          "backgroundBottomColor": "#09326C", "backgroundTopColor": "#0C66E4", "backgroundTile": False,
                          "backgroundImage": "https://pictures.example/ocean.svg", "backgroundDarkImage": None,
                          "sharedSourceUrl": None, "showCompleteStatus": True, "canBeEnterprise": True, "cardCounts": False,
                          "hiddenPluginBoardButtons": [], "isTemplate": False},
        "customFields": [],
        "pluginData": [],
        "idTags": [],
    }  # fmt: skip
    lists = [
        made.shelf(number, 16384 * (number + 1))
        | {
            "color": None,
            "softLimit": None,
            "type": None,
            "datasource": {"filter": False},
            "limits": {"cards": {}},
        }
        | {"idOrganization": workspace, "creationMethod": None}
        for number in range(3)
    ]
    labels = [made.label(colour, "") for colour in COLOURS[:6]]
    all_cards = [_new_card(made, number, lists[number % 3], labels) for number in range(cards)]
    far = 2**47
    checklists = [
        made.checklist(card, items=1 + number % 5, pos=far + 16384 * number) | {"limits": {"checkItems": {}}, "creationMethod": None}
        for number, card in enumerate(all_cards[: 7 + cards // 10])
    ]  # fmt: skip
    all_cards[0]["attachments"] = [made.attachment(all_cards[0], number) for number in range(4)]
    owner |= {
        "activityBlocked": False,
        "idEnterprise": None,
        "nonPublic": {"fullName": "Member A", "initials": "MX", "avatarHash": None},
        "nonPublicAvailable": True,
        "aaId": "70121:a",
        "avatarUrl": None,
        "confirmed": True,
        "dateLastImpression": "2026-01-09T03:04:24.710Z",
        "idEnterprisesDeactivated": [],
        "idMemberReferrer": None,
        "memberType": "normal",
        "products": [],
    }
    for item in checklists[0]["checkItems"]:
        item["dueReminder"] = None
    actions = [*made.beginnings(lists, all_cards), *made.new_changes(all_cards[0], checklists[0])]
    for action in actions:
        told = (
            "activityBlocked",
            "avatarHash",
            "avatarUrl",
            "idMemberReferrer",
            "nonPublic",
            "nonPublicAvailable",
        )
        action["memberCreator"] |= {each: owner[each] for each in told}
    tally(all_cards, labels, checklists, actions)
    return board | {"lists": lists, "cards": all_cards, "labels": labels, "checklists": checklists, "members": [owner],
                    "memberships": made.memberships(), "actions": actions[::-1][:1000]}  # fmt: skip


def _new_card(made: Maker, number: int, where: Json, labels: list[Json]) -> Json:
    empty = ("creationMethod", "creationMethodError", "creationMethodLoadingStartedAt", "dateClosed", "dateViewedByCreator",
             "mirrorSourceNodeId", "singleInstrumentationId", "urlSourceText", "address", "agent", "coordinates", "dateCompleted", "externalSource", "faviconUrl", "locationName", "mirrorSourceId",
             "recurrenceRule", "sourceEmail", "staticMapUrl", "start", "urlSource", "cardRole")  # fmt: skip
    due = "2031-05-06T07:00:00.000Z" if number % 5 == 1 else None
    card = made.card(number, where, 16384 * (number + 1), labels[number % 6 : number % 6 + number % 2])
    return card | dict.fromkeys(empty) | {
        "descData": {"emoji": {}},
        "closed": number % 10 == 9,
        "due": due,
        "dueComplete": False,
        "dueReminder": None,
        "isTemplate": False,
        "cover": {"idAttachment": None, "color": None, "size": "normal", "brightness": "dark", "yPosition": 0.5,
                  "idUploadedBackground": None, "idPlugin": None},
        "idMemberCreator": made.people[0]["id"],
        "idOrganization": made.workspace,
        "pinned": False,
        "badges": {"attachments": 0, "attachmentsByType": {"trello": {"board": 0, "card": 0}}, "checkItemsEarliestDue": None,
                   "externalSource": None, "lastUpdatedByAi": False, "maliciousAttachments": 0, "location": False, "votes": 0,
                   "viewingMemberVoted": False, "description": True, "fogbugz": "", "start": None, "due": due, "dueComplete": False},
        "limits": {"stickers": {"perCard": {"status": "ok", "disableAt": 70, "warnAt": 56}}},
        "nodeId": f"ari:cloud:trello::card/workspace/x/{card['id']}",
        "originalDesc": "",
        "originalName": "",
        "pluginData": [],
        "customFieldItems": [],
    }  # fmt: skip
