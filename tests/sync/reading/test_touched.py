from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.stories.world import World
from tui.model.action import Action
from tui.model.change import Change
from tui.sync.reading.touched import Touched

WHEN = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    # What is read of them is an id in an object: such objects are likely, and large ones tell no more.
    lambda x: st.lists(x, max_size=3) | st.dictionaries(st.just("id") | st.text(), x, max_size=3),
    max_leaves=5,
)


def action(kind: str, card: str | None = "c", **data: Any) -> Action:
    card_data = {"card": {"id": card}} if card else {}
    return Action(id="a", type=kind, date=WHEN, data={**card_data, **data})


def newest_first(*actions: Action) -> Touched:
    return Touched.by(list(reversed(actions)))


def test_the_last_word_on_a_card_counts() -> None:
    moved_and_back = newest_first(action("moveCardFromBoard"), action("moveCardToBoard"))
    assert (moved_and_back.cards, moved_and_back.gone) == ({"c"}, set())
    left = newest_first(
        action("moveCardToBoard"), action("commentCard", text="hi"), action("moveCardFromBoard")
    )
    assert (left.cards, left.gone, left.left, left.comments) == (set(), set(), {"c"}, [])
    deleted = newest_first(action("createCard"), action("commentCard", text="hi"), action("deleteCard"))
    assert (deleted.cards, deleted.gone, deleted.comments) == (set(), {"c"}, [])


def test_checklists_are_read_again_where_the_feed_tells_of_them() -> None:
    touched = newest_first(
        action("updateCheckItemStateOnCard"), action("removeChecklistFromCard", checklist={"id": "k"})
    )
    assert (touched.checklists, touched.gone_checklists) == ({"c"}, {"k"})


def test_a_card_that_came_back_is_neither_deleted_nor_away() -> None:
    for gone in ("deleteCard", "moveCardFromBoard"):
        back = newest_first(action(gone), action("createCard"))
        assert (back.cards, back.gone, back.left) == ({"c"}, set(), set())


def test_checklists_are_not_read_for_what_changes_none() -> None:
    assert newest_first(action("updateCard")).checklists == set()
    assert newest_first(action("updateChecklist")).checklists == {"c"}


def test_a_comment_is_taken_from_its_action() -> None:
    touched = newest_first(action("commentCard", text="hello"))
    assert [(c.id, c.text) for c in touched.comments] == [("a", "hello")]


def test_what_is_about_no_card_touches_none() -> None:
    assert newest_first(action("updateList", None), action("anUnknownType", None)) == Touched()


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["commentCard", "removeChecklistFromCard", "odd"]),
            JSON | st.fixed_dictionaries({"id": JSON}),
            JSON | st.fixed_dictionaries({"id": JSON}),
        ),
        max_size=8,
    )
)
def test_no_shape_of_data_breaks_it(shapes: list[tuple[str, Any, Any]]) -> None:
    Touched.by(
        [Action(id="a", type=t, date=WHEN, data={"card": c, "checklist": x, "text": x}) for t, c, x in shapes]
    )


async def changes_of(world: World) -> list[Change]:
    heard: list[Change] = []
    stop = world.store.feed.subscribe(heard.append)
    await world.session.puller.keep(world.board_id, None)
    stop()
    return [change for change in heard if change.by]


async def test_what_a_colleague_changed_has_their_name(world: World) -> None:
    card = world.card("Flour")
    await world.sync()
    ana = await world.colleague("Ana Reid")
    await world.session.puller.keep(world.board_id, None)
    await ana.cards.update(world.named("Flour"), name="Rye flour")
    world.clock.advance(55)
    [told] = await changes_of(world)
    assert dict(told.by) == {world.named("Rye flour"): "Ana Reid"}
    assert told.board_ids == {world.board_id}
    assert card


async def test_what_the_account_did_itself_elsewhere_or_others_long_ago_is_not_told(world: World) -> None:
    world.card("Flour")
    await world.sync()
    ana = await world.colleague("Ana Reid")
    await world.session.puller.keep(world.board_id, None)
    await world.service.cards.update(world.named("Flour"), name="Rye")
    assert await changes_of(world) == []
    await ana.cards.update(world.named("Rye"), name="Wheat")
    world.clock.advance(65)
    assert await changes_of(world) == []
    assert world.named("Wheat")
