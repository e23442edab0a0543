"""The card's own fields."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tui.app.widgets.card_form import CardForm, Facts, due_words
from tui.model.attachment import Attachment
from tui.model.card import Card
from tui.model.label import Label
from tui.model.member import Member
from tui.model.writes.cards import UpdateCard

CARD = Card(id="k", id_board="b", name="Ring Ana")


@pytest.fixture
def facts(now):
    return Facts(
        card=CARD.replace(due=now + timedelta(hours=3), start=now),
        place="Leads · Pipeline",
        labels=(Label(id="l", name="hot", color="red"), Label(id="m", color="blue_dark")),
        members=(Member(id="m", full_name="Mere Tamihana"),),
        now=now,
        mark="⟳ 1 not sent yet",
    )


@pytest.fixture
def play(stage, facts):
    async def act(keys=(), facts=facts, edit=False, own=None):
        form = CardForm()
        app = stage(form, own)
        async with app.run_test(size=(70, 12), message_hook=app.heard.append) as pilot:
            form.show(facts)
            if edit:
                form.edit_title()
            await pilot.press(*keys)
            await pilot.pause()
            app.shown = app.text()
        return app

    return act


async def test_everything_is_said_in_words(play):
    shown = (await play()).shown
    for words in (
        "Ring Ana",
        "in Leads · Pipeline",
        "▪hot",
        "▪dark blue",
        "Mere Tamihana",
        "soon",
        "Start",
        "⟳ 1 not sent yet",
    ):
        assert words in shown


async def test_when_a_card_reminds_stands_beside_its_due_date(play, facts):
    card = facts.card
    assert (
        "reminds an hour before"
        in (await play(facts=replace(facts, card=card.replace(due_reminder=60)))).shown
    )
    assert (
        "reminds when it is due"
        in (await play(facts=replace(facts, card=card.replace(due_reminder=0)))).shown
    )
    for silent in (card, card.replace(due_reminder=-1), card.replace(due=None, due_reminder=60)):
        assert "reminds" not in (await play(facts=replace(facts, card=silent))).shown


async def test_a_mark_that_comes_or_goes_moves_no_line(play, facts):
    marked, plain = [(await play(facts=replace(facts, mark=mark))).shown for mark in (facts.mark, "")]
    assert marked.replace(f" · {facts.mark}", "").split() == plain.split()
    assert [at for at, line in enumerate(marked.splitlines()) if "Labels" in line] == [
        at for at, line in enumerate(plain.splitlines()) if "Labels" in line
    ]
    assert len(marked.strip().splitlines()) == len(plain.strip().splitlines())


async def test_what_does_not_fit_beside_a_field_goes_on_below_its_value(play, facts):
    crew = ("Mere Tamihana", "Jack Lomax", "Priya Menon", "Te Ariki Pōhatu", "Layla Haddad")
    people = tuple(Member(id=name, full_name=name) for name in crew)
    lines = (await play(facts=replace(facts, members=people))).shown.splitlines()
    at = next(number for number, line in enumerate(lines) if "Members" in line)
    first, rest = lines[at : at + 2]
    assert rest.index(rest.split()[0]) == first.index("Mere")


async def test_the_only_file_has_its_name_in_full(play, facts):
    name = "Résumé – Te Ariki Pōhatu (final) v2.pdf"
    files = (Attachment(id="f", name=name, is_upload=True), Attachment(id="g", name=name, is_upload=True))
    one = replace(facts, card=facts.card.replace(attachments=files[:1]))
    assert f"▤ {name}" in (await play(facts=one)).shown
    assert (
        "▤ Résumé – Te Ariki Pōhat… · ▤ "
        in (await play(facts=replace(facts, card=facts.card.replace(attachments=files)))).shown
    )


async def test_what_is_not_there_says_how_to_add_it(play, now):
    shown = (await play(facts=Facts(CARD, "p", (), (), now))).shown
    assert "l adds one" in shown
    assert "no date" in shown
    assert "Start" not in shown


async def test_the_title_is_edited_in_place(play):
    app = await play([*" today", "enter"], edit=True)
    assert app.writes() == [UpdateCard(board_id="b", card_id="k", name="Ring Ana today")]
    assert app.writes()[0].changes == {"name": "Ring Ana today"}


@pytest.mark.parametrize("keys", [["escape"], ["enter"], [*["backspace"] * 8, "enter"]])
async def test_a_title_is_neither_emptied_nor_written_for_nothing(play, keys):
    app = await play(keys, edit=True)
    assert app.writes() == []
    assert len(app.said(CardForm.Left)) == 1


def test_due_differs_by_sign_and_word(now):
    assert due_words(CARD, now).plain == ""
    assert due_words(CARD.replace(due=now - timedelta(hours=1)), now).plain.endswith("overdue")
    assert due_words(CARD.replace(due=now + timedelta(hours=1)), now).plain.endswith("soon")
    assert due_words(CARD.replace(due=now - timedelta(hours=1)), now, done=True).plain.startswith("✓")
    template = CARD.replace(due=now - timedelta(hours=1), is_template=True)
    assert due_words(template, now).plain.startswith("◷")
    far = due_words(CARD.replace(due=now + timedelta(days=9)), now).plain
    assert far.startswith("◷")
    assert "soon" not in far


async def test_what_is_said_to_be_pressed_is_the_users_key(play, now):
    own = {"open-card-labels": "f7", "due": "f8"}
    shown = (await play(facts=Facts(CARD, "p", (), (), now), own=own)).shown
    assert "f7 adds one" in shown
    assert "no date: f8 sets one" in shown


async def test_a_card_that_may_only_be_read_offers_no_change(play, now):
    shown = (await play(facts=Facts(CARD, "p", (), (), now, reads_only=True))).shown
    assert "Labels" in shown
    assert "adds one" not in shown
    assert "no date" not in shown
