"""Where the directory is, and a file to import into it."""

import pytest


@pytest.fixture
def data(tmp_path):
    return str(tmp_path / "data")


PEOPLE = "Name,E-mail,Job Title,Company,Website\nAna Reid,ana@acme.example,CEO,Acme,acme.example\nBad,x,CEO,Acme,\n"


@pytest.fixture
def people(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return str(path)
