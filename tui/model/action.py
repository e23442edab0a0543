"""Actions: the events of a board, comments among them."""

from tui.model.member import Member
from tui.model.values.fields import field
from tui.model.values.record import Value
from tui.model.values.scalars import Instant, Json, part_of

COMMENT = "commentCard"

COPIED_COMMENT = "copyCommentCard"
"""The action type of a comment on a copied card."""

COMMENTS = f"{COMMENT},{COPIED_COMMENT}"
"""The action types of everything that a card shows as a comment, for requests of a feed."""

NOTE_SIGNATURE = "Cardscout ·"
"""The beginning of the last line of a note: a comment that shows what a service knows of somebody."""

ACTION_TYPES = (
    "acceptEnterpriseJoinRequest", "addAdminToBoard", "addAdminToOrganization", "addAttachmentToCard",
    "addBoardsPinnedToMember", "addChecklistToCard", "addLabelToCard", "addMemberToBoard",
    "addMemberToCard", "addMemberToOrganization", "addOrganizationToEnterprise",
    "addToEnterprisePluginWhitelist", "addToOrganizationBoard", "commentCard", "convertToCardFromCheckItem",
    "copyBoard", "copyCard", "copyChecklist", "copyCommentCard", "createBoard", "createBoardInvitation",
    "createBoardPreference", "createCard", "createCheckItem", "createCustomField", "createLabel",
    "createList", "createOrganization", "createOrganizationInvitation", "deactivatedMemberInBoard",
    "deactivatedMemberInEnterprise", "deactivatedMemberInOrganization", "deleteAttachmentFromCard",
    "deleteBoardInvitation", "deleteCard", "deleteCheckItem", "deleteComment", "deleteCustomField",
    "deleteLabel", "deleteOrganizationInvitation", "disableEnterprisePluginWhitelist", "disablePlugin",
    "disablePowerUp", "emailCard", "enableEnterprisePluginWhitelist", "enablePlugin", "enablePowerUp",
    "makeAdminOfBoard", "makeAdminOfOrganization", "makeNormalMemberOfBoard",
    "makeNormalMemberOfOrganization", "makeObserverOfBoard", "memberJoinedTrello", "moveCardFromBoard",
    "moveCardToBoard", "moveListFromBoard", "moveListToBoard", "reactivatedMemberInBoard",
    "reactivatedMemberInEnterprise", "reactivatedMemberInOrganization", "removeAdminFromBoard",
    "removeAdminFromOrganization", "removeBoardsPinnedFromMember", "removeChecklistFromCard",
    "removeFromEnterprisePluginWhitelist", "removeFromOrganizationBoard", "removeLabelFromCard",
    "removeMemberFromBoard", "removeMemberFromCard", "removeMemberFromOrganization",
    "removeOrganizationFromEnterprise", "unconfirmedBoardInvitation", "unconfirmedOrganizationInvitation",
    "updateBoard", "updateCard", "updateCheckItem", "updateCheckItemStateOnCard", "updateChecklist",
    "updateComment", "updateCustomField", "updateCustomFieldItem", "updateLabel", "updateList",
    "updateMember", "updateOrganization", "voteOnCard", "withdrawEnterpriseJoinRequest",
)  # fmt: skip
"""The known types of actions."""


class Action(Value):
    """One event of a board's activity feed.

    Attributes:
        id: Ordered by time; used as cursor and for deduplication.
        type: ``createCard``, ``updateCard``, ``commentCard`` …; unknown types are kept.
        data: Shape by type: ``card``, ``list``, ``board``, ``old``, ``text`` …
    """

    id: str
    type: str
    date: Instant
    id_member_creator: str | None = None
    data: Json = field(default_factory=dict)
    member_creator: Member | None = None

    @property
    def card_id(self) -> str | None:
        """Id of the action's card, or None."""
        return self.ident("card") or None

    @property
    def author(self) -> str:
        """Name of the member who did it, or ""."""
        return "" if self.member_creator is None else self.member_creator.display_name

    @property
    def author_id(self) -> str:
        """Id of the member who did it, or ""."""
        who = self.member_creator
        return self.id_member_creator or ("" if who is None else who.id)

    def part(self, noun: str) -> Json:
        """Return the part ``noun`` of the data, such as ``card`` or ``list``; {} if there is none."""
        return part_of(self.data, noun)

    def ident(self, noun: str) -> str:
        """Return the id of that part, or ""."""
        ident = self.part(noun).get("id")
        return ident if isinstance(ident, str) else ""


class Comment(Value):
    """A comment of a card, as the screens show it.

    Attributes:
        mine: Whether this account wrote it (otherwise it cannot be edited).
        pending: Whether the service has not confirmed it yet.
    """

    id: str
    id_card: str
    text: str
    date: Instant
    author: str = ""
    author_id: str = ""
    edited: Instant | None = None
    mine: bool = False
    pending: bool = False

    @property
    def below_note(self) -> str:
        """What people wrote below the note that the comment was; the whole text if it was none."""
        _, signed, rest = f"\n{self.text}".rpartition(f"\n{NOTE_SIGNATURE}")
        return rest.partition("\n")[2].strip() if signed else self.text
