"""A made-up country."""

import pytest

from tui.server.demo_data.country import Country
from tui.server.enrich.tables import companies, people


def made(many_people, many_companies, seed=7):
    country = Country(many_people, many_companies, seed)
    return (
        [dict(zip(table.columns.keys(), row, strict=True)) for row in rows]
        for table, rows in ((companies, country.company_rows()), (people, country.person_rows()))
    )


@pytest.fixture(scope="session")
def records():
    firms, staff = made(12_000, 1_500)
    return firms, staff
