"""Steps that change a card, or make another."""

import pytest

from tests.rules.conftest import Desk
from tests.rules.moving import MOVED, move, rule


async def test_a_moved_card_is_labelled_commented_and_made_again_in_another_account(desk: Desk):
    await desk.local.make("/labels", name="hot", color="red", idBoard=desk.local.board)
    await desk.local.workspace.boards.pull(desk.local.board)
    text = rule(
        'step = "label"\nlabel = "hot"',
        'step = "comment"\ntext = "{member.name} moved {card.name} to {list.name}"',
        'step = "create card"\naccount = "team"\nboard = "team board"\nlist = "To do"\nname = "Prepare {card.name}"\ndesc = "{card.url}"',
    )
    async with desk.doing(text):
        card = await move(desk)
        (fired,) = await desk.ended()
        await desk.sent()
    assert (fired.state, fired.outcomes) == (
        "done",
        ("put on hot", "commented", "made a card in team board › To do"),
    )
    found = await desk.local.ask("GET", f"/cards/{card}", actions="commentCard")
    assert [label["name"] for label in found["labels"]] == ["hot"]
    assert [one["data"]["text"] for one in found["actions"]] == ["You moved Ana to Done"]
    (made,) = await desk.team.ask("GET", f"/lists/{desk.team.todo}/cards")
    assert (made["name"], made["desc"]) == ("Prepare Ana", found["url"])


async def test_a_name_that_is_not_known_here_waits_for_a_service_that_is_away(desk: Desk):
    async with desk.doing(rule('step = "label"\nlabel = "hot"')):
        card = await move(desk)
        desk.local.wire.fail("refuse", "GET", f"/boards/{desk.local.board}/actions", times=99)
        await desk.look()
        await desk.as_time_passes(lambda: any(one.tries for one in desk.log.recent()))
        await desk.local.make("/labels", idBoard=desk.local.board, name="hot", color="red")
        desk.local.wire.faults.clear()
        await desk.as_time_passes(lambda: any(one.ended for one in desk.log.recent()))
        (fired,) = desk.log.recent()
        await desk.sent()
    assert (fired.state, fired.outcomes) == ("done", ("put on hot",))
    assert [one["name"] for one in (await desk.local.ask("GET", f"/cards/{card}"))["labels"]] == ["hot"]


async def test_an_item_for_which_nothing_is_known_is_left_out_of_a_checklist(desk: Desk):
    items = 'items = ["{card.desc}", "Ring {card.name}"]'
    async with desk.doing(rule(f'step = "checklist"\nname = "Call"\n{items}')):
        card = await move(desk)
        (fired,) = await desk.ended()
        await desk.sent()
    assert (fired.state, fired.outcomes) == ("done", ("added the checklist Call",))
    (made,) = await desk.local.ask("GET", f"/cards/{card}/checklists")
    assert [item["name"] for item in made["checkItems"]] == ["Ring Ana"]


async def steps(desk: Desk, card: str, **checklists: str) -> None:
    """Give a card checklists with items."""
    for name, items in checklists.items():
        made = await desk.local.make("/checklists", idCard=card, name=name)
        for item in items.split("; "):
            await desk.local.make(f"/checklists/{made}/checkItems", name=item)


async def states(desk: Desk, card: str) -> dict[str, str]:
    found = await desk.local.ask("GET", f"/cards/{card}/checklists")
    return {f"{one['name']}: {item['name']}": item["state"] for one in found for item in one["checkItems"]}


@pytest.mark.parametrize(
    ("step", "outcome", "ticked"),
    [
        ('item = "RING {card.name}"', "ticked “Ring Ana”", ["First: Ring Ana"]),
        ('item = "Send"\nchecklist = "later"', "ticked “Send”", ["Later: Send"]),
        ('item = "Ring Ana"\noff = true', "“Ring Ana” was not ticked", []),
        ('item = "Send"', "2 items are called 'Send'", []),
        ('item = "Send"\nchecklist = "Never"', "there is no checklist 'Never'", []),
        ('item = "Wait"', "there is no item 'Wait'", []),
        ('item = "{card.desc}"', "there is no item ''", []),
    ],
)
async def test_an_item_that_is_named_is_ticked(desk: Desk, step: str, outcome: str, ticked: list[str]):
    async with desk.doing(rule(f'step = "tick"\n{step}')):
        card = await desk.local.make("/cards", idList=desk.local.todo, name="Ana")
        await steps(desk, card, First="Ring Ana; Send", Later="Send")
        await desk.local.ask("PUT", f"/cards/{card}", idList=desk.local.done)
        (fired,) = await desk.ended()
        await desk.sent()
    assert fired.outcomes == (outcome,)
    assert (fired.state == "failed") == outcome.startswith(("there", "2 items"))
    assert [item for item, state in (await states(desk, card)).items() if state == "complete"] == ticked


async def test_what_is_ticked_already_stays_and_is_unticked_by_an_undo_of_the_rule_alone(desk: Desk):
    text = rule(
        'step = "tick"\nitem = "Send"',
        'step = "tick"\nitem = "Send"',
        'step = "tick"\nitem = "Send"\noff = true',
    )
    async with desk.doing(text):
        card = await desk.local.make("/cards", idList=desk.local.todo, name="Ana")
        await steps(desk, card, First="Send")
        await desk.local.ask("PUT", f"/cards/{card}", idList=desk.local.done)
        (fired,) = await desk.ended()
        await desk.sent()
    assert fired.outcomes == ("ticked “Send”", "“Send” was ticked already", "unticked “Send”")
    assert list((await states(desk, card)).values()) == ["incomplete"]


async def test_rules_that_tick_because_of_each_other_are_ended_by_their_chain(desk: Desk):
    ticks = rule(
        'step = "tick"\nitem = "Send"',
        'step = "tick"\nitem = "Send"\noff = true',
        when=MOVED.replace(
            '{ trigger = "Card Moved", board = "local board", to = "Done" }',
            '{ trigger = "Custom Webhook Events", activity = "updateCheckItemStateOnCard" }',
        ),
    )
    async with desk.doing(ticks):
        card = await desk.local.make("/cards", idList=desk.local.todo, name="Ana")
        await steps(desk, card, First="Send")
        item = (await desk.local.ask("GET", f"/cards/{card}/checklists"))[0]["checkItems"][0]["id"]
        await desk.local.ask("PUT", f"/cards/{card}/checkItem/{item}", state="complete")
        await desk.ended()
        await desk.sent()
        await desk.look()
        await desk.until(lambda: max(one.depth for one in desk.log.recent()) > 0)
    assert {one.depth for one in desk.log.recent()} >= {0, 1}


async def test_a_card_that_goes_to_the_top_of_its_own_list_is_told_so(desk: Desk):
    async with desk.doing(rule('step = "move"\nplace = "top"')):
        await desk.local.make("/cards", idList=desk.local.done, name="First")
        await desk.local.workspace.boards.pull(desk.local.board)
        card = await desk.local.make("/cards", idList=desk.local.todo, name="Ana")
        await desk.local.ask("PUT", f"/cards/{card}", idList=desk.local.done, pos="bottom")
        (fired,) = await desk.ended()
    assert fired.outcomes == ("moved to the top of Done",)
