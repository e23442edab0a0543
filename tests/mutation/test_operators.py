"""The changes that a mutation run makes, and what it leaves alone."""

import sys

import pytest

from tests.mutation.lines import ROOT, Lines, Onlooker
from tests.mutation.operators import mutants, mutated
from tests.mutation.run import AREAS, EQUIVALENT, Candidate, candidates, chosen, equivalent, modules, sample


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("if a < 3: pass", ["if a <= 3:", "if a < 4:", "if a < 2:"]),
        ("x = a is None", ["x = a is not None"]),
        ("if a and b: pass", ["if not (a and b):", "if a or b:"]),
        ("x = not a", ["x = a"]),
        ("x = a + b", ["x = a - b"]),
        ("x = 'a' + b", []),
        ("x = True", ["x = False"]),
        ("f(a, b)", ["pass", "f(b, a)"]),
        ("f(a, a)", ["pass"]),
        ("f(*a, b)", ["pass"]),
        ("x = min(a, b)", []),
        ("x = values_equal(a, b)", []),
        ("x = a[0]", ["x = a[1]"]),
        ("x = a[1]", ["x = a[2]", "x = a[0]"]),
        ("self.x = a", ["pass"]),
        ("x = a", []),
        ("raise a", ["pass"]),
        ("def f(): return a", ["return None"]),
        ("def f(): return None", []),
        ("for x in y: continue", ["pass"]),
        ("while f(): break", ["while not f():", "pass"]),
        (
            "x = [a for a in b if a == 1]",
            [f"x = [a for a in b if a {end}]" for end in ("!= 1", "== 2", "== 0")],
        ),
    ],
)
def test_each_change_is_made_once(source: str, after: list[str]) -> None:
    assert sorted(one.after for one in mutants(source)) == sorted(after)


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring with 1."""',
        "if TYPE_CHECKING: x = 1",
        "x: Literal[1] = a",
        "@f(1)\ndef g(): pass",
        "_log.debug('%d', 1)",
        "getLogger(__name__).error('%d', 1)",
        "X = Callable[[str], str | None]",
        "x = os.urandom(16)",
        "x = zip(y, strict=True)",
        "x = f'{a:>3}'",
        "class A(Protocol):\n    x = 1",
        "x = cast('int', 1)",
        "x = field(repr=False)",
    ],
)
def test_what_says_types_or_is_told_to_a_reader_is_left_alone(source: str) -> None:
    assert mutants(source) == []


def test_a_mutant_is_the_module_with_that_change_and_no_other() -> None:
    source = "def f(a):\n    if a > 1:\n        return a\n    return 0\n"
    results = []
    for one in mutants(source):
        names: dict[str, object] = {}
        exec(compile(mutated(source, one.number), "m", "exec"), names)
        f = names["f"]
        assert callable(f)
        results.append([f(1), f(2)])
    assert len(results) == len(mutants(source)) == 6
    assert [0, 2] not in results, "each does something else than the module"


def test_a_sample_is_the_seeds() -> None:
    once, again, other = sample(1, 5), sample(1, 5), sample(2, 5)
    assert once == again
    assert once != other
    assert [one.area for one in once] == [area for area in AREAS for _ in range(5)]


def test_a_test_that_takes_long_leaves_the_time_of_the_others() -> None:
    path = "tui/store/feed.py"
    [mutant, *_] = [one.mutant for one in candidates("store") if one.path == path]
    ran = {path: f"{1 << mutant.line:x}"}
    slow, quick, other = (
        f"tests/store/{name}" for name in ("test_feed.py::a", "test_feed.py::b", "test_x.py::c")
    )
    candidate = Candidate("store", path, mutant)
    lines = Lines(ran=dict.fromkeys((slow, quick, other), ran), seconds={slow: 99.0, quick: 1.0, other: 1.0})
    assert chosen(lines, candidate) == [quick, other]
    alone = Lines(ran={slow: ran}, seconds={slow: 99.0})
    assert chosen(alone, candidate) == [slow], "it is all there is"
    assert chosen(Lines(), candidate) == []


def test_the_nearest_tests_come_first() -> None:
    path = "tui/store/feed.py"
    [candidate, *_] = [one for one in candidates("store") if one.path == path]
    names = (
        "store/test_feed.py::own", "store/test_feed_order.py::own_too", "store/test_a.py::floor",
        "store/test_a.py::floor_again", "store/test_b.py::floor_too", "api/test_feeder.py::far",
    )  # fmt: skip
    tests = [f"tests/{name}" for name in names]
    ran = {path: f"{1 << candidate.mutant.line:x}"}
    lines = Lines(ran=dict.fromkeys(tests, ran), seconds=dict.fromkeys(tests, 1.0))
    assert [test.partition("::")[2] for test in chosen(lines, candidate)] == [
        "own", "own_too", "floor", "floor_too", "floor_again", "far",
    ]  # fmt: skip


def test_what_a_line_outside_of_functions_makes_is_tested_by_those_that_use_it() -> None:
    at = next(one for one in candidates("store") if one.mutant.before == "CLOCK_SLIP = 120.0")
    assert at.path == "tui/store/outbox/schedule.py"
    text = (ROOT / "tui/store/outbox/outbox.py").read_text("utf-8").splitlines()
    use = next(number for number, line in enumerate(text, 1) if "at + CLOCK_SLIP" in line)
    ran = {
        "tests/store/test_x.py::uses_it": {"tui/store/outbox/outbox.py": f"{1 << use:x}"},
        "tests/store/test_x.py::runs_the_module": {at.path: "10"},
        "tests/store/test_x.py::neither": {"tui/store/outbox/outbox.py": "10"},
    }
    lines = Lines(ran=ran, seconds=dict.fromkeys(ran, 1.0))
    assert chosen(lines, at) == ["tests/store/test_x.py::uses_it", "tests/store/test_x.py::runs_the_module"]


def test_a_line_that_is_run_at_import_says_nothing_of_the_test_that_imports_it_first() -> None:
    path = ROOT / "tui/store/feed.py"
    onlooker = Onlooker(Lines(), [path])

    code = compile(path.read_text("utf-8"), str(path), "exec")
    names: dict[str, object] = {"__name__": "feed"}
    sys.settrace(onlooker.look)
    try:
        exec(code, names)
        feed = names["Feed"]
        assert callable(feed)
        seen_at_import = set(onlooker.seen[str(path)])
        feed()
    finally:
        sys.settrace(None)
    assert not seen_at_import
    assert len(onlooker.seen[str(path)]) == 2, "the lines of its __init__"


def test_a_module_is_of_one_area() -> None:
    every = [path for area in AREAS for path in modules(area)]
    assert len(every) == len(set(every))


def test_what_is_left_out_is_there_and_says_why() -> None:
    listed = equivalent()
    text = EQUIVALENT.read_text("utf-8")
    assert text.count("reason = ") == len(listed)
    made = {
        (one.path, one.mutant.before, one.mutant.after)
        for area in AREAS
        for one in candidates(area, whole=True)
    }
    assert listed <= made, "a change that cannot be made any more is not listed"
