"""What is looked up on the sample directory."""

import pytest

ANA = "ana.reid@tuiridge.example"


@pytest.fixture
def listed(program):
    """What is in the ledger."""
    return lambda: [(one["key"], one["cost"]) for one in program.json("credits", "ledger")]
