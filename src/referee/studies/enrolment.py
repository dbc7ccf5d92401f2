"""A study entered into its store: what is new is added, what has changed under its old name is refused."""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee import _check
from referee._version import __version__
from referee.studies.dataset import Dataset
from referee.studies.packing import pack, pack_splits, split_prints
from referee.studies.store import Store
from referee.studies.store_format import WAITING, sum_rows

if TYPE_CHECKING:
    from referee.studies.experiment import Candidate, Experiment

HINT = "Give it another name, or the study another store."


ALWAYS = ("numpy", "scipy", "sklearn")


def enrol(store: Store, study: Experiment, versions: dict[str, str], *, other_versions: bool = False) -> None:
    """Enter the datasets, learners and runs of a study that the store does not have.

    A name in the store must mean what it meant: the same data, the same splits, the same learner. New names are
    welcome. Versions that differ from those of kept runs are refused while runs are left, unless `other_versions`.
    """
    facts = {"name": study.name, "seed": study.seed, "metrics": [measure.name for measure in study.measures]}
    store.verify()
    with store.guard_reading(), store.transaction() as db:
        known = {key: json.loads(value) for key, value in db.execute("SELECT key, value FROM study")}
        for key in ("name", "seed"):
            if key in known and known[key] != facts[key]:
                rule = f"be that of the study in {store.path}, {known[key]!r}"
                _check.fail(
                    "rng" if key == "seed" else key, rule, _check.show_value(facts[key]), "Use another store."
                )
        written = [(key, json.dumps(value)) for key, value in facts.items()]
        db.executemany("INSERT OR REPLACE INTO study (key, value) VALUES (?, ?)", written)
        for name in study.tables:
            _dataset(db, study, name)
        for candidate in study.candidates:
            _learner(db, candidate)
        for table in ("study", "datasets", "learners"):
            sum_rows(db, table, "checksum IS NULL")
        _runs(db, study)
        if not other_versions:
            _same_versions(db, versions)


def _dataset(db: sqlite3.Connection, study: Experiment, name: str) -> None:
    data, splits = study.tables[name], study.splits_of(name)
    query = "SELECT fingerprint, splits_fingerprint, positive FROM datasets WHERE name = ?"
    known = db.execute(query, (name,)).fetchone()
    positive = json.dumps(data.positive)
    if known is None:
        row = (name, data.fingerprint, data.source, json.dumps(list(data.labels)), positive)
        values = (*row, *pack(data.codes), splits.fingerprint, *pack_splits(splits))
        marks = ", ".join("?" * len(values))
        db.execute(f"INSERT INTO datasets VALUES (NULL, {marks}, NULL)", values)
        return
    _same(f"dataset {name}", "hold the data that the store has under its name", "other data", known[0], data)
    if known[1] != splits.fingerprint:
        got = f"other splits ({splits.kind})"
        _check.fail(f"dataset {name}", "be split as the store has it", got, "Use another store for another plan.")
    if known[2] != positive:
        _check.fail(f"positive of {name}", f"be {known[2]}, as the store has it", positive, HINT)


def _same(arg: str, rule: str, got: str, known: str, thing: Dataset | Candidate) -> None:
    if known != thing.fingerprint:
        _check.fail(arg, rule, f"{got} (fingerprint {thing.fingerprint[:8]}, there {known[:8]})", HINT)


def _learner(db: sqlite3.Connection, candidate: Candidate) -> None:
    query = "SELECT fingerprint, recipe FROM learners WHERE name = ?"
    known = db.execute(query, (candidate.name,)).fetchone()
    if known is None:
        values = (candidate.name, candidate.fingerprint, candidate.recipe, int(candidate.baseline))
        db.execute("INSERT INTO learners VALUES (NULL, ?, ?, ?, ?, NULL)", values)
        return
    rule = "be the learner that the store has under its name"
    _same(f"learner {candidate.name}", rule, _describe_changes(known[1], candidate.recipe), known[0], candidate)


def _describe_changes(then: str, now: str) -> str:
    """Which parameters differ, in words."""
    old, new = then.split(", "), now.split(", ")
    if len(old) == len(new):
        pairs = [f"{b} where it was {a}" for a, b in zip(old, new, strict=True) if a != b]
        return ", ".join(pairs)[:120]
    return now[:120]


def _runs(db: sqlite3.Connection, study: Experiment) -> None:
    query = """INSERT OR IGNORE INTO runs (dataset, learner, split, split_print)
        SELECT datasets.id, learners.id, ?, ? FROM datasets, learners WHERE datasets.name = ? AND learners.name = ?"""
    for name in study.tables:
        prints = split_prints(study.splits_of(name))
        for candidate in study.candidates:
            db.executemany(query, [(i, text, name, candidate.name) for i, text in enumerate(prints)])


def _same_versions(db: sqlite3.Connection, versions: dict[str, str]) -> None:
    if not db.execute("SELECT 1 FROM runs WHERE state = ? LIMIT 1", (WAITING,)).fetchone():
        return
    used = "SELECT DISTINCT environment FROM runs WHERE environment IS NOT NULL"
    for (text,) in db.execute(f"SELECT versions FROM environments WHERE id IN ({used})").fetchall():
        other = differing(json.loads(text), versions)
        if other:
            hint = "Pass other_versions=True to go on with these; each run keeps its own."
            _check.fail("versions", "be those of the runs that the store has", other, hint)


def versions_of(recipes: Iterable[str] = ()) -> dict[str, str]:
    """The versions of Python, referee, numpy, scipy, scikit-learn and of the packages that the recipes name.

    >>> list(versions_of())
    ['python', 'referee', 'numpy', 'scipy', 'sklearn']
    """
    import scipy  # noqa: F401
    import sklearn  # noqa: F401

    named = {name for recipe in recipes for name in re.findall(r"(?<![\w.])([A-Za-z_]\w*)\.[\w.]*\(", recipe)}
    out = {"python": "{}.{}".format(*sys.version_info), "referee": __version__}
    for name in (*ALWAYS, *sorted(named - {*ALWAYS, "referee", "builtins", "__main__"})):
        version = getattr(sys.modules.get(name), "__version__", None)
        if isinstance(version, str):
            out[name] = version
    return out


def differing(then: dict[str, str], now: dict[str, str]) -> str:
    """Which versions differ, in words; nothing when none does.

    >>> differing({"numpy": "1.26"}, {"numpy": "2.0", "scipy": "1.14"})
    'numpy 2.0 where it was 1.26'
    """
    other = [name for name in then if name in now and then[name] != now[name]]
    return ", ".join(f"{name} {now[name]} where it was {then[name]}" for name in other)
