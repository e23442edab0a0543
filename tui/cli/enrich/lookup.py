"""``cardscout enrich person`` and ``cardscout enrich company``: look one up by its identifiers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import click

from tui.cli import output
from tui.cli.card.find import find_card
from tui.cli.enrich import shown
from tui.cli.enrich.credits import ensure_balance
from tui.cli.enrich.provider import provider_option, want_option
from tui.cli.online.reach import current
from tui.cli.online.work import patiently, wait_for_delivery
from tui.cli.privacy.sharing import agree, no_private_option
from tui.cli.session import run
from tui.clock import SystemClock
from tui.errors import SpendRefused, Undecided, UsageError
from tui.model.enrich.differences import differences
from tui.model.subject import Identifier, Kind, Subject

if TYPE_CHECKING:
    from tui.errors import CredentialError
    from tui.model.enrich.spending import Wanted
    from tui.model.finding import Finding, Quote
    from tui.model.values.scalars import Json
    from tui.workspace import Workspace

Noun = Literal["person", "company"]

_PERSON: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("email", re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")),
    ("network_url", re.compile(r"(?:https?://)?(?:\w+\.)?linkedin\.com/(?:in|pub)/\S+")),
    ("phone", re.compile(r"(?:\+|\(?0)[\d ()./-]{7,}")),
    ("network_slug", re.compile(r"[\w%-]{3,100}")),
)
_COMPANY: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("abn", re.compile(r"(?:\d ?){11}")),
    ("acn", re.compile(r"(?:\d ?){9}")),
    ("nzbn", re.compile(r"(?:\d ?){13}")),
    ("crn", re.compile(r"(?:\d{8}|[A-Za-z]{2}\d{6})")),
    ("network_url", re.compile(r"(?:https?://)?(?:\w+\.)?linkedin\.com/(?:company|school)/\S+")),
    ("website", re.compile(r"https?://\S+")),
    ("domain", re.compile(r"[\w-]+(?:\.[\w-]+)+")),
)
_LABELLED = re.compile(r"(?P<kind>abn|acn|nzbn|crn)[\s:.#]*(?P<digits>(?:[a-z]{2})?\d[\d ]*)", re.IGNORECASE)
_NAMED = re.compile(r"(?P<name>\S.*?\S)\s+(?:at|@)\s+(?P<company>\S.*)", re.IGNORECASE)
_FORMS = {
    "person": "an e-mail address, a telephone number, a profile's address, or “Ana Reid at Kauri Timber”",
    "company": "a domain, a website, an ABN, ACN, NZBN or company number, a profile's address, or its name in quotes",
}


def _options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the arguments and options of both commands."""
    for option in (
        output.json_option,
        provider_option,
        want_option,
        click.option("--do-not-call", is_flag=True, help="Show numbers that must not be called."),
        click.option("--card", metavar="CARD", help="Put what is found on this card, as a comment."),
        click.option("--yes", is_flag=True, help="Put private mobiles and e-mails on a shared board too."),
        no_private_option,
        click.option("--fresh", is_flag=True, help="Ask anew although an answer is remembered."),
        click.option(
            "--ask-again", "sure", is_flag=True, help="Ask although an earlier request may have been charged."
        ),
        click.option("--dry-run", is_flag=True, help="Only say what it would cost."),
        click.argument("identifiers", nargs=-1, required=True, metavar="IDENTIFIER..."),
    ):
        command = option(command)
    return command


@click.command()
@_options
def person(identifiers: tuple[str, ...], **options: Any) -> None:
    """Look a person up by e-mail address, telephone number, network URL, network name, or "NAME at COMPANY".

    Several identifiers are those of one person: the more, the surer.

    Columns: field, value, what is known about it.
    """
    _look_up(subject_of("person", identifiers), **options)


@click.command()
@_options
def company(identifiers: tuple[str, ...], **options: Any) -> None:
    """Look a company up by domain, website, ABN, ACN, NZBN, British company number, network URL or name.

    An ACN is asked for by the ABN that has it in it. What the service cannot be asked by is said before it is asked.

    Several identifiers are those of one company: the more, the surer.

    Columns: field, value, what is known about it.
    """
    _look_up(subject_of("company", identifiers), **options)


def subject_of(noun: Noun, texts: Sequence[str]) -> Subject:
    """Build the subject that the identifiers of a command line name.

    Raises:
        UsageError: An argument is no identifier, or two are of one kind.
    """
    found: dict[Kind, Identifier] = {}
    named: dict[str, str] = {}
    for text in (_strip_label(noun, text.strip()) for text in texts):
        # An argument with bytes that are no UTF-8 cannot be an identifier.
        if not text.isprintable():
            raise UsageError(f"{text!r} is no text", hint=f"give {_FORMS[noun]}")
        kind = _kind(noun, text)
        if kind is None:
            named = _parse_name(noun, text)
            continue
        one = _identifier(kind, text)
        if one.kind in found:
            raise _duplicate_error(noun, one.kind)
        found[one.kind] = one
    return Subject(type=noun, **named, confidence=1.0, identifiers=tuple(found.values()))


def _parse_name(noun: Noun, text: str) -> dict[str, str]:
    """Parse a text that is no identifier as a name, and for a person as ``NAME at COMPANY``."""
    if noun == "person" and (match := _NAMED.fullmatch(text)) is not None:
        return match.groupdict()
    if noun == "company" and re.search(r"[^\W\d]{2}", text) and "@" not in text:
        return {"name": text}
    raise UsageError(f"a {noun} cannot be looked up by {text!r}", hint=f"give {_FORMS[noun]}")


def _duplicate_error(noun: Noun, kind: Kind) -> UsageError:
    article = "an" if kind in {"abn", "nzbn", "email"} else "a"
    return UsageError(
        f"two of them are {article} {kind.replace('_', ' ')}:"
        f" they would be two {'people' if noun == 'person' else 'companies'}",
        hint="look them up one after the other; cardscout enrich cards looks many up",
    )


def _strip_label(noun: Noun, text: str) -> str:
    """Remove a label such as ``ABN`` from a company number, after checking that the number fits the label."""
    match = _LABELLED.fullmatch(text) if noun == "company" else None
    if match is None:
        return text
    digits, kind = match["digits"].strip(), match["kind"].lower()
    if _kind(noun, digits) != kind:
        raise UsageError(f"{text!r} is no {kind.upper()}", hint="see that it is whole")
    return digits


def _kind(noun: Noun, text: str) -> Kind | None:
    kinds = _PERSON if noun == "person" else _COMPANY
    return next((kind for kind, pattern in kinds if pattern.fullmatch(text)), None)


def _identifier(kind: Kind, text: str) -> Identifier:
    if kind in {"abn", "acn", "nzbn"}:
        return _register_identifier(kind, re.sub(r"\s", "", text))
    value = _dialled(text) if kind == "phone" else text
    value = value.lower() if kind in {"email", "domain"} else value.upper() if kind == "crn" else value
    return Identifier(kind=kind, value=value, end=len(value))


def _dialled(text: str) -> str:
    """Return a telephone number with its country's prefix."""
    from tui.recognise.identifiers.phones import abroad, e164

    found = {abroad(text)} if text.startswith("+") else {e164(text, "AU"), e164(text, "NZ")}
    numbers = sorted(filter(None, found))
    if not numbers:
        raise UsageError(f"{text} is no telephone number", hint="write it with its country: +61 491 570 156")
    if len(numbers) > 1:
        raise UsageError(f"{text} may be of two countries", hint=f"write {' or '.join(numbers)}")
    return numbers[0]


def _register_identifier(kind: Kind, digits: str) -> Identifier:
    """Convert an ACN to the ABN that ends with it, which services accept; keep others as they are."""
    from tui.server.enrich.registers import abn_of, is_abn, is_acn, is_nzbn

    fits, which = {
        "abn": (is_abn, "first two digits do"),
        "acn": (is_acn, "last digit does"),
        "nzbn": (is_nzbn, "last digit does"),
    }[kind]
    if not fits(digits):
        raise UsageError(
            f"{digits} is no {kind.upper()}: its {which} not fit the others", hint="see that it is whole"
        )
    if kind == "acn":
        kind, digits = "abn", abn_of(digits)
    return Identifier(kind=kind, value=digits, end=len(digits))


def _look_up(
    subject: Subject,
    *,
    dry_run: bool,
    fresh: bool,
    sure: bool,
    card: str | None,
    yes: bool,
    no_private: bool,
    do_not_call: bool,
    json_: bool,
) -> None:
    if dry_run:
        _say_price(subject, fresh=fresh, json_=json_)
        return

    began = SystemClock().now()

    async def read(
        workspace: Workspace,
    ) -> tuple[Finding, list[Finding], frozenset[Wanted], CredentialError | None]:
        known = workspace.lookups.finding(subject)
        if known is not None and fresh:
            output.say(
                f"asking anew: the answer that is here is {shown.describe_age(known, SystemClock().now())}"
            )
        on = None if card is None else await find_card(workspace, card)
        quote = workspace.lookups.quote(subject, again=fresh)
        if quote.steps:
            output.say(f"asked in turn: {shown.steps(quote)}")
        found = await _enrich(workspace, subject, quote, again=fresh, sure=sure)
        if on is not None and found.matched:
            shared = workspace.sharing.board_for(on.id, found)
            await agree(workspace, [shared] if shared else [], yes=yes, no_private=no_private)
            async with wait_for_delivery(workspace):
                done = await workspace.lookups.attach(on.id, found)
            output.say(f"{done}: {on.name}")
        return found, workspace.lookups.findings(subject), workspace.lookups.wanted(), current().barred

    found, held, wanted, barred = run(read)
    remembered = found.fetched_at < began
    if json_:
        output.as_json(_finding_json(found, held, remembered=remembered, do_not_call=do_not_call))
    else:
        shown.print_finding(found, SystemClock().now(), remembered=remembered, do_not_call=do_not_call)
        shown.say_sources(found, wanted)
        shown.say_differences(differences(held))
    if barred is not None:
        raise barred  # the answer, which is paid, is printed; the comment waits for the login


def _finding_json(found: Finding, held: list[Finding], *, remembered: bool, do_not_call: bool) -> Json:
    return {
        **shown.finding_json(found, do_not_call=do_not_call),
        "remembered": remembered,
        "ageDays": found.age_days(SystemClock().now()),
        "differences": [one.wire() for one in differences(held)],
    }


async def _enrich(
    workspace: Workspace, subject: Subject, agreed: Quote, *, again: bool, sure: bool
) -> Finding:
    """Look the subject up at the price that was told; if a name is ambiguous, print the candidates before raising the error."""
    try:
        return await patiently(
            lambda: workspace.lookups.enrich(subject, again=again, sure=sure, agreed=agreed)
        )
    except Undecided:
        candidates = await workspace.lookups.candidates(subject)
        for one in candidates:
            output.say("\t".join(map(str, shown.candidate_row(one))))
        if candidates:
            what = "PROFILE" if subject.type == "person" else "NUMBER"
            output.say(f"hint: cardscout enrich {subject.type} {what} looks the right one up")
        raise


def _say_price(subject: Subject, *, fresh: bool, json_: bool) -> None:
    async def read(workspace: Workspace) -> dict[str, Any]:
        no_key = await ensure_balance(workspace)
        quote = workspace.lookups.quote(subject, again=fresh)
        several.append(shown.steps(quote))
        # Only what a cap refuses has a price; what cannot be asked, or opted out, is not free either.
        priced.append(not quote.refused and workspace.suppression.covers(subject) is None)
        return shown.quote_json(subject, quote, _refusal(workspace, subject, quote) or shown.no_key(no_key))

    several: list[str] = []
    priced: list[bool] = []
    quote = run(read)
    if json_:
        output.as_json(quote)
        return
    left = "balance not known" if quote["creditsLeft"] is None else f"{quote['creditsLeft']} left"
    words = several[0] or shown.price(quote["low"], quote["high"])
    output.text(f"{quote['subject']}: {f'{words}, {left}' if priced[0] else 'not looked up'}")
    if quote["why"]:
        output.say(f"note: {quote['why']}")


def _refusal(workspace: Workspace, subject: Subject, quote: Any) -> str:
    """Return why a lookup would be refused, as a sentence; "" if it is allowed."""
    if (entry := workspace.suppression.covers(subject)) is not None:
        return f"{entry.text} opted out."
    if quote.refused:
        return str(quote.refused)
    try:
        workspace.spending.check(quote.high)
    except SpendRefused as error:
        return str(error)
    return ""
