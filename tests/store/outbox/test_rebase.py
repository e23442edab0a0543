"""Whatever the keys and the network do, what is shown is the service's word with the pending ops on top."""

import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.store.outbox.made_writes import BOARD, CARD, NEW, SERVER, made, move
from tui.clock import ManualClock
from tui.errors import StoreError, UsageError
from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.model.label import Label
from tui.model.member import Member
from tui.model.values.scalars import is_local, new_local_id
from tui.model.writes import registry
from tui.model.writes.attachments import AddLink, RemoveAttachment
from tui.model.writes.base import LONGEST_TEXT, Write
from tui.model.writes.boards import CreateBoard, StarBoard, UpdateBoard
from tui.model.writes.cards import CopyCard, CreateCard, DeleteCard, MoveCard, UpdateCard
from tui.model.writes.checklists import (
    CreateCheckItem,
    CreateChecklist,
    DeleteCheckItem,
    DeleteChecklist,
    MoveCheckItem,
    UpdateCheckItem,
    UpdateChecklist,
)
from tui.model.writes.comments import AddComment, DeleteComment, UpdateComment
from tui.model.writes.labels import AddCardLabel, CreateLabel, DeleteLabel, RemoveCardLabel, UpdateLabel
from tui.model.writes.lists import CreateList, UpdateList
from tui.model.writes.members import AddCardMember, RemoveCardMember
from tui.store.opening import open_store
from tui.store.outbox import rebase
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store
from tui.store.tables.catalogue import TABLES

B, L1, L2, RED, ME = "b" * 24, "c" * 24, "d" * 24, "1" * 24, "a" * 24
KINDS = [
    "create_list",
    "update_list",
    "create_card",
    "update_card",
    "move_card",
    "delete_card",
    "add_card_label",
    "remove_card_label",
    "add_card_member",
    "remove_card_member",
    "add_comment",
    "update_comment",
    "delete_comment",
    "create_checklist",
    "update_checklist",
    "delete_checklist",
    "create_check_item",
    "update_check_item",
    "delete_check_item",
    "create_label",
    "update_label",
    "delete_label",
    "copy_card",
    "add_link",
    "remove_attachment",
    "move_check_item",
    "update_board",
    "star_board",
]


def board() -> Arrived:
    me = Member(id=ME, username="me", full_name="Me Myself")
    return Arrived(
        boards=(Board(id=B, name="Sales"),),
        lists=(
            BoardList(id=L1, id_board=B, name="New", pos=1),
            BoardList(id=L2, id_board=B, name="Old", pos=2),
        ),
        labels=(Label(id=RED, id_board=B, name="Hot", color="red"),),
        cards=tuple(
            Card(id=f"{n:024x}", id_board=B, id_list=L1, name=f"Card {n}", pos=n, id_labels=(RED,) * (n % 2))
            for n in range(3)
        ),
        members_of=B,
        members=(me,),
        me=me,
    )


def dump(store: Store) -> dict[str, Any]:
    """All that is shown, without versions."""
    shown: dict[str, Any] = {}
    for noun in TABLES:
        columns = [c for c in TABLES[noun].columns if c != "version"]
        shown[noun] = store._db.query(
            f"SELECT {', '.join('v.' + c for c in columns)}, coalesce(d.shown, d.base) FROM {noun} AS v"
            f" JOIN docs AS d ON d.noun = '{noun}' AND d.id = v.id ORDER BY v.id"
        )
        assert len(shown[noun]) == store._db.first(f"SELECT count(*) FROM {noun}")[0]
    return shown


def gist(store: Store) -> Any:
    """All that is shown, by names: what came back under another id counts as the same."""
    labels = {label.id: (label.name, label.color) for label in store.labels.of_board(B)}
    cards = []
    for column in store.lists.of_board(B):
        for face in store.cards.faces(column.id):
            card = store.cards.get(face.id)
            assert card is not None
            lists = [
                (one.name, one.pos, [(i.name, i.state, i.pos, i.due, i.id_member) for i in one.check_items])
                for one in store.checklists.of_card(face.id)
            ]
            said = [(one.text, one.mine) for one in reversed(store.actions.comments(face.id))]
            marks = sorted(repr(labels[one]) for one in card.id_labels)
            fields = (card.name, card.desc, card.due, card.start, card.due_complete, card.pos, card.badges)
            links = sorted((one.name, one.url) for one in card.attachments)
            cards.append((column.name, fields, marks, sorted(card.id_members), lists, sorted(said), links))
    held = store.boards.get(B)
    assert held is not None
    columns = [(one.name, one.pos, one.soft_limit) for one in store.lists.of_board(B)]
    return sorted(map(repr, labels.values())), columns, cards, (held.name, held.desc, held.starred)


class Hand:
    """Makes an op of any kind that fits what is shown."""

    def __init__(self, store: Store, draw: Any) -> None:
        self.store = store
        self.draw = draw
        self.made = 0

    def pick(self, things: Any) -> Any:
        return self.draw(st.sampled_from(list(things))) if things else None

    def column(self) -> Any:
        return self.pick([one.id for one in self.store.lists.of_board(B)])

    def card(self) -> Any:
        return self.pick(
            [face.id for one in self.store.lists.of_board(B) for face in self.store.cards.faces(one.id)]
        )

    def text(self) -> str:
        return str(self.draw(st.sampled_from(["Ana", "", "new-000", "naïve ☃", '"}]', "x" * 50])))

    def name(self) -> str:
        return self.text() or "nobody"

    def pos(self) -> float:
        # Never twice the same: ties are broken by the id, and ids change when they are bound.
        self.made += 1
        return float(self.draw(st.integers(1, 1000))) / 7 + self.made / 1e4

    def op(self, kind: str) -> Write | None:  # noqa: PLR0911 - one answer a kind
        if kind.endswith("_board"):
            return self.board_op(kind)
        if kind.endswith("list") and "check" not in kind:
            return self.list_op(kind)
        if kind.endswith("_label") and "card" not in kind:
            return self.label_op(kind)
        if (card := self.card()) is None:
            return None
        if "comment" in kind:
            return self.comment_op(kind, card)
        if kind in {"add_link", "remove_attachment"}:
            return self.attachment_op(kind, card)
        return self.check_op(kind, card) if "check" in kind else self.card_op(kind, card)

    def board_op(self, kind: str) -> Write:
        if kind == "star_board":
            return StarBoard(board_id=B, starred=self.draw(st.booleans()))
        return UpdateBoard(board_id=B, **self.pick([{"name": self.name()}, {"desc": self.text()}]))

    def attachment_op(self, kind: str, card: str) -> Write | None:
        at = {"board_id": B, "card_id": card}
        if kind == "add_link":
            url = f"https://tui.example/{self.pos()}"
            return AddLink(**at, attachment_id=new_local_id(), url=url, name="Brief")
        held = self.store.cards.get(card)
        ident = self.pick([one.id for one in held.attachments] if held is not None else [])
        return None if ident is None else RemoveAttachment(**at, attachment_id=ident)

    def list_op(self, kind: str) -> Write | None:
        if kind == "create_list":
            return CreateList(board_id=B, list_id=new_local_id(), name=self.name(), pos=self.pos())
        ident = self.column()
        change = self.pick(
            [
                {"name": self.name()},
                {"pos": self.pos()},
                {"name": "Both", "pos": 5.0},
                {"soft_limit": 3},
                {"soft_limit": None},
            ]
        )
        return None if ident is None else UpdateList(board_id=B, list_id=ident, **change)

    def label_op(self, kind: str) -> Write | None:
        if kind == "create_label":
            return CreateLabel(
                board_id=B, label_id=new_local_id(), name=self.text(), color=self.pick(["red", None])
            )
        ident = self.pick([one.id for one in self.store.labels.of_board(B)])
        if ident is None:
            return None
        if kind == "delete_label":
            return DeleteLabel(board_id=B, label_id=ident)
        return UpdateLabel(board_id=B, label_id=ident, name=self.text(), color=self.pick(["sky", None]))

    def card_op(self, kind: str, card: str) -> Write | None:  # noqa: PLR0911 - one answer a kind
        match kind:
            case "create_card":
                ident = new_local_id()
                return CreateCard(
                    board_id=B, card_id=ident, list_id=self.column() or L1, name=self.text(), pos=self.pos()
                )
            case "copy_card":
                return CopyCard(
                    board_id=B,
                    card_id=new_local_id(),
                    source_id=card,
                    list_id=self.column() or L1,
                    name=self.text(),
                    pos=self.pos(),
                )
            case "move_card":
                return MoveCard(board_id=B, card_id=card, list_id=self.column() or L1, pos=self.pos())
            case "delete_card":
                return DeleteCard(board_id=B, card_id=card)
            case "update_card":
                change = self.pick(
                    [
                        {"name": self.name()},
                        {"desc": self.text()},
                        {"due": datetime(2031, 2, 3, 4, 5, 6, tzinfo=UTC), "due_complete": True},
                        {"due": None},
                        {"name": "N", "desc": "D", "start": None},
                    ]
                )
                return UpdateCard(board_id=B, card_id=card, **change)
            case "add_card_member" | "remove_card_member":
                made = AddCardMember if kind == "add_card_member" else RemoveCardMember
                return made(board_id=B, card_id=card, member_id=ME)
            case _:
                label = self.pick([one.id for one in self.store.labels.of_board(B)])
                worn = AddCardLabel if kind == "add_card_label" else RemoveCardLabel
                return None if label is None else worn(board_id=B, card_id=card, label_id=label)

    def comment_op(self, kind: str, card: str) -> Write | None:
        if kind == "add_comment":
            key = self.pick([None, "email:a@b.example"])
            return AddComment(
                board_id=B, card_id=card, comment_id=new_local_id(), text=self.text(), finding_key=key
            )
        ident = self.pick([one.id for one in self.store.actions.comments(card)])
        if ident is None:
            return None
        if kind == "delete_comment":
            return DeleteComment(board_id=B, card_id=card, comment_id=ident)
        return UpdateComment(board_id=B, card_id=card, comment_id=ident, text=self.text())

    def check_op(self, kind: str, card: str) -> Write | None:
        if kind == "create_checklist":
            return CreateChecklist(
                board_id=B, card_id=card, checklist_id=new_local_id(), name=self.text(), pos=self.pos()
            )
        found = self.pick(self.store.checklists.of_card(card))
        if found is None:
            return None
        at = {"board_id": B, "card_id": card, "checklist_id": found.id}
        if kind.endswith("item"):
            return self.item_op(kind, at, self.pick([item.id for item in found.check_items]))
        if kind == "delete_checklist":
            return DeleteChecklist(**at)
        return UpdateChecklist(**at, **self.pick([{"name": self.name()}, {"pos": self.pos()}]))

    def item_op(self, kind: str, at: dict[str, str], item: str | None) -> Write | None:
        if kind == "create_check_item":
            return CreateCheckItem(**at, item_id=new_local_id(), name=self.name(), pos=self.pos())
        if item is None:
            return None
        if kind == "delete_check_item":
            return DeleteCheckItem(**at, item_id=item)
        if kind == "move_check_item":
            return self.moved(at, item)
        change = self.pick(
            [
                {"name": self.name()},
                {"state": "complete"},
                {"pos": self.pos()},
                {"due": datetime(2031, 2, 3, 4, 5, 6, tzinfo=UTC)},
                {"member_id": ME, "due": None},
                {"member_id": None},
            ]
        )
        return UpdateCheckItem(**at, item_id=item, **change)

    def moved(self, at: dict[str, str], item: str) -> Write | None:
        lists = self.store.checklists.of_card(at["card_id"])
        held = next(i for one in lists for i in one.check_items if i.id == item)
        to = self.pick([one.id for one in lists if one.id != at["checklist_id"]])
        if to is None:
            return None
        return MoveCheckItem(
            **at,
            to_checklist_id=to,
            item_id=item,
            pos=self.pos(),
            name=held.name,
            state=held.state,
            due=held.due,
            member_id=held.id_member,
        )


class World:
    """A store, and a service that takes or refuses what it sends."""

    def __init__(self, folder: Path, draw: Any) -> None:
        self.store = open_store(folder / "s.db", ManualClock())
        self.store.arrive(board()).result()
        self.hand = Hand(self.store, draw)
        self.draw = draw
        self.named = 0

    def close(self) -> None:
        self.store.close()

    def server_id(self) -> str:
        self.named += 1
        return f"69000000{self.named:016x}"

    def submit(self, kinds: Any = KINDS) -> Write | None:
        op = self.hand.op(self.draw(st.sampled_from(kinds)))
        if op is not None:
            assert registry.parse_json(op.to_stored()) == op
            self.store.writes.submit(op).result()
        return op

    def send(self, fate: str = "confirm") -> bool:
        ready = self.store.outbox.ready(1)
        if not ready:
            return False
        row = self.store.outbox.mark_inflight(ready[0].seq).result()
        assert row is not None
        outbox = self.store.outbox
        match fate:
            case "confirm":
                outbox.confirm(row.seq, {i: self.server_id() for i in [row.write.created_id] if i}).result()
            case "refuse":
                outbox.refuse(row.seq, "no").result()
            case _:
                outbox.uncertain(row.seq).result()
                outbox.requeue(row.seq).result()
        return True

    def pull(self) -> None:
        """The service tells what it told before, once more, a name changed."""
        number = self.draw(st.integers(0, 2))
        pos = float(self.draw(st.integers(1, 9)))
        theirs = Card(id=f"{number:024x}", id_board=B, id_list=L2, name=f"Theirs {pos}", pos=pos)
        self.store.arrive(Arrived(cards=(theirs,))).result()

    def consistent(self) -> None:
        """Working every row out anew changes nothing."""
        before = dump(self.store)
        keys = self.store._db.query("SELECT noun, id, parent_id FROM docs ORDER BY noun = 'cards'")

        def again(tx: Any) -> None:
            for noun, ident, parent in keys * 2:
                rebase.refresh(tx, (noun, ident), parent if noun in {"comments", "checklists"} else "")

        self.store._db.write(again).result()
        assert dump(self.store) == before


QUICK = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@QUICK
@given(st.data())
def test_the_view_is_the_base_and_the_pending_ops_after_any_interleaving(data: Any) -> None:
    with tempfile.TemporaryDirectory() as folder, closing(World(Path(folder), data.draw)) as world:
        steps = ["submit"] * 6 + ["send", "refuse", "uncertain", "pull", "undo", "redo"]
        for _ in range(data.draw(st.integers(3, 18))):
            step = data.draw(st.sampled_from(steps))
            match step:
                case "submit":
                    world.submit()
                case "pull":
                    world.pull()
                case "undo":
                    world.store.writes.undo().result()
                case "redo":
                    world.store.writes.redo().result()
                case _:
                    world.send("confirm" if step == "send" else step)
        world.consistent()


@QUICK
@given(st.data())
def test_sending_everything_changes_nothing_that_is_shown(data: Any) -> None:
    with tempfile.TemporaryDirectory() as folder, closing(World(Path(folder), data.draw)) as world:
        for _ in range(data.draw(st.integers(1, 12))):
            world.submit()
        shown = gist(world.store)
        while world.send():
            pass
        assert world.store.outbox.counts() == (0, 0)
        assert gist(world.store) == shown
        assert not any(is_local(row[0]) for row in world.store._db.query("SELECT id FROM docs"))
        assert world.store._db.first("SELECT count(*) FROM docs WHERE shown IS NOT NULL")[0] == 0
        world.consistent()


@QUICK
@given(st.data())
def test_undo_gives_back_each_earlier_view_and_redo_each_later_one(data: Any) -> None:
    kinds = [kind for kind in KINDS if kind not in {"delete_card", "create_list"}]
    with tempfile.TemporaryDirectory() as folder, closing(World(Path(folder), data.draw)) as world:
        for _ in range(data.draw(st.integers(0, 4))):
            world.submit(kinds)
        while data.draw(st.booleans()) and world.send():
            pass
        views = [gist(world.store)]
        for _ in range(data.draw(st.integers(1, 6))):
            rows = world.store._db.first("SELECT count(*) FROM outbox WHERE inverse != '[]'")[0]
            world.submit(kinds)
            if world.store._db.first("SELECT count(*) FROM outbox WHERE inverse != '[]'")[0] > rows:
                views.append(gist(world.store))
        for view in reversed(views[:-1]):
            assert world.store.writes.undo().result() is not None
            assert gist(world.store) == view
        for view in views[1:]:
            assert world.store.writes.redo().result() is not None
            assert gist(world.store) == view
        world.consistent()


@pytest.mark.parametrize("kind", KINDS)
def test_every_op_touches_something_and_goes_through_json(kind: str, tmp_path: Path) -> None:
    world = World(tmp_path, None)
    store = world.store
    card = f"{1:024x}"
    at = {"board_id": B, "card_id": card}
    check, item, comment = new_local_id(), new_local_id(), new_local_id()
    other, link = new_local_id(), new_local_id()
    store.writes.submit_all(
        [
            CreateChecklist(**at, checklist_id=check, name="Steps", pos=1),
            CreateChecklist(**at, checklist_id=other, name="Later", pos=2),
            AddLink(**at, attachment_id=link, url="https://tui.example/"),
            CreateCheckItem(**at, checklist_id=check, item_id=item, name="One", pos=1),
            AddComment(**at, comment_id=comment, text="Hello"),
        ]
    ).result()
    ops: dict[str, Write] = {
        op.kind: op
        for op in (
            CreateList(board_id=B, list_id=new_local_id(), name="L", pos=3),
            UpdateList(board_id=B, list_id=L1, closed=True),
            CreateCard(board_id=B, card_id=new_local_id(), list_id=L1, name="C", pos=9),
            UpdateCard(**at, due=None, name="Renamed"),
            MoveCard(**at, list_id=L2, pos=4),
            DeleteCard(**at),
            AddCardLabel(board_id=B, card_id=f"{0:024x}", label_id=RED),
            RemoveCardLabel(**at, label_id=RED),
            AddCardMember(**at, member_id=ME),
            RemoveCardMember(board_id=B, card_id=f"{2:024x}", member_id=ME),
            AddComment(**at, comment_id=new_local_id(), text="T"),
            UpdateComment(**at, comment_id=comment, text="T2"),
            DeleteComment(**at, comment_id=comment),
            CreateChecklist(**at, checklist_id=new_local_id(), name="X", pos=2),
            UpdateChecklist(**at, checklist_id=check, name="Y"),
            DeleteChecklist(**at, checklist_id=check),
            CreateCheckItem(**at, checklist_id=check, item_id=new_local_id(), name="Two", pos=2),
            UpdateCheckItem(**at, checklist_id=check, item_id=item, state="complete"),
            DeleteCheckItem(**at, checklist_id=check, item_id=item),
            CreateLabel(board_id=B, label_id=new_local_id(), name="Warm"),
            UpdateLabel(board_id=B, label_id=RED, name="Hotter", color=None),
            DeleteLabel(board_id=B, label_id=RED),
            CopyCard(board_id=B, card_id=new_local_id(), source_id=card, list_id=L2, name="Copy", pos=3),
            AddLink(**at, attachment_id=new_local_id(), url="https://tui.example/two"),
            RemoveAttachment(**at, attachment_id=link),
            MoveCheckItem(**at, checklist_id=check, to_checklist_id=other, item_id=item, pos=1, name="One"),
            UpdateBoard(board_id=B, name="Won"),
            StarBoard(board_id=B, starred=True),
        )
    }
    assert sorted(ops) == sorted(KINDS)
    op = ops[kind]
    if kind == "remove_card_member":
        store.writes.submit(AddCardMember(board_id=B, card_id=f"{2:024x}", member_id=ME)).result()
    before = dump(store)
    assert op.touches
    assert registry.parse_json(op.to_stored()) == op
    store.writes.submit(op).result()
    assert dump(store) != before
    assert store.writes.describe(op)
    world.consistent()
    store.close()


LONG = "x" * (LONGEST_TEXT + 1)


def rename(to: str, card: str = CARD) -> UpdateCard:
    return UpdateCard(board_id=BOARD, card_id=card, name=to)


@pytest.mark.parametrize("card", ["", "nobody", "new-000000000000000000000000"])
def test_an_op_on_what_is_not_there_is_refused_with_words(store: Store, card: str) -> None:
    with pytest.raises(StoreError, match="card is not there any more"):
        store.writes.submit(move(card)).result()
    assert store.outbox.counts() == (0, 0)


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (rename(LONG), "the name of the card has 16,385 characters; the service takes 16,384"),
        (UpdateCard(board_id=BOARD, card_id=CARD, desc=LONG), "the description of the card has"),
        (AddComment(board_id=BOARD, card_id=CARD, comment_id=NEW, text=LONG), "the text of the comment has"),
        (
            CreateCheckItem(board_id=BOARD, card_id=CARD, checklist_id=NEW, item_id=NEW, name=LONG, pos=1.0),
            "the name of the item has",
        ),
        (
            AddLink(board_id=BOARD, card_id=CARD, attachment_id=NEW, url=LONG),
            "the address of the attachment has",
        ),
    ],
    ids=["name", "description", "comment", "item", "address"],
)
def test_a_text_that_the_service_never_takes_is_refused_before_it_is_kept(
    store: Store, write: Write, words: str
) -> None:
    with pytest.raises(UsageError, match=words) as refused:
        store.writes.submit_all([rename("Ana"), write]).result()
    assert refused.value.hint == "shorten it, or attach it as a file"
    with pytest.raises(UsageError, match=words):
        store.writes.submit_each([rename("Ana"), write]).result()
    with pytest.raises(UsageError, match=words):
        store.writes.edit([write], {}, lambda *_: None).result()
    assert store.outbox.counts() == (0, 0)
    store.writes.submit(rename(LONG[1:])).result()


@pytest.mark.parametrize(
    ("write", "thing"),
    [
        (rename(" "), "card"),
        (CreateBoard(board_id=NEW, name=""), "board"),
        (UpdateList(board_id=BOARD, list_id="l", name="\n"), "list"),
    ],
)
def test_an_empty_name_is_refused_before_it_is_kept(store: Store, write: Write, thing: str) -> None:
    with pytest.raises(UsageError, match=f"^the name of the {thing} is empty$"):
        store.writes.submit_all([rename("Ana"), write]).result()
    assert store.outbox.counts() == (0, 0)


def test_what_may_be_nameless_is_kept(store: Store) -> None:
    store.writes.submit(CreateLabel(board_id=BOARD, label_id=NEW, name="", color="red")).result()
    assert store.outbox.counts() == (1, 0)


def test_a_thing_is_made_once(store: Store) -> None:
    with pytest.raises(StoreError, match="That card is there already"):
        store.writes.submit(made(CARD)).result()


@pytest.mark.parametrize(
    ("write", "noun"),
    [
        (CreateCard(board_id=BOARD, card_id="new-1", list_id="nowhere", name="x", pos=1), "list"),
        (AddCardLabel(board_id=BOARD, card_id=CARD, label_id="none"), "label"),
        (AddCardLabel(board_id=BOARD, card_id="nobody", label_id="none"), "card"),
        (RemoveAttachment(board_id=BOARD, card_id=CARD, attachment_id="none"), "attachment"),
        (DeleteCheckItem(board_id=BOARD, card_id=CARD, checklist_id="none", item_id="x"), "checklist"),
    ],
)
def test_what_is_missing_is_named_from_the_outside_in(store: Store, write: Write, noun: str) -> None:
    with pytest.raises(StoreError, match=f"That {noun} is not there any more") as caught:
        store.writes.submit(write).result()
    assert caught.value.hint


def test_an_item_is_looked_for_in_its_own_checklist(store: Store) -> None:
    at = {"board_id": BOARD, "card_id": CARD}
    store.writes.submit_all([
        CreateChecklist(**at, checklist_id="new-k", name="Steps", pos=1),
        CreateChecklist(**at, checklist_id="new-l", name="More", pos=2),
        CreateCheckItem(**at, checklist_id="new-k", item_id="new-i", name="call", pos=1),
    ]).result()  # fmt: skip
    with pytest.raises(StoreError, match="That item is not there any more"):
        store.writes.submit(DeleteCheckItem(**at, checklist_id="new-l", item_id="new-i")).result()
    store.writes.submit(DeleteCheckItem(**at, checklist_id="new-k", item_id="new-i")).result()


def test_a_local_id_that_was_exchanged_meanwhile_is_accepted(store: Store) -> None:
    row = store.writes.submit(made("new-1")).result()
    store.outbox.confirm(row.seq, {"new-1": SERVER}).result()
    later = store.writes.submit(rename("Ana Ray", "new-1")).result()
    assert later.write == rename("Ana Ray", SERVER)
    face = store.cards.face(SERVER)
    assert face is not None
    assert face.name == "Ana Ray"
