"""The steps of the task board in three ways each: a command line, keys, requests."""

from tests.stories.three_ways import Call, Step

DUE, START = "2031-05-06T07:08:09.000Z", "2031-05-01T00:00:00.000Z"
TEXT = "one\ntwo"
URL = "https://tui.example/y"


def post(path: str, **body: object) -> Call:
    return Call("POST", path, body)


def put(path: str, **body: object) -> Call:
    return Call("PUT", path, body)


def delete(path: str) -> Call:
    return Call("DELETE", path)


MADE = {
    "Create Card": Step(
        "card new {deals} In Plain",
        ["g 1 G n =Plain enter escape"],
        [post("/cards", name="Plain", idList="{in}")],
    ),
    "Create Card, every field, top": Step(
        f"card new {{deals}} In Full --desc '{TEXT}' --pos top --due {DUE} --start {START} --done"
        " --label hot --label cold --member me --member ben",
        [
            "1:1 n =Full enter escape K enter ?Description d =one enter =two ctrl+s",
            f"D ={DUE} enter x g d ={START} enter",
            "l 1 2 escape m =Ana enter m =Ben enter escape",
        ],
        [
            post("/cards", name="Full", desc=TEXT, idList="{in}", pos="top", due=DUE, start=START, dueComplete=True,
                 idLabels=["{hot}", "{cold}"], idMembers=["{me}", "{ben}"]),
        ],
    ),
    "Create Card, a number": Step(
        "card new {deals} In Between --pos 150.5",
        ["1:2 n =Between enter escape"],
        [post("/cards", name="Between", idList="{in}", pos=150.5)],
    ),
    "Create Card, bottom": Step(
        "card new {deals} Out End --pos bottom --label cold",
        ["g 2 G n =End enter escape # 2 escape"],
        [post("/cards", name="End", idList="{out}", pos="bottom", idLabels=["{cold}"])],
    ),
}  # fmt: skip

CHANGED = {
    "Update Card, every field": Step(
        f"card edit {{card}} --name New --desc '{TEXT}' --list Out --pos top --due {DUE} --start {START} --done"
        " --reminder 60 --label cold --member ben --archived",
        [
            "1:2 > 2:1 enter ?Description t ctrl+u =New enter d ctrl+u =one enter =two ctrl+s",
            f"D ={DUE} enter x g d ={START} enter g e '=an hour' enter",
            "l 1 2 escape m =Ana enter m =Ben enter a",
        ],
        [
            put("/cards/{card}", name="New", desc=TEXT, idList="{out}", pos="top", due=DUE, start=START,
                dueComplete=True, dueReminder=60, idLabels=["{cold}"], idMembers=["{ben}"], closed=True),
        ],
    ),
    "Update Card, cleared": Step(
        "card edit {new} --due - --start - --label - --member - --desc '' --not-done --not-archived",
        [
            "g a ?New enter escape 2:1 ?New enter ?Description x D =none enter g d =none enter",
            "l 2 escape m =Ben enter d ctrl+u backspace ctrl+u ctrl+s escape",
        ],
        [
            put("/cards/{new}", due="", start="", idLabels="", idMembers="", desc="", dueComplete=False, closed=False),
        ],
    ),
    "Update Card, a number": Step(
        "card edit {last} --pos 50", ["g 1 G K"], [put("/cards/{last}", pos=50)]
    ),
}  # fmt: skip

KEPT = {
    "Archive Card": Step("card archive {card}", ["1:2 a"], [put("/cards/{card}", closed=True)]),
    "Restore Card": Step("card restore {card}", ["g a ?Card enter escape"], [put("/cards/{card}", closed=False)]),
    "Copy Card": Step(
        "card copy {card}",
        ["1:2 y enter"],
        [post("/cards", idCardSource="{card}", idList="{in}", pos=250, keepFromSource="all")],
    ),
    "Copy Card, to a list, by another name": Step(
        "card copy {first} Out --name Twin --pos bottom",
        ["1:1 y enter ?copied 2 G t ctrl+u =Twin enter ."],
        [post("/cards", idCardSource="{first}", name="Twin", idList="{out}", pos="bottom", keepFromSource="all")],
    ),
    "Move Card": Step(
        "card move {last} Out --pos top", ["g 1 G >"], [put("/cards/{last}", idList="{out}", pos="top")]
    ),
    "Move Card, another board": Step(
        "card move {card} There --board {won} --pos bottom",
        ["1:2 M '=There {other}' enter"],
        [put("/cards/{card}", idBoard="{won}", idList="{there}", pos="bottom")],
    ),
    "Delete Card": Step("card delete {first} --yes", ["1:1 X y"], [delete("/cards/{first}")]),
}  # fmt: skip

LISTS = {
    "Create List": Step("list new {deals} Later", ["$ + =Later enter escape"], [
        post("/lists", name="Later", idBoard="{deals}", pos="bottom")]),
    "Create List, top": Step("list new {deals} Now --pos top", ["g 1 + =Now enter escape ctrl+left"], [
        post("/lists", name="Now", idBoard="{deals}", pos="top")]),
    "Create List, a number": Step("list new {deals} Mid --pos 1500", ["g 2 + =Mid enter escape"], [
        post("/lists", name="Mid", idBoard="{deals}", pos=1500)]),
    "Copy List": Step("list copy {deals} In Twin", ["g 2 g Y =Twin enter"], [
        post("/lists", name="Twin", idBoard="{deals}", idListSource="{in}", pos=1250)]),
}  # fmt: skip

PARTS = {
    "Add Comment": Step(
        f"card comment {{card}} '{TEXT}'",
        ["1:2 C =one enter =two ctrl+s escape"],
        [post("/cards/{card}/actions/comments", text=TEXT)],
    ),
    "Add Checklist": Step(
        "checklist new {card} More",
        ["1:2 enter ?Steps + =More enter escape escape"],
        [post("/checklists", idCard="{card}", name="More")],
    ),
    "Add Checklist, top": Step(
        "checklist new {card} Before --pos top",
        ["1:2 enter ?More + =Before enter escape ?Before G K K escape"],
        [post("/checklists", idCard="{card}", name="Before", pos="top")],
    ),
    "Create Checklist Item": Step(
        "checklist add {steps} plain",
        ["1:2 c home j n =plain enter escape escape"],
        [post("/checklists/{steps}/checkItems", name="plain")],
    ),
    # The screens have no key for the date of an item, and none for who does it.
    "Create Checklist Item, every field": Step(
        f"checklist add {{steps}} write --checked --due {DUE} --member ben --pos top",
        [
            "1:2 c home j n =write enter escape ?write K K x escape",
            put("/cards/{card}/checkItem/{write}", due=DUE, idMember="{ben}"),
        ],
        [post("/checklists/{steps}/checkItems", name="write", checked=True, due=DUE, idMember="{ben}", pos="top")],
    ),
}  # fmt: skip

WORN = {
    "Add Label to Card": Step(
        "label add {card} cold", ["1:2 # 2 escape"], [post("/cards/{card}/idLabels", value="{cold}")]
    ),
    "Remove Label from Card": Step(
        "label remove {card} hot", ["1:2 # 1 escape"], [delete("/cards/{card}/idLabels/{hot}")]
    ),
    "Add Member to Card": Step(
        "card assign {card} ben", ["1:2 m =Ben enter escape"], [post("/cards/{card}/idMembers", value="{ben}")]
    ),
    "Remove Member from Card": Step(
        "card unassign {card} me", ["1:2 @"], [delete("/cards/{card}/idMembers/{me}")]
    ),
    "Add Attachment, a link": Step(
        f"card attach {{card}} {URL}", [f"1:2 f ={URL} enter"], [post("/cards/{card}/attachments", url=URL)]
    ),
    # The screens have no key for the name of an attachment.
    "Add Attachment, a link with a name": Step(
        f"card attach {{card}} {URL} --name Y",
        [post("/cards/{card}/attachments", url=URL, name="Y")],
        [post("/cards/{card}/attachments", url=URL, name="Y")],
    ),
    "Add Attachment, a file": Step(
        "card attach {card} {brief}", ["1:2 f ={brief} enter"], [Call("POST", "/cards/{card}/attachments", {}, "{brief}")]
    ),
    "Add Attachment, a file with a name": Step(
        "card attach {card} {prices} --name 'Prices 2031'",
        ["1:2 f ={prices} enter", put("/cards/{card}/attachments/{prices_txt}", name="Prices 2031")],
        [Call("POST", "/cards/{card}/attachments", {"name": "Prices 2031"}, "{prices}")],
    ),
}  # fmt: skip

STORIES = {
    "cards made": MADE,
    "cards changed": CHANGED,
    "cards kept": KEPT,
    "lists": LISTS,
    "parts of a card": PARTS,
    "on a card": WORN,
}

GET_CARD = Call("GET", "/cards/{card}", {"fields": "all", "attachments": "true"})
GET_CARDS = Call("GET", "/lists/{in}/cards", {"fields": "all", "attachments": "true"})
GET_LISTS = Call("GET", "/boards/{deals}/lists")
GET_BOARDS = Call("GET", "/members/me/boards", {"fields": "all", "filter": "open"})

READS = {
    "Get Card": Step(
        "card show {card}", ["1:2 enter ?old ?hot ?call '?She is away' escape", GET_CARD], [GET_CARD]
    ),
    "Get List Cards": Step("cards {deals} --list In", ["?First ?Card ?Last", GET_CARDS], [GET_CARDS]),
    "Get Lists": Step("lists {deals}", ["?In ?Out", GET_LISTS], [GET_LISTS]),
    "Get Boards": Step("boards", ["b ={other} enter ?There", GET_BOARDS], [GET_BOARDS]),
}
"""What is read: the screens show it, and the palette has the whole answer."""
