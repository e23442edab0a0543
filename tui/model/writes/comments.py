"""Writes of comments."""

from typing import Annotated, ClassVar, Literal

from tui.model.action import Comment
from tui.model.base import created_at
from tui.model.card import Card
from tui.model.change import Noun
from tui.model.writes.base import CardPart, Ident, Inverse, NameOf, Write, quoted
from tui.model.writes.rows import Rows


class CommentWrite(CardPart):
    """A write of a comment."""

    noun: ClassVar[Noun] = "comments"
    target: ClassVar[str] = "comment_id"

    comment_id: Annotated[str, Ident("comments")]

    def shown(self, rows: Rows) -> Comment | None:
        """The comment."""
        return rows.get(Comment, self.comment_id)


class AddComment(CommentWrite):
    """Write a comment on a card.

    Attributes:
        finding_key: The finding it attaches, if it attaches one: a second attach then updates this comment.
    """

    makes: ClassVar[str] = "comment_id"
    recognised_by: ClassVar[tuple[str, ...]] = ("text",)
    typed: ClassVar[tuple[str, ...]] = ("text",)

    kind: Literal["add_comment"] = "add_comment"
    text: str
    finding_key: str | None = None

    def apply(self, row: Comment | None) -> Comment | None:
        """A new comment is dated by its id and has no author yet: the rows know who we are."""
        if row is not None or (date := created_at(self.comment_id)) is None:
            return row
        return Comment(id=self.comment_id, id_card=self.card_id, text=self.text, date=date, mine=True)

    def apply_to_card(self, card: Card) -> Card:
        """One comment more."""
        return card.but(badges=card.badges.but(comments=card.badges.comments + 1))

    def inverse(self, rows: Rows) -> Inverse:
        """A comment that was written is deleted."""
        return Inverse((DeleteComment(**self.at, comment_id=self.comment_id),))

    def describe(self, name: NameOf) -> str:
        """``Commented on “Ana Ray”``."""
        did = "Attached a finding to" if self.finding_key else "Commented on"
        return f"{did} {quoted(name(self.card_id), 'the card')}"

    def again(self) -> Write | None:
        """Nothing: the number of comments may count it already."""
        return None


class UpdateComment(CommentWrite):
    """Change the text of a comment of one's own."""

    repeatable: ClassVar[bool] = True
    contested: ClassVar[tuple[str, ...]] = ("text",)
    typed: ClassVar[tuple[str, ...]] = ("text",)

    kind: Literal["update_comment"] = "update_comment"
    text: str

    def apply(self, row: Comment | None) -> Comment | None:
        """The comment with its new text."""
        return None if row is None else row.but(text=self.text)

    def inverse(self, rows: Rows) -> Inverse:
        """The text it had."""
        row = self.shown(rows)
        if row is None:
            return Inverse()
        return Inverse((UpdateComment(**self.at, comment_id=self.comment_id, text=row.text),))

    def describe(self, name: NameOf) -> str:
        """``Edited a comment on “Ana Ray”``."""
        return f"Edited a comment on {quoted(name(self.card_id), 'the card')}"


class DeleteComment(CommentWrite):
    """Delete a comment."""

    deletes: ClassVar[str] = "comment_id"

    kind: Literal["delete_comment"] = "delete_comment"

    def apply(self, row: Comment | None) -> None:
        """There is none any more."""

    def apply_to_card(self, card: Card) -> Card:
        """One comment less."""
        return card.but(badges=card.badges.but(comments=max(0, card.badges.comments - 1)))

    def inverse(self, rows: Rows) -> Inverse:
        """A new comment that says the same."""
        row = self.shown(rows)
        if row is None:
            return Inverse()
        back = Inverse()
        back.writes = (comment_again(self.at, row, rows, back),)
        return back

    def describe(self, name: NameOf) -> str:
        """``Deleted a comment on “Ana Ray”``."""
        return f"Deleted a comment on {quoted(name(self.card_id), 'the card')}"

    def again(self) -> Write | None:
        """Nothing: the number of comments may count it no longer."""
        return None


def comment_again(at: dict[str, str], row: Comment, rows: Rows, back: Inverse) -> Write:
    """What makes a comment again that was deleted.

    Args:
        at: The card it goes on.
        row: The comment.
        rows: What is shown.
        back: Told its new name.
    """
    return AddComment(
        **at, comment_id=back.again(row.id), text=row.text, finding_key=rows.finding_key(row.id)
    )
