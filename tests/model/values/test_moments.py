"""Moments are written as the services write them."""

from datetime import datetime, timedelta, timezone

from tui.model.card import Card
from tui.model.values.moments import format_instant


def test_dates_go_out_as_the_services_write_them() -> None:
    sydney = timezone(timedelta(hours=11))
    moment = datetime(2031, 2, 3, 15, 5, 6, 7_891, tzinfo=sydney)
    assert format_instant(moment) == "2031-02-03T04:05:06.007Z"
    card = Card.parse({"id": "a", "due": "2031-02-03T04:05:06.000Z"})
    assert card.wire()["due"] == "2031-02-03T04:05:06.000Z"
