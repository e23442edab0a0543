"""The form: two fields are typed and four chosen, and each key goes where a hand expects it."""

import pytest

from tui.app.widgets.enrich.people_form import PeopleForm
from tui.model.enrich.people import PeopleQuery


@pytest.fixture
def play(stage):
    async def act(*keys, query=None, put=None):
        form = PeopleForm(query or PeopleQuery())
        app = stage(form)
        async with app.run_test(size=(60, 20), message_hook=app.heard.append) as pilot:
            form.begin()
            form.say("free · 7 left")
            await pilot.press(*keys)
            if put:
                form.put(*put)
            await pilot.pause()
            app.shown = " ".join(app.text().split())
        return app

    return act


async def test_a_company_and_a_position_are_typed_and_enter_searches(play):
    app = await play(*"Tui", "down", *"head", "enter")
    (asked,) = app.said(PeopleForm.Submitted)
    assert asked.query == PeopleQuery(company="Tui", position="head")
    assert app.said(PeopleForm.Changed)[-1].query == asked.query
    assert "Search free · 7 left" in app.shown


async def test_a_level_is_chosen_also_by_its_first_letter_and_taken_out_again(play):
    app = await play("tab", "tab", "enter", "s", "ctrl+s", put=("seniority", "manager"))
    assert [(asked.field.name, asked.typed) for asked in app.said(PeopleForm.Asked)] == [
        ("seniority", ""),
        ("seniority", "s"),
    ]
    assert len(app.said(PeopleForm.Submitted)) == 1
    assert "Seniority Manager ▾" in app.shown
    app = await play("tab", "tab", "backspace", query=PeopleQuery(company="x", seniority="manager"))
    assert app.said(PeopleForm.Changed)[-1].query == PeopleQuery(company="x")
    assert "Seniority any ▾" in app.shown


async def test_the_last_stop_searches_and_esc_leaves(play):
    app = await play(*["down"] * 9, "enter", "up", "escape", query=PeopleQuery(country="NZ"))
    (asked,) = app.said(PeopleForm.Submitted)
    assert asked.query.country == "NZ"
    assert "New Zealand, anywhere" in app.shown
    assert len(app.said(PeopleForm.Left)) == 1
