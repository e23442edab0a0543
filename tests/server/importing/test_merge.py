"""Drafts and the records they match: filled in, made anew, or refused."""

from tests.server.importing.files import COMPANIES, PEOPLE, company, person, total
from tui.server.importing.rebuild import stats


def test_an_address_makes_nobody_another(engine, bring, see_that_the_indexes_agree) -> None:
    bring(PEOPLE)
    came, troubles = bring(
        "Name,Email,Title,Company\nDup Person,ana@tui.example,CFO,Tūī Ridge\nAna Reid-Cole,ana@tui.example,COO,Tūī Ridge\n"
    )
    assert (came["refused"], came["changed"], came["new"]) == (1, 1, 0)
    assert [(one.line, one.field, one.fix[:21]) for one in troubles] == [
        (2, "email", "is that of Ana Reid (")
    ]
    ana = person(engine, email="ana@tui.example")
    assert (ana.name, ana.title, ana.mobile) == ("Ana Reid-Cole", "COO", "+61491570156")
    see_that_the_indexes_agree()


def test_who_came_by_name_is_known_when_an_address_comes(engine, bring, see_that_the_indexes_agree) -> None:
    rows = "Bob Smith,Bad Red Co\nSue Lee,Bad Red Co\n"
    bring(f"Name,Company\n{rows}")
    came, _ = bring(
        "Name,Company,Email\nBob Smith,Bad Red Co,bob@badred.example\nSue Lee,Other Co,sue@other.example\n"
    )
    assert (came["new"], came["changed"]) == (1, 1)
    came, _ = bring("Name,Company,Email\nBob Smith,Bad Red Co,bobs.son@badred.example\n")
    assert came["new"] == 1
    assert total(engine, company="bad red co") == 3
    see_that_the_indexes_agree()


def test_companies_fill_in_what_people_brought(engine, bring, see_that_the_indexes_agree) -> None:
    bring(PEOPLE)
    came, _ = bring(COMPANIES, name="companies.csv")
    assert (came["new"], came["changed"]) == (0, 2)
    tui = company(engine, abn="53004085616")
    assert (tui.domain, tui.employees, tui.size_low, tui.acn) == ("tui.example", 1200, 1001, "004085616")
    assert tui.trading_names == ["Tui Tours", "Ridge Runners"]
    assert total(engine, company="ridge runners") == total(engine, sizes=((1001, 5000),)) == 1
    assert total(engine, company="Tui Tours Limited") == 1
    see_that_the_indexes_agree()


def test_empty_cells_take_nothing_away_and_new_ones_fill_in(
    engine, bring, see_that_the_indexes_agree
) -> None:
    bring(PEOPLE)
    came, _ = bring(
        "name,email,linkedin,title,company\nAna Reid,ana@tui.example,,,\nAna Reid,,ana-reid-1,Chief Executive,Tui Group\n"
    )
    assert (came["same"], came["changed"]) == (1, 1)
    ana = person(engine, email="ana@tui.example")
    assert (ana.title, ana.mobile, ana.company_name, ana.seniority) == (
        "Chief Executive",
        "+61491570156",
        "Tui Group",
        6,
    )
    assert total(engine, position="operations") == 0
    assert total(engine, company="tui group", position="chief") == 1
    see_that_the_indexes_agree()


def test_identifiers_of_two_people_are_refused_never_picked(engine, bring) -> None:
    bring(PEOPLE)
    came, troubles = bring("name,email,linkedin,company\nWho,ana@tui.example,wiremu-2,Tui\n", name="b.csv")
    assert (came["refused"], came["changed"]) == (1, 0)
    assert "different records (fp" in troubles[0].fix


def test_one_name_of_several_companies_is_refused(engine, bring) -> None:
    bring("company,domain,employees\nAcme,acme.example,5\nAcme Pty Ltd,acme2.example,5\n")
    came, troubles = bring("name,email,title,company\nJo,jo@gmail.com,CEO,ACME\n", name="b.csv")
    assert came["refused"] == 1
    assert "2 companies are called so" in troubles[0].fix


def test_namesakes_elsewhere_are_other_people(engine, bring) -> None:
    came, _ = bring(
        "first name,last name,title,company\nJo,Lee,CEO,Acme\nJo,Lee,CEO,Zenith\nJo,Lee,CTO,Acme\n"
    )
    assert (came["new"], came["changed"]) == (2, 1)
    assert (stats(engine).people, stats(engine).companies) == (2, 2)
