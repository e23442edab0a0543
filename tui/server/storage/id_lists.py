"""Lists of ids as one bound value, so that a statement with a thousand of them is compiled once.

For a parameter that expands, SQLAlchemy writes the statement anew at each execution, with a placeholder for each id.
That takes longer than running it.
"""

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, String, bindparam
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


class _Texts(FunctionElement[str]):
    """The rows of the texts in a JSON array."""

    name = "texts"
    inherit_cache = True


@compiles(_Texts)
def _of_sqlite(element: _Texts, compiler: Any, **how: Any) -> str:
    return f"(SELECT value FROM json_each{compiler.process(element.clause_expr, **how)})"


@compiles(_Texts, "postgresql")
def _of_postgresql(element: _Texts, compiler: Any, **how: Any) -> str:
    return f"(SELECT jsonb_array_elements_text(CAST({compiler.process(element.clauses, **how)} AS jsonb)))"


def among(column: ColumnElement[str], name: str) -> ColumnElement[bool]:
    """Build the condition that ``column`` is one of the ids in the parameter ``name``, an ``id_text``."""
    return column.op("IN", is_comparison=True)(_Texts(bindparam(name, type_=String)))


def id_text(idents: Iterable[str]) -> str:
    """Return the value of a parameter for ``among``."""
    return json.dumps(list(idents))
