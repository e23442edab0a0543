"""Names in a rule, looked up, and the card that must pass."""

import pytest

from tests.rules.conftest import Desk
from tests.rules.moving import MOVED, move, rule


@pytest.mark.parametrize(
    ("condition", "fires"),
    [
        ("name:ana", True),
        ("-name:ana", False),
        ("has:comment or is:done", True),
        ("has:comment or has:due", False),
    ],
)
async def test_the_card_must_pass_the_condition(desk: Desk, condition: str, fires: bool):
    text = rule('step = "archive"', extra=f'if = "{condition}"\n')
    async with desk.doing(
        text + rule('step = "notify"\ntext = "end"', when=MOVED.replace('"moved"', '"end"'))
    ):
        card = await move(desk)
        await desk.ended(2 if fires else 1)
        await desk.sent()
    assert (await desk.local.ask("GET", f"/cards/{card}"))["closed"] is fires
    assert desk.told == [("end", ("app",))]


async def test_a_rule_that_cannot_be_set_is_reported_and_the_others_are_done(desk: Desk):
    wrong = (
        MOVED.replace('"moved"', '"wrong"').replace('"Done"', '"Nowhere"')
        + '\n[[rule.do]]\nstep = "archive"\n'
    )
    async with desk.doing(rule('step = "notify"\ntext = "hello"') + wrong):
        await move(desk)
        await desk.ended()
    assert desk.told == [("hello", ("app",))]
    assert len(desk.reports) == 1
    assert desk.reports[0].startswith(
        "rule wrong: cannot work: there is no list 'Nowhere' on the board 'local board'"
    )


async def test_a_rule_is_set_on_a_card_by_its_short_link(desk: Desk):
    card = await desk.local.make("/cards", idList=desk.local.todo, name="Ana")
    other = await desk.local.make("/cards", idList=desk.local.todo, name="Ben")
    link = (await desk.local.ask("GET", f"/cards/{card}"))["shortLink"]
    when = f'\n[[rule]]\nname = "moved"\nwhen = {{ trigger = "Card Moved", card = "{link}" }}\n'
    gone = when.replace('"moved"', '"gone"').replace(link, "zzzzzzzz") + 'do = [{ step = "archive" }]'
    async with desk.doing(rule('step = "notify"\ntext = "{card.name}"', when=when) + gone):
        await desk.look()
        for one in (other, card):
            await desk.local.ask("PUT", f"/cards/{one}", idList=desk.local.done)
        await desk.ended()
    assert [text for text, _ in desk.told] == ["Ana"]
    assert [report.partition(" (")[0] for report in desk.reports] == [
        "rule gone: cannot work: there is no card 'zzzzzzzz'"
    ]


async def test_the_card_must_pass_the_saved_filter_as_it_is_then(desk: Desk):
    memory = desk.local.workspace.memory
    await memory.change_filters(lambda _: {"Mine": "name:ana"})
    async with desk.doing(
        rule('step = "notify"\ntext = "{card.name}"', extra='filter = "Mine"\nif = "-name:b"\n')
    ):
        await move(desk, "Joe")
        await move(desk, "Ana b")
        await move(desk, "Ana")
        await desk.ended()
        await memory.change_filters(lambda _: {"Mine": "name:joe"})
        await move(desk, "Joe")
        await desk.ended(2)
        await memory.change_filters(lambda _: {})
        for name in ("gone", "still gone"):
            await move(desk, name)
            await desk.look()
            await desk.until(lambda: desk.reports)
            # The rule is woken meanwhile, and has nothing to do.
            desk.clock.advance(2)
        await memory.change_filters(lambda _: {"Mine": "name:cy"})
        await move(desk, "Cy")
        await desk.ended(3)
        await desk.until(lambda: len(desk.reports) > 1)
    assert [text for text, _ in desk.told] == ["Ana", "Joe", "Cy"]
    assert desk.reports == ["rule moved: cannot work: there is no saved filter 'Mine'", "rule moved: "]


@pytest.mark.parametrize(
    ("saved", "said"),
    [
        ({}, "there is no saved filter 'Mine'"),
        ({"Mine": "due:soon"}, "the saved filter 'Mine' is wrong: due:"),
    ],
)
async def test_a_rule_whose_saved_filter_cannot_be_used_is_reported(
    desk: Desk, saved: dict[str, str], said: str
):
    await desk.local.workspace.memory.change_filters(lambda _: saved)
    async with desk.doing(rule('step = "archive"', extra='filter = "Mine"\n')):
        await desk.until(lambda: desk.reports)
    assert desk.reports[0].startswith(f"rule moved: cannot work: {said}")
