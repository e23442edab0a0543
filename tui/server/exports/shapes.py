"""The mapping between JSON fields and columns for each kind of object, used for import and export.

A field that is not in the mapping is stored unchanged in the row's ``extra`` and is written back from there.
Some fields that the server computes for its answers (``url``, ``badges`` …) are in ``extra`` on purpose, so
that an export returns the file's values.
"""

from tui.server.exports.fields import (
    Shape,
    WireField,
    count,
    flag,
    ident,
    mapping,
    moment,
    number,
    short_link,
    text,
)

_ID = WireField("id", "id", ident, vital=True)
_NAME = WireField("name", "name", text, "", vital=True)
_DESC = WireField("desc", "desc", text, "", vital=True)
_CLOSED = WireField("closed", "closed", flag, False, vital=True)
_POS = WireField("pos", "pos", number)
_SHORT_LINK = WireField("shortLink", "short_link", short_link)
_ACTIVITY = WireField("dateLastActivity", "date_last_activity", moment)

BOARD = Shape(
    (
        _ID,
        _NAME,
        _DESC,
        _CLOSED,
        _SHORT_LINK,
        WireField("idMemberCreator", "id_member_creator", text),
        WireField("prefs", "prefs", mapping, {}),
        WireField("labelNames", "label_names", mapping, {}),
        _ACTIVITY,
    ),
    frozenset(
        {"actions", "cards", "checklists", "customFields", "labels", "lists", "members", "memberships"}
    ),
)

LIST = Shape(
    (_ID, _NAME, _CLOSED, _POS, WireField("subscribed", "subscribed", flag, False)), frozenset({"idBoard"})
)

CARD = Shape(
    (
        _ID,
        _NAME,
        _DESC,
        _CLOSED,
        _POS,
        WireField("idList", "id_list", text, vital=True),
        WireField("idShort", "id_short", count),
        _SHORT_LINK,
        WireField("due", "due", moment),
        WireField("start", "start", moment),
        WireField("dueComplete", "due_complete", flag, False),
        WireField("dueReminder", "due_reminder", number),
        _ACTIVITY,
        WireField("idAttachmentCover", "id_attachment_cover", text),
        WireField("subscribed", "subscribed", flag, False),
        WireField("isTemplate", "is_template", flag, False),
        WireField("cover", "cover", mapping, {}),
    ),
    frozenset(
        {
            "idBoard",
            "labels",
            "idLabels",
            "idMembers",
            "idChecklists",
            "checklists",
            "checkItemStates",
            "attachments",
            "customFieldItems",
            "stickers",
        }
    ),
)

LABEL = Shape((_ID, _NAME, WireField("color", "color", text)), frozenset({"idBoard", "uses"}))

MEMBER = Shape(
    (
        _ID,
        WireField("username", "username", text),
        WireField("fullName", "full_name", text, ""),
        WireField("initials", "initials", text, ""),
        WireField("avatarUrl", "avatar_url", text),
        WireField("email", "email", text),
    )
)

MEMBERSHIP = Shape(
    (
        _ID,
        WireField("idMember", "id_member", ident, vital=True),
        WireField("memberType", "member_type", text, "normal"),
        WireField("unconfirmed", "unconfirmed", flag, False),
        WireField("deactivated", "deactivated", flag, False),
    )
)

CHECKLIST = Shape((_ID, _NAME, _POS), frozenset({"idBoard", "idCard", "checkItems"}))

CHECK_ITEM = Shape(
    (
        _ID,
        _NAME,
        _POS,
        WireField("state", "state", text),
        WireField("due", "due", moment),
        WireField("dueReminder", "due_reminder", number),
        WireField("idMember", "id_member", text),
    ),
    frozenset({"idChecklist"}),
)

ATTACHMENT = Shape(
    (
        _ID,
        _NAME,
        _POS,
        WireField("url", "url", text, ""),
        WireField("mimeType", "mime_type", text),
        WireField("bytes", "bytes", count),
        WireField("date", "date", moment),
        WireField("isUpload", "is_upload", flag, False),
        WireField("idMember", "id_member", text),
        WireField("fileName", "file_name", text),
    )
)

CUSTOM_FIELD = Shape(
    (_ID, _NAME, _POS, WireField("type", "type", text, vital=True)),
    frozenset({"idModel", "modelType", "options", "display"}),
)

CUSTOM_FIELD_OPTION = Shape(
    (_ID, _POS, WireField("color", "color", text, "none")), frozenset({"idCustomField", "value"})
)

CUSTOM_FIELD_ITEM = Shape(
    (_ID, WireField("value", "value", mapping), WireField("idValue", "id_value", text)),
    frozenset({"idCustomField", "idModel", "modelType"}),
)

STICKER = Shape(
    (
        _ID,
        WireField("image", "image", text, ""),
        WireField("top", "top", number, 0.0),
        WireField("left", "left", number, 0.0),
        WireField("zIndex", "z_index", count, 0),
        WireField("rotate", "rotate", number, 0.0),
    )
)

ACTION = Shape(
    (
        _ID,
        WireField("type", "type", text, vital=True),
        WireField("date", "date", moment),
        WireField("idMemberCreator", "id_member_creator", text),
        WireField("data", "data", mapping, {}, vital=True),
    )
)
