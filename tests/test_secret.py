"""A secret shows itself to nobody who does not ask for it."""

import copy
import dataclasses
import gc
import json
import logging
import pickle
import traceback

import pytest

from tui.secret import MASK, Secret, mask_secrets

VALUE = "CANARY+plus/slash=="
HELD = Secret(VALUE)


@dataclasses.dataclass
class Holder:
    token: Secret


@pytest.mark.parametrize(
    "written",
    [
        repr(HELD), str(HELD), f"{HELD!r:>40}", f"{HELD:^40}", repr([HELD]), repr({"token": HELD}), repr(Holder(HELD)),
        str(dataclasses.asdict(Holder(HELD))), repr(vars(Holder(HELD))),
    ],
)  # fmt: skip
def test_it_is_written_as_a_mask(written):
    assert MASK in written
    assert "CANARY" not in written


@pytest.mark.parametrize(
    "use", [pickle.dumps, json.dumps, "x".__add__, "".join, len, list, vars, bytes, iter, int]
)
def test_it_is_no_text(use):
    with pytest.raises(TypeError) as refused:
        use([HELD] if use == "".join else HELD)
    assert "CANARY" not in "".join(traceback.format_exception(refused.value))
    assert not hasattr(HELD, "encode")


def test_it_is_revealed_to_who_asks_and_equals_only_its_like():
    assert HELD.reveal() == VALUE
    assert (Secret(VALUE) == HELD, Secret("x") == HELD, HELD == VALUE) == (True, False, False)
    assert len({HELD, Secret(VALUE), Secret("ā\ud800")}) == 2
    assert (bool(HELD), bool(Secret())) == (True, False)
    assert copy.deepcopy(Holder(HELD)).token.reveal() == copy.copy(HELD).reveal() == VALUE


def test_a_log_and_a_crash_with_its_locals_have_the_mask(caplog):
    logging.getLogger("t").error("token %s and %r", HELD, HELD)
    crash = traceback.TracebackException.from_exception(_crashed(HELD), capture_locals=True)
    assert "CANARY" not in caplog.text + "".join(crash.format())


def _crashed(token):
    try:
        json.dumps({"token": token})
    except TypeError as error:
        return error


def test_a_secret_is_masked_while_it_is_in_use_and_a_short_one_is_not():
    held, short = Secret("hunter2-of-ana"), Secret("an")
    text = "it is hunter2-of-ana"
    assert mask_secrets(text) == f"it is {MASK}"
    assert (copy.copy(held).reveal(), short.reveal()) == ("hunter2-of-ana", "an")
    del held
    gc.collect()
    assert mask_secrets(text) == text
