"""Every metric through every verb by every door: the page docs/doors.md."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import referee
from referee.core.answers import Answers
from referee.errors import InputError
from referee.metrics.metric import NEEDS, Metric
from referee.metrics.registry import REGISTRY

N = 90
COSTS = {"fp": 1.0, "fn": 5.0}
Outcome = tuple[float, ...] | str
"""Value, limits and p of a verb, or the sentence that says why not."""


def own_metrics() -> list[Metric]:
    """Metrics of a user's own, one for each kind of answers; who registers them takes them out again."""

    def caught(tp: Any, fn: Any) -> Any:
        """A copy of sensitivity."""
        return tp, tp + fn

    def top_half(positives: Any, negatives: Any) -> Any:
        """The share of the positives in the better half of the distinct scores."""
        half = positives.shape[-1] // 2
        return positives[..., :half].sum(axis=-1) / positives.sum(axis=-1)

    def doubt(truth: Any, scores: Any) -> Any:
        """What the probabilities leave to the other classes."""
        return 1 - scores[np.arange(len(truth)), truth]

    register = referee.metric
    return [
        register("Caught", shape="rate", undefined="there is no positive case")(caught),
        register("Positives in the better half")(top_half),
        register("Doubt", needs="probabilities", shape="mean", better="lower")(doubt),
    ]


def table(classes: int = 2) -> dict[str, Any]:
    """Cases with two models' classes and scores, some of them tied."""
    rng = np.random.default_rng(classes)
    truth = rng.integers(classes, size=N)
    out: dict[str, Any] = {"case": np.arange(N), "y": np.array(list("abc"))[truth]}
    for model, skill in (("one", 2.0), ("two", 1.0)):
        raw = rng.normal(size=(N, classes)) + skill * np.eye(classes)[truth]
        shares = (np.exp(raw) / np.exp(raw).sum(axis=1, keepdims=True)).round(2)
        shares[:, -1] = (1 - shares[:, :-1].sum(axis=1)).round(2)
        out[f"{model}_pred"] = np.array(list("abc"))[shares.argmax(axis=1)]
        for k in range(classes):
            out[f"{model}_{'abc'[k]}"] = np.clip(shares[:, k], 0, 1)
    return out


@contextmanager
def sources(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same table as a mapping, a dataframe, files and a database."""
    import duckdb
    import pandas as pd
    import pyarrow as pa
    import pyarrow.parquet as pq

    frame = pd.DataFrame(data)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        frame.to_csv(place / "p.csv", index=False)
        pq.write_table(pa.table(data), place / "p.parquet")
        with duckdb.connect(str(place / "p.duckdb")) as base:
            base.execute("CREATE TABLE preds AS SELECT * FROM frame")
        yield {
            "arrays": data,
            "dataframe": frame,
            "CSV": place / "p.csv",
            "Parquet": place / "p.parquet",
            "counts": place / "p.parquet",
            "DuckDB": f"duckdb:{place / 'p.duckdb'}",
        }


def models(door: str, source: Any, classes: int, needs: str) -> tuple[Answers, Answers]:
    """Two models of the same cases, through one door, with the columns that a metric needs."""
    labels = "abc"[:classes]
    positive = "b" if classes == 2 else None
    said: dict[str, Any] = {"preds": {m: f"{m}_pred" for m in ("one", "two")}} if needs == "labels" else {}
    if needs != "labels":
        one_score = {m: f"{m}_b" for m in ("one", "two")}
        several = {m: {k: f"{m}_{k}" for k in labels} for m in ("one", "two")}
        said = {"scores": one_score if classes == 2 else several}
    if door == "arrays":
        said = {role: {m: _arrays(source, c) for m, c in columns.items()} for role, columns in said.items()}
        a, b = referee.read_models(source["y"], **said, positive=positive)
        return a, b
    reach: dict[str, Any] = {"keep": "counts"} if door == "counts" else {}
    reach |= {"table": "preds"} if door == "DuckDB" else {}
    a, b = referee.read_models(source, truth="y", **said, positive=positive, **reach)
    return a, b


def _arrays(data: dict[str, Any], columns: Any) -> Any:
    return {k: data[c] for k, c in columns.items()} if isinstance(columns, dict) else data[columns]


def value_of(metric: Metric, a: Answers, b: Answers) -> tuple[float, ...]:
    """The value of the first model with its limits."""
    found = referee.evaluate(a, metrics=metric, costs=COSTS if metric.takes_costs else None, rng=1).measures[0]
    if not found.defined:
        raise InputError(str(found.undefined))
    return (found.value, *(found.interval or ()))


def difference_of(metric: Metric, a: Answers, b: Answers) -> tuple[float, ...]:
    """The difference of the two with its limits and p."""
    duel = referee.compare(a, b, metric=metric, costs=COSTS if metric.takes_costs else None, rng=1)
    if not duel.difference.defined:
        raise InputError(str(duel.difference.undefined))
    return (duel.difference.value, *(duel.difference.interval or ()), duel.test.p_value)


def limit_of_gate(metric: Metric, a: Answers, b: Answers) -> tuple[float, ...]:
    """The limit that a gate reads."""
    options: dict[str, Any] = {"costs": COSTS if metric.takes_costs else None, "rng": 1}
    return (
        referee.gate(a, b, metric=metric, margin=metric.width / 4 if metric.width < 9 else 0.1, **options).limit,
    )


VERBS: dict[str, Callable[[Metric, Answers, Answers], tuple[float, ...]]] = {
    "evaluate": value_of,
    "compare": difference_of,
    "gate": limit_of_gate,
}


def outcome(run: Callable[[], tuple[float, ...]]) -> Outcome:
    """What a verb says, or the sentence of its refusal."""
    try:
        return run()
    except InputError as error:
        return str(error)


def walk(metric: Metric) -> dict[str, dict[str, Outcome]]:
    """What each verb says of a metric at each door."""
    classes = 3 if metric.needs == "class scores" else 2
    out: dict[str, dict[str, Outcome]] = {verb: {} for verb in VERBS}
    with sources(table(classes)) as places:
        for door, source in places.items():
            try:
                a, b = models(door, source, classes, metric.needs)
            except InputError as error:
                for verb in VERBS:
                    out[verb][door] = str(error)
                continue
            for verb, run in VERBS.items():
                out[verb][door] = outcome(partial(run, metric, a, b))
    out["rank"] = {"table of scores": outcome(partial(walk_rank, metric))}
    out |= _learner_answers(metric, classes)
    return out


def walk_rank(metric: Metric) -> tuple[float, ...]:
    """The place of the learner whose scores are the better ones: 0 is first."""
    values = np.linspace(0.2, 0.4, 8)
    good, bad = (values, values + 0.2) if metric.better == "lower" else (values + 0.2, values)
    scores = {name: dict(enumerate(column)) for name, column in (("good", good), ("bad", bad))}
    names = {name: {f"d{k}": v for k, v in column.items()} for name, column in scores.items()}
    found = referee.rank(names, metric=metric.name, rng=0)
    return (float(found.order.index("good")),)


def _learner_answers(metric: Metric, classes: int) -> dict[str, dict[str, Outcome]]:
    """What verbs on learners say: the mean of the metric over the same splits, estimated and in a study."""
    from sklearn.naive_bayes import GaussianNB

    from referee.learners import RandomSplits

    rng = np.random.default_rng(5)
    y = np.arange(90) % classes
    X = rng.normal(size=(90, 2)) + y[:, None]
    splits = RandomSplits(4)

    def estimate_once() -> tuple[float, ...]:
        skill = referee.estimate_error(
            GaussianNB(), referee.Dataset("", X, y, positive=_one(classes)), method=splits, metric=metric, rng=3
        )
        return (skill.estimate.value,)

    def study_once() -> tuple[float, ...]:
        study = referee.Experiment(
            learners={"bayes": GaussianNB()}, datasets={"d": (X, y)}, splits=splits, metrics=(metric.name,),
            baselines=False, rng=3,
        )  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            cell = study.run(Path(folder) / "study.db", progress=False).of("d", "bayes")
        return (float(np.nanmean(referee.learners.per_split(cell, metric))),)

    return {"estimate_error": {"learner": outcome(estimate_once)}, "study": {"study": outcome(study_once)}}


def _one(classes: int) -> int | None:
    return 1 if classes == 2 else None


def agree(found: dict[str, Outcome]) -> dict[str, str]:
    """The doors that say something else than arrays do, and what: the sentence, or how far the numbers are apart."""
    first = next(iter(found.values()))
    out = {}
    for door, said in found.items():
        if isinstance(said, str):
            out[door] = said
        elif isinstance(first, str) or len(first) != len(said):
            out[door] = "other numbers than arrays"
        elif not np.allclose(first, said, rtol=1e-12, atol=1e-12, equal_nan=True):
            apart = float(np.nanmax(np.abs(np.subtract(first, said))))
            out[door] = f"apart by {apart:.2g}"
    return out


def pages(run: bool = True) -> dict[str, str]:
    """The walk as a page of the docs; without `run` only what stands above its table."""
    rows = [
        "# Every metric, every verb, every door",
        "",
        "Each metric goes through each verb by each door: arrays, a dataframe, a CSV file, a Parquet file, the",
        "same file as counts, a DuckDB table. A tick says that value, interval and p are the same at all of",
        "them, to 1e-12; else the cell says at which door, and why. `rank` takes tables of scores;",
        "`estimate_error` and a study run a learner.",
        "",
        "| metric | needs | evaluate | compare | gate | rank | estimate_error | study |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for metric in sorted(REGISTRY.values(), key=lambda m: (list(NEEDS).index(m.needs), m.name)) if run else ():
        rows.append(row(metric, walk(metric)))
    return {"doors.md": "\n".join(rows) + "\n"}


def row(metric: Metric, walked: dict[str, dict[str, Outcome]]) -> str:
    """The row of a metric in the table."""
    return f"| {metric.name} | {NEEDS[metric.needs]} | {' | '.join(_cell(found) for found in walked.values())} |"


def _cell(found: dict[str, Outcome]) -> str:
    apart = agree(found)
    if not apart:
        return "✓"
    if len(set(apart.values())) == 1 and len(apart) == len(found):
        return next(iter(apart.values()))
    by_text: dict[str, list[str]] = {}
    for door, text in apart.items():
        by_text.setdefault(text, []).append(door)
    return "✓, but " + "; ".join(f"{', '.join(doors)}: {text}" for text, doors in by_text.items())
