"""Is one learner really better than another, on one dataset."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from scipy.special import ndtri

from referee import _check, _format, _rng
from referee._version import __version__
from referee.checks.estimating import copied_rows, failed_learner
from referee.core import Comparison, Comparisons, Estimate, Interval, Results, Skill, Splits, TestResult
from referee.core.comparison import Origin
from referee.core.test_result import swap_estimate
from referee.core.types import Column, Learner, Rng, Table
from referee.core.verdict import decide
from referee.data.row_keys import copied_cases
from referee.errors import PairingError
from referee.inference.measured_size import measured_size
from referee.inference.t_paired import corrected_t
from referee.learners.baselines import beside
from referee.learners.estimators.on_results import OnResults
from referee.learners.per_split import per_split
from referee.learners.prepare import bounded_threads
from referee.learners.recipe import Splitting, splits_for
from referee.learners.run import ALONE, Price, Run
from referee.learners.run_learner import run_learners
from referee.metrics.metric import Metric
from referee.studies.dataset import Dataset
from referee.verbs.compare import Job, compare_level, needed_cases
from referee.verbs.compare_all import adjust_pairs, family_of, pairs_of
from referee.verbs.learner_tests import TESTS, Asked, check_splits, kind_of, size_name
from referee.views.verdict_words import verdict_sentence

OFFER = "compare_learners runs 30 random splits, whose test is valid"
FEWER = 10, 5
"""How many of random splits a budget may take instead."""

UNTESTED = ("leave-one-out", "one holdout", "bootstrap leave-one-out")


def compare_learners(
    learners: Mapping[str, Learner],
    X: Table | Dataset,
    y: Column = None,
    *,
    metric: str | Metric = "accuracy",
    margin: float | None = None,
    method: str | Splitting | tuple[str, Splitting] = "corrected_t",
    level: float = 0.95,
    baseline: str | None = None,
    rng: Rng = None,
    run: Run = ALONE,
) -> Comparisons:
    """Compare learners on one dataset by one metric: every pair, or each against the `baseline`, read together.

    By default every learner is fitted on the same 30 random stratified 2/3-1/3 splits, and the corrected resampled t
    test leads. The difference is of learners trained on that share of the data. `method` may be splits of one's own
    for that test (a recipe, a `Splits` or a scikit-learn splitter), a name, or a pair of both. Names: "paired_t"
    (naive, over 10 folds), "five_by_two_t", "five_by_two_f", "jackknife" (figure 9.11), "bootstrap_loo"
    (leave-one-out over bootstrap samples, all copies left out), "mcnemar" (on pooled predictions),
    "bayes_correlated_t" (the margin is its region of practical equivalence). Each says its measured false alarms; a
    test measured above 10% gives no verdict. The majority rule, prior-random and naive Bayes stand beside, on 10
    folds. A `Dataset` also says groups, times and the positive class; a pair of a sampler and a learner resamples
    training parts; p-values are adjusted by Holm's procedure. The fits of the first split are timed and the price is
    told before the rest; a budget in `run` takes the first 10 or 5 of random splits where all would take longer, and
    Ctrl-C keeps what is finished, without a verdict. It errs, as every test on one dataset does, by speaking
    of this dataset's population only. Reference: nadeau2003, bouckaert2004.

    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> rng = np.random.default_rng(0)
    >>> y = np.arange(90) % 2
    >>> X = rng.normal(size=(90, 2)) + 2 * y[:, None]
    >>> (duel,) = compare_learners({"bayes": GaussianNB(), "majority": DummyClassifier()}, X, y, rng=7)
    >>> duel.verdict, round(duel.difference.value, 2), duel.origin.fits
    (<Verdict.BETTER: 'better'>, 0.4, 60)
    """
    if not isinstance(learners, Mapping) or len(learners) < 2:
        count = _format.plural(len(learners), "learner") if isinstance(learners, Mapping) else ""
        _check.fail("learners", "map names to at least two learners", count or type(learners).__name__)
    splits: Splitting | None = None
    if isinstance(method, str):
        test = method
    else:
        test, splits = method if isinstance(method, tuple) and len(method) == 2 else ("corrected_t", method)
    test = _check.choice("method", test, TESTS)
    data, seed = X if isinstance(X, Dataset) else Dataset("", X, y), _rng.seed_of(rng)
    job = LearnerJob(metric, margin, level, test, seed)
    where = {"groups": data.groups, "times": data.times}
    made = splits_for(TESTS[test].recipe if splits is None else splits, data.X, data.y, rng=seed, **where)
    check_splits(test, made)
    named = {str(name): learner for name, learner in learners.items()}
    run = _check.instance("run", run, Run)
    job.notes += bounded_threads(named)
    afford = partial(job.afford, made, run, len(named))
    runs = run_learners(named, data, made, afford=afford, scores=job.metric.by_scores, rng=seed, run=run)
    stopped = any(results.interrupted for results in runs.values())
    if stopped:
        done = min(len(results.finished) for results in runs.values())
        if not done:
            raise KeyboardInterrupt
        told = f"stopped by hand after {_format.plural(done, 'split')} of {len(made)}"
        job.notes.append(f"{told}: there is no verdict")
    else:
        rules = beside(data.X, data.y, metric=job.metric, positive=data.positive, rng=seed, **where)
        job.baselines = {rule.name: rule.value for rule in rules if rule.defined}
    pairs = pairs_of(list(runs), baseline)
    each = 1 - (1 - job.level) / len(pairs)
    duels = [job.learners(runs[a], runs[b], a, b, each) for a, b in pairs]
    adjusted = adjust_pairs([duel.test.p_value for duel in duels], pairs, job.metric.name, "holm")
    family = family_of(duels, adjusted, job.metric.name, baseline, job.level)
    first = next(iter(runs.values()))
    copied = copied_rows(first, copied_cases(data.table, first.splits))
    return replace(family, findings=(*copied, *family.findings), interrupted=stopped)


def compare_results(
    a: Results | Skill,
    b: Results | Skill,
    *,
    metric: str | Metric = "accuracy",
    margin: float | None = None,
    method: str = "corrected_t",
    level: float = 0.95,
    rng: Rng = None,
) -> Comparison:
    """Compare what two learners said on the same splits of the same data: the corrected t for those splits.

    The splits and the data must have the same fingerprints. Leave-one-out and one holdout give the difference
    without a test, and the offer to run 30 random splits. Other tests by name, as in `compare_learners`, where the
    splits are theirs. It errs as the test on such splits does, which it says. Reference: nadeau2003.

    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from referee.learners import CrossValidation, run_learner
    >>> X, y = np.arange(40.0)[:, None], np.repeat([0, 1], 20)
    >>> folds = CrossValidation(10).make(y, rng=1)
    >>> a, b = (run_learner(learner, X, y, folds, rng=1) for learner in (GaussianNB(), DummyClassifier()))
    >>> compare_results(a, b).test.warnings[0]
    'Measured false alarms at 5% on 10-fold: 0.9-3.7% over 6 null worlds (most in 1nn n=100).'
    """
    one, two = (_results(arg, value) for arg, value in (("a", a), ("b", b)))
    if one.splits != two.splits:
        got = f"{one.splits!r} and {two.splits!r}"
        _check.fail("b", "have been run on the splits of `a`", got, "Make the splits once.", error=PairingError)
    if one.data != two.data or not np.array_equal(one.truth, two.truth):
        _check.fail("b", "have been run on the data of `a`", "other features or labels", error=PairingError)
    _check.choice("method", method, TESTS)
    job = LearnerJob(metric, margin, level, method, _rng.seed_of(rng))
    ends = (" (a)", " (b)") if one.learner == two.learner else ("", "")
    return job.learners(one, two, one.learner + ends[0], two.learner + ends[1], job.level)


class LearnerJob(Job):
    """What is asked of each pair of learners."""

    def __init__(self, metric: str | Metric, margin: float | None, level: float, method: str, seed: int) -> None:
        super().__init__(metric, margin, compare_level(level), None, seed)
        self.method = method
        self.baselines: dict[str, float] = {}
        self.notes: list[str] = []

    def afford(self, splits: Splits, run: Run, learners: int, seconds: float) -> Splits:
        """The splits, or the first of them where they are drawn and the budget is too small for all; the price is told.

        `seconds` is what one split of all the learners took.
        """
        sizes = [len(splits), *(size for size in FEWER if splits.drawn and size < len(splits))]
        plans = [(f"{size} {splits.kind}" if splits.drawn else splits.kind, size * learners) for size in sizes]
        price = Price(run, seconds / learners)
        at, why = price.choose(plans)
        price.tell(plans[at:], *self.notes)
        self.notes += [why] if why else []
        return splits.first(sizes[at])

    def learners(self, a: Results, b: Results, name_a: str, name_b: str, level: float) -> Comparison:
        """Two learners: test, verdict, findings."""
        splits, title = a.splits, self.metric.name
        (test, again), objection = self._tests(a, b, level)
        difference, narrow = (self._effect(found, splits.n) for found in (test, again))
        decision = decide(difference.interval, narrow.interval, self.margin, objection or test.inapplicable or "")
        df = test.details.get("df", math.inf)
        needed = None if objection else needed_cases(decision, self.margin, narrow.interval, splits.n, df)
        trained = float(np.mean([len(np.unique(splits.train(i))) for i in range(len(splits))]))
        share = _format.percent(round(trained / splits.n, 2))
        found = Comparison(
            a=name_a,
            b=name_b,
            metric=title,
            value_a=self._score(a, level, test.details, ("value_a", "se1")),
            value_b=self._score(b, level, test.details, ("value_b", "se2")),
            difference=difference,
            test=replace(test, effect=difference),
            decision=decision,
            sentence=f"No verdict on {name_a} against {name_b}: {objection}.",
            origin=Origin(
                matched="splits",
                sizes=(splits.n,),
                splits=splits.kind,
                runs=len(splits),
                trained=trained,
                fits=a.fits + b.fits,
                fingerprint=splits.fingerprint,
                columns=a.columns,
                notes=tuple(self.notes),
                interrupted=a.interrupted or b.interrupted,
            ),
            narrow=narrow.interval,
            margin=self.margin,
            needed_n=needed,
            n=splits.n,
            level=level,
            seed=self.seed,
            findings=tuple(failed_learner(name_a, a) + failed_learner(name_b, b)),
            version=__version__,
            baselines=self.baselines,
        )
        said = found.sentence if objection else verdict_sentence(found, title, needed)
        return replace(found, sentence=f"{said} This is about learners trained on {share} of these cases.")

    def _effect(self, test: TestResult, n: int) -> Estimate:
        """The effect of a test, turned so that a positive value favours the first learner."""
        assert test.effect is not None
        effect = replace(test.effect, name=f"{self.metric.name}_difference", n=n)
        return effect if self.metric.better == "higher" or "oriented" in test.details else swap_estimate(effect)

    def _tests(self, a: Results, b: Results, level: float) -> tuple[list[TestResult], str]:
        """The test at the level and at 1 - 2 alpha, with its measured size, and why it must not drive a verdict."""
        splits, kind, against = a.splits, kind_of(a.splits), ""
        for results in (a, b):
            if not results.finished:
                why = results.failures[0][1] if results.failures else "interrupted"
                _check.fail("learners", "fit on some split", f"{results.learner}: {why}")
            if not results.complete and not against:
                failed = len(splits) - len(results.finished)
                against = f"{failed} of {len(splits)} fits of {results.learner} did not finish"
        if self.method == "corrected_t" and kind in UNTESTED:
            found = self._estimate_only(a, b, kind)
            return [found, found], against or f"{splits.kind} gives an estimate only; {OFFER}"
        check_splits(self.method, splits)
        asked = Asked(a, b, self.metric, self.margin or 0.0)
        out = [TESTS[self.method](asked, at) for at in (level, 2 * level - 1)]
        size = measured_size(size_name(self.method, splits))
        words, details = [f"Its false alarms on {kind} were not measured."], {}
        if size is None:
            against = against or f"the false alarms of this test on {kind} were not measured; {OFFER}"
        else:
            words, details = [size.sentence], {"measured_size_low": size.low, "measured_size_high": size.high}
            if self.level != 0.95:
                words.append(f"They were measured at 5%, not at {_format.percent(1 - self.level)}.")
            if not size.tolerable:
                most = f"{100 * size.high:.1f}% false alarms at 5%"
                against = against or f"this test was measured to give up to {most}; {OFFER}"
        if splits.keeps == "groups":
            words.append("They were measured on cases without groups.")
        return [replace(t, warnings=(*words, *t.warnings), details={**t.details, **details}) for t in out], against

    def _score(self, results: Results, level: float, details: dict[str, float], keys: tuple[str, str]) -> Estimate:
        """The mean of the metric over splits, with the corrected t interval where there is one."""
        made = partial(Estimate, self.metric.name, n=results.n)
        if keys[0] in details:
            return made(details[keys[0]], note="mean over bootstrap samples, without an interval")
        if self.method == "jackknife" and keys[1] in details:
            pooled, half = self._pool(results), -float(ndtri((1 - level) / 2)) * details[keys[1]]
            return replace(pooled, interval=Interval(pooled.value - half, pooled.value + half, level, "jackknife"))
        if kind_of(results.splits) == "leave-one-out":
            return self._pool(results)
        values = per_split(results, self.metric)
        endless = int(np.isinf(values).sum())
        if endless:
            note = f"no interval: infinite on {endless} of {_format.plural(len(values), 'split')}"
            return made(float(np.nanmean(values)), note=note)
        values = values[np.isfinite(values)]
        how = f"mean over {_format.plural(len(values), 'split')}"
        if not len(values):
            return made(math.nan, undefined="it is undefined on every split")
        mean = float(values.mean())
        if len(values) < 2:
            return made(mean, note="one split")
        effect = corrected_t(values, test_train_ratio=results.splits.test_train_ratio, level=level).effect
        if effect is None or effect.interval is None:
            return made(mean, note=f"{how}; they do not vary, which gives no interval")
        low, high = self.metric.range
        ends = max(low, effect.interval.low), min(high, effect.interval.high)
        return made(mean, interval=Interval(*ends, level, "corrected t"), note=how)

    def _estimate_only(self, a: Results, b: Results, kind: str) -> TestResult:
        """The difference without a test."""
        value = self._pool(a).value - self._pool(b).value
        why = f"there is no test of two learners on {kind} that holds its level; {OFFER}"
        undefined = "the metric is undefined for a learner" if math.isnan(value) else None
        note = "no test and no interval for these splits"
        effect = Estimate("difference of pooled values", value, a.n, undefined=undefined, note=note)
        return TestResult("none", "the two learners score alike", math.nan, effect=effect, inapplicable=why)

    def _pool(self, results: Results) -> Estimate:
        """The metric of all test predictions taken together."""
        if self.metric.by_scores and self.metric.shape != "mean" and len(results.splits) > 1:
            hint = "Scores of different models do not share a scale."
            _check.fail("metric", "be a label metric or a mean loss for leave-one-out", self.metric.name, hint)
        value = OnResults(self.metric, results).pool(results.finished)
        why = "it is undefined on the pooled predictions" if math.isnan(value) else None
        note = "pooled over splits, without an interval"
        return Estimate(self.metric.name, value, results.n, undefined=why, note=note)


def _results(arg: str, value: Any) -> Results:
    found = getattr(value, "results", value)
    if not isinstance(found, Results):
        _check.fail(arg, "be the results of a learner on splits", type(value).__name__)
    return found
