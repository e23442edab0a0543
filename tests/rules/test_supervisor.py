"""The engine follows its file."""

import asyncio
from collections.abc import Sequence
from contextlib import asynccontextmanager, suppress

import pytest

from tests.rules.conftest import Desk
from tests.rules.moving import MOVED, move
from tui.rules.rule import Rule
from tui.rules.supervisor import signing_secret, supervise

HELLO = MOVED + '\n[[rule.do]]\nstep = "notify"\ntext = "hello"\n'


@asynccontextmanager
async def supervised(desk: Desk):
    """Do the rules of the desk's file in the block; yield a function that lets the supervisor look at it again."""
    path = desk.home / "rules.toml"
    task = asyncio.create_task(
        supervise(
            path,
            desk.around(),
            default_account="local",
            report=desk.report,
            interval=3600,
            wrong=lambda _: "",
        )
    )

    async def look_again(begun: int) -> None:
        await desk.as_time_passes(lambda: len(desk.begun) >= begun or task.done())
        assert not task.done(), task.exception()

    try:
        yield path, look_again
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def test_a_change_of_the_file_is_followed(desk: Desk):
    (desk.home / "rules.toml").write_text(HELLO)
    async with supervised(desk) as (path, look_again):
        await look_again(1)
        await desk.until(lambda: desk.log.read_up_to("local") is not None)
        await move(desk)
        await desk.ended()
        path.write_text(HELLO.replace("hello", "good bye"))
        await look_again(3)  # the first engine asked for the account twice: to follow it, and for the step
        await move(desk)
        await desk.ended(2)
    assert [text for text, _ in desk.told] == ["hello", "good bye"]


async def test_mistakes_are_reported_and_the_other_rules_are_done(desk: Desk):
    (desk.home / "rules.toml").write_text(HELLO + HELLO.replace("moved", "other").replace("notify", "shout"))
    async with supervised(desk) as (_, look_again):
        await look_again(1)
        await desk.until(lambda: desk.log.read_up_to("local") is not None)
        await move(desk)
        await desk.ended()
    assert [text for text, _ in desk.told] == ["hello"]
    assert desk.reports[0].startswith("rules.toml, line 15: step 1: there is no step 'shout'")


@pytest.mark.parametrize("broken", ["[[rule", HELLO.replace("notify", "shout"), HELLO + HELLO])
async def test_rules_go_on_as_they_were_while_the_file_is_wrong(desk: Desk, broken: str):
    (desk.home / "rules.toml").write_text(HELLO)
    async with supervised(desk) as (path, look_again):
        await look_again(1)
        await desk.until(lambda: desk.log.read_up_to("local") is not None)
        path.write_text(broken)
        await desk.as_time_passes(lambda: any("go on as they were" in one for one in desk.reports))
        await move(desk)
        await desk.ended()
        path.write_text(HELLO.replace("hello", "good bye"))
        await look_again(3)
        await move(desk)
        await desk.ended(2)
    assert [text for text, _ in desk.told] == ["hello", "good bye"]


def test_the_secret_is_made_once(tmp_path):
    secret = signing_secret(tmp_path)
    assert len(secret) == 64
    assert signing_secret(tmp_path) == secret


@pytest.mark.parametrize("text", ["", "# nothing yet\n"])
async def test_a_file_without_rules_is_waited_for(desk: Desk, text: str):
    (desk.home / "rules.toml").write_text(text)
    async with supervised(desk) as (path, look_again):
        path.write_text(HELLO)
        await look_again(1)
        await desk.until(lambda: desk.log.read_up_to("local") is not None)
        await move(desk)
        await desk.ended()
    assert [text for text, _ in desk.told] == ["hello"]


async def test_it_says_which_rules_are_in_use(desk: Desk):
    path, used = desk.home / "rules.toml", list[list[str]]()
    path.write_text(HELLO)

    def uses(rules: Sequence[Rule]) -> None:
        used.append([rule.name for rule in rules])

    around, begun = desk.around(), desk.begun
    task = asyncio.create_task(
        supervise(
            path,
            around,
            default_account="local",
            report=desk.report,
            interval=9,
            wrong=lambda _: "",
            uses=uses,
        )
    )
    try:
        await desk.as_time_passes(lambda: begun or task.done())
        path.write_text(HELLO.replace("moved", "other"))
        await desk.as_time_passes(lambda: len(used) > 1 or task.done())
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    assert used == [["moved"], ["other"]]
