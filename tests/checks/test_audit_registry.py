"""Facts that every check of an audit must carry, and the pages made from them."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import pytest

import referee.checks
import referee.checks.audit as audit_checks
from referee._references import REFERENCES
from referee.checks.audit import NEEDS, REGISTRY, STANDING, Material, check, examine
from referee.checks.audit.pages import RANGES, pages
from referee.errors import InputError

DOCS = Path(__file__).parents[2] / "docs" / "checks"
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
    assert any(code.startswith(start) for start in RANGES)


@pytest.mark.parametrize("code", OWN)
def test_one_check_a_file_named_as_the_check(code):
    one = REGISTRY[code]
    module = importlib.import_module(f"referee.checks.audit.{one.name}")
    assert getattr(module, one.name) is one
    assert module.__doc__.startswith(code)
    assert one.reference in REFERENCES


def test_every_check_is_exported():
    assert {REGISTRY[code].name for code in OWN} <= set(audit_checks.__all__)


def test_every_standing_code_is_known():
    sources = [Path(m.module_finder.path) / f"{m.name}.py" for m in pkgutil.iter_modules(referee.checks.__path__)]
    text = "".join(p.read_text() for p in sources if p.exists())
    for code, *_ in STANDING:
        if code < "R040":
            assert f'"{code}"' in text


def test_pages_are_fresh():
    made = pages()
    assert {p.name for p in DOCS.glob("*.md")} == set(made)
    for name, text in made.items():
        assert (DOCS / name).read_text(encoding="utf-8") == text, (
            f"run: python -m referee.checks.audit docs/checks ({name})"
        )


def test_nothing_in_hand_runs_nothing():
    findings, ran, skipped = examine(Material())
    assert (findings, ran) == ([], [])
    assert {code for code, *_ in skipped} == set(REGISTRY)
    assert all(why.startswith("needs ") for *_, why in skipped)


def test_a_code_is_taken_once():
    with pytest.raises(InputError, match="`code` must be new in the registry of checks; got R101"):
        check("R101", "again", severity="note", needs=(), errs="-")
