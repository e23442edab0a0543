"""``cardscout card comment``, ``cardscout comments`` and ``cardscout comment …``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tui.cli import output, steps
from tui.cli.card.find import find_card, find_cards
from tui.cli.online.work import run_read, run_write, submit_and_wait
from tui.model.values.scalars import new_local_id
from tui.model.writes.comments import AddComment, DeleteComment, UpdateComment
from tui.presentation.mentions import untold_words, with_usernames

if TYPE_CHECKING:
    from tui.model.action import Comment
    from tui.workspace import Workspace


@click.command()
@click.argument("card_", metavar="CARD")
@output.json_option
def comments(card_: str, json_: bool) -> None:
    """List the comments on CARD: id, when, author, text."""

    async def read(workspace: Workspace) -> list[Comment]:
        return workspace.cards.comments((await find_card(workspace, card_)).id)

    found = run_read(read)
    if json_:
        output.as_json([one.wire() for one in found])
    else:
        output.table(
            ("id", "when", "author", "text"),
            [(x.id, output.format_moment(x.date), x.author, x.text) for x in found],
        )


@click.command("comment", epilog=steps.example("git log -1 --format=%B | cardscout card comment aB3dE6gH -"))
@click.argument("card_", metavar="CARD")
@click.argument("text")
@output.json_option
def comment_card(card_: str, text: str, json_: bool) -> None:
    """Write a comment on CARD.

    Its id is printed. A TEXT of - is read from stdin; a CARD of - reads ids from stdin.
    """
    add_comment(card_, text, json_=json_)


@click.group()
def comment() -> None:
    """Write, change and delete comments. A COMMENT is named by its id."""


@comment.command()
@click.argument("card_", metavar="CARD")
@click.argument("text")
@output.json_option
def add(card_: str, text: str, json_: bool) -> None:
    """Write a comment, as cardscout card comment does.

    Its id is printed. A TEXT of - is read from stdin; a CARD of - reads ids from stdin.
    """
    add_comment(card_, text, json_=json_)


def add_comment(card_: str, text: str, *, json_: bool) -> None:
    """Write a comment on the cards that ``card_`` names, and print it.

    Raises:
        UsageError: The text is empty, or there is no such card.
        Rejected: The service refused the comment.
    """
    steps.check_stdin(card_, text)
    idents, many = steps.read_idents(card_)
    words = _words(text)

    async def write(workspace: Workspace) -> list[Comment]:
        cards = await find_cards(workspace, idents)
        writes = [
            AddComment(
                board_id=card.id_board,
                card_id=card.id,
                comment_id=new_local_id(),
                text=_with_usernames(workspace, card.id_board, words),
            )
            for card in cards
        ]
        if writes:
            await submit_and_wait(workspace, *writes)
        return [one for change in writes for one in _current(workspace, change)]

    run_write(write, json_=json_, many=many, made=True)


@comment.command()
@click.argument("card_", metavar="CARD")
@click.argument("comment_", metavar="COMMENT")
@click.argument("text")
@output.json_option
def edit(card_: str, comment_: str, text: str, json_: bool) -> None:
    """Change the text of your COMMENT on CARD.

    A TEXT of - is read from stdin.
    """
    words = _words(text)

    async def write(workspace: Workspace) -> list[Comment]:
        of = await _find(workspace, card_, comment_)
        change = UpdateComment(**of, text=_with_usernames(workspace, of["board_id"], words))
        await submit_and_wait(workspace, change)
        return _current(workspace, change)

    run_write(write, json_=json_)


@comment.command()
@click.argument("card_", metavar="CARD")
@click.argument("comment_", metavar="COMMENT")
@output.json_option
def delete(card_: str, comment_: str, json_: bool) -> None:
    """Delete COMMENT of CARD."""

    async def write(workspace: Workspace) -> list[dict[str, Any]]:
        found = await _find(workspace, card_, comment_)
        await submit_and_wait(workspace, DeleteComment(**found))
        return [steps.deleted(found["comment_id"])]

    run_write(write, json_=json_)


def _words(text: str) -> str:
    words = steps.read_text(text) if text == steps.STDIN else text
    steps.check_given("the comment", words)
    return words


def _with_usernames(workspace: Workspace, board_id: str, words: str) -> str:
    """Return a text with the usernames of the people it names, and tell who is none of the board."""
    people = workspace.names.people(board_id)
    text = with_usernames(words, people)
    if untold := untold_words(text, people):
        output.say(f"note: {untold}")
    return text


async def _find(workspace: Workspace, card: str, text: str) -> dict[str, str]:
    """Return the ids of a comment, its card and its board, for a write.

    Raises:
        UsageError: There is no such card, or no such comment on it.
    """
    found = await find_card(workspace, card)
    held = workspace.cards.comments(found.id)
    one = workspace.names.one("comment", text, held, spelled=lambda one: one.author or "?")
    return {"board_id": found.id_board, "card_id": found.id, "comment_id": one.id}


def _current(workspace: Workspace, change: AddComment | UpdateComment) -> list[Comment]:
    """Return the current comment of a write; nothing if it is gone."""
    ident = workspace.writes.current_id(change.comment_id)
    return [one for one in workspace.cards.comments(change.card_id) if one.id == ident]
