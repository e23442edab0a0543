"""Stand-ins for pages and what they stand on, for tests of what commands and dialogs do without a screen."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from tui.app.commands.catalogue import KeyNames
from tui.errors import CardscoutError


def fake(**fields: object) -> Any:
    """Return an object with just these attributes."""
    return SimpleNamespace(**fields)


class FakePage:
    """A page that gives the prepared answers in turn, and keeps what it was asked and told.

    Attributes:
        asked: The title and the options of each question.
        errors: Why an answer was not taken; the next one is given instead.
        done: What the page was asked to do, by method.
    """

    def __init__(self, answers: Sequence[object]) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.errors: list[str] = []
        self.done: list[tuple[object, ...]] = []
        self.key_names, self.ahead = KeyNames(), fake(in_haste=False)
        self.undoes = "boards"
        self.boxes = fake(inform=lambda *words: self.done.append(("inform", *words)))

    async def _answer(self, title: str, how: dict[str, Any]) -> Any:
        self.asked.append((title, how))
        while True:
            answer, attempt = self.answers.pop(0), how.get("attempt")
            try:
                if attempt is not None and (answer or (answer == "" and how.get("blank"))):
                    await attempt(answer)
            except CardscoutError as error:
                self.errors.append(str(error))
            else:
                return answer

    async def prompt(self, title: str, **how: Any) -> Any:
        """Give the next answer as a line that was typed."""
        return await self._answer(title, how)

    async def choose(self, title: str, choices: Sequence[Any], **how: Any) -> Any:
        """Give the next answer, which is the value of one of the choices, or of one that typing makes."""
        answer = await self._answer(title, {**how, "choices": choices})
        made = how["more"](answer[1:]) if answer and "more" in how else []
        assert answer is None or answer in {choice.value for choice in (*choices, *made)}
        return answer

    async def confirm(self, question: str, **how: Any) -> Any:
        """Give the next answer to a question of yes or no."""
        return await self._answer(question, how)

    async def open_address(self, url: str) -> None:
        """Keep the address."""
        self.done.append(("open_address", url))

    def work(self, job: object, name: str, *, asks: bool = False) -> None:
        """Keep the job; a test runs it."""
        self.done.append(("work", name, asks, job))

    def __getattr__(self, name: str) -> Any:
        """Keep what is told, shown, copied or gone to."""
        if name not in {"tell", "go", "copy", "show_cards", "show_list", "pick_failed"}:
            raise AttributeError(name)

        def keep(*words: object, **how: object) -> None:
            self.done.append((name, *words, *((how,) if how else ())))

        return keep


def fake_page(*answers: object, **fields: object) -> Any:
    """Return a page that gives ``answers`` in turn, with further attributes."""
    page = FakePage(answers)
    vars(page).update(fields)
    return page
