"""What all ops share."""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict


class BaseOp(BaseModel):
    """A write the user asked for.

    Attributes:
        board_id: The board whose rows it touches; "" for what belongs to no board.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)

    board_id: str


class Partial(BaseOp):
    """A change of some fields of a thing; a field left out stays as it is.

    A field that is named in ``clearable`` may be set to None, which clears it. So which fields are meant is
    told by ``model_fields_set``: build it with only what changes.
    """

    clearable: ClassVar[frozenset[str]] = frozenset()
    """Fields whose None says "none"; anywhere else None says "as it is"."""

    names: ClassVar[frozenset[str]] = frozenset()
    """Fields that say which thing is meant."""

    @property
    def changes(self) -> dict[str, Any]:
        """The fields that change, by Python name."""
        given = self.model_fields_set - self.names - {"kind", "board_id"}
        held = {name: getattr(self, name) for name in given}
        return {name: value for name, value in held.items() if value is not None or name in self.clearable}
