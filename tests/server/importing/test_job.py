"""Importing files: each row once, whatever happens, and the indexes in step with the rows."""

import csv
import io
import itertools
import random

import pytest

from tests.server.importing.files import COMPANIES, PEOPLE, many_people, person, total
from tui.server.demo_data.country import Country
from tui.server.enrich.tables import companies, people
from tui.server.importing import job as jobs
from tui.server.importing.rebuild import replace_directory, stats
from tui.server.storage import db


def test_it_keeps_many_pages_in_memory(engine, bring) -> None:
    bring(PEOPLE)
    if db.is_file(engine):
        with db.reading(engine) as connection:
            assert connection.exec_driver_sql("PRAGMA cache_size").scalar() == -65536


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
