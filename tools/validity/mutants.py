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
import random
import shutil
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from tools.validity.cell import Cell, cell
from tools.validity.equivalent import EQUIVALENT
from tools.validity.forked_tests import COMMON, failing
from tools.validity.tests_by_line import ROOT, cut, nearest, rest_of_files, tests_of

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
LONGEST = 20
"""Seconds of tests that run the line, the shortest first, as they took when recorded; the rest is not tried."""
FIRST = 4
"""Seconds of each other round: the nearest, which notice most, examples, and the rest of the files."""
TOGETHER = 20
"""Mutants after which the tests that failed are run without them."""
KEPT = ROOT / "out" / "mutants.json"
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
    own, kept = (cut(some, FIRST) for some in nearest(mutant.file, tests))
    later = cut([test for test in tests if test not in {*own, *kept}], LONGEST)
    failed = ""
    _write(target, mutant.text)
    for chosen in (own, kept, cut(examples, FIRST), later, cut(rest_of_files(tests), FIRST)):
        failed = failed or failing(home, [test for test in chosen if test not in broken], 2 * LONGEST)
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
        if failing(home, group, LONGEST * len(group))
        for test in group
        if failing(home, [test], LONGEST)
    }


def _write(file: Path, text: str) -> None:
    """Put a text in a file; what was compiled of it goes, for a second write in the same second may look the same."""
    file.write_text(text, encoding="utf-8")
    for old in file.parent.glob(f"__pycache__/{file.stem}.*"):
        old.unlink()
