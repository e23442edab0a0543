"""Boards that the screens put into the service on this machine."""

import asyncio

import pytest

from tui.cli.account.local_boards import LocalBoards
from tui.cli.session import Session


@pytest.fixture
def session(program):
    session = Session()
    yield session
    session.close()


def names(program) -> list[str]:
    return sorted(board["name"] for board in program.json("boards"))


def test_the_sample_comes_again_beside_the_one_that_is_there(program, session):
    first = asyncio.run(LocalBoards(session).sample())
    second = asyncio.run(LocalBoards(session).sample())
    assert first != second
    session.close()
    assert names(program) == ["Pipeline"] * 3 + ["Team"] * 3
