"""Sheets that are read later style what they are about, and nothing else is styled again."""

from pathlib import Path

import pytest
from textual.app import App, ComposeResult
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.widgets import Input, Label, Static

from tui.app.drawing.style_sheets import read_more


class Small(App[None]):
    """Three texts, of which one has a name and one a class."""

    def compose(self) -> ComposeResult:
        """Compose them."""
        yield Static("a")
        yield Static("b", id="named")
        yield Label("c", classes="classed")
        yield Input()


@pytest.mark.parametrize(
    ("rule", "about"),
    [
        ("Label { color: red; }", {"Label"}),
        ("#named { color: red; }", {"Static#named"}),
        ("Screen .classed { color: red; }", {"Label"}),
        ("Screen:focus-within Static { color: red; }", {"Static", "Static#named", "Label"}),
        (".input--placeholder { color: red; }", {"Input"}),
        ("Button { color: red; }", set()),
    ],
)
async def test_a_later_sheet_is_applied_to_what_it_is_about(tmp_path: Path, monkeypatch, rule, about) -> None:
    sheet = tmp_path / "later.tcss"
    sheet.write_text(rule)
    applied: set[str] = set()
    apply = Stylesheet.apply

    def noting(stylesheet: Stylesheet, node: DOMNode, **options: object) -> None:
        if node.is_attached and node.parent is app.screen:
            applied.add(type(node).__name__ + (f"#{node.id}" if node.id else ""))
        apply(stylesheet, node, **options)  # type: ignore[arg-type]  # passed on as they came

    app = Small()
    async with app.run_test() as pilot:
        await pilot.pause()
        monkeypatch.setattr(Stylesheet, "apply", noting)
        read_more(app.stylesheet, [sheet], app.screen)
        assert applied == about
        if "Label" in about:
            assert app.query_one(Label).styles.color.rgb == (255, 0, 0)
        all_new = {one for one in app.screen.walk_children() if one.styles.color.rgb == (255, 0, 0)}
        app.stylesheet.update(app.screen)
        assert all_new == {one for one in app.screen.walk_children() if one.styles.color.rgb == (255, 0, 0)}
