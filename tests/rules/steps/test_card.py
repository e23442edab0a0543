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
