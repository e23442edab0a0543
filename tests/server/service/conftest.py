"""Where a server keeps its data."""

import pytest


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"
