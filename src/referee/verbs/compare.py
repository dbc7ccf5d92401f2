"""Is it really better: two or more models, the test that is valid for where their results came from, a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from referee import _check, _format, _rng
from referee.core.comparison import Comparison
from referee.core.confusion import ConfusionMatrix
from referee.core.results import Results
from referee.core.tally import Tally
from referee.core.testresult import Alternative
from referee.core.types import Label
from referee.data.census import Progress
from referee.data.counter import Missing
from referee.data.pairing import PairedPredictions
from referee.data.predictions import Predictions
from referee.metrics.metric import Metric
from referee.stattests.adjust import Procedure
from referee.stattests.samples import direction
from referee.verbs.calling import call_of
from referee.verbs.compare_job import Job, Model, family_of
from referee.verbs.compare_sources import Where, compare_sources, counted_duel
from referee.verbs.evaluate import _only_columns, _only_sources
from referee.verbs.keeping import with_difference


def compare(
    a: Any,
    b: Any = None,
    *,
    metric: str | Metric = "accuracy",
    margin: float | None = None,
    level: float = 0.95,
    baseline: str | None = None,
    adjust: Procedure = "holm",
    alternative: Alternative = "two-sided",
    independent: bool = False,
    positive: Label | None = None,
    labels: Any = None,
    costs: Any = None,
    case_ids: Any = None,
    weights: Any = None,
    groups: Any = None,
    rng: Any = None,
    random_state: Any = None,
    truth: str | None = None,
    pred: Any = None,
    score: Any = None,
    on: str | None = None,
    names: tuple[str, str] | None = None,
    missing: Missing = "refuse",
    exact: bool = False,
    table: Any = None,
    query: Any = None,
    encoding: str = "utf-8",
    delimiter: str = "",
    progress: Progress | None = None,
) -> Any:
    """Compare models on the same cases, or on different test sets, by one metric.

    - `compare(a, b)`: two `Predictions` (or two `ConfusionMatrix` or two `Tally`, which are different test sets): a
      `Comparison`. `compare(tally)`: a `Tally` of the answers of two models, which are on the same cases.
    - `compare(results_a, results_b)`: what two learners said on the same splits of one dataset: see `compare_results`.
    - `compare(y_true, {"svm": p1, "tree": p2, ...})`: columns of predicted classes beside one truth (of scores for
      "roc_auc", "average_precision", "lift", "brier_score" and "log_loss"), and `compare({"svm": a, ...})`: named
      `Predictions`: a `Comparisons`, each model against the `baseline` or all pairs, with simultaneous (Bonferroni)
      intervals and p-values adjusted by `adjust`.

    Predictions may stay where they are (a file, a glob, a folder, a dataframe or a database, as
    `referee.data.tally` takes it), with their columns named: `compare(source, truth="y", pred=["a", "b"])` for
    models in one table, `compare(one, two, truth="y", pred="yhat", on="case")` for two tables that the engine joins.
    The rest are options of `tally`; two tables or queries of a database are a pair of names.

    Same cases are proved by case ids, or by position when the truth is equal; anything else is refused unless
    `independent=True` says that the test sets are different. The difference favours `a` (the first) when positive.
    With a `margin`, differences inside it can be shown to be equivalent. `alternative="greater"` asks only whether `a`
    is better, "less" whether it is worse, with a one-sided interval.

    >>> truth = [1] * 50 + [0] * 50
    >>> good, poor = [1] * 48 + [0] * 52, [1] * 35 + [0] * 65
    >>> duel = compare(Predictions(truth, good, name="good"), Predictions(truth, poor, name="poor"))
    >>> duel.verdict, round(duel.difference.value, 2), round(duel.test.p_value, 4)
    (<Verdict.BETTER: 'better'>, 0.13, 0.0003)
    """
    level = _check.fraction("level", level)
    if level <= 0.5:
        _check.fail("level", "be above 0.5 to compare", level)
    direction(alternative)
    _check.choice("adjust", adjust, get_args(Procedure))
    seed = _rng.seed_of(rng, random_state)
    if any(isinstance(getattr(x, "results", x), Results) for x in (a, b)):
        from referee.verbs.compare_learners import compare_results

        return compare_results(a, b, metric=metric, margin=margin, level=level, rng=seed)
    stated = {"metric": metric, "margin": margin, "level": None if level == 0.95 else level, "baseline": baseline}
    columns = {"models": a} if isinstance(a, Mapping) else {"y_true" if isinstance(b, Mapping) else "a": a}
    second = {"models" if isinstance(b, Mapping) else "b": b}
    call = call_of("compare", {**columns, **second}, {**stated, "costs": costs, "rng": seed})
    options = {"positive": positive, "labels": labels, "case_ids": case_ids, "weights": weights, "groups": groups}
    job = Job(metric, margin, level, alternative, independent, costs, seed)
    if truth is not None:
        reach = {
            "table": table,
            "query": query,
            "encoding": encoding,
            "delimiter": delimiter,
            "progress": progress,
        }
        where = Where(truth, pred, score, on, names, positive, missing, exact, reach)
        _only_columns(**{name: value for name, value in options.items() if name != "positive"})
        return compare_sources(a, b, job, where, baseline=baseline, adjust=adjust)
    _only_sources(pred=pred, score=score, on=on, table=table, query=query)
    if isinstance(a, Mapping) or isinstance(b, Mapping):
        models = _models(a, b, job.by_scores, options)
        made = family_of(models, job, baseline, adjust)
        return replace(made, duels=tuple(_called(duel, call) for duel in made.duels))
    if baseline is not None:
        _check.fail("baseline", "be given with a mapping of models", baseline)
    if isinstance(a, Tally) and (a.joint is not None or a.grid is not None):
        return _counted(a, b, job, options)
    one, two = _two(a, b, options)
    duel = job.duel(one, two, _name(one, "A"), _name(two, "B"), level)
    if job.by_area and isinstance(one, Predictions) and isinstance(two, Predictions) and not independent:
        duel = with_difference(duel, PairedPredictions(one, two))
    return _called(duel, call)


def _called(duel: Comparison, call: str) -> Comparison:
    return replace(duel, extras={**duel.extras, "call": call})


def _two(a: Any, b: Any, options: dict[str, Any]) -> tuple[Model, Model]:
    for name, value in (("a", a), ("b", b)):
        if value is None:
            _check.fail(name, "be given: two models are compared", "one model")
        if not isinstance(value, Predictions | ConfusionMatrix | Tally):
            hint = "Or pass compare(y_true, {'a': column, 'b': column})."
            _check.fail(name, "be Predictions or a ConfusionMatrix", type(value).__name__, hint)
    for name, value in options.items():
        if value is not None:
            _check.fail(name, "be said when the Predictions are made", type(value).__name__)
    return a, b


def _counted(tally: Tally, b: Any, job: Job, options: dict[str, Any]) -> Comparison:
    """Two models of one tally."""
    if b is not None:
        _check.fail("b", "not be given with the tally of two models", type(b).__name__)
    for name, value in options.items():
        if value is not None:
            _check.fail(name, "be said when the tally is made", type(value).__name__)
    return counted_duel(tally, job, job.level)


def _name(model: Model, fallback: str) -> str:
    return getattr(model, "name", "") or fallback


def _models(a: Any, b: Any, by_scores: bool, options: dict[str, Any]) -> dict[str, Model]:
    """Named models from a mapping of Predictions, or from a truth and a mapping of columns."""
    if isinstance(a, Mapping):
        if b is not None:
            _check.fail("b", "not be given with a mapping of models", type(b).__name__)
        for name, model in a.items():
            if not isinstance(model, Predictions | ConfusionMatrix | Tally):
                got = f"{type(model).__name__} for {name!r}"
                _check.fail("a", "map names to Predictions", got, "Or pass compare(y_true, {name: column}).")
        for name, value in options.items():
            if value is not None:
                _check.fail(name, "be said when the Predictions are made", type(value).__name__)
        out = {str(name): model for name, model in a.items()}
        given = len(a)
    else:
        key = "y_score" if by_scores else "y_pred"
        out = {str(n): Predictions(a, **{key: column}, name=str(n), **options) for n, column in b.items()}
        given = len(b)
    if len(out) < given:
        _check.fail("models", "have different names as text", f"{given} models under {len(out)} names")
    if len(out) < 2:
        _check.fail("models", "be at least two", _format.plural(len(out), "model"))
    return out
