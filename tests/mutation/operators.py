"""The mutants of a module: its syntax tree with one small change each, in the order of the text."""

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_LEFT_ALONE = {"annotation", "returns", "decorator_list", "bases"}
"""Fields of a node that say types, or how a class is made."""

_UNSWAPPED = {"isinstance", "issubclass", "min", "max", "values_equal"}
"""What is asked of a type breaks at once when it is turned around; what is asked of two alike does not care."""

_TELLING = ("_log.", "log.", "logger.", "logging.", "getLogger(")
"""What a log says is no behaviour."""

_OPAQUE = {"cast", "os.urandom", "token_hex"}
"""Calls that say a type, or how many random bytes there are."""


@dataclass(frozen=True)
class Mutant:
    """One change of a module, by its number there."""

    number: int
    line: int
    kind: str
    before: str
    after: str


@dataclass(frozen=True)
class _Change:
    """A node in its place, and what may stand there instead."""

    holder: ast.AST | list[ast.AST]
    key: str | int
    kind: str
    new: ast.AST
    line: int

    def swap(self, node: ast.AST) -> ast.AST:
        """Put a node into the place; the one that stood there."""
        if isinstance(self.holder, list):
            assert isinstance(self.key, int)
            old, self.holder[self.key] = self.holder[self.key], node
        else:
            old = getattr(self.holder, str(self.key))
            setattr(self.holder, str(self.key), node)
        return old


def mutants(source: str) -> list[Mutant]:
    """All mutants of a module."""
    tree = ast.parse(source)
    found = []
    for number, (change, statement) in enumerate(_changes(tree)):
        before = _head(statement)
        old = change.swap(change.new)
        # A statement that is removed stands in for itself.
        after = _head(change.new if old is statement else statement)
        change.swap(old)
        found.append(Mutant(number, change.line, change.kind, before, after))
    return found


def mutated(source: str, number: int) -> ast.Module:
    """The tree of one mutant."""
    tree = ast.parse(source)
    change = next(change for at, (change, _) in enumerate(_changes(tree)) if at == number)
    change.swap(change.new)
    return ast.fix_missing_locations(tree)


def _head(statement: ast.AST) -> str:
    """A statement in one line, without the body of one that has one."""
    if hasattr(statement, "body") and isinstance(statement, ast.stmt):
        statement = copy.copy(statement)
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            if hasattr(statement, part):
                setattr(statement, part, [])
    return " ".join(ast.unparse(statement).split())


def _changes(tree: ast.Module) -> Iterator[tuple[_Change, ast.stmt]]:
    """Every change of a tree, with the statement that it is in."""
    body: list[ast.AST] = [*tree.body]
    tree.body = body  # type: ignore[assignment]  # one list of nodes, as those below it
    for at, statement in enumerate(tree.body):
        yield from _below(body, at, statement, statement)


def _below(
    holder: ast.AST | list[ast.AST], key: str | int, statement: ast.stmt, node: ast.AST
) -> Iterator[tuple[_Change, ast.stmt]]:
    if _of_types(node):
        return
    statement = node if isinstance(node, ast.stmt) else statement
    line = getattr(node, "lineno", statement.lineno)
    for kind, new in _instead(node):
        yield _Change(holder, key, kind, ast.copy_location(new, node), line), statement
    if (test := _negated(getattr(node, "test", None))) is not None:
        yield _Change(node, "test", "negated condition", ast.copy_location(test, node), line), statement
    for within, at, child in _places(node):
        yield from _below(within, at, statement, child)


def _places(node: ast.AST) -> Iterator[tuple[ast.AST | list[ast.AST], str | int, ast.AST]]:
    """What is below a node: each with where it is held."""
    for field, value in ast.iter_fields(node):
        if field in _LEFT_ALONE or (field == "slice" and isinstance(value, ast.Constant)):
            continue
        if isinstance(value, list):
            yield from ((value, at, each) for at, each in enumerate(value) if isinstance(each, ast.AST))
        elif isinstance(value, ast.AST):
            yield node, field, value


def _of_types(node: ast.AST) -> bool:
    """Whether it is for the type checker, or says something to a reader only."""
    match node:
        case (
            ast.If(test=ast.Name(id="TYPE_CHECKING"))
            | ast.Import()
            | ast.ImportFrom()
            | ast.JoinedStr()
            | ast.keyword(arg="repr")
            | ast.keyword(arg="strict", value=ast.Constant(True))
            | ast.BinOp(op=ast.BitOr(), right=ast.Constant(None))
        ):
            return True
        case ast.Call(func=func):
            return ast.unparse(func) in _OPAQUE
        case ast.ClassDef(bases=bases):
            return any(ast.unparse(base).startswith("Protocol") for base in bases)
        case ast.Expr(value=ast.Call() as call):
            return ast.unparse(call.func).startswith(_TELLING)
        case ast.FunctionDef(decorator_list=marks) | ast.AsyncFunctionDef(decorator_list=marks):
            return any(ast.unparse(mark) == "abstractmethod" for mark in marks)
        case _:
            return False


def _negated(test: object) -> ast.expr | None:
    """The opposite of a condition; None for one that a change of its own turns around."""
    if isinstance(test, ast.expr) and not isinstance(test, ast.Compare | ast.UnaryOp):
        return ast.UnaryOp(ast.Not(), test)
    return None


def _instead(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What may stand in the place of a node, by the kind of the change."""
    if isinstance(node, ast.stmt):
        yield from _instead_of(node)
    elif isinstance(node, ast.Subscript):
        yield from _other_place(node)
    elif isinstance(node, ast.Constant):
        yield from (("constant", ast.Constant(value)) for value in _beside(node.value))
    elif isinstance(node, ast.expr):
        yield from _other(node)


def _beside(value: object) -> Sequence[bool | int | float]:
    """The values next to one."""
    if isinstance(value, bool):
        return [not value]
    return [value + 1, value - 1] if isinstance(value, int | float) else []


def _other_place(node: ast.Subscript) -> Iterator[tuple[str, ast.expr]]:
    """The places beside one; not that before the first: of a row with one column it is the same."""
    if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int):
        place = node.slice.value
        for other in (place + 1, place - 1)[: 2 if place > 0 else 1]:
            yield "constant", ast.Subscript(node.value, ast.Constant(other), node.ctx)


def _other(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=right) if type(op) in _COMPARISONS:
            yield "comparison", ast.Compare(left, [_COMPARISONS[type(op)]()], right)
        case ast.BoolOp(op=op, values=values):
            yield "boolean", ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _ARITHMETIC:
            if not _text(left, right):
                yield "arithmetic", ast.BinOp(left, _ARITHMETIC[type(operator)](), right)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "negated condition", operand
        case ast.Call(func=func, args=[first, second, *rest], keywords=named) if (
            _swappable(first, second) and ast.unparse(func) not in _UNSWAPPED
        ):
            yield "swapped arguments", ast.Call(func, [second, first, *rest], named)
        case _:
            return


def _instead_of(statement: ast.stmt) -> Iterator[tuple[str, ast.stmt]]:
    match statement:
        # False for None is hardly ever another answer; a truth value is turned around as a constant.
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "return None", ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call() | ast.Await(value=ast.Call())):
            yield "removed call", ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.AugAssign() | ast.Delete():
            yield "removed statement", ast.Pass()
        case ast.Raise() | ast.Break() | ast.Continue():
            yield "removed statement", ast.Pass()
        case _:
            return


def _text(*nodes: ast.AST) -> bool:
    """Whether one of them is a text: nothing is subtracted from it."""
    return any(
        isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        for node in nodes
    )


def _swappable(first: ast.expr, second: ast.expr) -> bool:
    """Whether two arguments can change places, and are not the same."""
    plain = not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred)
    return plain and ast.unparse(first) != ast.unparse(second)
