from collections.abc import Callable

import pytest

from tui.store.store import Store


@pytest.mark.parametrize("name", ["cursors", "drafts", "meta"])
def test_kept_replaced_and_forgotten(store: Store, name: str) -> None:
    shelf = getattr(store, name)
    before = shelf.all()
    shelf.set("k", "one").result()
    shelf.set("k", "two").result()
    assert shelf.get("k") == "two"
    assert shelf.all() == {**before, "k": "two"}
    shelf.set("k", None).result()
    assert shelf.get("k") is None
    assert shelf.all() == before


def test_writes_that_nobody_draws_from_are_no_news(store: Store) -> None:
    heard: list[object] = []
    store.feed.subscribe(heard.append)
    store.drafts.set("k", "typed").result()
    store.outbox.recover().result()
    assert heard == []


def test_of_two_programs_the_first_ones_text_is_kept(open_store: Callable[[], Store], store: Store) -> None:
    assert store.meta.first("k", "one").result() == "one"
    assert open_store().meta.first("k", "two").result() == "one"
    assert store.meta.get("k") == "one"
