"""Importing files: each row once, whatever happens, and the indexes in step with the rows."""

import csv
import io
import itertools
import random

import pytest

from tui.server.demo_data.country import Country
from tui.server.enrich.directory import find_company, find_person
from tui.server.enrich.planner import Criteria, search_people
from tui.server.enrich.tables import companies, people
from tui.server.importing import job as jobs
from tui.server.importing.rebuild import replace_directory, stats
from tui.server.storage import db

PEOPLE = """Full Name,Job Title,E-mail,Mobile,LinkedIn,City,State,Company,Website,Notes
Ana Reid,Head of Operations,ana@tui.example,0491 570 156,https://www.linkedin.com/in/Ana-Reid-1/?trk=x,Melbourne,Victoria,Tūī Ridge Pty Ltd,www.tui.example,x
Wiremu Te Rangi,Chief Technology Officer,wiremu@kowhai.example,,wiremu-2,Wellington,Wellington,Kōwhai Point,https://kowhai.example/about,y
Jo Brown,Sales Manager,jo.brown@gmail.com,,,Sydney,NSW,Harbourlight,,
"""
COMPANIES = """Company,Domain,ABN,State,Employees,Trading names
Tūī Ridge Pty Ltd,tui.example,53 004 085 616,VIC,"1,200",Tui Tours; Ridge Runners
Kōwhai Point,kowhai.example,,Waikato,88,
"""


def person(engine, **by):
    with db.reading(engine) as connection:
        found = find_person(connection, by)
        return found.row if found else None


def company(engine, **by):
    with db.reading(engine) as connection:
        found = find_company(connection, by)
        return found.row if found else None


def total(engine, **criteria):
    with db.reading(engine) as connection:
        return search_people(connection, Criteria(**criteria), start=0, size=1)[1]


def test_people_come_with_their_employers(engine, bring, see_that_the_indexes_agree) -> None:
    came, troubles = bring(PEOPLE)
    assert (came, troubles) == (
        {"rows": 3, "resumed_at": 0, "new": 3, "changed": 0, "same": 0, "refused": 0, "incomplete": 0},
        [],
    )
    ana = person(engine, email="ana@tui.example")
    assert (ana.name, ana.first_name, ana.last_name, ana.mobile) == (
        "Ana Reid",
        "Ana",
        "Reid",
        "+61491570156",
    )
    assert (ana.seniority, ana.department, ana.state, ana.country) == (4, 4, "VIC", "AU")
    assert (ana.network_slug, ana.company_name, ana.company_domain) == (
        "ana-reid-1",
        "Tūī Ridge Pty Ltd",
        "tui.example",
    )
    assert not ana.fictional
    jo = person(engine, email="jo.brown@gmail.com")
    assert (jo.email, jo.personal_email, jo.company_name) == ("", "jo.brown@gmail.com", "Harbourlight")
    assert person(engine, network_slug="wiremu-2").country == "NZ"
    assert total(engine, company="tui ridge", position="operations", seniority=(4,)) == 1
    see_that_the_indexes_agree()


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


@pytest.mark.parametrize("first", [PEOPLE, COMPANIES])
def test_the_same_file_again_changes_nothing(engine, bring, first) -> None:
    came, _ = bring(first)
    before = stats(engine), rows_of(engine)
    again, _ = bring(first)
    assert (again["new"], again["changed"], again["same"]) == (0, 0, came["new"])
    assert (stats(engine), rows_of(engine)) == before


def rows_of(engine):
    with db.reading(engine) as connection:
        return [
            tuple(row)
            for table in (companies, people)
            for row in connection.execute(table.select().order_by(table.c.n))
        ]


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


def test_a_killed_import_goes_on_where_it_was(
    engine, job_of, monkeypatch, see_that_the_indexes_agree
) -> None:
    monkeypatch.setattr(jobs, "BATCH", 10)
    text = many_people(95)
    whole, told = job_of(text), []

    def killed(progress):
        told.append(progress.done)
        if progress.done == 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        whole.run(killed)
    assert told == [10, 20, 30, 40]
    assert stats(engine).people == 40
    rest = job_of(text).run()
    assert (rest.resumed, rest.done, rest.counts["new"]) == (40, 95, 95)
    assert stats(engine).people == 95
    see_that_the_indexes_agree()


def test_what_breaks_within_a_batch_leaves_the_one_before(engine, job_of, monkeypatch) -> None:
    monkeypatch.setattr(jobs, "BATCH", 10)
    real, calls = jobs._merge, itertools.count()

    def broken(*args):
        counts = real(*args)
        if next(calls) == 2:
            raise KeyboardInterrupt
        return counts

    monkeypatch.setattr(jobs, "_merge", broken)
    with pytest.raises(KeyboardInterrupt):
        job_of(many_people(50)).run()
    assert stats(engine).people == 20
    assert job_of(many_people(50)).run().resumed == 20
    assert stats(engine).people == 50


def test_other_columns_begin_anew_and_double_nobody(engine, job_of, monkeypatch) -> None:
    monkeypatch.setattr(jobs, "BATCH", 10)
    text = many_people(30)

    def killed(_progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        job_of(text).run(killed)
    less = job_of(text)
    mapping = {field: column for field, column in less.mapping.items() if field != "title"}
    assert job_of(text, mapping=mapping).run().resumed == 0
    assert stats(engine).people == 30


def many_people(many, seed=1):
    dice = random.Random(seed)
    out = io.StringIO()
    write = csv.writer(out)
    write.writerow(["name", "title", "email", "linkedin", "company", "company domain", "state"])
    for number in range(many):
        firm = number % 7
        write.writerow([
            f"Person {number}", dice.choice(["Sales Manager", "CEO", "Analyst"]), f"p{number}@firm{firm}.example",
            f"person-{number}-x", f"Firm {firm}", f"firm{firm}.example", dice.choice(["NSW", "VIC", "QLD"]),
        ])  # fmt: skip
    return out.getvalue()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_order_and_any_batches_end_alike(
    engine, bring, monkeypatch, seed, see_that_the_indexes_agree
) -> None:
    lines = many_people(60).splitlines()
    random.Random(seed).shuffle(lines[1:])
    twice = [lines[0], *lines[1:], *lines[1:30]]
    monkeypatch.setattr(jobs, "BATCH", seed * 7)
    came, troubles = bring("\r\n".join(twice))
    assert (came["new"], came["same"], troubles) == (60, 29, [])
    assert (stats(engine).people, stats(engine).companies) == (60, 7)
    see_that_the_indexes_agree()


def test_ids_are_the_same_after_the_directory_was_emptied(engine, bring) -> None:
    def ids():
        found = (person(engine, email=f"p{n}@firm{n % 7}.example") for n in range(20))
        return {row.email: row.id for row in found}

    bring(many_people(20))
    before = ids()
    replace_directory(engine, (), ())
    lines = many_people(20).splitlines()
    bring("\n".join([lines[0], *reversed(lines[1:])]), name="again.csv")
    assert ids() == before


def test_bad_rows_are_told_and_counted_and_the_others_taken(engine, bring) -> None:
    came, troubles = bring(
        "Name,Work Email,LinkedIn,Job Title,Company,ABN,Mobile\n"
        "Good One,good@tui.example,,CEO,Tui,,\n"
        "Bad Mail,no-mail,,CEO,Tui,,\n"
        ",x@tui.example,,CEO,Tui,,\n"
        "Bad Abn,y@tui.example,,CEO,Tui,123,\n"
        "No Firm,,no-firm,CEO,,,\n"
        "Too,many,cells,in,this,row,here,really\n"
        "Odd Phone,z@tui.example,,CEO,Tui,,12\n"
    )  # fmt: skip
    assert (came["rows"], came["new"], came["refused"], came["incomplete"]) == (7, 2, 5, 1)
    told = [(one.line, one.field, one.refused) for one in troubles]
    assert told == [
        (3, "Work Email", True), (4, "Name", True), (5, "ABN", True), (6, "Company", True), (7, "", True), (8, "mobile", False),
    ]  # fmt: skip
    assert "such as" in troubles[0].fix
    assert person(engine, email="z@tui.example").mobile == ""


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


HOSTILE = [
    "=cmd|' /C calc'!A0", "@SUM(1+1)", "'; DROP TABLE directory_person;--", "\x1b[31mred", "\u202egnp.exe", "a\x00b",
    "%s %d ?", '" OR "1"="1', "<script>alert(1)</script>", "𝓐𝓷𝓪 🦘", "*", "NEAR(x y)",
]  # fmt: skip


def test_hostile_text_is_text(engine, bring, see_that_the_indexes_agree) -> None:
    out = io.StringIO()
    csv.writer(out).writerows([["name", "title", "email", "company"], *(
        [text, text, f"p{n}@x.example", text] for n, text in enumerate(HOSTILE)
    )])  # fmt: skip
    came, _ = bring(out.getvalue())
    assert came["new"] == len(HOSTILE)
    for n, text in enumerate(HOSTILE):
        row = person(engine, email=f"p{n}@x.example")
        assert row.name.isprintable()
        assert total(engine, position=text) <= len(HOSTILE)
        assert total(engine, company=text) <= len(HOSTILE)
    see_that_the_indexes_agree()


def test_into_a_directory_that_is_there(engine, bring, see_that_the_indexes_agree, monkeypatch) -> None:
    monkeypatch.setattr("tui.server.storage.directory_index.MIN_PEOPLE_PER_WORD", 30)
    monkeypatch.setattr("tui.server.storage.directory_index.MIN_PEOPLE_PER_EMPLOYER", 20)
    country = Country(600, 40, 5)
    replace_directory(engine, country.company_rows(), country.person_rows())
    bring(
        "name,title,email,company domain,company,linkedin,city\n"
        "Ana Reid,Chief Executive Officer,ana.reid@tuiridge.example,tuiridge.example,Tūī Ridge,,Geelong\n"
        "New Body,Analyst,new@tuiridge.example,tuiridge.example,,new-body-1,Geelong\n"
    )
    bring("name,domain,employees\nTūī Ridge Renamed,tuiridge.example,20000\n", name="c.csv")
    assert person(engine, email="ana.reid@tuiridge.example").seniority == 3
    assert total(engine, company="renamed") == total(engine, company="tui ridge") > 2
    see_that_the_indexes_agree()


def test_words_that_come_to_be_much_used_get_a_posting(
    engine, bring, see_that_the_indexes_agree, monkeypatch
) -> None:
    monkeypatch.setattr("tui.server.storage.directory_promote.MIN_PEOPLE_PER_WORD", 5)
    monkeypatch.setattr("tui.server.storage.directory_promote.MIN_PEOPLE_PER_EMPLOYER", 9)
    bring(many_people(70))
    see_that_the_indexes_agree()
    with db.reading(engine) as connection:
        words = set(connection.exec_driver_sql("SELECT DISTINCT word FROM directory_posting").scalars())
    assert {"company:firm", "company:6"} <= words
    assert any(word.startswith("employer:") for word in words)
    bring(many_people(90))
    assert total(engine, company="firm") == 90
    assert total(engine, company="firm 3") == 13
    see_that_the_indexes_agree()
