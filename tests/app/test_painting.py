"""A screen is painted once it is built, and of a frame only what differs is sent."""

import asyncio

import pytest
from rich.console import RenderableType
from textual import events
from textual._compositor import Compositor, LayoutUpdate
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.css.query import NoMatches
from textual.geometry import Offset
from textual.message import Message
from textual.messages import Layout, Update
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Static

from tui.app import painting
from tui.app.painting import PaintedApp, PaintedOnce, ScreenCompositor
from tui.app.terminal.frame import Frame, FrameUpdate


class Page(PaintedOnce[None]):
    """A page with a line, and classes by its size."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]

    def __init__(self) -> None:
        super().__init__()
        self.classes_at_compose: frozenset[str] = frozenset()
        self.times_styled = self.times_styled_at_compose = 0
        self.handled: set[type[Message]] = set()

    def compose(self) -> ComposeResult:
        """Yield the line, and keep the classes that it finds."""
        self.classes_at_compose = self.classes
        self.times_styled_at_compose = self.times_styled
        yield Static("ring Ana")

    def update_node_styles(self, animate: bool = True) -> None:
        """Count how often the styles are applied again."""
        self.times_styled += 1
        super().update_node_styles(animate)

    async def _dispatch_message(self, message: Message) -> None:
        self.handled.add(type(message))
        await super()._dispatch_message(message)


class Painted(App[None]):
    """An app that knows what its terminal shows, and keeps what is sent to it."""

    def __init__(self) -> None:
        super().__init__()
        self.frame = Frame()
        self.forgotten = 0
        forget = self.frame.forget

        def counted() -> None:
            self.forgotten += 1
            forget()

        self.frame.forget = counted  # type: ignore[method-assign]  # counted, and done

    def get_default_screen(self) -> Screen[None]:
        """Show the page."""
        return Page()


def compositor(app: App[None]) -> ScreenCompositor:
    """Return the compositor of the screen on top."""
    found = app.screen._compositor
    assert isinstance(found, ScreenCompositor)
    return found


def painted(app: App[None]) -> RenderableType | None:
    """Return what is drawn of the screen on top when all of it is to be drawn again."""
    painter = compositor(app)
    painter._dirty_regions.add(painter.size.region)
    return painter.render_update()


@pytest.mark.parametrize(
    ("size", "classes"), [((40, 20), {"-narrow", "-short"}), ((80, 40), {"-wide", "-tall"})]
)
async def test_classes_of_the_size_are_set_before_there_are_widgets(size, classes):
    async with Painted().run_test(size=size) as pilot:
        page = pilot.app.screen
        assert isinstance(page, Page)
        assert classes <= page.classes_at_compose
        assert page.times_styled_at_compose == 1
        assert len([each for each in page.classes_at_compose if each in {"-narrow", "-wide"}]) == 1


async def build(app: Painted) -> None:
    """Give the widgets turns until the screen is built; a pilot's pause would paint it by itself."""
    for _ in range(1_000_000):  # half a minute
        if compositor(app).built:
            break
        await asyncio.sleep(0)
    assert compositor(app).built


async def test_nothing_is_painted_before_the_screen_is_built():
    async with Painted().run_test() as pilot:
        await pilot.pause()
        painter = compositor(pilot.app)
        assert painter.built
        assert isinstance(painted(pilot.app), FrameUpdate)
        painter.built = False
        assert painted(pilot.app) is None
        painter._paint_built()
        assert painter.built
        assert not painter._dirty_regions, "it is painted at once"
        painter.built, pilot.app.screen._layout_required = False, True
        painter._paint_built()
        assert not pilot.app.screen._layout_required, "it is laid out for it"
        assert not painter._dirty_regions


async def test_a_new_screen_is_painted_without_a_beat_of_the_toolkit(monkeypatch):
    monkeypatch.setattr(painting, "UPDATE_PERIOD", 3600.0)
    monkeypatch.setattr(painting, "_LONGEST", 3600.0)
    app = Painted()
    async with app.run_test() as pilot:
        await app.push_screen(Page())
        await build(app)
        assert not compositor(app)._dirty_regions
        assert app.screen.query_one(Static).size.width == app.size.width
        await pilot.pause()


async def test_a_screen_that_was_built_before_it_is_shown_is_painted_once_filled_and_without_a_beat(
    monkeypatch,
):
    monkeypatch.setattr(painting, "UPDATE_PERIOD", 3600.0)
    app, page = Painted(), Page()
    async with app.run_test() as pilot:
        painting.mount_hidden(app, page)
        for _ in range(100):
            if page._compositor.size == app.size:
                break
            await pilot.pause()
        forgotten, line = app.forgotten, page.query_one(Static)
        assert (page._compositor.size, line.size.width) == (app.size, app.size.width)
        monkeypatch.setattr(painting, "_LONGEST", 3600.0)
        painting.paint_when_filled(page)
        _ = app.push_screen(page)
        assert not compositor(app).built
        line.update("ring\nHemi")
        await build(app)
        painter = compositor(app)
        assert not painter._dirty_regions
        assert line.size.height == 2
        assert app.forgotten == forgotten, "what the terminal shows is known"
        await pilot.pause()


async def test_what_a_widget_asks_of_its_screen_is_noted_without_a_message():
    app = Painted()
    async with app.run_test() as pilot:
        await pilot.pause()
        page, line = app.screen, app.screen.query_one(Static)
        assert isinstance(page, Page)
        page.handled.clear()
        line.update("ring Ana\nand Tane")
        await pilot.pause()
        assert not page.handled & {Layout, Update}
        assert line.size.height == 2
        assert "and Tane" in page._compositor.render_strips(app.size)[1].text
        assert not compositor(app)._dirty_regions, "it is painted"


async def test_what_was_built_while_painting_was_held_back_is_painted_right_after():
    async with Painted().run_test() as pilot:
        await pilot.pause()
        painter = compositor(pilot.app)
        painter.built = False
        with pilot.app.batch_update():
            painter._paint_built()
            assert painted(pilot.app) is None
        pilot.app.screen._update_timer.pause()  # no beat of the toolkit paints it
        await pilot._wait_for_screen()
        assert painter.built
        assert not painter._dirty_regions


async def test_what_is_held_back_is_painted_afterwards():
    async with Painted().run_test() as pilot:
        await pilot.pause()
        page = pilot.app.screen
        with pilot.app.batch_update():
            page._repaint_required = False
            assert painted(pilot.app) is None
            assert page._repaint_required
        page._repaint_required = True
        assert painted(pilot.app) is not None
        assert not page._repaint_required


class Covered(Page):
    """A page with two columns in containers, and a note over a part of one."""

    DEFAULT_CSS = """
    Covered { layers: page over; }
    Horizontal, Vertical { height: 4; layer: page; }
    #note { layer: over; offset: 3 1; width: 6; height: 1; }
    """

    def compose(self) -> ComposeResult:
        """Yield the containers and the note."""
        with Horizontal():
            for name in ("left", "right"):
                with Vertical():
                    yield Static(f"{name} 1\n{name} 2\n{name} 3\n{name} 4", id=name)
        yield Static("a note", id="note")


async def test_only_what_is_seen_and_changed_is_cut(monkeypatch):
    cut = list[str]()
    divide = Strip.divide

    def counted(strip: Strip, ends: list[int]) -> object:
        cut.append(strip.text.strip())
        return divide(strip, ends)

    app = Painted()
    async with app.run_test(size=(40, 4)) as pilot:
        await app.push_screen(Covered())
        await pilot.pause()
        painter, page = compositor(app), app.screen
        whole = [
            {x: piece and piece.text for x, piece in row.items()}
            for row in Compositor._render_chops(painter, app.size.region, lambda _: True)
        ]
        monkeypatch.setattr(Strip, "divide", counted)
        drawn = painter._render_chops(app.size.region, lambda _: True)
        assert [{x: piece and piece.text for x, piece in row.items()} for row in drawn] == whole
        words = [f"{name} {number}" for name in ("left", "right") for number in range(1, 5)]
        assert sorted(cut) == sorted(["a note", *words]), "and nothing of what they cover"
        cut.clear()
        painter._dirty_regions.clear()
        painter._dirty_regions.add(page.query_one("#right").region)
        update = painter.render_partial_update()
        assert sorted(cut) == words[4:]
        assert update is not None
        changed = [{x: piece.text for x, piece in row.items() if piece is not None} for row in update.chops]
        assert changed == [{x: text for x, text in row.items() if x >= 20} for row in whole]


async def test_an_update_is_compared_with_what_the_terminal_shows():
    app = Painted()
    async with app.run_test(size=(20, 2)) as pilot:
        await pilot.pause()
        update = painted(pilot.app)
        assert isinstance(update, FrameUpdate)
        assert isinstance(update._update, LayoutUpdate)
        console = app.console
        app.frame.forget()
        assert "ring Ana" in update.render_segments(console)
        again = painted(pilot.app)
        assert isinstance(again, FrameUpdate)
        assert again.render_segments(console) == ""


async def test_a_terminal_is_sent_nothing_when_nothing_differs(monkeypatch):
    app = Painted()
    async with app.run_test(size=(20, 2)) as pilot:
        await pilot.pause()
        app.frame.forget()
        monkeypatch.setattr(Painted, "is_headless", False)
        assert painted(pilot.app) is not None
        assert painted(pilot.app) is None
        app.cursor_position = Offset(3, 1)
        assert painted(pilot.app) is not None


async def test_a_picture_is_whole_and_leaves_what_is_to_be_sent(monkeypatch):
    app = Painted()
    async with app.run_test(size=(20, 2)) as pilot:
        await pilot.pause()
        monkeypatch.setattr(Painted, "is_headless", False)
        painted(app)
        assert painted(app) is None, "the terminal shows it all"
        assert "Ana" in app.export_screenshot()
        app.frame.forget()
        compositor(app)._dirty_regions.add(app.size.region)
        assert "Ana" in app.export_screenshot()
        assert compositor(app).render_update() is not None, (
            "the picture took what the terminal was to be sent"
        )


async def test_a_screen_is_laid_out_once_for_a_size(monkeypatch):
    app, sizes = Painted(), []
    async with app.run_test(size=(40, 10)) as pilot:
        monkeypatch.setattr(compositor(app), "reflow", lambda _, size: sizes.append(size))
        app.screen._screen_resized(app.size)
        assert sizes == []
        monkeypatch.undo()
        await pilot.resize_terminal(50, 10)
        assert compositor(app).size == (50, 10)


async def test_after_another_size_everything_is_sent_again():
    app = Painted()
    async with app.run_test(size=(40, 10)) as pilot:
        painter, before = compositor(app), app.forgotten
        painter.reflow(app.screen, app.size)
        assert app.forgotten == before
        await pilot.resize_terminal(50, 10)
        assert app.forgotten > before


async def test_a_new_screen_is_not_styled_again_and_one_that_was_covered_is():
    app = Painted()
    async with app.run_test() as pilot:
        await pilot.pause()
        page = app.screen
        assert isinstance(page, Page)
        for built in (False, True):
            resumed = events.ScreenResume()
            compositor(app).built = built
            page._begin_painting(resumed)
            assert resumed.refresh_styles is built


class Part(Vertical):
    """A widget that looks for its children once it is mounted, and is removed before they are."""

    removes = True

    def compose(self) -> ComposeResult:
        if self.removes:
            _ = self.screen.remove()
        yield Static(id="line")

    def on_mount(self) -> None:
        self.query_one("#line", Static).update("Hemi")


class Lasting(PaintedApp):
    """An app that shows what is put on it."""

    def __init__(self) -> None:
        super().__init__()
        self.frame = Frame()


class Opening(PaintedOnce[None]):
    """A page that goes while it opens."""

    def compose(self) -> ComposeResult:
        yield Part()


async def test_a_page_that_is_removed_while_it_opens_ends_nothing_and_leaves_nothing():
    app = Lasting()
    async with app.run_test() as pilot:
        page = Opening()
        _ = app._register(app, page)
        for _ in range(100):
            if not {page, *page.walk_children()} & set(app._registry):
                break
            await pilot.pause()
        assert not [each for each in app._registry if isinstance(each, Opening | Part)]
        assert app.return_code is None or app.return_code == 0


async def test_a_widget_that_misses_its_children_for_another_reason_ends_the_app(monkeypatch):
    monkeypatch.setattr(Part, "removes", False)
    monkeypatch.setattr(Part, "compose", lambda _: iter(()))

    async def show() -> None:
        async with Lasting().run_test() as pilot:
            _ = pilot.app.mount(Part())
            await pilot.pause()

    with pytest.raises(NoMatches):
        await show()
