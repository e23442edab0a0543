from tests.stories.conftest import hosted, world

__all__ = ["hosted", "world"]
