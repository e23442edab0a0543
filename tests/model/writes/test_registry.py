"""Every write has all its parts, survives being written down, and says what it touches."""

import inspect
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import pytest

from tests.model.writes.samples import sample
from tests.model.writes.shown import BoardView
from tui.model.action import Comment
from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.model.change import Noun
from tui.model.checklist import CheckItem, Checklist
from tui.model.label import Label
from tui.model.member import Membership
from tui.model.notification import Notification
from tui.model.writes import base, registry
from tui.model.writes.base import INBOX, Partial, Write, ids_of
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.model.writes.registry import EVERY, kind_of, parse_readable

STORED = json.loads(Path(__file__).with_name("stored.json").read_text("utf-8"))
"""By kind, the least and the most of a write as outboxes have it. What is on users' disks stays readable: add to this."""

every = pytest.mark.parametrize("kind", EVERY, ids=kind_of)


def descendants(kind: type[Write]) -> set[type[Write]]:
    return {kind, *(one for child in kind.__subclasses__() for one in descendants(child))}


def test_every_write_is_in_the_registry() -> None:
    every_class = {one for base in Write.__subclasses__() for one in descendants(base)}
    whole = {one for one in every_class if "kind" in vars(one).get("__annotations__", {})}
    assert {one.__name__ for one in whole} == {one.__name__ for one in EVERY}, (
        "name it in the union of tui/model/writes/registry.py"
    )


@every
def test_a_write_has_all_its_parts(kind: type[Write]) -> None:
    assert not inspect.isabstract(kind)
    assert kind.noun in get_args(Noun)
    ids = ids_of(kind)
    assert {kind.target, kind.makes, kind.deletes} - {""} <= ids.keys(), "a fact names a field that is no id"
    assert kind.contested == () or "shown" in dir(kind)
    for names in (
        kind.recognised_by,
        kind.contested,
        kind.typed,
        tuple(kind.field_names),
        tuple(kind.row_names),
    ):
        assert set(names) <= kind.fields.keys(), "a fact names a field that is not there"
    assert bool(kind.recognised_by) == bool(kind.makes), (
        "what it makes could not be recognised, and be made twice"
    )


@every
def test_every_field_that_looks_like_an_id_is_marked_as_one(kind: type[Write]) -> None:
    """An id that is not would never be exchanged for the service's, nor waited for."""
    looks = {name for name in kind.fields if name.endswith(("_id", "_ids"))}
    # Nobody makes an organization here: its id is always the service's.
    assert looks - {"organization_id"} == ids_of(kind).keys()


@every
def test_a_write_tells_what_it_did_in_one_line(kind: type[Write]) -> None:
    for name in ("", "Ana\nRay"):
        words = sample(kind).describe(lambda _, name=name: name)  # type: ignore[misc]
        assert words
        assert words[0].isupper()
        assert words == words.strip()


@every
def test_a_write_read_back_is_the_write_written(kind: type[Write]) -> None:
    write = sample(kind)
    assert registry.parse_json(write.to_stored()) == write
    assert registry.parse_all(f"[{write.to_stored()}]") == (write,)
    assert write.to_stored().startswith('{"board_id"'), "a repair finds writes by this in a damaged file"


@every
def test_what_is_on_disk_is_read_and_written_as_ever(kind: type[Write]) -> None:
    assert kind_of(kind) in STORED, (
        "add its stored form to tests/model/writes/stored.json, twice: with the required fields only, and with every"
        f" field. With the required fields it is {sample(kind).to_stored()}"
    )
    for stored in STORED[kind_of(kind)]:
        write = registry.parse(stored)
        assert type(write) is kind
        assert json.loads(write.to_stored()) == stored


def test_what_an_earlier_version_wrote_of_a_checklist_leaves_the_other_field_alone() -> None:
    at = {"board_id": "b", "card_id": "c", "checklist_id": "l"}
    write = registry.parse({**at, "kind": "update_checklist", "name": None, "pos": 1.5})
    assert isinstance(write, Partial)
    assert write.changes == {"pos": 1.5}


def test_what_an_earlier_version_wrote_of_a_new_card_is_a_card_without_the_fields_added_since() -> None:
    at = {"board_id": "b", "card_id": "c", "list_id": "l", "name": "Ring Ana", "pos": 1.5, "desc": "text"}
    write = registry.parse({**at, "kind": "create_card"})
    assert isinstance(write, CreateCard)
    assert (write.desc, write.due, write.label_ids, write.member_ids) == ("text", None, (), ())


@every
def test_every_write_writes_to_something_it_mentions(kind: type[Write]) -> None:
    write = sample(kind)
    assert write.entity in (*write.referenced_ids, INBOX)
    assert "" not in write.referenced_ids


@every
def test_applied_to_nothing_only_what_makes_a_thing_makes_one(kind: type[Write]) -> None:
    write = sample(kind)
    made = [write.apply_to(noun, None) for noun, _ in write.touches]
    makes_a_row = kind.makes and kind.makes == kind.target and "comment" not in kind.makes
    assert any(one is not None for one in made) == bool(makes_a_row)


NOW = datetime(2031, 5, 6, tzinfo=UTC)

THINGS: dict[str, Any] = {
    "boards": Board(id="board_id-value", name="Leads"),
    "members": Membership(id_member="member_id-value"),
    "lists": BoardList(id="list_id-value", name="New"),
    "cards": Card(id="card_id-value", id_labels=("label_id-value",), id_members=("member_id-value",)),
    "labels": Label(id="label_id-value"),
    "comments": Comment(id="comment_id-value", id_card="card_id-value", text="hi", date=NOW),
    "checklists": Checklist(id="checklist_id-value", check_items=(CheckItem(id="item_id-value"),)),
    "notifications": Notification(id="a", date=NOW),
}


@every
def test_a_write_applied_twice_is_applied_once(kind: type[Write]) -> None:
    """What is shown is made anew with each change: no write may count on being applied the first time."""
    write = sample(kind)
    once = write.apply_to(write.noun, THINGS[write.noun])
    assert write.apply_to(write.noun, once) == once


@pytest.mark.parametrize("kind", [one for one in EVERY if not one.makes and not one.deletes], ids=kind_of)
def test_a_write_that_changes_what_is_shown_is_taken_back(kind: type[Write]) -> None:
    """What makes or deletes a thing is taken back by its opposite; read notifications are many."""
    write, before = registry.parse(STORED[kind_of(kind)][-1]), THINGS[kind.noun]
    if write.noun == "notifications" or write.apply_to(write.noun, before) == before:
        return
    shown = BoardView(*THINGS.values(), roles={"member_id-value": "admin"}, comments=(THINGS["comments"],))
    assert write.inverse(shown).writes, (
        f"`u` skips {kind_of(kind)}: its inverse names the writes that restore the row, and a test of the noun "
        "looks at them; if nothing can, the user is asked first (docs/decisions/0010)"
    )


def test_clearing_a_date_is_not_leaving_it() -> None:
    cleared = UpdateCard(board_id="b", card_id="c", due=None)
    untouched = UpdateCard(board_id="b", card_id="c", name="n")
    assert cleared.changes == {"due": None}
    assert untouched.changes == {"name": "n"}
    back = registry.parse_json(cleared.to_stored())
    assert isinstance(back, UpdateCard)
    assert back.changes == {"due": None}


def test_what_cannot_be_read_is_left_out() -> None:
    good = UpdateCard(board_id="b", card_id="c", name="n")
    assert parse_readable([("{",), (good.to_stored(),), ('{"kind": "unheard_of"}',)]) == [good]


def test_a_name_is_quoted_on_one_line_and_cut() -> None:
    assert base.quoted("Two\nlines", "") == "“Two lines”"
    assert base.quoted("x" * 60, "") == f"“{'x' * 39}…”"
    assert base.quoted("", "the card") == "the card"


def test_a_stored_write_that_is_read_again_at_once_is_not_parsed_again() -> None:
    text = UpdateCard(board_id="b", card_id="c", name="Ana").to_stored()
    assert registry.parse_json(text) is registry.parse_json(text)
    assert registry.parse_all(f"[{text}]") is registry.parse_all(f"[{text}]")
