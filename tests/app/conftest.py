"""The moment at which every test of the app happens."""

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


@pytest.fixture
def now():
    return NOW


@pytest.fixture(autouse=True)
def greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Times are shown as in Greenwich, wherever the test runs."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(scope="session")
def hostile_texts() -> list[str]:
    """Bad text from the shared corpus, or what we know of it when that is absent."""
    texts = ["\x1b]0;owned\x07", "[@click=app.quit]x[/]", "[/bad]", "a\x9b31mb", "\u202eabc", "\ud800"]
    for name in ("terminal_escapes", "control_chars", "markup"):
        path = Path(__file__).parents[3] / "shared" / "corpus" / f"{name}.json"
        if path.is_file():
            entries = json.loads(path.read_text(encoding="utf-8"))["entries"]
            texts += [entry["value"] for entry in entries if isinstance(entry["value"], str)]
    return texts
