"""Request bodies: read up to a size limit and parsed into parameters, whatever their content type."""

import json
from http import HTTPStatus
from typing import Any, NoReturn

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message

from tui.server.pipeline.params import Params, Refused, invalid, read_pairs
from tui.server.pipeline.upload import LARGEST, Upload, file_name

MAX_BODY = 1024 * 1024
"""Maximum bytes of a body: sixteen times the longest text, percent-encoded."""

_MULTIPART = "multipart/form-data"
_FORM = "application/x-www-form-urlencoded"
_FILE = "file"


async def read_params(request: Request) -> tuple[Params, bytes]:
    """Return the parameters of ``request``, from query and body (which wins), and its raw body.

    The body of a GET or DELETE is ignored when it can not be parsed: some clients send one by habit
    (docs/reference/board.md, 0).

    Raises:
        Refused: 413, the body is too long; 400, it can not be parsed, or a value is not UTF-8.
    """
    query = read_pairs(request.scope["query_string"])
    body = await read_whole(request, MAX_BODY + LARGEST if _kind(request) == _MULTIPART else MAX_BODY)
    if not body:
        return Params.merged(query), body
    try:
        return Params.merged(query, await _items(request, body)), body
    except Refused:
        if request.method in {"GET", "HEAD", "DELETE"}:
            return Params.merged(query), body
        raise


async def read_whole(request: Request, most: int) -> bytes:
    """Read the whole body of ``request``.

    Raises:
        Refused: 413, the body is longer than ``most`` bytes; 400, the client disconnected before its end.
    """
    chunks: list[bytes] = []
    size = 0
    try:
        async for chunk in request.stream():
            size += len(chunk)
            if size > most:
                raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "Request Entity Too Large")
            chunks.append(chunk)
    except ClientDisconnect as error:
        raise Refused(HTTPStatus.BAD_REQUEST, "Error parsing body: it ended early") from error
    return b"".join(chunks)


def _kind(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def _items(request: Request, body: bytes) -> list[tuple[str, Any]]:
    kind = _kind(request)
    if kind == _MULTIPART:
        return await _form_items(request, body)
    if kind != _FORM:
        return _json_items(body)
    return [
        (name, Upload(file_name(""), "", value.encode()) if name == _FILE else value)
        for name, value in read_pairs(body)
    ]


async def _form_items(request: Request, body: bytes) -> list[tuple[str, Any]]:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    try:
        async with Request(request.scope, receive).form() as form:
            return [(name, await _value(name, value, body)) for name, value in form.multi_items()]
    except HTTPException as error:
        raise Refused(HTTPStatus.BAD_REQUEST, f"Error parsing body: {error.detail}") from error
    except UnicodeError as error:
        # The parser decodes by the charset that the client names, and some make what is no text.
        raise Refused(HTTPStatus.BAD_REQUEST, "Error parsing body: it is not UTF-8") from error


async def _value(name: str, value: UploadFile | str, body: bytes) -> Upload | str:
    """Read one part of a form: a text or a file.

    A part called ``file`` needs no file name to be a file: some clients send open streams, which have none.

    Raises:
        Refused: 400, a text is not UTF-8, and would be stored as other characters than were sent; 413, too large.
    """
    if isinstance(value, UploadFile):
        content = await value.read()
        upload = Upload(file_name(value.filename or ""), value.content_type or "", content)
    else:
        # The parser decodes what is not UTF-8 as Latin-1.
        is_utf_8 = (text := value.encode()) in body
        if name != _FILE:
            if not is_utf_8:
                raise invalid(name)
            return value
        upload = Upload(file_name(""), "", text if is_utf_8 else value.encode("latin-1", "replace"))
    if len(upload.content) > LARGEST:
        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "Request Entity Too Large")
    return upload


def _json_items(body: bytes) -> list[tuple[str, Any]]:
    try:
        found = json.loads(body, parse_constant=_no_constant)
    # Bytes that are not UTF-8 raise a ValueError too; deeply nested brackets, a RecursionError.
    except (ValueError, RecursionError) as error:
        raise Refused(HTTPStatus.BAD_REQUEST, "Error parsing body: it is not JSON") from error
    if not isinstance(found, dict):
        raise Refused(HTTPStatus.BAD_REQUEST, "Error parsing body: it is no JSON object")
    return list(found.items())


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)
