"""Pages above a board do not pile up: one that is open already is gone back to."""

from typing import Any
from unittest.mock import MagicMock

import pytest

from tests.app.fakes import fake
from tui.app.screens.screen import WorkspaceScreen
from tui.app.screens.views.page_stack import open_page


class Agenda(WorkspaceScreen):
    """A page of which there is one."""


class Rules(WorkspaceScreen):
    """Another."""


class Card(WorkspaceScreen):
    """A page of one card of many."""

    def __init__(self, workspace, card_id):
        super().__init__(workspace)
        self.shown_id = card_id


@pytest.mark.parametrize(
    ("asked", "left", "watched"),
    [
        ("c1 agenda c2 rules", "c1 agenda c2 rules", None),
        ("c1 agenda c2 agenda", "c1 agenda", "b"),
        ("c1 agenda c2 agenda c3 agenda c2 rules", "c1 agenda c2 rules", "b"),
        ("c1 rules c2 agenda c1", "c1", "b c1"),
        ("agenda rules agenda rules", "agenda rules", "b"),
    ],
)
def test_a_page_that_is_asked_for_again_is_gone_back_to(asked, left, watched):
    watches, workspace = [], MagicMock()
    pages: list[Any] = [object()]
    workspace.cards.get = lambda card: fake(id=card, id_board="b")
    workspace.sync.watch = lambda board, card: watches.append(f"{board} {card or ''}".strip())
    app = fake(screen_stack=pages, push_screen=pages.append, pop_screen=pages.pop, open_board_id="b")
    kinds = {"agenda": Agenda, "rules": Rules}
    for name in asked.split():
        open_page(app, kinds[name](workspace) if name in kinds else Card(workspace, name))
    names = [page.shown_id or type(page).__name__.lower() for page in pages[1:]]
    assert " ".join(names) == left
    assert (watches[-1] if watches else None) == watched
