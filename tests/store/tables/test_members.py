"""Who is on a board, and as what: as the service said, with what waits laid over it."""

from tests.store.conftest import BOARD, ME
from tui.model.member import Member, Membership
from tui.model.writes.base import Write
from tui.model.writes.members import RemoveBoardMember, SetBoardMember
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store
from tui.store.tables.members import role_of

BO, CY = "e" * 24, "f" * 24


def arrive(store: Store) -> None:
    """The service says that Bo is on the board too."""
    roles = tuple(
        Membership(id_member=one, member_type="admin" if one == ME else "normal") for one in (ME, BO)
    )
    people = (Member(id=ME, username="me"), Member(id=BO, username="bo", full_name="Bo Day"))
    store.arrive(Arrived(members_of=BOARD, members=people, memberships=roles)).result()


def submit(store: Store, write: Write) -> int:
    return store.writes.submit_all([write]).result()[0].seq


def roles(store: Store) -> dict[str, str]:
    return {one.id_member: one.member_type for one in store.members.roles(BOARD)}


def names(store: Store) -> list[str]:
    return [one.full_name or one.username for one in store.members.of_board(BOARD)]


def test_members_are_listed_by_name(store: Store) -> None:
    arrive(store)
    assert roles(store) == {ME: "admin", BO: "normal"}
    assert names(store) == ["Bo Day", "me"]
    assert (store.members.name(BO), store.members.name("nobody")) == ("Bo Day", "")
    assert store.members.get("nobody") is None


def test_what_waits_is_laid_over_it_in_its_order(store: Store) -> None:
    arrive(store)
    submit(store, SetBoardMember(board_id=BOARD, member_id=BO, role="observer"))
    submit(
        store, SetBoardMember(board_id=BOARD, member_id=CY, role="admin", username="cy", full_name="Cy Ng")
    )
    assert roles(store) == {ME: "admin", BO: "observer", CY: "admin"}
    assert names(store) == ["Bo Day", "Cy Ng", "me"], "who is still to be invited is shown by the name given"
    submit(store, RemoveBoardMember(board_id=BOARD, member_id=BO))
    assert roles(store) == {ME: "admin", CY: "admin"}
    assert names(store) == ["Cy Ng", "me"]


def test_the_role_of_one_member_is_read_alone(store: Store) -> None:
    arrive(store)
    submit(store, SetBoardMember(board_id=BOARD, member_id=BO, role="observer"))
    read = list[str]()
    with store._db._readers.own() as conn:
        conn.set_trace_callback(read.append)
    found = [store.members.role(BOARD, each) for each in (ME, BO, CY)]
    assert [one and one.member_type for one in found] == ["admin", "observer", None]
    assert sum(f"member_id = '{each}'" in sql for each in (ME, BO, CY) for sql in read) == 3


def test_what_the_service_took_stays_without_what_waited(store: Store) -> None:
    arrive(store)
    for write in (
        SetBoardMember(board_id=BOARD, member_id=CY, role="observer", username="cy"),
        SetBoardMember(board_id=BOARD, member_id=BO, role="admin"),
    ):
        store.outbox.confirm(submit(store, write)).result()
    assert roles(store) == {ME: "admin", BO: "admin", CY: "observer"}
    assert names(store) == ["Bo Day", "cy", "me"], "a name that is known stays as it is"
    store.outbox.confirm(submit(store, RemoveBoardMember(board_id=BOARD, member_id=BO))).result()
    assert roles(store) == {ME: "admin", CY: "observer"}


def test_the_role_before_is_that_with_what_waits(store: Store) -> None:
    arrive(store)
    submit(store, SetBoardMember(board_id=BOARD, member_id=BO, role="observer"))
    found = store.write(lambda tx: (role_of(tx, BOARD, BO), role_of(tx, BOARD, CY))).result()
    assert found[0] is not None
    assert (found[0].member_type, found[1]) == ("observer", None)


def test_only_what_is_new_of_them_is_told(store: Store) -> None:
    arrive(store)
    heard: list[frozenset[str]] = []
    end = store.feed.subscribe(lambda change: heard.append(frozenset(change.nouns)))
    arrive(store)
    assert not any("members" in nouns for nouns in heard)
    roles_ = tuple(Membership(id_member=one, member_type="normal") for one in (ME, BO))
    people = (Member(id=ME, username="me"), Member(id=BO, username="bo", full_name="Bo Day"))
    store.arrive(Arrived(members_of=BOARD, members=people, memberships=roles_)).result()
    end()
    assert [nouns for nouns in heard if "members" in nouns] != []
    assert roles(store) == {ME: "normal", BO: "normal"}


def test_who_left_the_board_is_not_on_it(store: Store) -> None:
    arrive(store)
    store.arrive(Arrived(members_of=BOARD, members=(Member(id=ME, username="me"),))).result()
    assert roles(store) == {ME: "normal"}
    assert store.members.name(BO) == "Bo Day", "the name is known for what they did"
