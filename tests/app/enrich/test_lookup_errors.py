"""What is said of a lookup that failed, and whether it was paid."""

import pytest

from tui.app.enrich.lookup_errors import error_words
from tui.errors import (
    Ambiguous,
    Forbidden,
    Garbled,
    NoKey,
    NotFound,
    OutOfCredits,
    RateLimited,
    Rejected,
    SpendRefused,
    Unreachable,
    Unsettled,
    UsageError,
)


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (
            SpendRefused("This may cost 2 credits; the cap is 1", hint="Raise it."),
            "Cap reached. This may cost",
        ),
        (Ambiguous("x"), "not paid twice"),
        (Garbled("x"), "cannot be read"),
        (Forbidden("x"), "does not accept our key"),
        (RateLimited("x", retry_after=0.2), "a pause of a moment"),
    ],
)
def test_troubles_have_words(trouble, words):
    assert words in error_words(trouble)


def test_a_missing_key_is_no_key_that_was_refused():
    assert error_words(NoKey("There is no key", hint="Make one")) == "There is no key. Make one."


def test_a_pause_has_its_seconds_and_a_cap_its_hint():
    assert "a pause of 4 s. Nothing was spent" in error_words(RateLimited("x", retry_after=4.4))
    assert (
        error_words(SpendRefused("The cap is 1", hint="Raise it!")) == "Cap reached. The cap is 1. Raise it!"
    )


def test_an_answer_that_was_lost_may_have_been_paid_and_asking_again_may_pay_twice(now):
    said = error_words(Unsettled(now, asked=True))
    assert said.startswith("No answer came to what was asked just now. It may have been charged.")
    assert "may pay twice" in said
    assert error_words(Unsettled(now, asked=False)).startswith(
        "No usable answer came to what was asked on 21 Nov."
    )


def test_a_service_that_failed_is_told_in_its_words_and_not_as_silence(now):
    lost = Unsettled(now, asked=True, answer="The service failed (500): the disk\x1b is full.")
    assert str(lost) == (
        "The service failed (500): the disk\x1b is full. It may have been charged, and so may a repeat."
    )
    assert error_words(lost) == (
        "The service failed (500): the disk␛ is full. "
        "It may have been charged. Ask again? Enter does, and may pay twice."
    )


def test_any_other_error_is_said_in_its_own_words_made_safe():
    assert (
        error_words(UsageError("That is no \x1b[2Jdomain", hint="Which one?"))
        == "That is no ␛[2Jdomain. Which one?"
    )
    assert error_words(Rejected("Known.")) == "Known."


def test_the_service_that_was_not_reached_is_named():
    error = Unreachable("Hunter: api.hunter.example:443 cannot be reached: name not found.")
    said = "Offline: Hunter: api.hunter.example:443 cannot be reached: name not found."
    assert error_words(error) == f"{said} Nothing was spent. Enter tries again."
    error.sent = True
    assert error_words(error) == f"{said} Enter tries again."


@pytest.mark.parametrize(
    ("kind", "spent"),
    [(OutOfCredits, "Nothing was spent"), (Unreachable, "Nothing was spent"), (NotFound, "providers check")],
)
def test_what_was_not_asked_cost_nothing(kind, spent):
    assert spent in error_words(kind("x"))


@pytest.mark.parametrize("trouble", [OutOfCredits("x"), RateLimited("x", retry_after=4)])
def test_nothing_is_said_to_be_free_that_may_have_been_charged(trouble):
    assert "Nothing was spent" in error_words(trouble)
    trouble.sent = True
    assert "Nothing was spent" not in error_words(trouble)
    assert "may have been charged" in error_words(trouble)
