"""Do the tests notice a changed line?

A seeded sample of files, of formulas and of what stands around them; in each one sign, comparison or constant is
changed on a copy of the package, and the tests of that file run on the copy. A mutant that they do not notice survives
and is named. Every seed draws another sample.
"""

from __future__ import annotations

import ast
import functools
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tools.validity.cell import Cell, cell

ROOT = Path(__file__).resolve().parents[2]
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
LONGEST = 180
NONE_COLLECTED = 5

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
    "inference/fisher.py: constant 1.0 in min(1.0, p)": "SciPy's p passes 1 by rounding at most",
    "inference/shift.py: constant 1.0 in max(1.0, float(np.abs(points).max()))": "any point beyond the jumps will do",
}
"""Mutants that do what the formula does, by place, and why; no test can notice them, and they are not counted."""


class Mutant(NamedTuple):
    """A changed file: what was changed in which expression, and the text with the change."""

    file: str
    line: int
    change: str
    text: str
    code: str = ""

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
    files = [str(f.relative_to(ROOT)) for p in PACKAGES for f in (ROOT / "src/referee" / p).rglob("*.py")]
    left = {
        f: places((ROOT / f).read_text(encoding="utf-8")) for f in sorted(files) if not f.endswith("__init__.py")
    }
    made: list[Mutant] = []
    while any(left.values()) and len(made) < count:
        order = [file for file, every in left.items() if every]
        draw.shuffle(order)
        for file in order[: count - len(made)]:
            place = left[file].pop(draw.randrange(len(left[file])))
            made.append(mutate(file, (ROOT / file).read_text(encoding="utf-8"), *place))
    return made


@functools.cache
def _places_of(file: str) -> tuple[tuple[int, str], ...]:
    """Every place of a file that can be changed."""
    return tuple(places((ROOT / file).read_text(encoding="utf-8")))


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
    node = next(n for i, n in enumerate(ast.walk(tree)) if i == place)
    code = _around(tree, node)
    _apply(node)
    return Mutant(file, getattr(node, "lineno", 0), change, ast.unparse(tree) + "\n", code)


def _around(tree: ast.AST, node: ast.AST) -> str:
    """The smallest expression with a name or a call that holds the changed place."""
    above = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    holding: list[ast.AST] = [node]
    while holding[-1] in above and isinstance(above[holding[-1]], ast.expr):
        holding.append(above[holding[-1]])
    named = [n for n in holding if any(isinstance(child, ast.Name) for child in ast.walk(n))]
    return ast.unparse(named[0] if named else holding[0])


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
        if words or (isinstance(node, ast.Call) and ast.unparse(node.func).startswith("_check.")):
            out |= {id(n) for n in ast.walk(node)}
    return out | {id(n) for n in ast.walk(tree) if id(n) not in inside}


def _text(node: ast.BinOp) -> bool:
    return any(
        isinstance(n, ast.JoinedStr) or (isinstance(n, ast.Constant) and isinstance(n.value, str))
        for n in ast.walk(node)
    )


def measure(found: list[Mutant]) -> list[tuple[Mutant, bool]]:
    """Whether the tests of each file notice its mutant, on a copy; what they notice, the unchanged copy must pass."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        skip = shutil.ignore_patterns("__pycache__", "*.pyc", "*.so")
        for part in ("src", "tests", "tools"):
            shutil.copytree(ROOT / part, home / part, ignore=skip)
        shutil.copy(ROOT / "pyproject.toml", home)
        out = []
        for mutant in found:
            noticed = any(_notices(home, mutant, tests) for tests in ([mutant.file], own_tests(mutant.file)))
            out.append((mutant, noticed))
            word = "noticed" if noticed else "survived"
            print(f"{word}: {mutant.file}:{mutant.line} {mutant.change}", file=sys.stderr, flush=True)
        return out


def _notices(home: Path, mutant: Mutant, tests: list[str]) -> bool:
    """Whether tests fail on the mutant and pass without it; a file of a metric has no doctests of its own."""
    target = home / mutant.file
    before = target.read_text(encoding="utf-8")
    target.write_text(mutant.text, encoding="utf-8")
    failed = not _passes(home, tests)
    target.write_text(before, encoding="utf-8")
    return failed and _passes(home, tests)


def own_tests(file: str) -> list[str]:
    """A file's own tests; else those of its package that name it; else all of them, and the reference cases."""
    path = Path(file)
    package = path.parts[2]
    home = ROOT / "tests" / package
    own = home / f"test_{path.stem}.py"
    every = sorted(home.glob("test_*.py"))
    named = (
        [own]
        if own.exists()
        else [f for f in every if re.search(rf"\b{path.stem}\b", f.read_text(encoding="utf-8"))]
    )
    shared = [ROOT / "tests/test_reference.py"] if package == "metrics" or not named else []
    return [str(f.relative_to(ROOT)) for f in [*(named or every), *shared]]


def _passes(home: Path, tests: list[str]) -> bool:
    """Whether the tests pass; a change that makes them hang is noticed.

    Doctests need a process of their own: there pytest puts the module in the place of the function of that name.
    """
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    path = os.pathsep.join([str(home / "src"), str(home / "tests")])
    env = os.environ | {"PYTHONPATH": path, "CI": "true", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=home, env=env, capture_output=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode in (0, NONE_COLLECTED)
