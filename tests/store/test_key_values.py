import threading
from concurrent.futures import Future

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


@pytest.mark.parametrize("name", ["cursors", "drafts", "meta"])
def test_what_was_set_is_read_before_it_is_on_the_disk(store: Store, name: str) -> None:
    table, held = getattr(store, name), threading.Event()
    busy = store.write(lambda _tx: held.wait(30))
    writes = [table.set("k", "one"), table.set("k", "two")]
    assert table.get("k") == "two"
    writes.append(table.set("k", None))
    assert table.get("k") is None
    writes.append(table.set("k", "three"))
    held.set()
    assert busy.result()
    for write in writes:
        write.result()
    assert table.get("k") == "three"


def test_what_could_not_be_written_is_not_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    failed: Future[None] = Future()
    failed.set_exception(OSError("no room"))
    store.meta.set("k", "one").result()
    monkeypatch.setattr(store.meta._db, "write", lambda _work: failed)
    assert store.meta.set("k", "two") is failed
    assert store.meta.get("k") == "one"
