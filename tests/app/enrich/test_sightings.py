"""What is said of a price, of a balance and of those who opted out."""

from dataclasses import replace
from datetime import timedelta

from tui.app.enrich.sightings import Sighting, budget, opted_out, price
from tui.model.enrich.spending import Caps
from tui.model.enrich.suppression import Suppressed
from tui.model.finding import Finding, Quote
from tui.model.subject import Subject

ANA = Subject(type="person", name="Ana")


def test_the_price_in_every_state(now):
    asked = Quote(low=1, high=2, credits_left=1498)
    free = Quote(low=0, high=0, credits_left=5, cached_at=now - timedelta(days=3))
    missed = Finding(key="k", type="person", fetched_at=now - timedelta(days=3))
    assert price(Sighting(ANA, asked), now) == "1–2 credits · 1,498 left · enter"
    assert price(Sighting(ANA, Quote(low=1, high=1)), now) == "1 credit · balance not known yet · enter"
    assert price(Sighting(ANA, free, missed), now) == "asked 3 days ago · a miss is free · 5 left"
    assert price(Sighting(ANA, asked, wait=7), now) == "enter again in 7 s · 1,498 left"
    assert price(Sighting(ANA, asked, barred="x"), now) == "nothing is asked and nothing is paid"
    assert price(Sighting(ANA, asked, busy=True), now) == "one moment: you can go on working"


def test_a_cap_is_told_only_when_there_is_one():
    assert budget(Caps(), 12) == ""
    assert budget(Caps(month=1000), 12) == "this month 12 of 1,000 credits"


def test_who_opted_out_is_told_by_what_and_why(now):
    entry = Suppressed(kind="email", value="ana@firm.example", why="asked by phone", at=now)
    words = opted_out(entry, now)
    assert words.startswith("Opted out on 21 Nov (email ana@firm.example)")
    assert words.endswith("Reason: asked by phone")
    assert "not shown" in opted_out(None, now)
    asked = opted_out(entry, now, asked=True)
    assert "what was found is not kept, shown or exported" in asked
    assert "looked up" not in asked


def test_what_was_paid_for_who_turned_out_to_have_opted_out_is_told(now):
    quote = Quote(low=1, high=2, credits_left=497)
    paid = Finding(key="k", type="person", fetched_at=now, cost=2, withheld=True)
    sighting = Sighting(ANA, quote, paid, barred="x", bought=True)
    said = "2 credits paid for the answer · nothing more is asked"
    assert price(sighting, now) == f"{said} · 497 left"
    assert price(replace(sighting, bought=False), now) == said
    free = paid.replace(cost=0)
    assert price(replace(sighting, finding=free), now) == "nothing is asked and nothing is paid"
