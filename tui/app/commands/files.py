"""Command for the files and links of a card."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from tui.app.commands.command import Choice, Command, CommandType, Context, quote_title
from tui.app.commands.parts.long_work import told_meanwhile
from tui.app.file_fields import (
    COMPLETES,
    FILE,
    FOLDER,
    LINK,
    ask_for_path,
    complete_attachment,
    suggest_attachments,
    web_address,
)
from tui.presentation.safe_text import shown_path
from tui.typed_path import current_folder, typed_path

if TYPE_CHECKING:
    from tui.model.attachment import Attachment
    from tui.model.card import Card

_LINK, _FILE = "+link", "+file"
_KILO = 1024
_LAST_FOLDER = "uploads"  # memory key: the folder of the last attached file


class Files(Command[Context]):
    """Attach files and links to the card; open, download, copy or remove them."""

    asks = True
    keys = ("f",)
    group = "Card"
    needs = "card"

    async def run(self, context: Context) -> None:
        """Ask for an attachment to act on, or for a file or link to attach."""
        face = context.card
        card = context.workspace.cards.get(face.id) if face is not None else None
        if card is None:
            return
        chosen = await self._choose(context, card)
        if chosen is None:
            return
        if chosen == _LINK:
            await self._link(context, card.id)
        elif chosen == _FILE:
            await self._file(context, card.id)
        elif chosen.startswith(LINK):
            context.tell("link attached", undo=True)
        elif chosen.startswith(FILE):
            context.tell("file attached: it is sent in the background", undo=True)
        else:
            await self._act_on(context, card.id, next(one for one in card.attachments if one.id == chosen))

    async def _choose(self, context: Context, card: Card) -> str | None:
        """Return the chosen attachment or action; a typed address or path is attached before the box closes."""
        choices = [Choice(one.id, one.name or one.url, _about(one)) for one in card.attachments]
        choices += [Choice(_LINK, "+ attach a link"), Choice(_FILE, "+ attach a file")]

        async def attach(value: str) -> None:
            if value.startswith(LINK):
                await context.workspace.files.link(card.id, value.removeprefix(LINK))
            elif value.startswith(FILE):
                await _attach(context, card.id, value.removeprefix(FILE))

        chosen: str | None = FOLDER
        while chosen is not None and chosen.startswith(FOLDER):
            of = f" of {quote_title(card.name)}" if len(context.cards) > 1 else ""
            chosen = await context.choose(
                f"Files and links{of} · or type an address or a path",
                choices,
                typed=chosen.removeprefix(FOLDER),
                more=suggest_attachments,
                attempt=attach,
                complete=complete_attachment,
            )
        return chosen

    async def _link(self, context: Context, card_id: str) -> None:
        async def link(text: str) -> None:
            await context.workspace.files.link(card_id, web_address(text) or text)

        def reads(text: str) -> str:
            address = web_address(text)
            return f"attaches {address}" if address else "no web address yet, such as https://firm.example"

        asked = await context.prompt(
            "Attach a link", placeholder="https://…", reads=reads, attempt=link, action="attach"
        )
        if asked is not None:
            context.tell("link attached", undo=True)

    async def _file(self, context: Context, card_id: str) -> None:
        async def attach(path: str) -> None:
            await _attach(context, card_id, path)

        asked = await ask_for_path(
            context,
            "Attach a file",
            value=context.workspace.memory.get(_LAST_FOLDER) or "",
            placeholder="its path on this machine",
            note=f"{COMPLETES} · ~/ is your home · a bare name is in {shown_path(current_folder())}",
            attempt=attach,
            action="attach",
        )
        if asked is not None:
            context.tell("file attached: it is sent in the background", undo=True)

    async def _act_on(self, context: Context, card_id: str, held: Attachment) -> None:
        verbs = [
            Choice("open", "open it"),
            *[Choice("download", "download it")] * held.is_upload,
            Choice("copy", "copy its address", held.url),
            Choice("remove", "take it off the card"),
        ]
        match await context.choose(held.name or held.url, verbs):
            case "download":
                await self._download(context, card_id, held)
            case "open":
                await self._open(context, card_id, held)
            case "copy":
                context.copy(held.url, "its address")
            case "remove":
                await self._remove(context, card_id, held)
            case _:
                pass

    async def _remove(self, context: Context, card_id: str, held: Attachment) -> None:
        # Undo restores a link; the bytes of a file are stored nowhere else.
        question = f"Take {quote_title(held.name or held.url)} off the card?"
        if not held.is_upload or await context.confirm(
            question, detail="It cannot be undone.", yes="Take off"
        ):
            await context.workspace.files.remove(card_id, held.id)
            context.tell("taken off the card", undo=not held.is_upload)

    async def _open(self, context: Context, card_id: str, held: Attachment) -> None:
        """Open a link, or a file after downloading it; where that is not possible tell where it is."""
        from tui.app.terminal.opener import folder_of_run, is_document, open_file

        if not held.is_upload:
            await context.open_address(held.url)
            return

        async def download(_told: object) -> Path:
            folder = await asyncio.to_thread(folder_of_run)
            return await context.workspace.files.download(card_id, held.id, folder)

        path = await told_meanwhile(context, "downloading", download)
        if await open_file(path):
            context.tell("opened")
        else:
            why = "" if is_document(path.name) else "not opened, as it may be a program · "
            context.copy(str(path), "its path")
            context.tell(f"{why}{path} · in the clipboard; the file is there until the program ends")

    async def _download(self, context: Context, card_id: str, held: Attachment) -> None:
        known = context.workspace.memory.get("downloads") or str(_download_folder())
        written: list[Path] = []

        async def download(folder: str) -> None:
            written.append(await context.workspace.files.download(card_id, held.id, typed_path(folder)))
            context.workspace.memory.set("downloads", folder)

        asked = await ask_for_path(
            context, "Download to a folder", offer=known, attempt=download, action="download"
        )
        if asked is not None:
            context.tell(f"downloaded to {shown_path(written[-1])}")


async def _attach(context: Context, card_id: str, path: str) -> None:
    """Attach the file, and remember its folder, which is offered the next time."""
    await context.workspace.files.attach(card_id, typed_path(path))
    context.workspace.memory.set(_LAST_FOLDER, f"{path.rpartition('/')[0]}/" if "/" in path else "")


def _download_folder() -> Path:
    """Return the first folder offered for downloads: ``~/Downloads``, or else the current one."""
    usual = Path.home() / "Downloads"
    return usual if usual.is_dir() else current_folder()


def _about(held: Attachment) -> str:
    if not held.is_upload:
        return held.url if held.name and held.name != held.url else ""
    size = held.bytes or 0
    for unit in ("bytes", "kB", "MB"):
        if size < _KILO or unit == "MB":
            return f"{size:,} {unit}"
        size //= _KILO
    return ""


FILES: tuple[CommandType, ...] = (Files,)
