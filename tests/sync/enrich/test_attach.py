"""The write that puts a finding on a card."""

from collections.abc import Callable

import pytest

from tests.store.answers import remember
from tests.stories.world import World
from tui.errors import OptedOut, StoreError, UsageError
from tui.model.finding import Finding
from tui.model.person import Person
from tui.model.values.scalars import new_local_id
from tui.model.writes.base import LONGEST_TEXT
from tui.model.writes.comments import AddComment, UpdateComment
from tui.store.enrich.suppression import suppress
from tui.sync.enrich.attach import attach, attachment, is_attached
from tui.sync.note import holds_finding

KEY = "email:ana@acme.example"


def finding(world: World, name: str = "Ana Reid", title: str = "Buyer", **values: bool) -> Finding:
    """What was found of somebody."""
    return Finding(
        key=KEY,
        type="person",
        person=Person(full_name=name, title=title, network_slug="ana-reid"),
        fetched_at=world.clock.now(),
        provider="a shop",
        withheld=values.get("withheld", False),
    )


async def test_the_first_is_a_new_comment_and_the_same_again_is_none(world: World) -> None:
    card, found = world.card("Ana"), finding(world)
    op = attach(world.store, card, found)
    assert isinstance(op, AddComment)
    assert op.finding_key == KEY
    assert holds_finding(op.text, KEY)
    world.do(op)
    held = attachment(world.store, card, KEY)
    assert held is not None
    assert held.text == op.text
    assert attach(world.store, card, found) is None
    world.clock.advance(86_400)
    assert attach(world.store, card, finding(world)) is None


async def test_another_answer_changes_the_comment(world: World) -> None:
    card = world.card("Ana")
    first = attach(world.store, card, finding(world))
    assert isinstance(first, AddComment)
    world.do(first)
    op = attach(world.store, card, finding(world, title="Head of Growth"))
    assert isinstance(op, UpdateComment)
    assert op.comment_id == first.comment_id
    assert "Head of Growth" in op.text


@pytest.mark.parametrize(
    "typed",
    [
        lambda text: f"Rang her on Monday.\n{text}",
        lambda text: f"{text}\nRang her on Monday.",
        lambda text: text.replace("Buyer", "Boss"),
    ],
)
async def test_a_comment_in_which_somebody_typed_is_left_alone(
    world: World, typed: Callable[[str], str]
) -> None:
    card = world.card("Ana")
    first = attach(world.store, card, finding(world))
    assert isinstance(first, AddComment)
    world.do(first)
    words = typed(first.text)
    world.do(UpdateComment(board_id=world.board_id, card_id=card, comment_id=first.comment_id, text=words))
    second = attach(world.store, card, finding(world, title="Head of Growth"))
    assert isinstance(second, AddComment)
    world.do(second)
    assert attach(world.store, card, finding(world, title="Head of Growth")) is None
    third = attach(world.store, card, finding(world, title="Founder"))
    assert isinstance(third, UpdateComment)
    assert third.comment_id == second.comment_id
    assert {words, second.text} == {comment.text for comment in world.store.actions.comments(card)}


async def test_a_finding_that_is_longer_than_a_comment_may_be_is_refused(world: World) -> None:
    card, title = world.card("Ana"), "x" * LONGEST_TEXT
    with pytest.raises(UsageError, match="the text of the comment has"):
        attach(world.store, card, finding(world, title=title))


async def test_one_that_the_account_wrote_elsewhere_is_found_by_its_last_line(world: World) -> None:
    card = world.card("Ana")
    op = attach(world.store, card, finding(world))
    assert isinstance(op, AddComment)
    world.do(AddComment(board_id=world.board_id, card_id=card, comment_id=new_local_id(), text=op.text))
    assert attach(world.store, card, finding(world)) is None
    assert attachment(world.store, card, "email:joe@acme.example") is None


async def test_who_opted_out_is_put_on_no_card(world: World) -> None:
    card = world.card("Ana")
    with pytest.raises(OptedOut):
        attach(world.store, card, finding(world, withheld=True))
    world.store.write(lambda tx: suppress(tx, [("network_slug", "ana-reid", "")])).result()
    with pytest.raises(OptedOut):
        attach(world.store, card, finding(world))


async def test_a_card_that_is_gone_gets_nothing(world: World) -> None:
    with pytest.raises(StoreError, match="not there"):
        attach(world.store, new_local_id(), finding(world))


async def test_a_comment_about_who_was_wrongly_found_is_not_the_finding(world: World) -> None:
    card = world.card("Ana")
    url = "https://www.network.example/in/"
    wrong, right = (
        finding(world).replace(person=Person(full_name="Ana Reid", network_url=f"{url}{slug}"))
        for slug in ("ana-reid-1", "ana-reid-2")
    )
    remember(world.store, wrong).result()
    op = attach(world.store, card, wrong)
    assert op is not None
    world.do(op)
    assert is_attached(world.store, card, KEY)
    remember(world.store, right).result()
    assert not is_attached(world.store, card, KEY)
    op = attach(world.store, card, right)
    assert isinstance(op, UpdateComment)
    world.do(op)
    assert is_attached(world.store, card, KEY)
