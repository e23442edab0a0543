"""How a due date stands."""

from datetime import timedelta

from tui.app.drawing.due_state import DONE, FAR, LATE, NEAR, SOON, due_standing


def test_the_four_ways_it_can_stand(now):
    assert due_standing(now - timedelta(seconds=1), now, done=False) is LATE
    assert due_standing(now + SOON, now, done=False) is NEAR
    assert due_standing(now + SOON + timedelta(seconds=1), now, done=False) is FAR
    assert due_standing(now - SOON, now, done=True) is DONE


def test_no_two_share_a_sign_or_one_with_a_selected_card():
    signs = {each.sign for each in (LATE, NEAR, FAR, DONE)}
    assert len(signs) == 4
    assert not signs & set("◆▌█☑")
