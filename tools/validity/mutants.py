"""Do the tests notice a changed line?

A seeded sample of files, of formulas and of what stands around them; in each one sign, comparison or constant is
changed on a copy of the package, and the tests of that file run on the copy. A mutant that they do not notice survives
and is named. Every seed draws another sample.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib
import json
import os
import random
import re
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
LONGEST = 40
"""Seconds of computing for each of the rounds of tests that a mutant is put to; what takes longer is not finished."""
OTHERS = 3
HEAVY = {"test_browser", "test_reference", "test_docs", "test_fuzz", "test_start", "test_textbook", "test_readme"}
"""Test files that name much and take long: left out where a file has others."""
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
    "inference/bayes_sign.py: constant 12 in np.round(one - two, 12)": "differences of rounding are far below either",
    "learners/estimators/on_results.py: constant 1.0 in max(1.0, abs(value))": "a width is far above either",
    "inference/fisher.py: constant 1.0 in min(1.0, p)": "SciPy's p passes 1 by rounding at most",
    "inference/randomization.py: sign USub in u.shape[-1]": "divisions are rows of a table",
    "inference/shift.py: constant 1.0 in max(1.0, float(np.abs(points).max()))": "any point beyond the jumps will do",
    "metrics/case_metric.py: constant 1 in weights.reshape(-1, weights.shape[-1])": "NumPy works out any negative size",
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
    """Whether the tests of each file notice its mutant, on a copy.

    What was noticed is kept in `KEPT` and not tried again while the file is the same; survivors are.
    """
    kept: set[str] = set(json.loads(KEPT.read_text())) if KEPT.exists() else set()
    KEPT.parent.mkdir(exist_ok=True)
    for name in COMMON:
        importlib.import_module(name)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        skip = shutil.ignore_patterns("__pycache__", "*.pyc", "*.so")
        for part in ("src", "tests", "tools"):
            shutil.copytree(ROOT / part, home / part, ignore=skip)
        for part in ("pyproject.toml", "docs", "README.md", "CHANGELOG.md", "mkdocs.yml", "Makefile"):
            (home / part).symlink_to(ROOT / part)
        out = []
        for mutant in found:
            start = perf_counter()
            noticed = mutant.key in kept or _noticed(home, mutant)
            out.append((mutant, noticed))
            if noticed:
                kept.add(mutant.key)
                KEPT.write_text(json.dumps(sorted(kept), indent=0))
            word = f"{'noticed' if noticed else 'survived'} ({perf_counter() - start:.0f} s)"
            print(
                f"{word}: {mutant.file}:{mutant.line} {mutant.change} in {mutant.code}",
                file=sys.stderr,
                flush=True,
            )
        return out


def _noticed(home: Path, mutant: Mutant) -> bool:
    """Whether a test fails on the mutant and passes without it: its own tests first, then others, then its examples.

    Examples need a process of their own: there pytest puts the module in the place of the function of that name.
    """
    target = home / mutant.file
    before = target.read_text(encoding="utf-8")
    for tests in (*own_tests(mutant.file), [mutant.file]):
        _write(target, mutant.text)
        failed = _failing(home, tests, LONGEST) if tests else []
        _write(target, before)
        if failed and not _failing(home, failed, LONGEST // 2):  # what only takes long is not noticed
            return True
    return False


def _write(file: Path, text: str) -> None:
    """Put a text in a file; what was compiled of it goes, for a second write in the same second may look the same."""
    file.write_text(text, encoding="utf-8")
    for old in file.parent.glob(f"__pycache__/{file.stem}.*"):
        old.unlink()


def own_tests(file: str) -> tuple[list[str], list[str], list[str]]:
    """Three rounds of test files: those named after a file, those of its folder that name it, and others that do.

    A file is named by its module or by a public function or class of it. Where nothing names it, its folder is tried;
    the reference cases are for a metric that no test names. The others are at most `OTHERS`, that name it most often.
    """
    path = Path(file)
    said = re.compile(rf"\b({'|'.join(sorted({path.stem, *_public(ROOT / file)}))})\b")
    texts = {f: text for f, text in _test_texts().items() if Path(f).stem not in HEAVY}
    times = {f: len(said.findall(text)) for f, text in texts.items()}
    own = [f for f in texts if Path(f).stem == f"test_{path.stem}"]
    home = [f for f in texts if path.parts[2] in Path(f).parts and f not in own]
    near = [f for f in home if times[f]] or ([] if own else home)
    others = sorted((f for f in times if times[f] and f not in (*own, *near)), key=lambda f: -times[f])
    return own, near or ["tests/test_reference.py"] * (not own and path.parts[2] == "metrics"), others[:OTHERS]


def _public(file: Path) -> set[str]:
    body = ast.parse(file.read_text(encoding="utf-8")).body
    names = {n.name for n in body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    return {name for name in names if not name.startswith("_")}


@functools.cache
def _test_texts() -> dict[str, str]:
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return {str(f.relative_to(ROOT)): f.read_text(encoding="utf-8") for f in files}


def _failing(home: Path, tests: list[str], seconds: int) -> list[str]:
    """The first test that fails, else none; all of them when they do not start or do not end in time.

    A fork of this process runs them: what every test imports is there, which is most of the time of a small one.
    """
    with tempfile.TemporaryFile("w+") as said:
        child = os.fork()
        if not child:
            _run_tests(home, tests, seconds, said.fileno())
        code = _wait(child, 5 * seconds)
        said.seek(0)
        text = said.read()
    if code in (0, NONE_COLLECTED):
        return []
    return re.findall(r"^FAILED (.+?)(?: - .*)?$", text, re.MULTILINE) or tests


def _run_tests(home: Path, tests: list[str], seconds: int, out: int) -> NoReturn:
    """Run tests on the copy with what they say in a file, and end the process."""
    code = 3
    try:
        os.setsid()
        os.dup2(out, 1)
        os.dup2(out, 2)
        os.chdir(home)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        path = [str(home / "src"), str(home / "tests")]
        os.environ |= {"PYTHONPATH": os.pathsep.join(path), "CI": "true"}
        sys.path[:0] = path
        sys.dont_write_bytecode = False  # what is compiled once serves every mutant
        for name in [name for name in sys.modules if name.split(".")[0] in ("referee", "tools", "helpers")]:
            del sys.modules[name]
        sys.modules["__main__"] = ModuleType("__main__")  # or processes of a test would import this command
        code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--assert=plain", *tests]))
    finally:
        sys.stdout.flush()
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
