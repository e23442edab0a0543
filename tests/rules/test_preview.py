"""What a rule would have done is what the engine does."""

from datetime import timedelta

from pydantic import TypeAdapter

from tests.rules.conftest import Desk
from tests.rules.moving import move, rule
from tests.stories.world import somebody
from tui.rules.file import parse_rules
from tui.rules.preview import Preview, describe, preview
from tui.rules.rule import Rule
from tui.rules.steps.card import ChecklistStep
from tui.rules.steps.outside import PostStep


def notifying(trigger: str, text: str) -> str:
    """A rules file with one rule."""
    return f'[[rule]]\nname = "told"\nwhen = {{ {trigger} }}\ndo = [{{ step = "notify", text = "{text}" }}]'


async def tried(desk: Desk, text: str) -> list[Preview]:
    (rule,) = parse_rules(text).rules
    assert isinstance(rule, Rule)
    now = desk.clock.now()
    return await preview(desk.local.workspace, "local", rule, now - timedelta(days=1), now)


async def test_fields_are_those_of_the_engine(desk: Desk):
    text = notifying(
        'trigger = "Custom Webhook Events", activity = "updateCheckItemStateOnCard"',
        "{account}: {item.name} of {card.name}",
    )
    async with desk.doing(text):
        card = await desk.local.make("/cards", idList=desk.local.todo, name="Ana")
        steps = await desk.local.make("/checklists", idCard=card, name="Steps")
        item = await desk.local.make(f"/checklists/{steps}/checkItems", name="call")
        await desk.local.ask("PUT", f"/cards/{card}/checkItem/{item}", state="complete")
        await desk.ended()
    assert [said for said, _ in desk.told] == ["local: call of Ana"]
    (found,) = await tried(desk, text)
    assert found.steps == ("notify · text: local: call of Ana",)


async def test_an_event_that_is_told_of_twice_counts_once(desk: Desk):
    text = notifying('trigger = "New Board"', "{board.name}")
    organization = await desk.local.make("/organizations", displayName="Team")
    await desk.local.make("/boards", name="Leads", idOrganization=organization)
    found = await tried(desk, text)
    assert [one.event["activity"] for one in found if "Leads" in one.steps[0]] == ["createBoard"]


async def test_a_lookup_says_whom_it_would_pay_for_and_how_much(desk: Desk):
    email = somebody(desk.local.server, desk.clock)
    text = rule('step = "enrich"', 'step = "enrich"\nkind = "company"')
    card = await move(desk, f"Ring {email}")
    await desk.look()
    await desk.local.workspace.cards.fetch(card)
    (found,) = await tried(desk, text)
    assert found.steps[0] == f"enrich · looks up {email}: 1–2 credits"
    assert found.steps[1] == f"enrich · kind: company · looks up {email.partition('@')[2]}: 1 credit"
    subject = desk.local.workspace.lookups.subjects(card)[0]
    await desk.local.workspace.lookups.enrich(subject)
    (found,) = await tried(desk, text)
    assert found.steps[0] == f"enrich · looks up {email}: free"


def test_of_an_address_only_the_host_is_shown():
    url = "https://hooks.example:8443/services/secret?token=secret"
    step = TypeAdapter(PostStep).validate_python({"step": "post", "url": url})
    assert step.url == url
    assert describe(step) == describe(step, {}) == "post · url: https://hooks.example:8443/…"


def test_items_are_divided_as_they_were_typed_so_that_one_with_a_comma_is_one():
    found = {
        "step": "checklist",
        "name": "Interview",
        "items": ["Book the room, the big one", "Send the brief"],
    }
    step = TypeAdapter(ChecklistStep).validate_python(found)
    assert describe(step) == "checklist · name: Interview · items: Book the room, the big one; Send the brief"
