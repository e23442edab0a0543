import pytest

from tui.errors import (
    Ambiguous,
    CredentialError,
    Forbidden,
    Garbled,
    NotFound,
    OutOfCredits,
    RateLimited,
    Rejected,
    ServerFault,
    StoreBusy,
    Unauthorized,
    Unreachable,
)
from tui.model.op import CreateCard, MoveCard
from tui.sync.fate import ROUNDS, Fate, fate

CREATE = CreateCard(board_id="b", card_id="new-1", list_id="l", name="Ana", pos=1.0)
MOVE = MoveCard(board_id="b", card_id="c", list_id="l", pos=1.0)


@pytest.mark.parametrize(
    ("error", "of_a_create", "of_a_move"),
    [
        (Unreachable("x"), Fate.BACK, Fate.BACK),
        (RateLimited("x", retry_after=7), Fate.BACK, Fate.BACK),
        (StoreBusy("x"), Fate.BACK, Fate.BACK),
        (ServerFault("x"), Fate.LOOK, Fate.BACK),
        (Ambiguous("x"), Fate.LOOK, Fate.BACK),
        (Garbled("x"), Fate.LOOK, Fate.BACK),
        (Unauthorized("x"), Fate.STOP, Fate.STOP),
        (CredentialError("x"), Fate.STOP, Fate.STOP),
        (Forbidden("x"), Fate.REFUSE, Fate.REFUSE),
        (NotFound("x"), Fate.REFUSE, Fate.REFUSE),
        (Rejected("x"), Fate.REFUSE, Fate.REFUSE),
        (OutOfCredits("x"), Fate.REFUSE, Fate.REFUSE),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else None,
)
def test_the_table_of_the_architecture(error, of_a_create, of_a_move) -> None:
    assert fate(CREATE, error) is of_a_create
    assert fate(MOVE, error) is of_a_move


def test_answers_that_can_never_be_read_are_brought_before_the_user() -> None:
    assert fate(MOVE, Garbled("x"), ROUNDS - 1) is Fate.BACK
    assert fate(MOVE, Garbled("x"), ROUNDS) is Fate.REFUSE
