"""Effects of rules that remain after the change that caused them is undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.store.firing_records import RuleFiring


def left_by_rules(firings: Sequence[RuleFiring]) -> str:
    """Return a phrase for what an undo leaves: what rules did, and which will still act; "" for nothing."""
    did = {one.rule: one.steps_done for one in firings if one.step}
    coming = dict.fromkeys(one.rule for one in firings if one.state == "waiting" and not one.step)
    phrases = [f"rule “{rule}” did, and that stays: {', '.join(outcomes)}" for rule, outcomes in did.items()]
    phrases += [f"rule “{rule}” still acts on it" for rule in coming]
    return "".join(f" · {phrase}" for phrase in phrases)
