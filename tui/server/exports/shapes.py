"""Which wire field of each noun stands in which column: one table, read in both directions.

A field that is not in the table goes to the row's ``extra`` as it came and is written back from there. Some
fields are deliberately in ``extra`` although the server answers them itself (``url``, ``badges`` …): an export
then gives back what the file said.
"""

from tui.server.exports.fields import (
    Field,
    Shape,
    count,
    flag,
    ident,
    mapping,
    moment,
    number,
    short_link,
    text,
)

_ID = Field("id", "id", ident, vital=True)
_NAME = Field("name", "name", text, "", vital=True)
_DESC = Field("desc", "desc", text, "", vital=True)
_CLOSED = Field("closed", "closed", flag, False, vital=True)
_POS = Field("pos", "pos", number)
_SHORT_LINK = Field("shortLink", "short_link", short_link)
_ACTIVITY = Field("dateLastActivity", "date_last_activity", moment)

BOARD = Shape(
    (
        _ID,
        _NAME,
        _DESC,
        _CLOSED,
        _SHORT_LINK,
        Field("idMemberCreator", "id_member_creator", text),
        Field("prefs", "prefs", mapping, {}),
        Field("labelNames", "label_names", mapping, {}),
        _ACTIVITY,
    ),
    frozenset(
        {"actions", "cards", "checklists", "customFields", "labels", "lists", "members", "memberships"}
    ),
)

LIST = Shape(
    (_ID, _NAME, _CLOSED, _POS, Field("subscribed", "subscribed", flag, False)), frozenset({"idBoard"})
)

CARD = Shape(
    (
        _ID,
        _NAME,
        _DESC,
        _CLOSED,
        _POS,
        Field("idList", "id_list", text, vital=True),
        Field("idShort", "id_short", count),
        _SHORT_LINK,
        Field("due", "due", moment),
        Field("start", "start", moment),
        Field("dueComplete", "due_complete", flag, False),
        Field("dueReminder", "due_reminder", number),
        _ACTIVITY,
        Field("idAttachmentCover", "id_attachment_cover", text),
        Field("subscribed", "subscribed", flag, False),
        Field("isTemplate", "is_template", flag, False),
        Field("cover", "cover", mapping, {}),
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

LABEL = Shape((_ID, _NAME, Field("color", "color", text)), frozenset({"idBoard", "uses"}))

MEMBER = Shape(
    (
        _ID,
        Field("username", "username", text),
        Field("fullName", "full_name", text, ""),
        Field("initials", "initials", text, ""),
        Field("avatarUrl", "avatar_url", text),
        Field("email", "email", text),
    )
)

MEMBERSHIP = Shape(
    (
        _ID,
        Field("idMember", "id_member", ident, vital=True),
        Field("memberType", "member_type", text, "normal"),
        Field("unconfirmed", "unconfirmed", flag, False),
        Field("deactivated", "deactivated", flag, False),
    )
)

CHECKLIST = Shape((_ID, _NAME, _POS), frozenset({"idBoard", "idCard", "checkItems"}))

CHECK_ITEM = Shape(
    (
        _ID,
        _NAME,
        _POS,
        Field("state", "state", text),
        Field("due", "due", moment),
        Field("dueReminder", "due_reminder", number),
        Field("idMember", "id_member", text),
    ),
    frozenset({"idChecklist"}),
)

ATTACHMENT = Shape(
    (
        _ID,
        _NAME,
        _POS,
        Field("url", "url", text, ""),
        Field("mimeType", "mime_type", text),
        Field("bytes", "bytes", count),
        Field("date", "date", moment),
        Field("isUpload", "is_upload", flag, False),
        Field("idMember", "id_member", text),
        Field("fileName", "file_name", text),
    )
)

CUSTOM_FIELD = Shape(
    (_ID, _NAME, _POS, Field("type", "type", text, vital=True)),
    frozenset({"idModel", "modelType", "options", "display"}),
)

CUSTOM_FIELD_OPTION = Shape(
    (_ID, _POS, Field("color", "color", text, "none")), frozenset({"idCustomField", "value"})
)

CUSTOM_FIELD_ITEM = Shape(
    (_ID, Field("value", "value", mapping), Field("idValue", "id_value", text)),
    frozenset({"idCustomField", "idModel", "modelType"}),
)

STICKER = Shape(
    (
        _ID,
        Field("image", "image", text, ""),
        Field("top", "top", number, 0.0),
        Field("left", "left", number, 0.0),
        Field("zIndex", "z_index", count, 0),
        Field("rotate", "rotate", number, 0.0),
    )
)

ACTION = Shape(
    (
        _ID,
        Field("type", "type", text, vital=True),
        Field("date", "date", moment),
        Field("idMemberCreator", "id_member_creator", text),
        Field("data", "data", mapping, {}, vital=True),
    )
)
