"""Interpretation of an adapter's answers: their format, and which are errors and misses."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import TYPE_CHECKING, Any

from tui.adapters.paths import find
from tui.api import body
from tui.api.error_mapping import usual_miss
from tui.errors import Garbled

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from tui.adapters.adapter import Adapter
    from tui.adapters.answer import AnswerTest
    from tui.adapters.call import RequestForm
    from tui.api.error_mapping import ErrorMeaning, ServiceAnswer
    from tui.api.fault import Fault

_CALLED = re.compile(r"\s*+(?:/\*\*/\s*+)?[\w$.]{1,100}\s*+\((.*)\)\s*+;?\s*+", re.DOTALL)
"""A call of a function. No blank is tried twice: a long run of them would take minutes."""

_DECLARES = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_JSON = "application/json"

LONGEST = 300
"""Maximum length of a service's message, in characters."""


class AdapterAnswers:
    """The rules for the answers to one request."""

    def __init__(self, adapter: Adapter, call: RequestForm) -> None:
        self._shape, self._errors = adapter.answer, adapter.error
        # Each account has a balance, so rules for a miss only concern people and companies.
        asks = getattr(call, "kind", "") != "credits"
        self._misses: tuple[AnswerTest, ...] = (*call.miss, *adapter.miss) if asks else ()

    def parse(self, data: bytes, content_type: str) -> Any:
        """Parse a body in the service's format.

        Raises:
            Garbled: The body has another format.
        """
        return parse_body(data, content_type, self._shape.format)

    def error(self, status: int, answered: Any) -> ErrorMeaning | None:
        """Return the kind and the message of an error; None if the answer is no error."""
        found = next((one for one in self._errors if one.passes(status, answered)), None)
        if found is None:
            return None
        return found.means, self.message(answered)

    def message(self, answered: Any) -> str:
        """Return the text of an error from the place that the adapter names, or ""."""
        found = find(answered, self._shape.message) if self._shape.message else None
        return " ".join(found.split())[:LONGEST] if isinstance(found, str) else ""

    def missed(self, answer: ServiceAnswer, status: int, fault: Fault) -> bool:
        """Return whether an answer is a miss."""
        return not answer.html and any(
            one.passes(status, answer.body) and (not one.usual or usual_miss(answer, status, fault))
            for one in self._misses
            # A refusal lacks the fields of an answer too, so it is a miss only if its status is named.
            if one.status or one.usual or status < 300
        )


def parse_body(data: bytes, content_type: str, form: str) -> Any:
    """Parse a body: JSON, JSON in a call of a function, or XML as objects and lists.

    Raises:
        Garbled: It has another format.
    """
    match form:
        case "jsonp":
            called = _CALLED.fullmatch(body.decode(data))
            if called is None:
                # Some services omit the function in an error, others send a web page.
                return body.parse(data, "text/html" if data.lstrip()[:1] == b"<" else _JSON)
            return body.parse(called[1].encode(), _JSON)
        case "xml":
            return _parse_xml(data)
        case _:
            return body.parse(data, content_type)


def _xml_text(data: bytes) -> str:
    """Decode an XML document, whatever encoding it declares: in an exotic one, entities would be overlooked."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _parse_xml(data: bytes) -> Any:
    document = _xml_text(data)
    if "\0" in document:
        # The parser would take it for UTF-16, and read other declarations than those that are looked for.
        raise Garbled("The answer is not valid XML: it has null characters.")
    if _DECLARES.search(document):
        raise body.NotJson("A document came that declares entities, which is not read.")
    # Imported late, for the few services that answer in XML.
    from xml.etree.ElementTree import ParseError, fromstring

    try:
        root = fromstring(document)  # noqa: S314 - what declares entities is refused above
    except ParseError as error:
        raise Garbled("The answer is not valid XML; it was probably cut short.") from error
    if _tag(root.tag) == "html":
        return body.parse(b"<html>", "text/html")
    return {_tag(root.tag): _element(root, body.MAX_DEPTH)}


def _element(element: Element, depth: int) -> Any:
    """Convert an element to an object of its attributes and children, or to its text."""
    if not depth:
        raise Garbled(f"The answer is nested deeper than {body.MAX_DEPTH} levels and was not read.")
    held: dict[str, Any] = {_tag(name): value for name, value in element.attrib.items()}
    for child in element:
        name, value = _tag(child.tag), _element(child, depth - 1)
        if name not in held:
            held[name] = value
        elif isinstance(held[name], list):
            held[name].append(value)
        else:
            held[name] = [held[name], value]
    text = (element.text or "").strip()
    if held and text:
        held["text"] = text
    return held or text


def _tag(name: str) -> str:
    """Return a name without its namespace."""
    return name.rpartition("}")[2]
