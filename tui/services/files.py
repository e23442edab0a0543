"""Files and links attached to cards, also offline, and downloads into a directory of the user's."""

from __future__ import annotations

import asyncio
import mimetypes
import os
import re
import unicodedata
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from tui.errors import NotFound, StoreError, UsageError
from tui.model.values.scalars import is_local, new_local_id
from tui.model.writes.attachments import AddLink, RemoveAttachment, UploadFile
from tui.services.part import WritingPart

if TYPE_CHECKING:
    from tui.model.attachment import Attachment

T = TypeVar("T")

LONGEST = 200
"""Maximum bytes of a file's name; file systems allow 255, and a number may be added."""

_WEB = re.compile(r"https?://[^\s/]+", re.IGNORECASE)
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)
_TRIES = 100


class Files(WritingPart):
    """Attachments of cards: ``workspace.files``."""

    async def link(self, card_id: str, url: str, name: str = "") -> str:
        """Attach a web address; without a name, that of another card of the board is called as the card.

        Returns:
            The attachment's id, a local one.

        Raises:
            UsageError: ``url`` is no web address.
            StoreError: The card is gone.
        """
        if _WEB.match(url.strip()) is None:
            raise UsageError(f"“{url.strip()}” is no web address", hint="it begins with https:// or http://")
        from tui.services.names import find_at

        card = self._card(card_id)
        at = find_at(self._store, url)
        # Who sees this board need not see another one, and what its cards are called.
        title = at.name if at is not None and getattr(at, "id_board", "") == card.id_board else ""
        write = AddLink(
            board_id=card.id_board,
            card_id=card.id,
            attachment_id=new_local_id(),
            url=url.strip(),
            name=name.strip() or title,
        )
        await self._submit([write])
        return write.attachment_id

    async def attach(self, card_id: str, path: Path, name: str = "") -> str:
        """Attach a file; its bytes are copied now, so later changes to the file have no effect.

        Returns:
            The attachment's id, a local one.

        Raises:
            UsageError: The file cannot be read, or is too large.
            StoreError: The card is gone, or the copy could not be written.
        """
        card = self._card(card_id)
        spooled, size = await asyncio.to_thread(self._store.spool.take, path)
        write = UploadFile(
            board_id=card.id_board,
            card_id=card.id,
            attachment_id=new_local_id(),
            name=name.strip() or path.name,
            spooled=spooled,
            size=size,
            mime_type=mimetypes.guess_type(path.name)[0] or "",
            file_name=path.name,
        )
        try:
            await self._submit([write])
        except (StoreError, UsageError):
            self._store.spool.forget(spooled)
            raise
        return write.attachment_id

    async def remove(self, card_id: str, attachment_id: str) -> None:
        """Remove an attached file or link; a file cannot be restored.

        Raises:
            StoreError: The attachment is gone.
        """
        card = self._card(card_id)
        write = RemoveAttachment(board_id=card.id_board, card_id=card.id, attachment_id=attachment_id)
        await self._submit([write])

    async def download(self, card_id: str, attachment_id: str, folder: Path, name: str = "") -> Path:
        """Download an attached file into ``folder``, overwriting nothing there, as ``name`` or under its own name.

        Returns:
            The path of the downloaded file.

        Raises:
            UsageError: The attachment is a link, or ``folder`` cannot be written to.
            StoreError: The attachment is not on the card, or not sent yet.
            RemoteError: The service did not deliver the file.
        """
        card = self._card(card_id)
        attachment = next((one for one in card.attachments if one.id == attachment_id), None)
        if attachment is None:
            raise StoreError("That attachment is not there any more.")
        if not attachment.is_upload:
            raise UsageError("that attachment is a link, not a file", hint=f"open {attachment.url}")
        if is_local(attachment.id):
            raise StoreError("That file has not been sent yet.", hint="Try again when it has been.")
        target = _Target(folder, name or safe_name(_local_name(attachment)))
        try:
            await self._at_service(
                lambda session: session.client.attachments.download(
                    card.id, attachment.id, _remote_name(attachment), target.open, size=attachment.bytes
                )
            )
            return target.keep()
        except NotFound as error:
            # An imported board has the names of its files, and not what is in them.
            error.hint = error.hint or "if its board was imported, the file is where the board came from"
            raise
        finally:
            target.discard()


def safe_name(name: str) -> str:
    """Make a safe local name for a file from a board: one plain name, never a path or a device."""
    flat = unicodedata.normalize("NFC", name).replace("\\", "/").rpartition("/")[2]
    plain = "".join(char if char.isprintable() and char not in '<>:"|?*' else "_" for char in flat)
    plain = plain.strip(" ").lstrip(".").rstrip(". ")
    if not plain or _DEVICES.match(plain):
        plain = f"file-{plain}".rstrip("-")
    stem, dot, end = plain.rpartition(".")
    kept = f"{dot}{end}" if stem and len(end.encode()) < LONGEST // 4 else ""
    room = LONGEST - len(kept.encode())
    return plain[: len(plain) - len(kept)].encode()[:room].decode(errors="ignore") + kept


def _local_name(attachment: Attachment) -> str:
    """Return the attachment's name, with the file's extension if it lacks one."""
    file = _remote_name(attachment)
    ending = PurePath(file).suffix
    name = attachment.name or file
    return name if name.casefold().endswith(ending.casefold()) else name + ending


def _remote_name(held: Attachment) -> str:
    """Return the file's name at the service: the last part of its URL."""
    from urllib.parse import unquote

    return unquote(held.url.rpartition("/")[2].partition("?")[0]) or held.name or "file"


class _Target:
    """A new file, written under a temporary name and renamed when it is complete."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._part = folder / f".{os.urandom(6).hex()}.part"

    def open(self) -> BinaryIO:
        """Create the temporary file, empty, and open it for writing.

        Raises:
            UsageError: The directory cannot be written to.
        """
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
        return self._or_usage_error(lambda: os.fdopen(os.open(self._part, flags, 0o600), "wb"))

    def keep(self) -> Path:
        """Rename the file to its final name, or the next free one with a number."""
        stem, dot, end = self._name.rpartition(".")
        for number in range(_TRIES):
            mark = f" ({number})" if number else ""
            path = self._folder / (f"{stem}{mark}{dot}{end}" if stem else f"{self._name}{mark}")
            with suppress(FileExistsError):
                self._or_usage_error(partial(_take_name, self._part, path))
                return path
        raise UsageError(f"{self._folder} has {_TRIES} files of that name already", hint="name another one")

    def discard(self) -> None:
        """Delete the temporary file."""
        with suppress(OSError):
            self._part.unlink(missing_ok=True)

    def _or_usage_error(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except FileExistsError:
            raise
        except OSError as error:
            raise UsageError(
                f"cannot write to {self._folder}: {error.strerror}", hint="name a directory of yours"
            ) from error


def _take_name(part: Path, path: Path) -> None:
    """Give a file its name, which must be free.

    Raises:
        FileExistsError: There is a file of that name.
        OSError: The folder cannot be written to.
    """
    try:
        # A hard link fails if the name exists; a rename would overwrite that file.
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:
        # Disks of cameras and phones, and many on a network, have no links: the name is taken by an empty file first.
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with ExitStack() as failed:
            failed.callback(path.unlink)
            part.replace(path)
            failed.pop_all()
