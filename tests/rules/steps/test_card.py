"""Steps that change a card, or make another."""

from tests.rules.conftest import Desk
from tests.rules.moving import move, rule


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
