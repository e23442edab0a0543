"""``cardscout enrich …`` and ``cardscout credits``."""

import re

import click

from tui.cli import output
from tui.cli.session import run
from tui.errors import UsageError
from tui.model.finding import Finding
from tui.model.subject import Identifier, Kind, Subject
from tui.workspace import Workspace

_PERSON: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("email", re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")),
    ("network_url", re.compile(r"(?:https?://)?(?:\w+\.)?linkedin\.com/in/\S+")),
    ("network_slug", re.compile(r"[\w%-]{3,100}")),
)
_COMPANY: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("abn", re.compile(r"(?:\d ?){11}")),
    ("network_url", re.compile(r"(?:https?://)?(?:\w+\.)?linkedin\.com/company/\S+")),
    ("website", re.compile(r"https?://\S+")),
    ("domain", re.compile(r"[\w-]+(?:\.[\w-]+)+")),
)


@click.group()
def enrich() -> None:
    """Look a person or a company up. A repeat is free: the answer is remembered."""


@enrich.command()
@click.argument("identifier")
@output.json_option
def person(identifier: str, json_: bool) -> None:
    """Look a person up by e-mail address, network URL or network name."""
    _look_up(_subject("person", identifier, _PERSON, "an e-mail address or a network URL"), json_=json_)


@enrich.command()
@click.argument("identifier")
@output.json_option
def company(identifier: str, json_: bool) -> None:
    """Look a company up by domain, website, ABN or network URL."""
    _look_up(_subject("company", identifier, _COMPANY, "a domain, a website or an ABN"), json_=json_)


@click.command("credits")
@output.json_option
def credits_(json_: bool) -> None:
    """Tell the balance of the enrichment account."""

    async def read(workspace: Workspace) -> int | None:
        return await workspace.refresh_credits()

    left = run(read)
    if json_:
        output.as_json({"credits": left})
    else:
        output.text("the service does not tell" if left is None else str(left))


def _subject(noun: str, text: str, kinds: tuple[tuple[Kind, re.Pattern[str]], ...], wanted: str) -> Subject:
    kind = next((kind for kind, pattern in kinds if pattern.fullmatch(text.strip())), None)
    if kind is None:
        raise UsageError(f"a {noun} cannot be looked up by {text!r}", hint=f"give {wanted}")
    value = text.strip()
    if kind == "abn":
        value = value.replace(" ", "")
    elif kind != "network_slug":
        value = value.lower() if kind in {"email", "domain"} else value
    found = Identifier(kind=kind, value=value, end=len(value))
    return Subject(type="person" if noun == "person" else "company", confidence=1.0, identifiers=(found,))


def _look_up(subject: Subject, *, json_: bool) -> None:
    async def read(workspace: Workspace) -> tuple[bool, Finding]:
        remembered = workspace.quote(subject).cached_at is not None
        return remembered, await workspace.enrich(subject)

    remembered, finding = run(read)
    if json_:
        output.as_json(finding.wire())
        return
    found = finding.person or finding.company
    price = "remembered, nothing to pay" if remembered else output.plural(finding.cost, "credits")
    output.say(f"{price}, {finding.provider}")
    if found is None:
        output.say("no match")
        return
    skipped = {"extra", "contactable"}
    rows = [(name, _words(value)) for name, value in found.wire().items() if name not in skipped]
    output.table(("field", "value"), [(name, value) for name, value in rows if value])


def _words(value: object) -> str:
    """A field of a finding in a line; "" when it says nothing."""
    if isinstance(value, dict):
        parts = (f"{name} {_words(item)}" for name, item in value.items() if _words(item))
        return ", ".join(parts)
    if isinstance(value, list):
        return "; ".join(filter(None, map(_words, value)))
    return "" if value in (None, "", "unknown", False) else str(value)
