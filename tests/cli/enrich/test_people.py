"""``cardscout search people`` on the sample directory."""

import csv
import io
import json
from types import SimpleNamespace
from typing import Any

from tui.cli.enrich.people import _pages
from tui.model.enrich.people import PeoplePage, PeopleQuery


def test_people_are_searched_paged_and_written(program, tmp_path):
    page = program.json("search", "people", "--company", "tuiridge.example", "--limit", "5")
    assert (len(page["people"]), page["next"], page["cost"]) == (5, 5, 0)
    rest = program.json(
        "search", "people", "--company", "tuiridge.example", "--offset", "5", "--limit", "200"
    )
    assert len(rest["people"]) == page["total"] - 5
    assert not {one["id"] for one in page["people"]} & {one["id"] for one in rest["people"]}
    file = tmp_path / "people.csv"
    program.read("search", "people", "--company", "tuiridge.example", "--csv", str(file))
    rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"), newline="")))
    assert len(rows) == page["total"]
    assert program.json("search", "people", "--position", "operations", "--dry-run")["high"] == 0
    nothing = program("search", "people")
    assert (nothing.exit_code, "hint: give --company" in nothing.stderr) == (2, True)
    wrong = program("search", "people", "--seniority", "emperor")
    assert wrong.exit_code in {2, 4}
    assert "seniority" in wrong.stderr
    nowhere = program("search", "people", "--position", "x", "--csv", str(tmp_path / "no" / "where.csv"))
    assert nowhere.exit_code == 2


def test_a_card_is_made_of_each_person_once_and_looked_up_from_there(program):
    words = ("search", "people", "--company", "tuiridge.example", "--seniority", "director")
    to = ("--board", "Team", "--list", "To do")
    made = program(*words, *to)
    assert made.exit_code == 0, made.output
    ids = made.stdout.split()
    cards = {one["id"]: one["name"] for one in program.json("cards", "Team", "--list", "To do")}
    names = [cards[each] for each in ids]
    assert "Ana Reid at Tūī Ridge" in names
    again = program(*words, *to)
    assert (again.stdout, f"{len(ids)} left out, as they have a card in that list" in again.stderr) == (
        "",
        True,
    )
    assert all(f": {ident} {cards[ident]}" in again.stderr for ident in ids)
    # A card that was renamed since is theirs all the same.
    program.read("card", "edit", ids[0], "--name", "Ring her back")
    assert program(*words, *to).stdout == ""
    second = program(*words, *to, "--second")
    assert len(second.stdout.split()) == len(ids)
    assert "left out" not in second.stderr
    run = program("enrich", "cards", "-", "--yes", "--json", stdin=made.stdout)
    assert {one["state"] for one in json.loads(run.stdout)["items"]} == {"hit"}
    for alone in (("--second",), ("--board", "Team"), ("--list", "To do"), (*to, "--csv", "-")):
        refused = program(*words, *alone)
        assert (refused.exit_code, "hint: " in refused.stderr) == (2, True)


async def test_all_pages_of_a_search_are_one_run_for_its_cap():
    runs: list[str] = []

    async def search(_query: PeopleQuery, at: int, *, run: str, **_how: object) -> PeoplePage:
        runs.append(run)
        return PeoplePage(offset=at, next=at + 100, cost=4)

    workspace: Any = SimpleNamespace(people=SimpleNamespace(search=search))
    page = await _pages(workspace, PeopleQuery(position="x"), 0, 300, again=False)
    assert (page.cost, len(runs), len(set(runs))) == (12, 3, 1)
    assert runs[0].startswith("search-")
