"""What is shown before a write, for writes that compute what takes them back."""

from typing import Any, TypeVar

from tui.model.action import Comment
from tui.model.card import Card
from tui.model.checklist import Checklist
from tui.model.member import Membership
from tui.model.values.record import Value

V = TypeVar("V", bound=Value)


class BoardView:
    """Rows that were given, by their ids.

    Args:
        things: Boards, cards, labels, checklists.
        roles: Roles by the id of the member.
        comments: Comments, oldest first.
        unsent: Ids of what the service cannot know of yet.
    """

    def __init__(
        self,
        *things: Any,
        roles: dict[str, str] | None = None,
        comments: tuple[Comment, ...] = (),
        unsent: tuple[str, ...] = (),
    ) -> None:
        self._things = things
        self._roles, self._comments, self._unsent = roles or {}, comments, unsent

    def get(self, model: type[V], ident: str) -> V | None:
        return next(
            (one for one in self._things if isinstance(one, model) and getattr(one, "id", "") == ident), None
        )

    def role(self, board_id: str, member_id: str) -> Membership | None:
        kind = self._roles.get(member_id)
        return None if kind is None else Membership(id_member=member_id, member_type=kind)

    def unread_up_to(self, newest_id: str) -> tuple[str, ...]:
        raise NotImplementedError(newest_id)

    def checklists_of(self, card_id: str) -> tuple[Checklist, ...]:
        return tuple(one for one in self._things if isinstance(one, Checklist) and one.id_card == card_id)

    def comments_of(self, card_id: str) -> tuple[Comment, ...]:
        return tuple(one for one in self._comments if one.id_card == card_id)

    def cards_with_label(self, label_id: str) -> tuple[Card, ...]:
        return tuple(one for one in self._things if isinstance(one, Card) and label_id in one.id_labels)

    def finding_key(self, comment_id: str) -> str | None:
        return None

    def unsent(self, ident: str) -> bool:
        return ident in self._unsent
