"""What `import referee` loads and what it exports."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys

import pytest

import referee
from referee.core.noun import Noun

HEAVY = ("sklearn", "pandas", "polars", "scipy.stats", "matplotlib", "pyarrow", "numba", "joblib", "rich")


def fresh(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_import_loads_nothing_heavy():
    assert fresh(f"import sys, referee\nprint([n for n in {(*HEAVY, 'scipy')!r} if n in sys.modules])") == "[]"


def test_evaluating_lists_loads_nothing_heavy():
    code = "import sys, referee\nstr(referee.evaluate([1, 0, 1], [1, 0, 0], rng=0))\n"
    assert fresh(code + f"print([n for n in {HEAVY!r} if n in sys.modules])") == "[]"


UNASKED = ("scipy.optimize", "referee.curves.roc", "referee.calibration.bins", "referee.inference.case_values",
           "referee.inference.ranking_values", "referee.views.pages.standings", "narwhals", "click.testing")  # fmt: skip
"""What a call that counts predicted classes does not need."""


@pytest.mark.parametrize(
    "arguments",
    [
        "evaluate --tp 2 --fp 1 --fn 3 --tn 9",
        "test mcnemar --table 40,6;15,39",
        "plan paired --effect 0.05 --discordance 0.15",
    ],
)
def test_a_common_command_loads_only_what_it_needs(arguments):
    unasked = (*HEAVY, *(UNASKED if arguments.startswith("evaluate") else UNASKED[:1]))
    code = (
        "import sys\nfrom referee.cli import main\n"
        f"try:\n    main({arguments.split()!r})\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
        f"print([n for n in {unasked!r} if n in sys.modules])"
    )
    assert fresh(code).splitlines()[-1] == "[]"


def test_a_file_of_labels_does_not_load_pandas(tmp_path):
    file = tmp_path / "small.csv"
    file.write_text("y,yhat\n" + "1,1\n0,0\n1,0\n" * 5)
    code = (
        "import sys\nfrom referee.cli import main\n"
        f"sys.argv = ['referee', 'evaluate', {str(file)!r}, '--truth', 'y', '--pred', 'yhat', '--json']\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "print()\nprint('pandas' in sys.modules)"
    )
    assert fresh(code).splitlines()[-1] == "False"


def test_comparing_lists_does_not_load_scipy_optimize():
    code = (
        "import sys, referee\ny, a, b = [1, 0, 1, 0] * 9, [1, 0, 0, 0] * 9, [0.9, 0.2, 0.4, 0.6] * 9\n"
        "two = referee.read_models(y, preds={'a': a, 'b': y})\n"
        "str(referee.compare(*two, rng=0)), str(referee.evaluate(y, a, b, rng=0))\n"
    )
    assert fresh(code + f"print([n for n in {(*HEAVY, 'scipy.optimize')!r} if n in sys.modules])") == "[]"


def test_no_noun_with_a_page_has_a_base_with_one():
    """Files of pages are loaded when a noun is met: the page of a base must not stand in for one not loaded yet."""
    from referee.views import page, pages, picture

    pages.load_pages()
    for registry in (page.page_of.registry, picture.pictures_of.registry):
        for kind in registry:
            assert not set(kind.__mro__[1:-1]) & set(registry), kind


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_help_load_neither_numpy_nor_scipy(option):
    code = (
        "import sys\nfrom referee.cli import main\n"
        f"try:\n    main([{option!r}])\nexcept SystemExit as end:\n    assert end.code == 0\n"
        "print([n for n in ('numpy', 'scipy', 'narwhals') if n in sys.modules])"
    )
    assert fresh(code).splitlines()[-1] == "[]"


def test_version():
    done = subprocess.run([sys.executable, "-m", "referee", "--version"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"referee, version {referee.__version__}\n"


def test_exported_names():
    assert referee.__all__ == [
        "ConfusionMatrix",
        "CostMatrix",
        "Dataset",
        "Experiment",
        "InputError",
        "Ranking",
        "RefereeError",
        "RefereeWarning",
        "Run",
        "ScoreTable",
        "Verdict",
        "__version__",
        "audit",
        "bounds",
        "calibration",
        "claims",
        "compare",
        "compare_all",
        "compare_learners",
        "core",
        "curves",
        "errors",
        "estimate_error",
        "evaluate",
        "evaluate_by",
        "explore",
        "gate",
        "inference",
        "learners",
        "load",
        "metric",
        "metrics",
        "plan",
        "planning",
        "plot",
        "rank",
        "read",
        "read_models",
        "read_slices",
        "report",
        "review",
        "studies",
        "validate",
        "where_better",
    ]
    assert dir(referee) == sorted(referee.__all__)
    with pytest.raises(AttributeError, match="No referee attribute nothing"):
        referee.nothing  # noqa: B018


TWICE = """
import importlib, pkgutil, types
import referee
packages = [value for name in referee.__all__ if isinstance(value := getattr(referee, name), types.ModuleType)]
before = {(p, name): getattr(p, name) for p in packages for name in getattr(p, "__all__", [])}
for found in pkgutil.walk_packages(referee.__path__, "referee."):
    if not found.name.endswith("__main__"):
        importlib.import_module(found.name)
for name in referee.__all__:
    first, second = getattr(referee, name), getattr(referee, name)
    assert first is second, name
    assert first in packages or not isinstance(first, types.ModuleType), f"{name} is a module"
for (package, name), value in before.items():
    assert getattr(package, name) is value, f"{package.__name__}.{name} was bound over"
print(referee.evaluate([1, 0], [1, 0], rng=0)["recall"].value, referee.metrics.mcc([1, 0], [1, 0]))
"""


def test_every_public_name_resolves_twice_after_importing_every_module():
    assert fresh(TWICE) == "1.0 1.0"


def test_star_import():
    assert (
        fresh("from referee import *\nprint(evaluate.__name__, ConfusionMatrix.__name__)")
        == "evaluate ConfusionMatrix"
    )


def public():
    for package in (referee, referee.inference, referee.metrics):
        for name in package.__all__:
            yield pytest.param(getattr(package, name), id=f"{package.__name__}.{name}")


@pytest.mark.parametrize("value", list(public()))
def test_every_public_thing_is_documented(value):
    if isinstance(value, str) or inspect.ismodule(value):
        return
    text = value.__doc__ or ""
    assert text.strip(), "has no docstring"
    if inspect.isfunction(value):
        examples = doctest.DocTestFinder(recurse=False).find(value)
        assert any(test.examples for test in examples), "has no doctest"
    if inspect.isclass(value) and issubclass(value, Noun):
        for name, member in vars(value).items():
            if not name.startswith("_") and (
                inspect.isfunction(member) or isinstance(member, classmethod | property)
            ):
                assert inspect.getdoc(getattr(value, name)), f"{name} has no docstring"
