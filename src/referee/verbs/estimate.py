"""How will a learner do on new cases: an estimate of its true error, with an interval that means what it says."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from referee import _check, _format, _rng
from referee._version import __version__
from referee.checks import class_below_folds, failed_fits, loo_majority, never_out_of_bag
from referee.core.estimate import Estimate
from referee.core.finding import Finding
from referee.core.interval import Interval
from referee.core.results import Results
from referee.core.skill import Skill
from referee.core.splits import Splits
from referee.core.types import Label
from referee.counting.column import labels_column
from referee.counting.encode import encode
from referee.metrics.metric import Metric
from referee.metrics.registry import get
from referee.resampling.advice import FEW, SOME, effective_size
from referee.resampling.bootstrap import Bootstrap
from referee.resampling.cross_validation import CrossValidation
from referee.resampling.estimators.apparent import apparent
from referee.resampling.estimators.averaged import averaged
from referee.resampling.estimators.bootstrap_632 import bootstrap_632
from referee.resampling.estimators.bootstrap_632_plus import bootstrap_632_plus
from referee.resampling.estimators.holdout_value import holdout_value
from referee.resampling.estimators.loo_bootstrap import loo_bootstrap
from referee.resampling.estimators.loo_star import loo_star
from referee.resampling.estimators.measure import NO_INTERVAL, Measure
from referee.resampling.estimators.nested_cv import NestedFolds, nested_cv, nested_interval, nested_parts
from referee.resampling.estimators.out_of_bag import out_of_bag
from referee.resampling.estimators.pooled import pooled
from referee.resampling.estimators.progressive import Progressive, progressive
from referee.resampling.estimators.simple_bootstrap import simple_bootstrap
from referee.resampling.from_sklearn import from_sklearn
from referee.resampling.holdout import Holdout
from referee.resampling.leave_one_out import LeaveOneOut
from referee.resampling.leave_pair_out import LeavePairOut
from referee.resampling.loo.shortcut import loo_attempt
from referee.resampling.per_split import is_auc
from referee.resampling.random_splits import RandomSplits
from referee.resampling.run_learner import run_learner
from referee.resampling.run_progressive import can_update, run_progressive

LOO_AT_MOST = 1000
PAIRS_AT_MOST = 2500
NESTED_AT_MOST = 2000
NESTED_FOLDS = 5


def estimate_error(
    learner: Any,
    X: Any,
    y: Any,
    *,
    method: str = "auto",
    metric: str | Metric = "error_rate",
    splits: Any = None,
    folds: int = 10,
    repeats: int | None = None,
    samples: int = 200,
    test: float = 1 / 3,
    sampler: Any = None,
    groups: Any = None,
    times: Any = None,
    positive: Label | None = None,
    level: float = 0.95,
    interval: Literal["auto", "nested", "none"] = "auto",
    name: str = "",
    rng: Any = None,
    random_state: Any = None,
    n_jobs: int = 1,
    backend: str | None = None,
    progress: bool | None = None,
) -> Skill:
    """Estimate the error of a learner, trained on cases such as these, on new cases.

    `learner` is anything with fit and predict, pipelines and searches included. `method` is one of `METHODS`; "auto"
    takes corrected leave-one-out below 50 cases (or cases of a small class), leave-one-out below 100, 10-fold from
    there, and repeated stratified folds where leave-one-out would cost more than 1,000 fits. `metric` is any label
    metric, or "roc_auc", which compares cases of the same test part only. `splits` gives splits of one's own, a
    recipe or a scikit-learn splitter. `groups` keep together, `times` keep their order. `sampler` resamples training
    parts. For means over cases the interval is by nested cross-validation, at the price of more fits.

    It is about the learner on random samples of one population: not about a learner that was chosen because it did
    best on these cases.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = np.arange(30.0)[:, None] % 17, np.repeat([0, 1], 15)
    >>> skill = estimate_error(GaussianNB(), X, y, method="holdout", rng=1)
    >>> skill.estimate.n, skill.fits, skill.estimate.interval.method
    (10, 2, 'mid-P')
    """
    level = _check.fraction("level", level)
    _check.choice("method", method, ("auto", *METHODS))
    _check.choice("interval", interval, ("auto", "nested", "none"))
    (codes,), labels = encode(labels_column("y", y))
    auc = is_auc(metric)
    if not auc:
        metric = get(metric)
    sizes = np.bincount(codes, minlength=len(labels))
    if (sizes > 0).sum() < 2:
        _check.fail(
            "y", "have at least two classes to learn", f"only {_format.quoted(labels[int(sizes.argmax())])}"
        )
    job = _Job(
        learner=learner,
        X=X,
        y=y,
        metric="roc_auc" if auc else metric,
        auc=auc,
        sizes=sizes[sizes > 0],
        given=splits,
        folds=_check.whole("folds", folds, least=2),
        repeats=repeats,
        samples=samples,
        test=test,
        groups=groups,
        times=times,
        level=level,
        interval=interval,
        seed=_rng.seed_of(rng, random_state),
        options={
            "sampler": sampler,
            "positive": positive,
            "n_jobs": n_jobs,
            "backend": backend,
            "progress": progress,
            "name": name,
        },
        asked=method,
    )
    chosen, why = job.choose() if method == "auto" else (method, "asked for by name")
    job.announce(chosen, progress)
    made = METHODS[chosen](job)
    first = job.main
    assert first is not None
    return Skill(
        learner=first.learner,
        metric=made.name,
        estimate=job.honest(made, chosen),
        apparent=apparent(job.whole, job.metric),
        method=chosen,
        why=why,
        fits=sum(results.fits for results in job.runs),
        results=first,
        parts=tuple(job.parts),
        findings=tuple(job.findings()),
        notes=tuple(job.notes),
        level=level,
        seed=job.seed,
        version=__version__,
    )


@dataclass
class _Job:
    """One estimation: the data, the choices, and the runs made so far."""

    learner: Any
    X: Any
    y: Any
    metric: str | Metric
    auc: bool
    sizes: Any
    given: Any
    folds: int
    repeats: int | None
    samples: int
    test: float
    groups: Any
    times: Any
    level: float
    interval: str
    seed: int
    options: dict[str, Any]
    asked: str
    runs: list[Results] = field(default_factory=list)
    parts: list[Estimate] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    main: Results | None = None

    @property
    def n(self) -> int:
        return int(self.sizes.sum())

    @property
    def smallest(self) -> int:
        return int(self.sizes.min())

    @property
    def dependent(self) -> bool:
        return self.groups is not None or self.times is not None

    @property
    def whole(self) -> Results:
        """The run that has the model of all cases."""
        return self.runs[0]

    def choose(self) -> tuple[str, str]:
        """The method that suits the data, and why."""
        if self.given is not None:
            return self._for_given()
        if self.times is not None:
            return "k_fold", "cases are in the order of time: each part is tested by models of earlier cases"
        if self.groups is not None:
            most = len(set(map(str, self.groups)))
            self.folds = min(self.folds, most)
            return "k_fold", f"cases come in {most} groups, which stay together in {self.folds} folds"
        size = effective_size(self.n, self.smallest)
        words = f"{self.n} cases" if size == self.n else f"the smallest class has {size} of {self.n} cases"
        if size < SOME and self.n <= LOO_AT_MOST:
            limit, found = (FEW, "loo_star") if size < FEW else (SOME, "loo")
            return found, f"{words}, fewer than {limit}"
        if size >= SOME:
            self.folds = max(2, min(self.folds, self.smallest))
            return "k_fold", f"{words}, {SOME} or more"
        self.folds = max(2, min(self.folds, self.smallest))
        return "repeated_k_fold", f"{words}, and leave-one-out would take {self.n:,} fits"

    def _for_given(self) -> tuple[str, str]:
        made = self.given = self.made(None)
        if len(made) == 1:
            return "holdout", "a single split is given"
        if made.trains is not None and any(len(np.unique(t)) < len(t) for t in made.trains):
            return "e0", "bootstrap samples are given"
        return (
            ("k_fold", "splits that test every case are given")
            if made.partition
            else (
                "random_splits",
                "splits that overlap are given",
            )
        )

    def made(self, recipe: Any) -> Splits:
        """The splits of a recipe, or those given."""
        given = recipe if self.given is None else self.given
        if isinstance(given, Splits):
            return given
        if hasattr(given, "make"):
            made: Splits = given.make(self.y, groups=self.groups, times=self.times, rng=self.seed)
            return made
        return from_sklearn(given, self.y, X=self.X, groups=self.groups, rng=self.seed)

    def run(self, recipe: Any, *, everywhere: bool = False, own: bool = True) -> Results:
        """The learner on the splits of a recipe; the first run also fits the model of all cases."""
        splits = self.made(recipe) if own else recipe.make(self.y, rng=self.seed)
        first = not self.runs
        if any(results.interrupted for results in self.runs):
            done = replace(
                self.runs[0],
                splits=splits,
                predicted=(None,) * len(splits),
                scores=(),
                failures=(),
                fits=0,
                whole=None,
            )
        else:
            done = run_learner(
                self.learner,
                self.X,
                self.y,
                splits,
                scores=self.auc,
                whole=first,
                everywhere=everywhere,
                rng=self.seed,
                **self.options,
            )
        self.runs.append(done)
        if not first:
            done = replace(done, whole=self.whole.whole, whole_scores=self.whole.whole_scores)
        if self.main is None:
            self.main = done
        return done

    def nested(self, results: Results, value: float) -> Interval | None:
        """The interval by nested cross-validation around a value, when it is wanted and known to hold."""
        measure = Measure(self.metric, results)
        known = measure.losses() is not None and not self.dependent and self.n >= 2 * NESTED_FOLDS
        if self.interval == "none" or not known or np.isnan(value):
            return None
        fits = 20 * NESTED_FOLDS * (NESTED_FOLDS + 1) // 2
        if self.interval == "auto" and self.n > NESTED_AT_MOST:
            self.notes.append(
                f"interval='nested' gives the interval of nested cross-validation for {fits} fits more"
            )
            return None
        made = self.run(NestedFolds(NESTED_FOLDS, 20), own=False)
        return nested_interval(measure, nested_parts(Measure(self.metric, made)), value, self.level)

    def with_nested(self, results: Results) -> Estimate:
        """A pooled estimate with the nested interval."""
        made = pooled(results, self.metric, level=self.level)
        interval = made.interval or self.nested(results, made.value)
        if interval is None and not self.dependent and self.interval != "none" and results.splits.repeats == 1:
            spare = averaged(results, self.metric, level=self.level).interval
            if spare is not None and spare.low <= made.value <= spare.high:
                self.notes.append(
                    "the corrected t interval over folds is conservative (coverage .98 to 1 measured)"
                )
                interval = spare
        return _with(made, interval)

    def honest(self, made: Estimate, method: str) -> Estimate:
        """The estimate without an interval where cases depend on each other, or none is wanted."""
        if made.interval is not None and (self.interval == "none" or self.groups is not None):
            why = "" if self.groups is None else "cases are dependent within groups: "
            note = "; ".join(filter(None, (made.note, why + NO_INTERVAL)))
            return replace(made, interval=None, note=note)
        return made

    def announce(self, method: str, progress: bool | None) -> None:
        """Say how many fits are coming, where a person watches."""
        watched = sys.stderr is not None and sys.stderr.isatty() if progress is None else progress
        if watched:
            about = _fits(method, self)
            sys.stderr.write(f"  {method}: about {_format.plural(about, 'fit')}\n")

    def findings(self) -> list[Finding]:
        """What a careful colleague would say, each once."""
        out: dict[tuple[str, str], Finding] = {}
        for results in self.runs:
            checks = (failed_fits, loo_majority, never_out_of_bag, class_below_folds)
            for finding in (f for check in checks for f in check(results)):
                out.setdefault((finding.code, finding.title), finding)
        return list(out.values())


def _with(made: Estimate, interval: Interval | None) -> Estimate:
    """An estimate with an interval in place of the words that there is none."""
    if interval is None or made.interval is not None:
        return made
    notes = [note for note in made.note.split("; ") if note and note != NO_INTERVAL]
    return replace(made, interval=interval, note="; ".join(notes))


def _apparent(job: _Job) -> Estimate:
    return apparent(job.run(Holdout(job.test)), job.metric)


def _holdout(job: _Job) -> Estimate:
    return holdout_value(job.run(Holdout(job.test)), job.metric, level=job.level)


def _random_splits(job: _Job) -> Estimate:
    return averaged(job.run(RandomSplits(job.repeats or 30, job.test)), job.metric, level=job.level)


def _k_fold(job: _Job) -> Estimate:
    return job.with_nested(job.run(CrossValidation(job.folds, job.repeats or 1)))


def _k_fold_averaged(job: _Job) -> Estimate:
    return averaged(job.run(CrossValidation(job.folds, job.repeats or 1)), job.metric, level=job.level)


def _repeated_k_fold(job: _Job) -> Estimate:
    return job.with_nested(job.run(CrossValidation(job.folds, job.repeats or 10)))


def _repeated_2_fold(job: _Job) -> Estimate:
    return pooled(job.run(CrossValidation(2, job.repeats or 200)), job.metric, level=job.level)


def _loo(job: _Job) -> Estimate:
    return job.with_nested(_left_out(job))


def _left_out(job: _Job) -> Results:
    """Leave-one-out; for AUC leave-pair-out, or stratified folds where the pairs are too many."""
    if not job.auc or job.given is not None:
        return _by_algebra(job) or job.run(LeaveOneOut())
    pairs = int(np.prod(job.sizes)) if len(job.sizes) == 2 else 0
    if 0 < pairs <= PAIRS_AT_MOST and not job.dependent:
        job.notes.append(f"AUC under leave-one-out: each of {pairs:,} pairs is left out together")
        return job.run(LeavePairOut())
    folds = max(2, min(10, job.smallest))
    job.notes.append(f"AUC under leave-one-out: {pairs:,} pairs are too many, {folds} stratified folds instead")
    return job.run(CrossValidation(folds))


def _by_algebra(job: _Job) -> Results | None:
    """Leave-one-out at the price of one fit, where the learner allows it; None, with the reason noted, where not."""
    if job.given is not None or job.dependent or job.options["sampler"] is not None:
        return None
    attempt = loo_attempt(job.learner, job.X, job.y)
    found = attempt.predictions
    if found is None:
        job.notes.append(f"each case was left out by a fit of its own: {attempt.reason}")
        return None
    splits = job.made(LeaveOneOut())
    one = job.run(replace(splits, tests=splits.tests[:1]), own=True)
    place = {label: code for code, label in enumerate(one.labels)}
    codes = np.array([place[label] for label in found.labels.tolist()])
    done = replace(one, splits=splits, predicted=tuple(codes[test] for test in splits.tests))
    done = replace(done, fits=one.fits + found.refitted)
    job.runs[-1] = job.main = done
    ties = f"; {found.near_ties} of the cases were too near a tie to be sure" if found.near_ties else ""
    job.notes.append(f"leave-one-out by algebra, {found.refitted} folds really fitted{ties}")
    return done


def _loo_star(job: _Job) -> Estimate:
    if job.given is not None:
        _check.fail("splits", "not be given for 'loo_star', which makes three kinds of its own", "splits")
    results = _left_out(job)
    loo = pooled(results, job.metric, level=job.level)
    b632 = bootstrap_632(job.run(Bootstrap(job.samples)), job.metric, level=job.level)
    cv2 = pooled(job.run(CrossValidation(2, job.repeats or 200)), job.metric, level=job.level)
    job.parts += [loo, b632, cv2]
    made = loo_star(loo, b632, cv2, sign=Measure(job.metric, results).sign)
    return _with(made, job.nested(results, made.value))


def _bootstrapped(
    estimator: Callable[..., Estimate], *, everywhere: bool = False, **options: Any
) -> Callable[[_Job], Estimate]:
    def made(job: _Job) -> Estimate:
        results = job.run(Bootstrap(job.samples), everywhere=everywhere)
        return estimator(
            results, job.metric, **({} if everywhere and not options else {"level": job.level}), **options
        )

    return made


def _progressive(job: _Job) -> Estimate:
    if job.given is not None:
        _check.fail("splits", "not be given for 'progressive'", "splits")
    splits = job.made(Progressive(job.test))
    if job.options["sampler"] is None and can_update(job.learner, job.y, splits):
        job.notes.append("the model is updated by partial_fit after each case, not refitted")
        options = {key: job.options[key] for key in ("positive", "name")}
        job.main = run_progressive(job.learner, job.X, job.y, splits, rng=job.seed, **options)
        job.runs.append(job.main)
        return progressive(job.main, job.metric, level=job.level)
    return progressive(job.run(splits), job.metric, level=job.level)


def _nested_cv(job: _Job) -> Estimate:
    recipe = NestedFolds(max(3, min(job.folds, NESTED_FOLDS)), job.repeats or 20)
    return nested_cv(job.run(recipe), job.metric, level=job.level)


def _fits(method: str, job: _Job) -> int:
    """How many fits a method takes, the model of all cases and the interval included."""
    nested = 300 if job.interval != "none" and not job.dependent and job.n <= NESTED_AT_MOST and not job.auc else 0
    repeats = job.repeats
    table = {
        "random_splits": repeats or 30,
        "k_fold": job.folds * (repeats or 1) + nested,
        "k_fold_averaged": job.folds * (repeats or 1),
        "repeated_k_fold": job.folds * (repeats or 10) + nested,
        "repeated_2_fold": 2 * (repeats or 200),
        "loo": job.n + nested,
        "loo_star": job.n + job.samples + 2 * (repeats or 200) + nested,
        "progressive": round(job.n * job.test),
        "nested_cv": 15 * (repeats or 20),
        "holdout": 1,
        "apparent": 1,
    }
    return 1 + table.get(method, job.samples)


METHODS: dict[str, Callable[[_Job], Estimate]] = {
    "apparent": _apparent,
    "holdout": _holdout,
    "random_splits": _random_splits,
    "k_fold": _k_fold,
    "k_fold_averaged": _k_fold_averaged,
    "repeated_k_fold": _repeated_k_fold,
    "repeated_2_fold": _repeated_2_fold,
    "loo": _loo,
    "loo_star": _loo_star,
    "simple_bootstrap": _bootstrapped(simple_bootstrap, everywhere=True),
    "e0": _bootstrapped(out_of_bag),
    "loo_bootstrap": _bootstrapped(loo_bootstrap),
    "632": _bootstrapped(bootstrap_632),
    "632_tan": _bootstrapped(bootstrap_632, definition="tan"),
    "632_aggarwal": _bootstrapped(bootstrap_632, everywhere=True, definition="aggarwal"),
    "632+": _bootstrapped(bootstrap_632_plus),
    "progressive": _progressive,
    "nested_cv": _nested_cv,
}
"""Every estimator by the name that `method` takes."""
