import pytest

from tests.services.conftest import House
from tui.server.demo_data.seed import seed_directory
from tui.server.run import LocalServer
from tui.server.storage import db


@pytest.fixture
def staffed(house: House, server: LocalServer) -> House:
    """The house, with a directory to ask."""
    with db.writing(server.engine) as connection:
        seed_directory(connection, house.clock)
    return house
