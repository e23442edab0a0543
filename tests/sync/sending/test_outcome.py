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
from tui.model.writes.cards import CreateCard, MoveCard
from tui.sync.sending.outcome import Outcome, outcome_of

CREATE = CreateCard(board_id="b", card_id="new-1", list_id="l", name="Ana", pos=1.0)
MOVE = MoveCard(board_id="b", card_id="c", list_id="l", pos=1.0)


@pytest.mark.parametrize(
    ("error", "of_a_create", "of_a_move"),
    [
        (Unreachable("x"), Outcome.BACK, Outcome.BACK),
        (RateLimited("x", retry_after=7), Outcome.BACK, Outcome.BACK),
        (StoreBusy("x"), Outcome.BACK, Outcome.BACK),
        (ServerFault("x"), Outcome.LOOK, Outcome.BACK),
        (Ambiguous("x"), Outcome.LOOK, Outcome.BACK),
        (Garbled("x"), Outcome.LOOK, Outcome.BACK),
        (Unauthorized("x"), Outcome.STOP, Outcome.STOP),
        (CredentialError("x"), Outcome.STOP, Outcome.STOP),
        (Forbidden("x"), Outcome.REFUSE, Outcome.REFUSE),
        (NotFound("x"), Outcome.REFUSE, Outcome.REFUSE),
        (Rejected("x"), Outcome.REFUSE, Outcome.REFUSE),
        (OutOfCredits("x"), Outcome.REFUSE, Outcome.REFUSE),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else None,
)
def test_the_table_of_the_architecture(error, of_a_create, of_a_move) -> None:
    assert outcome_of(CREATE, error) is of_a_create
    assert outcome_of(MOVE, error) is of_a_move


def test_answers_that_can_never_be_read_are_brought_before_the_user() -> None:
    assert outcome_of(MOVE, Garbled("x"), 2) is Outcome.BACK
    assert outcome_of(MOVE, Garbled("x"), 3) is Outcome.REFUSE
