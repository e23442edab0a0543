"""The answer whether a board may show private values is asked for once, and can be changed."""

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.enrich.sharing import agree, change_answer
from tui.model.enrich.sharing import SharedBoard

LEADS = SharedBoard(id="b", name="Leads", members=3, answer=False)


class Sharing:
    """The answers for boards."""

    def __init__(self, board: SharedBoard | None) -> None:
        self.board = lambda _: board
        self.answers: list[tuple[str, bool]] = []

    async def answer(self, board_id: str, *, allowed: bool) -> None:
        self.answers.append((board_id, allowed))


def page(sharing: Sharing, *answers: object):
    return fake_page(*answers, workspace=fake(sharing=sharing))


@pytest.mark.parametrize(
    ("chosen", "answers", "told"),
    [
        ("yes", [("b", True)], "private mobiles and e-mails are put there from now on"),
        ("no", [("b", False)], "private mobiles and e-mails are left out from now on"),
        (None, [], ""),
    ],
)
async def test_an_answer_is_changed(chosen, answers, told):
    sharing = Sharing(LEADS)
    context = page(sharing, chosen)
    await change_answer(context, "b")
    assert sharing.answers == answers
    assert "which 3 members see? So far they are left out." in context.asked[0][0]
    assert [words for _, words in context.done] == (
        [f"{told}; comments stay until they are attached again"] if told else []
    )


async def test_a_board_of_ones_own_has_no_answer():
    sharing = Sharing(None)
    context = page(sharing)
    await change_answer(context, "b")
    assert (sharing.answers, len(context.done)) == ([], 1)


async def test_what_was_answered_is_not_asked_again():
    sharing = Sharing(LEADS)
    assert await agree(page(sharing), [LEADS])
    assert sharing.answers == []
