"""A first look: six questions about classifiers of handwritten digits, each answered by one command."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from referee import _format, _rng
from referee.core import Audit, Comparison, Noun
from referee.core.types import Array
from referee.core.whole_file import write_whole
from referee.data.labelled import read_labelled
from referee.data.read import read
from referee.data.read_models import read_models
from referee.verbs.audit import audit
from referee.verbs.compare import compare
from referee.verbs.evaluate import evaluate
from referee.verbs.rank import rank

COSTS = {"fp": 1, "fn": 20}
MARGIN = 0.02
PAIRS = ((3, 8), (4, 9), (1, 7))
TRAIN, TUNE = 700, 300
LEAKED = 40


@dataclass(frozen=True)
class Step:
    """A question, what the answer says, the command that gives it (its words after `referee`), and the result."""

    question: str
    answer: str
    command: str
    result: Noun


def run_demo(folder: str | os.PathLike[str], seed: int = 0) -> list[Step]:
    """Train models to tell the digit 8 from others, write what they say as files, and ask six questions of these files.

    The study file and its data are put into the folder too, to look at. A study that the folder has already goes on.
    """
    place = Path(folder)
    threshold = _write_files(place, seed)
    pairs = ("forest", "logistic", None), ("svm", "logistic", None), ("softer_svm", "svm", MARGIN)
    duels = [_duel(place / "predictions.csv", a, b, margin, seed) for a, b, margin in pairs]
    return [*duels, _threshold_step(place, threshold, seed), _leak_step(place, seed), _study_step(place, seed)]


def _write_files(place: Path, seed: int) -> float:
    """Predictions, training and test cases, and the study with its data; the cheapest threshold on the tuning cases."""
    from sklearn.datasets import load_digits

    digits = load_digits()
    y = np.where(digits.target == 8, "eight", "other")
    rows = _rng.stream(seed, "eights").permutation(len(y))
    train, tune, test = np.split(rows, [TRAIN, TRAIN + TUNE])
    said = {"case": test, "truth": y[test]}
    threshold = 0.5
    for name, learner in _learners().items():
        learner.fit(digits.data[train], y[train])
        said[name] = learner.predict(digits.data[test])
        if name == "logistic":
            tuned, said["p"] = (learner.predict_proba(digits.data[part])[:, 0].round(6) for part in (tune, test))
            found = evaluate(read(y[tune], y_score=tuned, positive="eight"), costs=COSTS, rng=seed)
            threshold = float(getattr(found.parts["threshold"], "threshold", 0.5))
    _write_csv(place / "predictions.csv", said)
    parts = {"train": (np.concatenate([train, test[:LEAKED]]), y), "test": (test, y)}
    for a, b in PAIRS:
        parts[f"digits-{a}-{b}"] = np.flatnonzero(np.isin(digits.target, (a, b))), digits.target
    pixels = {f"pixel {i}": column for i, column in enumerate(digits.data.T.astype(int))}
    for name, (part, target) in parts.items():
        columns = {key: column[part] for key, column in (pixels | {"digit": target}).items()}
        _write_csv(place / f"{name}.csv", columns)
    write_whole(place / "study.toml", files("referee.examples").joinpath("study.toml").read_text(encoding="utf-8"))
    return threshold


def _learners() -> dict[str, Any]:
    """The models of the demo by name."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC

    return {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression(max_iter=500)),
        "forest": RandomForestClassifier(random_state=0),
        "svm": SVC(C=10),
        "softer_svm": SVC(C=3),
    }


def _write_csv(path: Path, columns: Mapping[str, Array]) -> None:
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    write_whole(path, "\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n")


def _duel(file: Path, a: str, b: str, margin: float | None, seed: int) -> Step:
    """Two models by accuracy; the one that looks better is named first, unless they may be equivalent."""
    models = read_models(file, truth="truth", preds=[a, b], case_ids="case", positive="eight")
    duel: Comparison = compare(*models, metric="accuracy", margin=margin, rng=seed)
    if margin is None and duel.difference.value < 0:
        return _duel(file, b, a, margin, seed)
    one, two = (_format.percent(round(value.value, 3)) for value in (duel.value_a, duel.value_b))
    question = f"{a} is right on {one} of the cases, {b} on {two}. Is it better?"
    command = f"compare {file} --truth truth --positive eight --id case --models {a},{b}"
    if margin is not None:
        question = f"{a} is right on {one}, {b} on {two}. Is it as good, give or take {100 * margin:g} points?"
        command += f" --margin {margin:g}"
    return Step(question, duel.sentence, command, duel)


def _threshold_step(place: Path, threshold: float, seed: int) -> Step:
    """What a threshold that was chosen on other cases costs, against one half."""
    file = place / "predictions.csv"
    options: Any = {"truth": "truth", "score": "p", "positive": "eight"}
    answers = [read(file, **options, threshold=cut) for cut in (0.5, threshold)]
    half, chosen = (evaluate(one, costs=COSTS, rng=seed) for one in answers)
    before, after = (_per_thousand(result["mean_cost"]) for result in (half, chosen))
    answer = f"1,000 cases cost {before} at 0.5 and {after} at {threshold:.3g}, chosen on other cases."
    command = f"evaluate {file} --truth truth --score p --positive eight --costs fp=1,fn=20"
    command += f" --threshold {threshold:.6g}"
    return Step("A missed 8 costs 20 false alarms. Where should the logistic model cut?", answer, command, chosen)


def _per_thousand(cost: Any) -> str:
    """The mean cost of a case with its interval, as that of 1,000 cases."""
    value, low, high = (_format.number(1000 * x, 0) for x in (cost.value, *cost.interval))
    return f"{value} [{low}, {high}]"


def _leak_step(place: Path, seed: int) -> Step:
    """An audit of training and test cases that share some."""
    tables = [read_labelled(place / f"{name}.csv", target="digit") for name in ("train", "test")]
    train, test = ((table.X.numbers, table.y) for table in tables)
    found: Audit = audit(train, test, rng=seed)
    first = (found.serious or found.findings)[0]
    command = f"audit {place / 'train.csv'} {place / 'test.csv'} --target digit"
    answer = f"{first.code} {first.title}: {first.evidence}."
    return Step("Can these test cases be trusted?", answer, command, found)


def _study_step(place: Path, seed: int) -> Step:
    """Two learners over six datasets."""
    from referee.studies.study_file import read_experiment

    store = place / "study.db"
    results = read_experiment(place / "study.toml").run(store, other_versions=True)
    standings = rank(results, rng=seed)
    command = f"experiment {place / 'study.toml'} --store {store} && referee rank {store}"
    return Step("Which learner is better on data like these?", standings.sentence, command, standings)
