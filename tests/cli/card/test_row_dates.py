"""How the dates of a table's column are read: the day first, unless the column itself shows that the month is."""

import pytest

from tui.cli.card.row_dates import RowDates
from tui.errors import UsageError


def days(*texts: str) -> list[str]:
    dates, read = RowDates(texts), []
    for text in texts:
        moment = dates.read(text).moment
        assert moment is not None
        read.append(f"{moment.astimezone():%d %b %Y}")
    return read


def test_the_day_is_first_as_the_user_writes():
    assert days("03/04/2031", "13/04/2031") == ["03 Apr 2031", "13 Apr 2031"]
    words = "03/04/2031 is Thu 3 Apr 2031 17:00, the day first"
    assert RowDates(["03/04/2031"]).words() == f"{words} (--dates month turns it)"
    assert RowDates(["03/04/2031", "13/04/2031"]).words() == words, "the other tells"
    assert RowDates(["03/04/2031"], "day").words() == words


def test_the_month_is_first_where_the_user_says_so():
    dates = RowDates(["03/04/2031", "13/04/2031", "3.4.2031", "9am 5/6/2031"], "month")
    read = [
        f"{moment.astimezone():%d %b}"
        for text in ("03/04/2031", "13/04/2031", "3.4.2031", "9am 5/6/2031")
        if (moment := dates.read(text).moment)
    ]
    assert read == ["04 Mar", "13 Apr", "03 Apr", "06 May"]
    assert dates.words() == "03/04/2031 is Tue 4 Mar 2031 17:00, the month first"
    assert f"{RowDates(['03/04/2031', '04/13/2031'], 'day').read('03/04/2031').moment:%B}" == "April"


@pytest.mark.parametrize(
    ("texts", "doubtful"),
    [
        (["03/04/2031"], True),
        (["03/04/2031", "13/04/2031"], False),
        (["03/04/2031", "04/13/2031"], False),
        (["03/04/2031", "04/13/2031", "13/04/2031"], True),
        (["03/03/2031", "2031-04-05"], False),
    ],
)
def test_a_date_is_doubtful_where_no_other_tells(texts, doubtful):
    for order in ("", "day", "month"):
        assert RowDates(texts, order).is_doubtful is doubtful


def test_the_month_is_first_where_a_date_of_the_column_has_no_other_reading():
    texts = ("03/04/2031", "04/13/2031", "5-6-2031", "2031-02-03", "7 May 2031", "3.4.2031")
    assert days(*texts) == [
        "04 Mar 2031", "13 Apr 2031", "06 May 2031", "03 Feb 2031", "07 May 2031", "03 Apr 2031",
    ]  # fmt: skip
    assert (
        RowDates(texts).words() == "03/04/2031 is Tue 4 Mar 2031 17:00, the month first: there is 04/13/2031"
    )


def test_a_weekday_or_a_time_before_the_date_changes_nothing():
    assert days("9am 3/4/2031", "Fri 4/25/2031") == ["04 Mar 2031", "25 Apr 2031"]
    assert ", the day first (" in RowDates(["9am 3/4/2031"]).words()


def test_a_column_of_both_is_read_as_the_user_writes_and_the_rest_is_no_date():
    dates = RowDates(["03/04/2031", "13/04/2031", "04/13/2031"])
    assert f"{dates.read('03/04/2031').moment:%B}" == "April"
    with pytest.raises(UsageError, match="'04/13/2031' is no date"):
        dates.read("04/13/2031")


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["", "tbc", "7 May 2031"], "7 May 2031 is Wed 7 May 2031 17:00"),
        (["12/31/2031"], "12/31/2031 is Wed 31 Dec 2031 17:00"),
        (["tbc", ""], ""),
        ([], ""),
    ],
)
def test_it_tells_how_a_date_is_read(texts, words):
    assert RowDates(texts).words() == words


def test_two_figures_after_a_month_are_its_year_and_never_an_hour():
    texts = ("4 Dec 26", "Dec 4th, 23", "Sun 1 Nov. 09", "4 December '31", "4 Dec 26 2:30 pm")
    assert days(*texts) == ["04 Dec 2026", "04 Dec 2023", "01 Nov 2009", "04 Dec 2031", "04 Dec 2026"]
    assert days("May 26")[0].startswith("26 May")


def test_a_day_that_a_spreadsheet_counted_is_that_day():
    assert days("46360", "46360.375", "7 May 2031") == ["04 Dec 2026", "04 Dec 2026", "07 May 2031"]
    assert RowDates(["46360"]).words().startswith("46360 is Fri 4 Dec")
    with pytest.raises(UsageError):
        RowDates(["12345"]).read("12345")
