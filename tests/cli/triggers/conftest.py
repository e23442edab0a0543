"""The session of the account that is on the screen."""

import pytest

from tui.cli.session import Session


@pytest.fixture
def session(program):
    session = Session()
    yield session
    session.close()
