"""What JSON cannot hold is refused."""

import pytest

from tui.model.card import Card
from tui.model.values.json_values import to_json


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), -float("inf"), "\ud800"])
def test_what_json_cannot_hold_is_not_written_down(wrong: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each writer has its own words
        Card(id="a").replace(more=[wrong]).as_json()
    with pytest.raises(ValueError):  # noqa: PT011 - as above
        Card(id="a").replace(pos=wrong).as_json()
    with pytest.raises(ValueError):  # noqa: PT011 - as above
        to_json({"a": wrong})
