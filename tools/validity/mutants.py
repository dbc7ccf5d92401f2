"""Do the tests notice a changed line?

A seeded sample of files, of formulas and of what stands around them; in each one sign, comparison or constant is
changed on a copy of the package, and the tests that run the changed line run on the copy, the shortest first. A mutant
that they do not notice survives and is named. Every seed draws another sample.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib
import itertools
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from time import perf_counter, sleep
from types import ModuleType
from typing import NamedTuple, NoReturn

import pytest

from tools.validity.cell import Cell, cell
from tools.validity.tests_by_line import ROOT, cut, nearest_first, rest_of_files, tests_of

PACKAGES = (
    "metrics",
    "inference",
    "calibration",
    "curves",
    "bounds",
    "planning",
    "learners",
    "data",
    "verbs",
    "views",
    "studies",
)
MOST = 300
LONGEST = 30
"""Seconds of tests that run the line, the shortest first, as they took when recorded; the rest is not tried."""
FIRST = 4
"""Seconds of each other round: the nearest, which notice most, examples, and the rest of the files."""
TOGETHER = 20
"""Mutants after which the tests that failed are run without them."""
KEPT = ROOT / "out" / "mutants.json"
NONE_COLLECTED = 5
COMMON = (
    "numpy",
    "scipy.stats",
    "scipy.optimize",
    "sklearn.model_selection",
    "sklearn.pipeline",
    "pandas",
    "click",
)
"""Packages that most tests import, and that start no thread."""

Sign = type[ast.operator] | type[ast.cmpop]
SWAPS: dict[Sign, Sign] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}


EQUIVALENT = {
    "inference/aligned_ranks.py: sign USub in -table": "the range of average ranks is the same from either end",
    "learners/bootstrap.py: constant 1 in int(cases.classes.max()) + 1": "a class without cases has none to draw",
    "views/picture.py: constant 11 in range(11)": "a tick has twelve places, as percent ten",
    "studies/export.py: constant 2 in range(2)": "a column is taken for each of two classes, be there one more",
    "data/dataset.py: constant 1 in whole.shape[1] if whole is not None else -1": "no number of columns is negative",
    "inference/bayes_sign.py: constant 12 in np.round(one - two, 12)": "differences of rounding are far below either",
    "learners/estimators/on_results.py: constant 1.0 in max(1.0, abs(value))": "a width is far above either",
    "inference/fisher.py: constant 1.0 in min(1.0, p)": "SciPy's p passes 1 by rounding at most",
    "inference/randomization.py: sign USub in u.shape[-1]": "divisions are rows of a table",
    "inference/shift.py: constant 1.0 in max(1.0, float(np.abs(points).max()))": "any point beyond the jumps will do",
    "metrics/case_metric.py: constant 1 in weights.reshape(-1, weights.shape[-1])": "NumPy works out any negative size",
    "studies/on_cluster.py: constant 1.0 in pool.collect(1.0)": "it looks again until every fit is there",
    "verbs/compare.py: sign USub in -quantile(tail, df)": "the standard error is squared",
    "inference/slice_areas.py: constant 1 in int(ranks.max()) + 1": "a score that no case has adds nothing",
    "inference/width_by_n.py: constant 9 in round(value * count, 9)": "what a product rounds is far below either",
    "bounds/nearest_neighbour.py: constant 2 in 2": "the first of the neighbours is taken",
    "learners/bias_variance.py: constant 1 in np.add.at(votes, (rows, codes), 1)": "votes are divided by their sum",
    "data/label_codes.py: constant 0 in values.min() >= 0": "codes that are not labels as they are get looked up",
    "data/sql.py: constant 1 in group_by.MOST_GROUPS + 1": "any row beyond the most is one too many",
    "learners/prepared.py: constant 0 in np.zeros((0, 0), dtype=bool)": "nothing is missing in no column",
    "metrics/log_loss_skill.py: constant 1 in np.where(share > 0, share, 1)": "a share of 0 adds 0",
}
"""Mutants that do what the formula does, by place, and why; no test can notice them, and they are not counted."""


class Mutant(NamedTuple):
    """A changed file: what was changed in which expression, and the text with the change."""

    file: str
    line: int
    change: str
    text: str
    code: str
    lines: tuple[int, int]
    """From the start of the statement to the end of what is changed in it: what runs when the change does."""

    @property
    def key(self) -> str:
        """The changed text, shortened."""
        return hashlib.sha256(f"{self.file}\n{self.text}".encode()).hexdigest()[:16]

    @property
    def place(self) -> str:
        """The place in words, which stays when lines move."""
        return f"{self.file.removeprefix('src/referee/')}: {self.change} in {self.code}"


def cells(runs: int, seed: int) -> list[Cell]:
    """The share of mutants noticed in all and by kind of change, and each survivor by its place."""
    found = [pair for pair in measure(sample(min(runs, MOST), seed)) if pair[0].place not in EQUIVALENT]
    out = [
        cell("survivor", f"{m.file.removeprefix('src/referee/')}:{m.line}, {m.change} in {m.code}", 1, 1, 0, 1)
        for m, noticed in found
        if not noticed
    ]
    for kind in ("", "sign", "comparison", "constant"):
        told = [noticed for mutant, noticed in found if mutant.change.startswith(kind)]
        if told:
            low = 0.9 if not kind else 0.75
            out.append(cell("share of mutants noticed", kind or "all changes", sum(told), len(told), low, 1.0))
    return out


def tables(found: list[Cell], runs: int) -> str:
    """The shares, the survivors, and the changes that change nothing."""
    from tools.validity.docs import each

    survivors = [c["world"] for c in found if c["promise"] == "survivor"]
    parts = [each([c for c in found if c["promise"] != "survivor"], runs)]
    parts += [f"Survived: `{place}`.\n" for place in survivors]
    parts.append("Not counted, for they do what the formula does:\n")
    parts.append("\n".join(f"- `{place}`: {why}." for place, why in EQUIVALENT.items()))
    return "\n".join(parts)


def sample(count: int, seed: int) -> list[Mutant]:
    """Mutants of files that are drawn at random, as are the changes; a file has a second when every one has one."""
    draw = random.Random(seed)
    left = {file: [*every] for file, every in _every_place().items()}
    made: list[Mutant] = []
    while any(left.values()) and len(made) < count:
        order = [file for file, every in left.items() if every]
        draw.shuffle(order)
        for file in order[: count - len(made)]:
            place = left[file].pop(draw.randrange(len(left[file])))
            made.append(mutate(file, (ROOT / file).read_text(encoding="utf-8"), *place))
    return made


@functools.cache
def _every_place() -> dict[str, list[tuple[int, str]]]:
    files = sorted(str(f.relative_to(ROOT)) for p in PACKAGES for f in (ROOT / "src/referee" / p).rglob("*.py"))
    return {f: places((ROOT / f).read_text(encoding="utf-8")) for f in files if not f.endswith("__init__.py")}


def places(text: str) -> list[tuple[int, str]]:
    r"""Every place of a text that can be changed, by its number in a walk of the tree, and the change.

    >>> [change for _, change in places("def f(a):\n    return -a + 2 if a > 0 else a")]
    ['comparison Gt', 'sign Add', 'constant 0', 'sign USub', 'constant 2']
    """
    tree = ast.parse(text)
    spared = _spared_lines(tree)
    return [(i, change) for i, n in enumerate(ast.walk(tree)) if id(n) not in spared and (change := _change(n))]


def mutate(file: str, text: str, place: int, change: str) -> Mutant:
    """The text with one place changed."""
    tree = ast.parse(text)
    above = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    node = next(n for i, n in enumerate(ast.walk(tree)) if i == place)
    assert isinstance(node, ast.expr)
    holding: list[ast.AST] = [node]
    while not isinstance(holding[-1], ast.stmt):
        holding.append(above[holding[-1]])
    lines = holding[-1].lineno, node.end_lineno or node.lineno
    code = _around(holding)
    _apply(node)
    return Mutant(file, node.lineno, change, ast.unparse(tree) + "\n", code, lines)


def _around(holding: list[ast.AST]) -> str:
    """The smallest expression with a name or a call that holds the changed place."""
    expressions = list(itertools.takewhile(lambda n: isinstance(n, ast.expr), holding))
    named = [n for n in expressions if any(isinstance(child, ast.Name) for child in ast.walk(n))]
    return ast.unparse((named or expressions)[0])


def _change(node: ast.AST) -> str:
    if isinstance(node, ast.BinOp) and type(node.op) in SWAPS:
        return f"sign {type(node.op).__name__}"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return "sign USub"
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in SWAPS:
        return f"comparison {type(node.ops[0]).__name__}"
    if isinstance(node, ast.Constant) and type(node.value) in (int, float) and 1e-4 < abs(node.value or 1) < 100:
        return f"constant {node.value}"
    return ""


def _apply(node: ast.AST) -> None:
    if isinstance(node, ast.BinOp):
        node.op = SWAPS[type(node.op)]()  # type: ignore[assignment]
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.UAdd()
    elif isinstance(node, ast.Compare):
        node.ops = [SWAPS[type(node.ops[0])]()]  # type: ignore[list-item]
    elif isinstance(node, ast.Constant):
        assert isinstance(node.value, int | float)
        node.value = node.value + 1


def _spared_lines(tree: ast.AST) -> set[int]:
    """What is no formula: outside functions, in words, checks of arguments and type annotations."""
    inside: set[int] = set()
    out: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            inside |= {id(n) for part in node.body for n in ast.walk(part)}
            hints = [a.annotation for a in (*node.args.args, *node.args.kwonlyargs)] + [node.returns]
            out |= {id(n) for hint in hints if hint is not None for n in ast.walk(hint)}
        words = isinstance(node, ast.JoinedStr) or (isinstance(node, ast.BinOp) and _text(node))
        if words or (isinstance(node, ast.Call) and _checks(node.func)):
            out |= {id(n) for n in ast.walk(node)}
    return out | {id(n) for n in ast.walk(tree) if id(n) not in inside}


def _checks(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "_check"
    )


def _text(node: ast.BinOp) -> bool:
    return any(
        isinstance(n, ast.JoinedStr) or (isinstance(n, ast.Constant) and isinstance(n.value, str))
        for n in ast.walk(node)
    )


def measure(found: list[Mutant]) -> list[tuple[Mutant, bool]]:
    """Whether the tests of each file notice its mutant, on a copy.

    What was noticed is kept in `KEPT` and not tried again while the file is the same; survivors are.
    """
    kept: set[str] = set(json.loads(KEPT.read_text())) if KEPT.exists() else set()
    KEPT.parent.mkdir(exist_ok=True)
    for name in COMMON:
        importlib.import_module(name)
    out = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        skip = shutil.ignore_patterns("__pycache__", "*.pyc", "*.so")
        for part in ("src", "tests", "tools"):
            shutil.copytree(ROOT / part, home / part, ignore=skip)
        for part in ("pyproject.toml", "docs", "README.md", "CHANGELOG.md", "mkdocs.yml", "Makefile"):
            (home / part).symlink_to(ROOT / part)
        for start in range(0, len(found), TOGETHER):
            some = found[start : start + TOGETHER]
            noticed = _noticed(home, [mutant for mutant in some if mutant.key not in kept])
            kept |= noticed
            KEPT.write_text(json.dumps(sorted(kept), indent=0))
            out += [(mutant, mutant.key in kept) for mutant in some]
    return out


def _noticed(home: Path, mutants: list[Mutant]) -> set[str]:
    """The keys of the mutants on which a test fails that passes without them.

    Whether it does is asked of all failed tests at once; a mutant of one that fails anyway is tried with the others.
    """
    broken: set[str] = set()
    noticed: set[str] = set()
    while mutants:
        failed = {mutant.key: _failing_on(home, mutant, broken) for mutant in mutants}
        wrong = _failing_anyway(home, {test for test in failed.values() if test})
        broken |= wrong
        noticed |= {key for key, test in failed.items() if test and test not in wrong}
        mutants = [mutant for mutant in mutants if failed[mutant.key] in wrong]
    return noticed


def _failing_on(home: Path, mutant: Mutant, broken: set[str]) -> str:
    """The first test that fails on the mutant, empty when none does.

    The tests that run the line, the nearest and then the shortest first, then the others of their files. Examples need
    a process of their own: there pytest puts the module in the place of the function of that name.
    """
    begin = perf_counter()
    target = home / mutant.file
    before = target.read_text(encoding="utf-8")
    found = [test for test in tests_of(mutant.file, *mutant.lines) if test not in broken]
    examples = [test for test in found if test.startswith("src/")]
    tests = [test for test in found if not test.startswith("src/")]
    first = cut(nearest_first(mutant.file, tests), FIRST)
    later = cut([test for test in tests if test not in first], LONGEST)
    failed = ""
    _write(target, mutant.text)
    for chosen in (first, cut(examples, FIRST), later, cut(rest_of_files(tests), FIRST)):
        failed = failed or _failing(home, [test for test in chosen if test not in broken], 2 * LONGEST)
    _write(target, before)
    place = f"{mutant.file}:{mutant.line} {mutant.change} in {mutant.code}"
    said = f"noticed by {failed}" if failed else "survived"
    print(f"{perf_counter() - begin:.0f} s: {place}: {said}", file=sys.stderr, flush=True)
    return failed


def _failing_anyway(home: Path, tests: set[str]) -> set[str]:
    """Which of the tests fail without a mutant, or take longer than they may."""
    examples = {test for test in tests if test.startswith("src/")}
    return {
        test
        for group in (sorted(tests - examples), sorted(examples))
        if _failing(home, group, LONGEST * len(group))
        for test in group
        if _failing(home, [test], LONGEST)
    }


def _write(file: Path, text: str) -> None:
    """Put a text in a file; what was compiled of it goes, for a second write in the same second may look the same."""
    file.write_text(text, encoding="utf-8")
    for old in file.parent.glob(f"__pycache__/{file.stem}.*"):
        old.unlink()


class Chosen:
    """The tests of a run by name, until one fails; each is written in a file as it starts.

    A file that cannot be read is written as its first test.
    """

    def __init__(self, tests: list[str], out: Path) -> None:
        self.tests, self.out = tests, out

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Stop at a file that cannot be read."""
        blamed = [test for test in self.tests if report.failed and test.split("::")[0] == report.nodeid]
        if blamed:
            self.out.write_text(blamed[0])
            os._exit(1)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Leave out what was not chosen."""
        self.session = session
        found = {item.nodeid: item for item in items}
        items[:] = [found[test] for test in self.tests if test in found]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Name the test that runs."""
        self.out.write_text(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Stop at the first failure, which is the last one named."""
        if report.failed:
            self.session.shouldstop = "noticed"


def _failing(home: Path, tests: list[str], seconds: int) -> str:
    """The test that fails or does not end in time, else none; the first of them when they do not start.

    A fork of this process runs them: what every test imports is there, which is most of the time of a small one.
    """
    if not tests:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        named = Path(folder) / "test"
        child = os.fork()
        if not child:
            _run_tests(home, tests, seconds, named)
        code = _wait(child, 5 * seconds)
        if code in (0, NONE_COLLECTED):
            return ""
        return named.read_text() if named.exists() else tests[0]


def _run_tests(home: Path, tests: list[str], seconds: int, named: Path) -> NoReturn:
    """Run tests on the copy in silence, and end the process."""
    code = 3
    try:
        os.setsid()
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        os.chdir(home)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        path = [str(home / "src"), str(home / "tests")]
        os.environ |= {"PYTHONPATH": os.pathsep.join(path), "CI": "true"}
        sys.path[:0] = path
        sys.dont_write_bytecode = False  # what is compiled once serves every mutant
        for name in [name for name in sys.modules if name.split(".")[0] in ("referee", "tools", "helpers")]:
            del sys.modules[name]
        sys.modules["__main__"] = ModuleType("__main__")  # or processes of a test would import this command
        files = sorted({test.split("::")[0] for test in tests})
        how = ["-q", "-p", "no:cacheprovider", "--assert=plain"]
        code = int(pytest.main([*how, *files], plugins=[Chosen(tests, named)]))
    finally:
        os._exit(code)


def _wait(child: int, seconds: int) -> int:
    """The exit code of a process that leads a group, which is killed with it when it takes longer."""
    end = perf_counter() + seconds
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if perf_counter() > end:
            os.killpg(child, signal.SIGKILL)
        sleep(0.05)
