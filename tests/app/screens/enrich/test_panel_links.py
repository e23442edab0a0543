"""What leads on from a subject: its company, the people there, their cards, and other cards."""

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.enrich import panel_messages
from tui.app.enrich.lines import colleague_row
from tui.app.screens.enrich.panel_links import PanelLinks
from tui.model.finding import Quote
from tui.model.person import Person
from tui.model.subject import Identifier, Subject

ANA = Person(id="p1", full_name="Ana Reid", network_slug="ana-reid")
FIRM = Subject(
    type="company", name="Firm", identifiers=(Identifier(kind="domain", value="firm.example", field="title"),)
)
FREE, PAID = Quote(low=0, high=0), Quote(low=1, high=2, credits_left=9)


class Panel:
    """The panel around the controller, which keeps what it is asked to do."""

    def __init__(
        self,
        quote: Quote = FREE,
        card: object = None,
        made: object = (),
        there: object = None,
        answer: object = None,
    ) -> None:
        self.did = []
        self.seconds = float("inf")
        self.there = there
        self.subjects = {"firm.example": FIRM}
        self.quote = quote
        people = fake(quote=lambda _query: self.quote, make_cards=self.make_cards, on_cards=self.on_cards)
        self.made = made
        self.page = fake_page(
            *([answer] if there is not None else []),
            feed=fake(current_id=lambda ident: f"now {ident}"),
            workspace=fake(
                people=people,
                lookups=fake(subject=self.subjects.get),
                cards=fake(get=lambda ident: card if ident == "now c1" else None),
            ),
        )
        self.onward = PanelLinks(
            self.page,
            fake(list_staff=self.list_staff, look_up=self.look_up, may_ask=self.may_ask),
            lambda card_id, subject: self.did.append(("add", card_id, subject.text)),
            lambda row: self.did.append(("expect", row)),
            lambda words: self.did.append(("tell", words)),
        )

    async def make_cards(self, list_id, people, *, again):
        """Keep the people, and make what was prepared."""
        self.did.append(("make again" if again else "make", list_id, people))
        return self.made

    async def on_cards(self, _list_id, people):
        """Return the card that was prepared."""
        return [(one, self.there) for one in people if self.there is not None]

    async def list_staff(self, subject, query, agreed):
        """Keep the search."""
        assert agreed == self.quote
        self.did.append(("list", subject.key, query.company))

    def may_ask(self, price, told_at):
        """Agree to what is free, or was told a while ago."""
        return not price.high or self.seconds - told_at >= 1

    async def look_up(self, subject):
        """Keep the lookup."""
        self.did.append(("look up", subject.key))

    async def run(self):
        """Run the job that the page was given, and return its name."""
        [(_, name, _, job)] = self.page.done
        await job()
        return name


async def test_people_are_listed_at_once_where_that_is_free():
    panel = Panel()
    panel.onward.take(panel_messages.SearchColleagues(FIRM, "firm.example"))
    assert await panel.run() == "people"
    assert panel.did == [("expect", colleague_row(FIRM.key, 0)), ("list", FIRM.key, "firm.example")]


async def test_what_costs_is_done_only_after_its_price_was_told():
    panel = Panel(PAID)
    panel.onward.take(panel_messages.SearchColleagues(FIRM, "firm.example"))
    key = panel.page.key_names["company-people"]
    assert panel.did == [("tell", f"The people of firm.example: 1–2 credits, 9 left: {key} again lists them")]
    assert panel.page.done == []
    panel.onward.take(panel_messages.SearchColleagues(FIRM, "firm.example"))
    assert await panel.run() == "people"
    panel.onward.take(panel_messages.SearchColleagues(FIRM, "firm.example"))
    assert panel.did[-1][0] == "tell", "each search has its price"
    assert len(panel.page.done) == 1


def test_another_price_is_told_again():
    panel = Panel(PAID)
    panel.onward.take(panel_messages.SearchColleagues(FIRM, "firm.example"))
    panel.quote = PAID.replace(high=3)
    panel.onward.take(panel_messages.SearchColleagues(FIRM, "firm.example"))
    assert [what for what, *_ in panel.did] == ["tell", "tell"]
    assert "1–3 credits" in panel.did[-1][1]


async def test_a_price_that_was_told_just_now_is_not_agreed_to(monkeypatch):
    panel = Panel(PAID)
    panel.seconds = 5.0
    monkeypatch.setattr("tui.app.screens.enrich.panel_links.get_time", lambda: panel.seconds)
    panel.onward.take(panel_messages.SearchColleagues(FIRM, "firm.example"))
    panel.seconds = 5.3
    panel.onward.take(panel_messages.SearchColleagues(FIRM, "firm.example"))
    assert panel.page.done == []
    panel.seconds = 6.0
    panel.onward.take(panel_messages.SearchColleagues(FIRM, "firm.example"))
    assert await panel.run() == "people"
    assert [what for what, *_ in panel.did] == ["tell", "expect", "list"]


def test_a_price_that_was_told_is_of_one_company():
    panel = Panel(PAID)
    other = FIRM.replace(name="Other", identifiers=())
    panel.onward.take(panel_messages.SearchColleagues(FIRM, "firm.example"))
    panel.onward.take(panel_messages.SearchColleagues(other, "Other"))
    assert [what for what, *_ in panel.did] == ["tell", "tell"]


def test_a_search_that_is_refused_says_why():
    panel = Panel(Quote(low=1, high=1, refused="Cap reached."))
    panel.onward.take(panel_messages.SearchColleagues(FIRM, "firm.example"))
    assert panel.did == [("tell", "Cap reached.")]
    assert panel.page.done == []


@pytest.mark.parametrize(
    ("message", "place"),
    [
        (panel_messages.SearchColleagues(FIRM, "Firm", page=True), "people:Firm"),
        (panel_messages.ShowCard("c2"), "card:c2"),
    ],
)
def test_a_page_of_its_own_is_gone_to(message, place):
    panel = Panel()
    panel.onward.take(message)
    assert panel.page.done == [("go", place)]
    assert panel.did == []


def test_a_colleague_becomes_a_subject_of_the_card():
    panel = Panel()
    panel.onward.take(panel_messages.PickColleague("c1", ANA))
    assert panel.did == [("add", "c1", "Ana Reid")]


async def test_the_employer_becomes_a_subject_and_is_looked_up():
    panel = Panel()
    panel.onward.take(panel_messages.LookUpEmployer("c1", "firm.example"))
    assert await panel.run() == "enrich"
    assert panel.did == [("add", "c1", FIRM.text), ("look up", FIRM.key)]


def test_an_employer_whose_domain_says_nothing_is_not_added():
    panel = Panel()
    panel.onward.take(panel_messages.LookUpEmployer("c1", "no domain"))
    assert panel.did == panel.page.done == []


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (["n1"], "1 card made in this list · u undoes"),
        ([], "0 cards made in this list · 1 found twice, or opted out"),
    ],
)
async def test_a_card_of_a_person_is_made_in_the_list_of_the_card(made, words):
    panel = Panel(card=fake(id_list="l1"), made=made)
    panel.onward.take(panel_messages.MakePersonCard("c1", ANA))
    assert await panel.run() == "make card"
    assert panel.did == [("make", "l1", [ANA]), ("tell", words)]


@pytest.mark.parametrize(
    ("answer", "did"),
    [
        (None, []),
        ("open", []),
        ("second", [("make again", "l1", [ANA]), ("tell", "1 card made in this list · u undoes")]),
    ],
)
async def test_who_has_a_card_gets_a_second_one_only_when_it_is_asked_for(answer, did):
    there = fake(id="n9", name="Ring Ana")
    panel = Panel(card=fake(id_list="l1"), made=["n1"], there=there, answer=answer)
    panel.onward.take(panel_messages.MakePersonCard("c1", ANA))
    assert await panel.run() == "make card"
    assert panel.did == did
    assert (("go", "found:n9") in panel.page.done) == (answer == "open")


async def test_on_a_card_that_is_gone_no_card_is_made():
    panel = Panel(made=["n1"])
    panel.onward.take(panel_messages.MakePersonCard("c1", ANA))
    assert await panel.run() == "make card"
    assert panel.did == []
