"""Read data and procedure like a referee: every check that applies, and why the others do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from referee import _check, _rng
from referee._version import __version__
from referee.checks.audit import Material, examine
from referee.checks.registry import grave_first
from referee.core import Answers, Audit, Noun
from referee.core.call import call_of
from referee.core.types import Column, Label, Learner, Rng, Table
from referee.data.dataset import ROLES, CaseSet, datasets
from referee.data.ledger import record_look
from referee.data.read import read
from referee.verbs.evaluate import evaluate


def audit(
    train: Table = None,
    test: Table = None,
    *,
    predictions: Answers | Column | Mapping[str, Answers | Column] = None,
    results: Noun | Sequence[Noun] | None = None,
    target: str | None = None,
    features: Sequence[str] | None = None,
    groups: Column = None,
    times: Column = None,
    ids: Column = None,
    sites: Column = None,
    excluded: Column = None,
    learner: Learner | None = None,
    claim: float | None = None,
    gain: float | None = None,
    ledger: str | Path | None = None,
    positive: Label | None = None,
    rng: Rng = None,
    n_jobs: int = 1,
) -> Audit:
    """Look for the classic mistakes in data, predictions and procedure; give what you have.

    `train`, `test` and `excluded` are pairs (X, y), or dataframes with `target`, the column of the class. All other
    columns are features but those that only name the cases, or those in `features` alone. `groups`
    (what must stay together), `times`, `ids` (the same for repeated measurements of a case) and `sites` are columns
    of dataframes by name, or pairs of columns, of training and test. `predictions` are of the test cases, in their
    order: answers, a column of classes, or several of them by name. `results` is what other verbs answered, one
    or a list. `learner` is fitted on training cases only; a function of (X, y) that returns out-of-fold predictions
    is a whole procedure. It gets numbers (gaps filled with the median, one column per category) and classes as codes.
    `claim` is the accuracy claimed, `gain` the claimed improvement. `ledger` is a file that keeps looks at test sets;
    predictions are written into it.

    On clean data each check raises a false alarm in about 1% of audits at most (docs/validity/audit.md). One that
    needs what was not given is listed with the reason, and so is one that does not fit the data.

    >>> rng = np.random.default_rng(0)
    >>> y = np.arange(200) % 2
    >>> X = rng.normal(size=(200, 3)) + y[:, None]
    >>> result = audit((X[:150], y[:150]), (X[140:], y[140:]), rng=1)
    >>> [(f.code, f.severity) for f in result.findings], result.passed
    ([('R101', 'serious')], False)
    """
    seed = _rng.seed_of(rng)
    given = {"train": train, "test": test, "excluded": excluded}
    roles = zip(ROLES, (groups, times, ids, sites), strict=True)
    named = {role: _role(role, value) for role, value in roles if value is not None}
    sets, labels = dict[str, CaseSet](), tuple[Label, ...]()
    if any(value is not None for value in given.values()):
        sets, labels = datasets(given, target=target, features=features, **named)
    if learner is not None and isinstance(learner, type):
        _check.fail("learner", "be an object", f"the class {learner.__name__}", f"Write {learner.__name__}().")
    models = _models(predictions, sets, labels, positive)
    found = _results(results)
    if not sets and not models and not found:
        _check.fail("train", "be given, or `test`, `predictions` or `results`", "none of them")
    evaluations = tuple(evaluate(p, rng=seed) for p in models.values())
    looks = None
    if ledger is not None and models:
        looks = max(record_look(ledger, p, what="audit") for p in models.values())
    material = Material(
        **sets,
        labels=labels,
        predictions=models,
        of=_about(models, sets, labels),
        evaluations=evaluations,
        results=found,
        learner=learner,
        claim=None if claim is None else _check.share("claim", claim),
        gain=None if gain is None else _check.fraction("gain", gain),
        looks=looks,
        seed=seed,
        n_jobs=n_jobs,
    )
    findings, ran, skipped = examine(material)
    first = next(iter(models.values()), None)
    whole = next(iter(sets.values()), None)
    call = {"train": train, "test": test, "predictions": predictions, "results": results}
    options = {"target": target, "learner": learner, "claim": claim, "gain": gain, "rng": seed}
    return Audit(
        findings=tuple(grave_first(findings)),
        ran=tuple(ran),
        skipped=tuple(skipped),
        n_train=sets["train"].n if "train" in sets else 0,
        n_test=sets["test"].n if "test" in sets else 0 if first is None else first.n,
        n_features=0 if whole is None else len(whole.names),
        labels=labels or (() if first is None else first.labels),
        looks=looks or 0,
        test_set="" if first is None else first.fingerprint,
        seed=seed,
        version=__version__,
        call=call_of("audit", call, options),
        columns=() if whole is None else whole.columns,
    )


def _role(role: str, value: Any) -> Any:
    """The name of a column, or a column of each table."""
    if isinstance(value, str | Mapping):
        return value
    if isinstance(value, tuple | list) and len(value) == 2 and not isinstance(value[0], str | int | float):
        return {"train": value[0], "test": value[1]}
    hint = "Write (of training, of test), with None for a set that has none."
    _check.fail(role, "be the name of a column, or a pair of columns", type(value).__name__, hint)


def _models(given: Any, sets: dict[str, CaseSet], labels: tuple[Label, ...], positive: Any) -> dict[str, Answers]:
    """Answers by the name of the model."""
    if given is None:
        return {}
    if isinstance(given, Answers):
        return {given.name: given}
    named = given if isinstance(given, Mapping) else {"": given}
    out = {}
    for name, said in named.items():
        if isinstance(said, Answers):
            out[str(name)] = said
            continue
        if "test" not in sets or sets["test"].y is None:
            hint = "Pass referee.read(y_true, y_pred), or the test cases beside the column."
            _check.fail("predictions", "come with their true classes", "a column alone", hint)
        truth = np.array(labels, dtype=object)[sets["test"].y]
        out[str(name)] = read(truth.tolist(), said, positive=positive, labels=labels, name=str(name))
    return out


def _about(
    models: dict[str, Answers], sets: dict[str, CaseSet], labels: tuple[Label, ...]
) -> Literal["test", "train", ""]:
    """Which set the predictions are about: the one with their true classes, in order."""
    if not models or not sets:
        return ""
    about: set[Literal["test", "train", ""]] = set()
    for name, p in models.items():
        truth = np.array([labels.index(label) if label in labels else -1 for label in p.labels])[p.truth]
        same = [key for key in ("test", "train") if key in sets and np.array_equal(sets[key].y, truth)]  # type: ignore[arg-type]
        if not same and "test" in sets:
            n = sets["test"].n
            got = f"{p.n:,} cases" if p.n != n else f"{int(np.sum(sets['test'].y != truth)):,} other classes"
            arg = f"predictions[{name!r}]" if name else "predictions"
            _check.fail(arg, f"have the true classes of the {n:,} test cases, in their order", got)
        about.add("test" if "test" in same else "train" if same else "")
    return about.pop() if len(about) == 1 else ""


def _results(given: Any) -> tuple[Noun, ...]:
    """Results as nouns."""
    if given is None:
        return ()
    found = given if isinstance(given, tuple | list) else [given]
    for result in found:
        if not isinstance(result, Noun):
            rule = "be what evaluate, compare, estimate_error and other verbs answer, one or a list"
            _check.fail("results", rule, type(result).__name__)
    return tuple(found)
