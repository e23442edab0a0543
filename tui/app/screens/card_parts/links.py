"""The links of an open card: the user chooses one, which is then opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.commands.command import Choice
from tui.app.markdown import prose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.app.screens.screen import WorkspaceScreen
    from tui.model.action import Comment
    from tui.model.card import Card


async def choose_link(page: WorkspaceScreen, card: Card) -> None:
    """Ask which link of the text, comments and attachments to open; a single one is opened at once."""
    links = _links(card, page.workspace.cards.comments(card.id))
    if not links:
        page.tell("no link on this card")
        return
    choices = [Choice(url, said, "" if said == url else url) for url, said in links.items()]
    url = await page.choose("Open a link", choices) if len(links) > 1 else next(iter(links))
    if url is not None:
        await page.open_address(url)


def _links(card: Card, comments: Sequence[Comment]) -> dict[str, str]:
    """Return the links of a card, as address and text."""
    texts = [card.desc, *(comment.text for comment in comments)]
    links = {held.url: held.name or held.url for held in card.attachments if not held.is_upload}
    return links | {link.url: link.text for text in texts for link in prose(text).links}
