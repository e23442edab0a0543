"""Each step of the task board by the command line, by the screens and by requests: what stands there is the same."""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.app import conftest as app
from tests.stories.steps_three_ways import READS, STORIES
from tests.stories.three_ways import (
    Ground,
    Step,
    Team,
    by_command,
    by_keys,
    by_requests,
    different,
    screens_on,
    team_on,
)
from tests.thinned import thinned

drawing, sheets_are_parsed_once = app.drawing, app.sheets_are_parsed_once
rules_are_found_once = app.rules_are_found_once

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Team]:
    """A shared server, whose own home is in its folder too."""
    data = tmp_path_factory.mktemp("team")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDSCOUT_HOME", str(data / "home"))
        with team_on(data) as opened:
            yield opened


async def _pressed(ground: Ground, steps: Mapping[str, Step], home: Path) -> dict[str, dict[str, Any]]:
    """What stands there after each step by the screens."""
    seen = {}
    async with screens_on(ground, home) as play:
        for name, step in steps.items():
            await by_keys(ground, play, step.keys)
            seen[name] = await asyncio.to_thread(ground.look)
    return seen


@pytest.mark.parametrize("steps", thinned(list(STORIES.values()), 3), ids=STORIES)
def test_a_step_leaves_the_same_behind_whichever_way_it_is_done(
    team: Team, steps: Mapping[str, Step], tmp_path: Path
) -> None:
    line, screens, plain = (Ground(team) for _ in range(3))
    files = {"brief": tmp_path / "brief.txt", "prices": tmp_path / "prices.txt"}
    for name, path in files.items():
        path.write_text(f"the {name}")
    for ground in (line, screens, plain):
        ground.ids |= {name: str(path) for name, path in files.items()}
    before = plain.look()
    assert line.look() == screens.look() == before
    pressed = asyncio.run(_pressed(screens, steps, tmp_path))
    for name, step in steps.items():
        by_requests(plain, step.calls)
        by_command(line, step.line)
        wanted = plain.look()
        assert wanted != before, name
        assert different(line.look(), wanted) == {}, f"{name}: by the command line"
        assert different(pressed[name], wanted) == {}, f"{name}: by the screens"
        before = wanted


async def _read(ground: Ground, home: Path) -> dict[str, Any]:
    """What the screens have for each reading step."""
    async with screens_on(ground, home) as play:
        return {name: await by_keys(ground, play, step.keys) for name, step in READS.items()}


def test_what_is_read_is_the_same_whichever_way_it_is_read(team: Team, tmp_path: Path) -> None:
    ground = Ground(team)
    shown = asyncio.run(_read(ground, tmp_path))
    for name, step in READS.items():
        answer, printed = by_requests(ground, step.calls), by_command(ground, step.line)
        assert shown[name] == answer, f"{name}: by the screens"
        there, here = _by_id(answer), _by_id(printed)
        assert there.keys() == here.keys() != set(), name
        for ident, thing in there.items():
            assert different(thing, {field: here[ident].get(field) for field in thing}) == {}, (
                f"{name}: printed"
            )


def _by_id(answer: Any) -> dict[str, dict[str, Any]]:
    return {one["id"]: one for one in (answer if isinstance(answer, list) else [answer])}
