"""The caps on spending, as they are set for an account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.errors import SpendRefused
from tui.model.enrich.spending import Caps

if TYPE_CHECKING:
    from tui.store.db import Database, Transaction

_CAPS = {"run": "cap:run", "month": "cap:month"}


def set_caps(tx: Transaction, caps: Caps) -> None:
    """Store the caps on spending; None removes a cap, whatever the settings say."""
    for name, key in _CAPS.items():
        value = getattr(caps, name)
        tx.set_meta(key, "" if value is None else str(value))
    tx.changed("findings")


def check_caps(caps: Caps, high: int, month: int, run: int) -> None:
    """Raise if ``high`` more credits, after ``month`` and ``run`` credits already spent, would exceed a cap.

    Raises:
        SpendRefused: A cap would be exceeded.
    """
    for name, cap, spent in (("run", caps.run, run), ("month", caps.month, month)):
        if cap is not None and spent + high > cap:
            before = f", {spent} already spent" if spent else ""
            raise SpendRefused(
                f"This may cost {high} credit{'s' * (high != 1)}; the cap of the {name} is {cap}{before}. Nothing was asked.",
                hint=f"Look up less, or raise it: Set credit cap in the palette, or cardscout credits cap --{name} {spent + high}.",
            )


def caps_of(source: Database | Transaction, fallback: Caps) -> Caps:
    """Return the caps as set, or those of ``fallback`` if none were set."""
    return Caps(_cap(source, "run", fallback.run), _cap(source, "month", fallback.month))


def _cap(source: Database | Transaction, name: str, fallback: int | None) -> int | None:
    text = source.meta(_CAPS[name])
    if text is None:
        return fallback
    return int(text) if text else None
