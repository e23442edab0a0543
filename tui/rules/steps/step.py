"""Step: the base of all steps."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from pydantic.dataclasses import dataclass

if TYPE_CHECKING:
    from tui.model.card import Card
    from tui.rules.steps.run import StepRun
    from tui.store.firing_records import StepDone
    from tui.workspace import Workspace


@dataclass(frozen=True, slots=True, config={"extra": "forbid"})
class BaseStep:
    """Something that a rule does. Its docstring is what the documentation and the screens say of it."""

    spends: ClassVar[bool] = False
    """Whether it may cost credits."""

    repeats: ClassVar[bool] = False
    """Whether a repeat after an interruption has visible effects: a command run twice, a notice shown twice."""

    shown: ClassVar[Mapping[str, Callable[[str], str]]] = MappingProxyType({})
    """For fields that contain a secret: the function that returns the text to show instead of the value."""

    def forecast(self, workspace: Workspace, card: Card | None) -> str:  # noqa: ARG002 - for steps that depend on it
        """Return what the step would do with ``card`` beyond its fields; "" for nothing more."""
        return ""

    @abstractmethod
    async def run(self, run: StepRun) -> StepDone:
        """Run the step, and return its result.

        Raises:
            CardscoutError: The step failed; after a RemoteError it is retried.
        """
