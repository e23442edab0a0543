"""What became of a withdrawal, in words."""

from tui.model.enrich.namings import Naming
from tui.model.enrich.withdrawal import Withdrawal, WithdrawnNote
from tui.presentation.withdrawn import lines, places, staying_cards, staying_lines

TEAM = WithdrawnNote(comment_id="1", card_id="c", board_id="b", board="Team", card="Ring Ana")
LOST = WithdrawnNote(comment_id="2", card_id="d", board_id="", board="", card="", state="kept", why="unread")


def test_places_count_by_board_and_name_accounts_where_there_are_several():
    assert places({}) == places({"local": []}) == ""
    assert places({"local": [TEAM, TEAM]}) == "2 comments (Team 2)"
    assert places({"local": [LOST], "work": [TEAM]}) == "2 comments (archived 1 in local, Team 1 in work)"


def test_each_comment_has_a_line_and_nothing_from_outside_is_drawn_as_it_came():
    hostile = TEAM.replace(board="\x1b[31m", card="a\nb\u202e", state="queued", why="off\x07line")
    told = lines({"work": Withdrawal(notes=(TEAM, hostile, LOST), answers=2, unread=3)}, {"old": "locked"})
    assert told[0] == "deleted: work · comment on Team › Ring Ana"
    assert not any(char in "".join(told) for char in "\x1b\n\u202e\x07")
    assert told[2:] == [
        "still there: work · comment on an archived card (unread)",
        "erased: work · 2 remembered answers",
        "not read: work · 3 boards never opened here: open them, then cardscout suppress withdraw",
        "not reached: old (locked)",
    ]


def test_each_card_with_what_people_typed_has_a_line_and_those_that_are_surely_meant_come_first():
    title = Naming(
        card_id="c",
        board_id="b",
        board="Team",
        card="Ring Ana",
        part="title",
        text="Ring Ana Reid",
        sure=False,
    )
    mixed = title.replace(part="comment", by="B\x1bo", sure=True, holds_finding=True)
    lunch = title.replace(card_id="d", card="Lu\nnch")
    lost = mixed.replace(card_id="e", board_id="", board="", card="", by="Bo", holds_finding=False)
    done = {"local": Withdrawal(stays=(lunch, title, mixed, mixed)), "work": Withdrawal(stays=(lost,))}
    assert staying_lines(staying_cards(done)) == [
        "what people typed is theirs and stays; edit it there:",
        "still named: local · Team › Ring Ana (title, comment by B␛o with a finding)",
        "still named: work · an archived card (comment by Bo)",
        "perhaps named: local · Team › Lu␊nch (title; only a name or number)",
    ]
    assert staying_lines([]) == []
