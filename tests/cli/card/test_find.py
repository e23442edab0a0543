"""The cards that a step is about, found one after another and changed together."""

import json
import shutil

import pytest

from tests.thinned import thinned
from tui.cli.card import find


@pytest.mark.parametrize(
    ("step", "left"),
    thinned(
        [
            (("label", "add", "-", "hot"), {"hot", "theirs"}),
            (("label", "remove", "-", "hot"), {"theirs"}),
            (("card", "assign", "-", "you"), {"you", "jacklomax"}),
            (("card", "unassign", "-", "you"), {"jacklomax"}),
        ],
        3,
    ),
)
def test_what_another_window_did_while_cards_were_looked_for_stays(program, monkeypatch, step, left):
    """Of many cards on stdin the first is found long before the last."""
    for name in ("hot", "theirs"):
        program.read("label", "new", "Team", name, "--color", "pink")
    first, second = (program.read("card", "new", "Team", "To do", name).strip() for name in "AB")
    look_for = find.find_card

    async def found(workspace, text):
        card = await look_for(workspace, text)
        if text == second:
            label = workspace.names.label(card.id_board, "theirs").id
            member = workspace.names.member(card.id_board, "jacklomax").id
            await workspace.cards.edit(first, {}, label_ids=[label], member_ids=[member])
        return card

    monkeypatch.setattr(find, "find_card", found)
    assert program(*step, stdin=f"{first}\n{second}\n").exit_code == 0
    shown = program.json("card", "show", first)
    held = {one["name"] for one in shown["labels"]} | {one["username"] for one in shown["members"]}
    assert held - {"jacklomax" if step[0] == "label" else "theirs"} == left


@pytest.mark.parametrize(
    "step",
    thinned(
        [
            ("card", "delete", "-", "--yes"),
            ("card", "copy", "-"),
            ("card", "comment", "-", "hello"),
            ("card", "edit", "-", "--name", "B"),
        ],
        2,
        whole=True,
    ),
)
def test_a_card_named_in_two_ways_is_meant_once(program, step):
    card = program.json("card", "show", program.read("card", "new", "Team", "To do", "A").strip())
    done = program(*step, "--json", stdin=f"{card['id']}\n{card['shortLink']}\n{card['id']}\n")
    assert done.exit_code == 0, done.output
    assert len(json.loads(done.stdout)) == 1


def test_a_card_of_another_account_is_told_to_be_there(program):
    """The agenda has the cards of all accounts."""
    card = program.read("card", "new", "Team", "To do", "A").strip()
    data = program.home / "data"
    shutil.copy(data / "store-local.db", data / "store-team.db")
    program.read("card", "delete", card, "--yes")
    refused = program("card", "archive", card)
    assert refused.exit_code == 2
    assert "hint: the account team has it: cardscout --account team …" in refused.stderr
