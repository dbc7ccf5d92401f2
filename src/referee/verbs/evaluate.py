"""How good is it really: every measure of a model's answers, each with its interval, n and method."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee import _check, _format, _rng
from referee._version import __version__
from referee.core.confusion import ConfusionMatrix
from referee.core.evaluation import Evaluation
from referee.core.tally import Tally
from referee.core.types import Label
from referee.data.counter import Missing, tally
from referee.data.predictions import Predictions, WeightMeaning
from referee.intervals.of_metric import methods
from referee.metrics.metric import Metric
from referee.metrics.registry import aliases
from referee.verbs.calling import call_of
from referee.verbs.class_part import class_jobs, class_part
from referee.verbs.labelling import LabelJob, headline_of, label_findings, shares_text, wanted_metrics
from referee.verbs.ranking_part import ranking_jobs, ranking_part
from referee.verbs.scoring import ALIASES, CROSSFIT, ScorePart, crossfit_by_cost, is_score_measure, score_part

Given = Predictions | ConfusionMatrix | Tally
"""What an evaluation is made of."""


def evaluate(
    y_true: Any,
    y_pred: Any = None,
    y_score: Any = None,
    *,
    truth: str | None = None,
    pred: str | None = None,
    score: str | Mapping[Label, str] | None = None,
    missing: Missing = "refuse",
    exact: bool = False,
    threshold: float | None = None,
    positive: Label | None = None,
    labels: Sequence[Label] | None = None,
    weights: Any = None,
    weights_are: WeightMeaning = "importance",
    groups: Any = None,
    case_ids: Any = None,
    costs: Any = None,
    prevalence: Any = None,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    level: float = 0.95,
    interval: str = "auto",
    name: str = "",
    rng: Any = None,
    random_state: Any = None,
    sample_weight: Any = None,
    query: str | None = None,
    table: str | None = None,
) -> Evaluation:
    """Evaluate predicted classes, scores, or both against the truth.

    `y_true` is a column of labels with `y_pred` and `y_score` beside it, or a `Predictions`, or a `ConfusionMatrix`.
    Scores are one column (higher means more positive) or one column a class; `threshold` makes classes of them. With a
    `positive` class the measures of that class lead; without one all classes are treated alike. `costs` prices the
    errors, `prevalence` states the class shares where the model will be used, `groups` names clusters of dependent
    cases, `weights` are importance weights. `metrics` asks for some measures only, `interval` for another method.

    Predictions may also stay where they are: a `Tally`, or a file, a glob, a folder, a dataframe or a database as
    `referee.data.tally` takes it, with its columns named by `truth`, `pred` and `score` (of several classes a
    mapping of each to its column).

    Intervals are for this model on the population that the test cases were drawn from, at random; they do not cover
    a model chosen because it did best on these cases.

    >>> result = evaluate([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0, 1], positive=1)
    >>> round(result["recall"].value, 3), result["recall"].n, result["recall"].interval.method
    (0.667, 3, 'Clopper-Pearson')
    """
    level = _check.fraction("level", level)
    _check.choice("interval", interval, methods())
    if sample_weight is not None:
        if weights is not None:
            _check.fail("weights", "be given once", "both `weights` and `sample_weight`")
        weights = sample_weight
    seed = _rng.seed_of(rng, random_state)
    first = {Predictions: "predictions", ConfusionMatrix: "confusion", Tally: "tally"}.get(type(y_true), "y_true")
    columns: dict[str, Any] = {first: y_true, "y_pred": y_pred, "y_score": y_score, "weights": weights}
    stated = {"groups": groups, "truth": truth, "pred": pred, "score": score}
    options: dict[str, Any] = {
        "positive": positive,
        "threshold": threshold,
        "costs": costs,
        "prevalence": prevalence,
    }
    options |= {"level": None if level == 0.95 else level, "interval": None if interval == "auto" else interval}
    call = call_of("evaluate", {**columns, **stated}, {**options, "metrics": metrics, "rng": seed})
    given: Given
    if truth is not None:
        extra = {"y_pred": y_pred, "y_score": y_score, "labels": labels, "weights": weights, "groups": groups}
        _only_columns(**extra, case_ids=case_ids)
        named: dict[str, Any] = {"truth": truth, "pred": pred, "score": score, "threshold": threshold}
        named |= {"positive": positive, "missing": missing, "exact": exact, "query": query, "table": table}
        given = tally(y_true, name=name, **named)
        positive = threshold = None
    else:
        _only_sources(pred=pred, score=score, query=query, table=table)
        given = _given(y_true, y_pred, y_score, positive, labels, weights, weights_are, groups, case_ids, name)
    if threshold is not None:
        given = _cut(given, threshold)
    asked = None if metrics is None else _asked(metrics)
    by_label, scores = _split(given, asked, level, seed, costs, prevalence)
    tested = given.confusion if isinstance(given, Tally) else given
    crossed = False
    if tested is None or (isinstance(tested, Predictions) and not tested.has_labels):
        found = crossfit_by_cost(tested, costs, prevalence, seed) if isinstance(tested, Predictions) else None
        if found is None:
            assert not isinstance(given, ConfusionMatrix)
            return replace(_of_scores(given, scores, level, seed, asked), **_facts(given, call))
        tested, crossed = found, True
    job = LabelJob(tested, level, interval, seed, costs, prevalence)
    wanted = [] if asked and by_label == [] else wanted_metrics(by_label, job)
    matrix = job.matrix
    return Evaluation(
        confusion=matrix,
        measures=tuple(job.measure(metric) for metric in wanted) + scores.measures,
        by_class=job.by_class() if metrics is None else (),
        findings=tuple(label_findings(matrix, level)) + scores.findings,
        headline=headline_of(job, wanted, metrics is not None) + scores.headline,
        n=matrix.n_cases,
        level=level,
        seed=seed,
        name=name or getattr(given, "name", ""),
        prevalence="" if prevalence is None else shares_text(job.shares, matrix, prevalence),
        aliases=aliases() | ALIASES | _spoken(by_label, wanted),
        notes=(*job.notes(), *scores.notes, *_told(given), *((CROSSFIT,) if crossed else ())),
        version=__version__,
        source=getattr(given, "source", ""),
        parts=scores.nouns,
        **_facts(given, call),
    )


def _facts(given: Given, call: str) -> dict[str, Any]:
    """What the result says of its cases and of how it was made."""
    out: dict[str, Any] = {"labels": given.labels, "positive": given.positive, "call": call}
    if isinstance(given, ConfusionMatrix):
        return out | {"sampling": "weighted cases" if given.weighted else "cases"}
    if isinstance(given, Tally):
        return out | {"sampling": "cases"}
    weighted = given.weights is not None and given.weights_are == "importance"
    sampling = "groups" if given.groups is not None else "weighted cases" if weighted else "cases"
    return out | {"sampling": sampling, "fingerprint": given.fingerprint}


def _split(
    given: Given, asked: Any, level: float, seed: int, costs: Any, prevalence: Any
) -> tuple[Any, ScorePart]:
    """The label measures asked for (None for all that apply), and the part that looks at scores."""
    if isinstance(given, ConfusionMatrix) or not _has_scores(given):
        return asked, ScorePart()
    names = None if asked is None else [name for name in asked if _of_score(name, given)]
    by_label = None if asked is None else [name for name in asked if not _of_score(name, given)]
    if asked and not names:
        return by_label, ScorePart()
    options = {"level": level, "seed": seed, "costs": costs, "prevalence": prevalence, "asked": names}
    if isinstance(given, Tally) and given.columns:
        return by_label, class_part(given.columns, level=level, seed=seed, asked=names)
    if isinstance(given, Tally):
        assert given.ranking is not None
        return by_label, ranking_part(given.ranking, **options)
    return by_label, score_part(given, **options)


def _has_scores(given: Predictions | Tally) -> bool:
    if isinstance(given, Tally):
        return given.ranking is not None or bool(given.columns)
    return given.scores is not None


def _of_score(name: Any, given: Predictions | Tally) -> bool:
    """Whether a name asks for a measure of scores."""
    if not isinstance(given, Tally):
        return is_score_measure(name, given)
    word = ALIASES.get(name, name) if isinstance(name, str) else ""
    if given.columns:
        return word in class_jobs(given.columns, 0.95, 0)
    return given.ranking is not None and word in ranking_jobs(given.ranking, 0.95, 0)


def _told(given: Given) -> list[str]:
    """What counting left out."""
    if not isinstance(given, Tally):
        return []
    out = [given.left_out] if given.dropped else []
    if given.threshold is not None:
        out.append(f"classes are those of score >= {given.threshold:g}")
    return out


def _only_columns(**extra: Any) -> None:
    for arg, value in extra.items():
        if value is not None:
            hint = "Read the columns and pass them, or name the positive class and what is counted."
            _check.fail(arg, "not be given with columns named by `truth`", type(value).__name__, hint)


def _only_sources(**extra: Any) -> None:
    for arg, value in extra.items():
        if value is not None:
            _check.fail(arg, "be given with `truth`, the column of the true class", _check.written(value))


def _of_scores(given: Predictions | Tally, scores: ScorePart, level: float, seed: int, asked: Any) -> Evaluation:
    """An evaluation without predicted classes."""
    missing = [str(name) for name in asked or () if not _of_score(name, given)]
    if missing:
        hint = "Give y_pred, or a threshold on the score."
        _check.fail("metrics", "be measures of scores when no class is predicted", ", ".join(missing), hint)
    if isinstance(given, Tally) and not _has_scores(given):
        _check.fail("tally", "hold a matrix or a ranking to evaluate", ", ".join(given.parts), "See `compare`.")
    notes = ["scores only: give y_pred or threshold=... for the measures of predicted classes"]
    if (
        isinstance(given, Predictions)
        and given.scores is not None
        and given.scores.ndim == 1
        and given.positive is None
    ):
        _check.fail(
            "positive",
            "name the class that the score is for",
            "None",
            f"There are {_format.listing(given.labels)}.",
        )
    return Evaluation(
        confusion=None,
        measures=scores.measures,
        findings=scores.findings,
        headline=scores.headline,
        n=given.n,
        level=level,
        seed=seed,
        name=given.name,
        aliases=dict(ALIASES),
        notes=(*notes, *scores.notes, *_told(given)),
        version=__version__,
        source=given.source,
        parts=scores.nouns,
    )


def _cut(given: Given, threshold: float) -> Predictions:
    """The same predictions with the classes that a threshold on the score makes."""
    value = _check.number("threshold", threshold)
    if not isinstance(given, Predictions) or given.scores is None or given.scores.ndim != 1:
        _check.fail("threshold", "be given with one column of scores", value)
    if given.has_labels:
        _check.fail("threshold", "not be given with y_pred", value)
    return given.cut(value)


def _given(
    data: Any,
    y_pred: Any,
    y_score: Any,
    positive: Label | None,
    labels: Sequence[Label] | None,
    weights: Any,
    weights_are: WeightMeaning,
    groups: Any,
    case_ids: Any,
    name: str,
) -> Given:
    """The predictions, the matrix or the tally that the user means."""
    if isinstance(data, Predictions | ConfusionMatrix | Tally):
        extra = {
            "y_pred": y_pred,
            "y_score": y_score,
            "labels": labels,
            "weights": weights,
            "groups": groups,
            "case_ids": case_ids,
        }
        for arg, value in extra.items():
            if value is not None:
                _check.fail(arg, f"not be given with a {type(data).__name__}", type(value).__name__)
        if positive is not None and isinstance(data, ConfusionMatrix):
            return replace(data, positive=positive)
        if positive is not None and positive != data.positive:
            rule = f"be said when the {type(data).__name__} is made"
            if isinstance(data, Predictions):
                rule = "be said when the Predictions are made"
            _check.fail("positive", rule, _check.written(positive))
        return data
    return Predictions(
        data,
        y_pred,
        y_score,
        positive=positive,
        labels=labels,
        weights=weights,
        weights_are=weights_are,
        groups=groups,
        case_ids=case_ids,
        name=name,
    )


def _asked(metrics: Any) -> list[str | Metric]:
    """The measures asked for, as a list."""
    if isinstance(metrics, str | Metric):
        return [metrics]
    if not isinstance(metrics, Iterable):
        _check.fail("metrics", "be the name of a metric or a list of names", _check.written(metrics))
    return list(metrics)


def _spoken(metrics: list[str | Metric] | None, wanted: list[Metric]) -> dict[str, str]:
    """The aliases of averages, and the words in which a measure was asked for."""
    out = {alias: metric.name for metric in wanted for alias in metric.aliases}
    asked = zip(metrics or (), wanted, strict=False)
    return out | {word: metric.name for word, metric in asked if isinstance(word, str)}
