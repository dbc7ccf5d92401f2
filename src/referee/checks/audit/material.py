"""What an audit has in hand, which test rows are training rows, and what all checks say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from referee import _format, _rng
from referee.checks.registry import REGISTRY
from referee.core import Answers, Comparison, Comparisons, Evaluation, Finding, Noun, Skill, Standings
from referee.core.types import Bools, Codes, Label
from referee.data.dataset import ROLES, CaseSet
from referee.data.row_keys import find_in, row_keys, twins

NEEDS = {
    "train": "training cases",
    "test": "test cases",
    "excluded": "the excluded cases",
    "predictions": "predictions",
    "classes": "predicted classes",
    "scores": "scores",
    "learner": "a learner",
    "results": "results",
    "comparisons": "comparisons of models",
    "standings": "a ranking of learners over datasets",
    "estimates": "estimates of a learner's error",
    "groups": "groups of the training and the test cases",
    "times": "times of the training and the test cases",
    "ids": "ids of the cases",
    "sites": "sites of the training cases",
    "claim": "a claimed score",
    "gain": "a claimed gain",
    "looks": "a ledger",
}
"""What a check can ask for, in words."""


KINDS = {"comparisons": Comparison | Comparisons, "standings": Standings, "estimates": Skill}
"""What is among the results when a check asks for it."""


class InapplicableError(Exception):
    """A check cannot be run on this material; the message says why, in words."""


def demand(held: object, words: str) -> None:
    """Inapplicable unless this is held; the words say what is needed."""
    if not held:
        raise InapplicableError(f"needs {words}")


def whose(model: str) -> str:
    """The model as the beginning of a sentence, when it has a name."""
    return f"{_format.label(model)}: " if model else ""


@dataclass(frozen=True, eq=False)
class Material:
    """Data, predictions, results and procedure, as far as they were given.

    `of` says what the predictions are about: the test cases, the training cases, or unknown (""). `looks` are the
    entries of the ledger for this test set, this one included. `evaluations` are those of the predictions.
    """

    train: CaseSet | None = None
    test: CaseSet | None = None
    excluded: CaseSet | None = None
    labels: tuple[Label, ...] = ()
    predictions: Mapping[str, Answers] = field(default_factory=dict)
    of: Literal["test", "train", ""] = ""
    evaluations: tuple[Evaluation, ...] = ()
    results: tuple[Noun, ...] = ()
    learner: Any = None
    claim: float | None = None
    gain: float | None = None
    looks: int | None = None
    seed: int = 0
    n_jobs: int = 1

    def has(self, need: str) -> bool:
        """Whether the material has what a check needs."""
        if need in ROLES:
            held = [data is not None and need in data.roles for data in (self.train, self.test)]
            return {"ids": any(held), "sites": held[0]}.get(need, all(held))
        if need in ("classes", "scores"):
            said = self.predictions.values()
            return any(p.has_labels if need == "classes" else p.scores is not None for p in said)
        if need in KINDS:
            return any(isinstance(r, KINDS[need]) for r in self.results)
        value = getattr(self, need)
        return bool(value) if isinstance(value, Mapping | tuple) else value is not None

    def require(self, needs: Iterable[str]) -> None:
        """Inapplicable unless all of these parts are there."""
        lacking = [NEEDS[need] for need in needs if not self.has(need)]
        demand(not lacking, " and ".join(lacking))

    def both(self) -> tuple[CaseSet, CaseSet]:
        """The training and the test cases."""
        assert self.train is not None
        assert self.test is not None
        return self.train, self.test

    @property
    def duels(self) -> list[Comparison]:
        """The comparisons of two models among the results."""
        every = (d for r in self.results for d in (r if isinstance(r, Comparisons) else [r]))
        return [d for d in every if isinstance(d, Comparison)]

    @cached_property
    def carried(self) -> list[Finding]:
        """The findings that evaluations and results carry, each once; of several models each says whose it is."""
        out: list[Finding] = []
        for e in self.evaluations:
            who = whose(e.name) if len(self.evaluations) > 1 else ""
            out += [replace(f, evidence=who + f.evidence) for f in e.findings]
        for r in self.results:
            out += getattr(r, "findings", ())
            out += [f for d in r for f in d.findings] if isinstance(r, Comparisons) else []
        return list(dict.fromkeys(out))

    @cached_property
    def shared(self) -> SharedRows:
        """The test rows that are also training rows."""
        return shared_rows(*self.both(), self.seed)

    def correct_cases(self) -> dict[str, Bools]:
        """For each model with predicted classes, which of the test cases are right, in their order."""
        demand(self.of == "test", "predictions of the test cases, in their order")
        return {name: np.asarray(p.truth == p.predicted) for name, p in self.predictions.items() if p.has_labels}

    def stream(self, name: str) -> np.random.Generator:
        """The random numbers of a check."""
        return _rng.stream(self.seed, "audit", name)

    def some(self, data: CaseSet, most: int, name: str) -> Codes:
        """At most so many rows of a dataset, drawn at random, in their order."""
        if data.n <= most:
            return np.arange(data.n)
        return np.sort(self.stream(name).choice(data.n, most, replace=False))

    def training(self, most: int, name: str) -> CaseSet:
        """At most so many training cases, drawn at random."""
        assert self.train is not None
        return self.train.rows(self.some(self.train, most, name))


LEVEL = 0.002
"""The level of each check that rests on a test: a clean audit of all of them rarely raises a false alarm."""


def examine(material: Material) -> tuple[list[Finding], list[tuple[str, str]], list[tuple[str, str, str]]]:
    """The findings of all checks in the order of their codes, those that ran, and those that did not, with the reason.

    >>> found, ran, skipped = examine(Material())
    >>> len(found), len(ran), skipped[0][2][:5]
    (0, 0, 'needs')
    """
    findings: list[Finding] = []
    ran, skipped = [], []
    for code in sorted(REGISTRY):
        one = REGISTRY[code]
        try:
            material.require(one.needs)
            carried = (found for found in material.carried if found.code == code)
            findings += one(material) if one.about == "audit" else carried
            ran.append((code, one.title))
        except InapplicableError as why:
            skipped.append((code, one.title, str(why)))
    return findings, ran, skipped


SAMPLE = 20_000
SMALL_SPACE = 0.4
TIMES = 5
LEFT_OUT = 10
SURE = 0.001


@dataclass(frozen=True, eq=False)
class SharedRows:
    """For each test row an equal training row or -1; `natural` when a finite space of patterns explains the sharing."""

    match: Codes
    natural: bool

    @property
    def seen(self) -> Bools:
        """The test rows that training has seen."""
        return self.match >= 0

    @property
    def count(self) -> int:
        """How many test rows training has seen."""
        return int(self.seen.sum())


def shared_rows(train: CaseSet, test: CaseSet, seed: int) -> SharedRows:
    """Find equal rows by their keys, verify them, and ask whether chance explains them.

    Rows of a finite space of patterns repeat by chance. Chance is excluded where rows that differ hardly ever agree on
    all features but one; else the share of test rows that training has seen is compared with the share of
    training rows that have a twin in training, which are alike for cases that were split at random.
    """
    match = find_in(test.keys, train.keys)
    hit = np.flatnonzero(match >= 0)
    a, b = train.values[match[hit]], test.values[hit]
    same = ((a == b) | (np.isnan(a) & np.isnan(b))).all(axis=1)
    match[hit[~same]] = -1
    shared = int((match >= 0).sum())
    if not shared:
        return SharedRows(match, False)
    if _impossible(train, test, shared / test.n, seed):
        return SharedRows(match, False)
    alike = int(twins(train.keys).sum())
    from scipy.stats import fisher_exact

    table = np.array([[shared, test.n - shared], [alike, train.n - alike]])
    return SharedRows(match, bool(fisher_exact(table, alternative="greater").pvalue >= SURE))


def _impossible(train: CaseSet, test: CaseSet, share: float, seed: int) -> bool:
    """Whether distinct rows agree so rarely on all features but one that chance cannot have made whole rows agree."""
    d = train.values.shape[1]
    keys, first = np.unique(np.concatenate([train.keys, test.keys]), return_index=True)
    if d < 2 or len(keys) < SMALL_SPACE * (train.n + test.n):
        return False
    rng = _rng.stream(seed, "audit", "shared rows")
    pick = first if len(first) <= SAMPLE else rng.choice(first, SAMPLE, replace=False)
    inside = pick < train.n
    rows = np.concatenate([train.values[pick[inside]], test.values[pick[~inside] - train.n]])
    most = 0.0
    for j in rng.permutation(d)[:LEFT_OUT]:
        _, sizes = np.unique(row_keys(np.delete(rows, j, axis=1)), return_counts=True)
        most = max(most, float((sizes * (sizes - 1.0)).sum() / (len(rows) * (len(rows) - 1.0))))
    return share > TIMES * train.n * most
