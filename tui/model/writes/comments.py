"""Writes of comments."""

from typing import Annotated, ClassVar, Literal

from tui.model.action import Comment
from tui.model.card import Card
from tui.model.change import Noun
from tui.model.values.scalars import created_at
from tui.model.writes.base import CardPart, Ident, Inverse, NameOf, Write, quoted
from tui.model.writes.rows import Rows


class CommentWrite(CardPart):
    """The base of writes that change a comment."""

    noun: ClassVar[Noun] = "comments"
    target: ClassVar[str] = "comment_id"

    comment_id: Annotated[str, Ident("comments")]

    def shown(self, rows: Rows) -> Comment | None:
        """Return the comment as it is shown."""
        return rows.get(Comment, self.comment_id)


class AddComment(CommentWrite):
    """Write a comment on a card.

    Attributes:
        finding_key: Key of the attached finding, or None: a second attach then updates this comment.
    """

    makes: ClassVar[str] = "comment_id"
    recognised_by: ClassVar[tuple[str, ...]] = ("text",)
    typed: ClassVar[tuple[str, ...]] = ("text",)

    kind: Literal["add_comment"] = "add_comment"
    text: str
    finding_key: str | None = None

    def apply(self, row: Comment | None) -> Comment | None:
        """Return a comment dated by its id; the author is filled in where the rows are read."""
        if row is not None or (date := created_at(self.comment_id)) is None:
            return row
        return Comment(id=self.comment_id, id_card=self.card_id, text=self.text, date=date, mine=True)

    def apply_to_card(self, card: Card) -> Card:
        """Return the card with one comment more."""
        return card.replace(badges=card.badges.replace(comments=card.badges.comments + 1))

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by deleting the new comment."""
        return Inverse((DeleteComment(**self.place_ids, comment_id=self.comment_id),))

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Commented on “Ana Ray”``."""
        did = "Attached a finding to" if self.finding_key else "Commented on"
        return f"{did} {quoted(name(self.card_id), 'the card')}"

    def reapplicable(self) -> Write | None:
        """Return None: the card's number of comments may include it already."""
        return None


class UpdateComment(CommentWrite):
    """Change the text of a comment that this account wrote."""

    repeatable: ClassVar[bool] = True
    contested: ClassVar[tuple[str, ...]] = ("text",)
    typed: ClassVar[tuple[str, ...]] = ("text",)

    kind: Literal["update_comment"] = "update_comment"
    text: str

    def apply(self, row: Comment | None) -> Comment | None:
        """Return the comment with its new text."""
        return None if row is None else row.replace(text=self.text)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by restoring the earlier text."""
        row = self.shown(rows)
        if row is None:
            return Inverse()
        return Inverse((UpdateComment(**self.place_ids, comment_id=self.comment_id, text=row.text),))

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Edited a comment on “Ana Ray”``."""
        return f"Edited a comment on {quoted(name(self.card_id), 'the card')}"


class DeleteComment(CommentWrite):
    """Delete a comment."""

    deletes: ClassVar[str] = "comment_id"

    kind: Literal["delete_comment"] = "delete_comment"

    def apply(self, row: Comment | None) -> None:
        """Return None: the comment is gone."""

    def apply_to_card(self, card: Card) -> Card:
        """Return the card with one comment less."""
        return card.replace(badges=card.badges.replace(comments=max(0, card.badges.comments - 1)))

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by writing an equal comment."""
        row = self.shown(rows)
        if row is None:
            return Inverse()
        back = Inverse()
        back.writes = (recreate_comment(self.place_ids, row, rows, back),)
        return back

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Deleted a comment on “Ana Ray”``."""
        return f"Deleted a comment on {quoted(name(self.card_id), 'the card')}"

    def reapplicable(self) -> Write | None:
        """Return None: the card's number of comments may exclude it already."""
        return None


def recreate_comment(at: dict[str, str], row: Comment, rows: Rows, back: Inverse) -> Write:
    """Return the write that creates a deleted comment again.

    Args:
        at: Ids of the card and its board.
        row: The comment.
        rows: The rows as they are shown.
        back: Records the new id as a rename.
    """
    return AddComment(
        **at, comment_id=back.new_id_for(row.id), text=row.text, finding_key=rows.finding_key(row.id)
    )
