"""README's recording: it plays wherever a picture does, and shows one frame after the other."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

SCREENSHOTS = Path(__file__).parents[2] / "screenshots"
MOST = 300_000
"""Bytes of the recording; who reads README loads it."""


@pytest.fixture(scope="module")
def recorder() -> ModuleType:
    """The module that draws recordings, which is in no package."""
    spec = importlib.util.spec_from_file_location("recording", SCREENSHOTS / "recording.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def screenshot(*lines: str) -> str:
    """What the toolkit exports of a screen with these lines."""
    texts = (
        f'<text class="terminal-1-r1" x="0" y="{20 + 24.4 * row:g}" textLength="{12.2 * len(line):g}">{line}</text>'
        for row, line in enumerate(lines)
    )
    return ".terminal-1-r1 { fill: #ffffff;font-weight: bold }\n" + "\n".join(texts)


def test_the_recording_of_readme_needs_no_script_and_nothing_from_outside() -> None:
    text = (SCREENSHOTS / "tour.svg").read_text("utf-8")
    assert len(text.encode()) < MOST
    root = ET.fromstring(text)
    used = {each.tag.rpartition("}")[2] for each in root.iter()}
    assert used == {"svg", "title", "style", "rect", "g", "text"}
    assert not re.search(r"url\(|@import|@font-face|href|\son\w+=", text)


def test_a_line_is_drawn_once_and_shown_while_it_is_on_the_screen(recorder: ModuleType) -> None:
    frames = [
        recorder.Frame(screenshot("same", text), seconds, "j", "down")
        for text, seconds in (("one", 1), ("two", 2), ("one", 1))
    ]
    svg = recorder.recording(frames, 10, 2, "A <b> & c")
    assert "<title>A &lt;b&gt; &amp; c</title>" in svg
    assert [svg.count(f">{word}<") for word in ("same", "one", "two", "down")] == [1, 1, 1, 1]
    shown = dict(re.findall(r"@keyframes (t\d+)\{((?:[\d.]+%\{visibility:\w+\})+)\}", svg))
    of = {
        words: (name, rest)
        for name, rest, words in re.findall(r'<g class="(t\d+)( h)?">.*?>(\w+)</text></g>', svg)
    }
    assert of["same"][0] not in shown
    assert shown[of["one"][0]] == "0%{visibility:visible}25%{visibility:hidden}75%{visibility:visible}"
    assert shown[of["two"][0]] == "0%{visibility:hidden}25%{visibility:visible}75%{visibility:hidden}"
    # Where nothing moves, the first frame is to be seen.
    assert [of[word][1] for word in ("one", "two")] == ["", " h"]


def test_a_text_stands_in_its_cells(recorder: ModuleType) -> None:
    [line] = recorder._lines(screenshot("", "\u00a0\u00a0Ana\u00a0Reid\u00a0"), recorder._Names())
    assert 'x="20" y="33.5" textLength="80"' in line
    assert ">Ana\u00a0Reid<" in line
