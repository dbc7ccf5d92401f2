"""Facts that every check of an audit must carry, and the pages made from them."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import referee
import referee.checks
from referee._references import works
from referee.checks.audit import NEEDS, REGISTRY, Material, examine
from referee.checks.registry import check
from referee.errors import InputError

OWN = sorted(code for code in REGISTRY if code >= "R100")


@pytest.mark.parametrize("code", sorted(REGISTRY))
def test_facts(code):
    one = REGISTRY[code]
    assert one.code == code
    assert one.title
    assert one.errs.endswith(".")
    assert set(one.needs) <= set(NEEDS)
    assert one.severity in ("note", "warning", "serious")
    assert one.__doc__


def test_every_check_has_a_page_in_the_list():
    pytest.importorskip("tools.handbook")
    from tools.handbook.checks import pages

    made = pages()
    assert set(made) == {f"checks/{code}.md" for code in REGISTRY} | {"checks/index.md"}
    assert all(f"[{code}]" in made["checks/index.md"] for code in REGISTRY)


def _codes(text):
    """The codes that the first words of a file name, such as 'R101 to R105 and R110: ...'."""
    named = [part.split(" to ") for part in re.split(", | and ", text.partition(":")[0])]
    return {f"R{k}" for ends in named for k in range(int(ends[0][1:]), int(ends[-1][1:]) + 1)}


@pytest.mark.parametrize("code", OWN)
def test_a_check_stands_in_a_file_whose_first_words_have_its_code(code):
    one = REGISTRY[code]
    module = importlib.import_module(one.look.__module__)
    assert getattr(module, one.name) is one
    assert code in _codes(module.__doc__)
    assert one.advice.endswith(".")
    assert one.reference in works()


def test_every_file_with_a_check_is_loaded():
    folder = Path(referee.checks.__file__).parent
    written = [
        code for file in folder.rglob("*.py") for code in re.findall(r'\n@check\(\s*"(R\d+)"', file.read_text())
    ]
    assert sorted(written) == sorted(REGISTRY)
    assert sorted(code for code in REGISTRY if REGISTRY[code].about == "audit") == OWN


def test_nothing_in_hand_runs_nothing():
    findings, ran, skipped = examine(Material())
    assert (findings, ran) == ([], [])
    assert {code for code, *_ in skipped} == set(REGISTRY)
    assert all(why.startswith("needs ") for *_, why in skipped)


def test_a_code_is_taken_once():
    with pytest.raises(InputError, match="`code` must be new in the registry of checks; got R101"):
        check("R101", "again", severity="note", needs=(), errs="-")


def test_remarks_of_a_ranking_are_carried():
    scores = {"a": [0.9, 0.8, 0.7, 0.9], "b": [0.8, 0.7, 0.7, 0.8], "c": [0.7, 0.6, 0.9, 0.7]}
    table = {name: dict(zip("wxyz", values, strict=True)) for name, values in scores.items()}
    ranking = referee.rank(table, test="wilcoxon", rng=0)
    findings, ran, _ = examine(Material(results=(ranking,)))
    assert "R045" in {f.code for f in findings}
    assert {"R040", "R041", "R045"} <= {code for code, _ in ran}
