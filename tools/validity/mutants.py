"""Do the tests notice a changed formula?

A seeded sample of formula files; in each one sign, comparison or constant is changed on a copy of the package, and the
tests of that formula run on the copy. A mutant that they do not notice survives and is named.
"""

from __future__ import annotations

import ast
import os
import random
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
    "learners/estimators",
)
MOST = 60
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
    """One mutant of each of `count` formula files, the files and the changes drawn at random."""
    draw = random.Random(seed)
    files = [
        str(f.relative_to(ROOT)) for package in PACKAGES for f in (ROOT / "src/referee" / package).glob("*.py")
    ]
    files = sorted(f for f in files if not f.endswith("__init__.py"))
    draw.shuffle(files)
    made: list[Mutant] = []
    for file in files:
        if len(made) == count:
            break
        text = (ROOT / file).read_text(encoding="utf-8")
        every = places(text)
        if every:
            made.append(mutate(file, text, *draw.choice(every)))
    return made


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
    holding = [
        n for n in ast.walk(tree) if isinstance(n, ast.expr) and any(child is node for child in ast.walk(n))
    ]
    named = [n for n in holding if any(isinstance(child, ast.Name) for child in ast.walk(n))]
    return ast.unparse(named[-1] if named else holding[-1])


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
    """Whether the tests of each formula notice its mutant, on a copy; the unchanged copy must pass them."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        skip = shutil.ignore_patterns("__pycache__", "*.pyc", "*.so")
        for part in ("src", "tests"):
            shutil.copytree(ROOT / part, home / part, ignore=skip)
        shutil.copy(ROOT / "pyproject.toml", home)
        tests = sorted({test for mutant in found for test in own_tests(mutant.file)})
        if found and not _passes(home, tests, len(found) * LONGEST):
            raise SystemExit("The tests fail on the unchanged package: no mutant can be judged.")
        out = []
        for mutant in found:
            target = home / mutant.file
            before = target.read_text(encoding="utf-8")
            target.write_text(mutant.text, encoding="utf-8")
            noticed = not (
                _passes(home, [mutant.file], LONGEST) and _passes(home, own_tests(mutant.file), LONGEST)
            )
            target.write_text(before, encoding="utf-8")
            out.append((mutant, noticed))
            if not noticed:
                print(f"survived: {mutant.file}:{mutant.line} {mutant.change}", file=sys.stderr, flush=True)
        return out


def own_tests(file: str) -> list[str]:
    """A formula's own tests; else those of its package that name it; else all of them, and the reference cases."""
    path = Path(file)
    package = "learners" if path.parent.name == "estimators" else path.parent.name
    home = ROOT / "tests" / package
    own = home / f"test_{path.stem}.py"
    every = sorted(home.glob("test_*.py"))
    named = [own] if own.exists() else [f for f in every if path.stem in f.read_text(encoding="utf-8")]
    shared = [ROOT / "tests/test_reference.py"] if package == "metrics" or not named else []
    return [str(f.relative_to(ROOT)) for f in [*(named or every), *shared]]


def _passes(home: Path, tests: list[str], seconds: int) -> bool:
    """Whether the tests pass; a change that makes them hang is noticed.

    Doctests need a process of their own: there pytest puts the module in the place of the function of that name.
    """
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    path = os.pathsep.join([str(home / "src"), str(home / "tests")])
    env = os.environ | {"PYTHONPATH": path, "CI": "true", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=home, env=env, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode in (0, NONE_COLLECTED)
