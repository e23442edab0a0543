"""Files of a few rows, and what came of importing them."""

import csv
import io
import random

from tui.server.demo_data.country import Country
from tui.server.enrich.directory import find_company, find_person
from tui.server.enrich.planner import Criteria, search_people
from tui.server.importing.rebuild import replace_directory
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


def fill(engine, people, companies, seed=7):
    country = Country(people, companies, seed)
    replace_directory(engine, country.company_rows(), country.person_rows())
