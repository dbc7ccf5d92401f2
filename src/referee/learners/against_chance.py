"""Is a learner better than chance: labels permuted, and simple rules beside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from referee import _check, _format, _rng
from referee.core import AgainstChance, Estimate, Results, Splits, TestResult
from referee.core.types import Column, Learner, Rng, Table
from referee.data.row_keys import copied_cases
from referee.errors import InputError
from referee.inference._draws import check_resamples, monte_carlo_error, too_few
from referee.inference.besag_clifford import besag_clifford
from referee.inference.chi2 import chi2
from referee.learners.baselines import baselines
from referee.learners.cross_validation import CrossValidation
from referee.learners.data import LearnerCases, rows_of, table_of
from referee.learners.per_split import Running, failure_notes, mean_over
from referee.learners.recipe import Recipe
from referee.learners.run import ALONE, Run
from referee.metrics.metric import Metric

NULLS = {
    "training labels": "with the training labels permuted the learner would score as high on the true test labels",
    "all labels": "features and labels are independent",
}
ERRS = {
    "training labels": "Over overlapping training parts its level is not exact: 3.0-7.3% measured at 5%.",
    "all labels": "It is exact for exchangeable cases, and says nothing about clustered ones.",
}


class PermutedLabels:
    """A sampler that leaves the training rows as they are and permutes their labels.

    >>> _, y = PermutedLabels(random_state=1).fit_resample(None, np.array([0, 0, 1, 1]))
    >>> sorted(y.tolist())
    [0, 0, 1, 1]
    """

    def __init__(self, random_state: int | None = None) -> None:
        self.random_state = random_state

    def fit_resample(self, X: Table, y: Column) -> tuple[Any, Any]:
        """The rows, and the labels in another order."""
        return X, _rng.stream(_rng.seed_of(self.random_state), "permuted labels").permutation(y)


def against_chance(
    learner: Learner,
    X: Table | LearnerCases,
    y: Column = None,
    *,
    metric: str | Metric = "accuracy",
    splits: Recipe | Splits | None = None,
    resamples: int = 199,
    enough: int | None = 10,
    beside: Mapping[str, Learner] | None = None,
    level: float = 0.95,
    rng: Rng = None,
    run: Run = ALONE,
) -> AgainstChance:
    """Test whether a learner finds anything, by fitting it on permuted labels.

    The score is the mean over splits, 5-fold by default. "Training labels": those of each training part are permuted
    and the test labels are true, so that the loss is that of learning nothing. "All labels": cases get each other's
    labels before splitting, which is exact and leads. Each p is (hits + 1) / (draws + 1), or Besag and Clifford's when
    `enough` draws reached the score before the `resamples` were done. The chi-square test of the pooled confusion
    matrix stands beside them (one k-fold only; 9.6-13.6% false alarms at 5% measured for 20 to 40 cases), and the
    majority rule, prior-random and naive Bayes on the same splits, with the learners that the user puts `beside` them,
    such as a contemporary. A `referee.Dataset` instead of `X` and `y` also says the positive class; groups and times
    are refused, for cases are permuted one by one. Reference: ojala2010, besag1991.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> rng = np.random.default_rng(0)
    >>> y = np.arange(60) % 2
    >>> X = rng.normal(size=(60, 2)) + 1.5 * y[:, None]
    >>> found = against_chance(GaussianNB(), X, y, resamples=19, rng=1)
    >>> found.test.p_value, found.training_labels.p_value, [b.name for b in found.baselines]
    (0.05, 0.05, ['majority', 'prior-random', 'naive Bayes'])
    """
    running = Running(X, y, metric, rng, run)
    data, measure, seed, most = running.data, running.measure, running.seed, check_resamples(resamples)
    if data.groups is not None or data.times is not None:
        _check.fail("X", "hold cases that are exchangeable", "groups or times of a Dataset")
    made = running.splits(splits, CrossValidation(5))
    true = running(learner, made)
    failure_notes(true)
    score, table = mean_over(true, measure), data.table if X is data else table_of(X, made.n)

    def on_training(draw: int) -> Results:
        return running.on(data, (PermutedLabels(), learner), made, _rng.stream(seed, "training", draw))

    def on_all(draw: int) -> Results:
        order = _rng.stream(seed, "all labels", draw).permutation(made.n)
        other = LearnerCases(rows_of(table, order), data.target, data.positive)
        return running.on(other, learner, made, _rng.stream(seed, "all", draw))

    training, fits_a, null_a = _permutation_test(
        "training labels", on_training, score, measure, enough, most, level
    )
    everything, fits_b, null_b = _permutation_test("all labels", on_all, score, measure, enough, most, level)
    simple = {**baselines(rng=seed), **_check.mapping("beside", beside)}
    others = [(name, running(one, made)) for name, one in simple.items()]
    copied = copied_cases(table, made)
    return AgainstChance(
        metric=measure.name,
        score=Estimate(measure.name, score, made.n, note=f"mean over {made.kind}, without an interval"),
        baselines=tuple(_simple(name, results, measure) for name, results in others),
        all_labels=everything,
        training_labels=training,
        chi2=_pooled_chi2(true, level),
        sentence=_verdict_words(true.learner, measure, score, everything, level) + _copies_words(copied, made.n),
        fits=true.fits + fits_a + fits_b + sum(results.fits for _, results in others),
        seed=seed,
        null_all=null_b,
        null_training=null_a,
    )


def _pooled_chi2(results: Results, level: float) -> TestResult | None:
    """The chi-square test of the confusion matrix of one cross-validation, with what was measured of it."""
    splits = results.splits
    if not splits.partition or splits.repeats != 1 or not results.complete:
        return None
    found = chi2(results.counts.sum(axis=0), level=level)
    words = "On pooled predictions of cross-validation 9.6-13.6% false alarms at 5% were measured."
    return replace(found, warnings=(words, *found.warnings))


def _verdict_words(learner: str, measure: Metric, score: float, test: TestResult, level: float) -> str:
    """Whether the learner is better than chance, in a sentence."""
    verdict = "better than chance" if test.significant(level) else "not shown to be better than chance"
    return (
        f"{learner} is {verdict}: {_format.words(measure.name)} {_format.number(score)}, "
        f"{_format.number(test.details['null_mean'])} on average with permuted labels "
        f"({_format.p_equals(test.p_value)})."
    )


def _copies_words(copied: int, n: int) -> str:
    """What copies of training cases among the test cases do to the answer."""
    if not copied:
        return ""
    return (
        f" But {_format.plural(copied, 'test case')} of {_format.count(n)} have the features of a case that "
        "their model was trained on: one that only remembers looks good on them. Keep copies together as groups."
    )


def _permutation_test(
    name: str,
    draw: Callable[[int], Results],
    score: float,
    measure: Metric,
    enough: int | None,
    most: int,
    level: float,
) -> tuple[TestResult, int, tuple[float, ...]]:
    """The permutation test, how many models it took, and their scores. A draw without a score counts as a hit."""
    null: list[float] = []
    fits = 0
    slack = 1e-12 * max(1.0, abs(score))

    def hits() -> Iterator[bool]:
        nonlocal fits
        for i in range(most):
            results = draw(i)
            fits += results.fits
            null.append(mean_over(results, measure))
            yield not measure.sign * null[-1] < measure.sign * score - slack

    title = f"permutation test, {name}"
    if math.isnan(score):
        why = f"{measure.name} is undefined on every split"
        details = {"null_mean": math.nan}
        return TestResult(title, NULLS[name], math.nan, inapplicable=why, details=details), 0, ()
    found = besag_clifford(hits(), enough=enough, most=most)
    known = np.array([v for v in null if not math.isnan(v)])
    mean = float(known.mean()) if len(known) else math.nan
    details = {
        "null_mean": mean,
        "null_sd": float(known.std(ddof=1)) if len(known) > 1 else math.nan,
        "draws": float(found.draws),
        "hits": float(found.hits),
        "monte_carlo_error": monte_carlo_error(found.p_value, found.draws),
        "fits": float(fits),
    }
    test = TestResult(
        title,
        NULLS[name],
        found.p_value,
        "greater",
        effect=Estimate("score beyond permuted labels", measure.sign * (score - mean), len(null)),
        statistic=score,
        statistic_name=measure.name,
        details=details,
        convention=found.convention,
        warnings=() if found.stopped or found.p_value < 1 - level else too_few(found.draws),
        errs=ERRS[name],
    )
    return test, fits, tuple(null)


def _simple(name: str, results: Results, measure: Metric) -> Estimate:
    """Another learner on the same splits; one that cannot be fitted is undefined with the reason."""
    try:
        failure_notes(results)
    except InputError as error:
        return Estimate(name, math.nan, results.n, undefined=str(error))
    value = mean_over(results, measure)
    why = f"{measure.name} is undefined on every split" if math.isnan(value) else None
    return Estimate(name, value, results.n, undefined=why, note=f"mean over {results.splits.kind}")
