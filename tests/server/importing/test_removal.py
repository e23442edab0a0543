"""People who are taken out of the directory at their request."""

import pytest

from tests.server.importing.files import PEOPLE, person, total
from tui.server.enrich.problems import Problem
from tui.server.importing.removal import identifier, names_somebody, opt_out, records_of


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ana@Tui.example", ("email", "ana@tui.example")),
        ("https://www.linkedin.com/in/Ana-Reid-1/", ("network_slug", "ana-reid-1")),
        ("ana-reid-1", ("network_slug", "ana-reid-1")),
        ("fp900000000001", ("id", "fp900000000001")),
    ],
)
def test_somebody_is_told_by_any_identifier(text, found) -> None:
    assert identifier(text) == found
    with pytest.raises(Problem):
        identifier("a b c")


def test_a_word_alone_means_only_who_is_known(engine, clock, bring) -> None:
    bring(PEOPLE)
    for text in ("zz", "firm.example"):
        assert not names_somebody(engine, text, *identifier(text)), text
    for text in ("ana@tui.example", "bo-new-2", "https://www.linkedin.com/in/zz", "fp900000000001"):
        assert names_somebody(engine, text, *identifier(text)), text
    opt_out(engine, clock, "network_slug", "zz")
    assert names_somebody(engine, "zz", *identifier("zz")), "they can be kept out again"


def test_they_are_gone_with_every_record_and_told_by_what(
    engine, clock, bring, see_that_the_indexes_agree
) -> None:
    bring(PEOPLE)
    ana = person(engine, email="ana@tui.example")
    removed = opt_out(engine, clock, "email", "ana@tui.example")
    assert (removed.people, removed.identifiers) == (
        1,
        [("email", "ana@tui.example"), ("network_slug", "ana-reid-1")],
    )
    assert person(engine, id=ana.id) is None
    assert total(engine, company="tui ridge") == 0
    see_that_the_indexes_agree()
    came, troubles = bring(PEOPLE, name="again.csv")
    assert (came["refused"], came["same"], [one.line for one in troubles]) == (1, 2, [2])


def test_who_is_not_here_is_not_brought_in_either(engine, clock, bring) -> None:
    assert opt_out(engine, clock, "network_slug", "wiremu-2") == (0, [("network_slug", "wiremu-2")])
    came, _ = bring(PEOPLE)
    assert (came["new"], came["refused"]) == (2, 1)


def test_what_is_known_of_somebody_is_told_field_by_field(engine, bring) -> None:
    bring(PEOPLE)
    (record,) = records_of(engine, "email", "jo.brown@gmail.com")
    assert (record["name"], record["personal_email"], record["company_name"]) == (
        "Jo Brown",
        "jo.brown@gmail.com",
        "Harbourlight",
    )
    assert records_of(engine, "email", "nobody@x.example") == []


@pytest.mark.parametrize("text", ["a b@c", "https://x.example/in/ana", "fp12", "ana reid"])
def test_what_names_nobody_is_refused(text) -> None:
    with pytest.raises(Problem):
        identifier(text)


def test_the_mailbox_of_a_firm_keeps_no_colleague_out(engine, clock, bring) -> None:
    bring(f"{PEOPLE}Cy Moe,,info@tui.example,,cy-moe,,,,,\n")
    gone = opt_out(engine, clock, "network_slug", "cy-moe")
    assert gone == (1, [("network_slug", "cy-moe")])
    came, _ = bring(f"{PEOPLE}Dee Fox,,info@tui.example,,dee-fox,,,,,\n", name="again.csv")
    assert (came["new"], came["refused"]) == (1, 0)
