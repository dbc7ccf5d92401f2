"""What is said of a learner: its error and where its variance comes from, chance, its curves, its choice, its tests."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any

from referee import _check
from referee.core.answers import Answers
from referee.core.curve import Band
from referee.core.estimate import Estimate
from referee.core.feature_column import FeatureColumn
from referee.core.finding import Finding
from referee.core.noun import Noun
from referee.core.results import Results
from referee.core.splits import Splits
from referee.core.test_result import TestResult
from referee.core.types import Floats, Learner


class Estimator(Noun, schema="estimator/1"):
    """One estimator of true error among others: its `name` in textbooks, its method, and where it errs.

    `bias` is "optimistic" (an error that is too low), "pessimistic" or "nearly unbiased".
    """

    name: str
    method: str
    estimate: Estimate
    bias: str


class Skill(Noun, schema="skill/1", eq=False):
    """The estimated true error (or another metric) of a learner, with the apparent one beside it.

    `method` is how it was estimated and `why` the reason for that choice; `parts` are the estimates that it was made
    from, `estimators` all that were asked for side by side, one of them the estimate; `baselines` are simple learners
    on folds of the same cases. `results` holds the splits and every prediction; `predictions` those of one run as
    answers. `title` is that of the metric: the titles of the estimates begin with it.
    """

    learner: str
    metric: str
    estimate: Estimate
    apparent: Estimate
    method: str
    why: str
    fits: int
    results: Results | None = None
    parts: tuple[Estimate, ...] = ()
    estimators: tuple[Estimator, ...] = ()
    baselines: tuple[Estimate, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    level: float = 0.95
    seed: int = 0
    version: str = ""
    interrupted: bool = False
    title: str = ""

    def __repr__(self) -> str:
        return f"<Skill of {self.learner}: {self.metric} {self.estimate.value:.4g} by {self.method}>"

    @property
    def splits(self) -> Splits:
        """The splits that the predictions were made on."""
        if self.results is None:
            _check.fail("results", "have been kept", "None")
        return self.results.splits

    @property
    def predictions(self) -> Answers:
        """The test predictions of the first run, as answers with the row numbers as case ids."""
        if self.results is None or not self.results.finished:
            _check.fail("results", "hold predictions", "none")
        return replace(self.results.first_run, name=self.learner)


class AgainstChance(Noun, schema="against_chance/1", eq=False):
    """Whether a learner finds anything: three tests of three nulls, and the score beside those of simple rules.

    `training_labels` permutes the labels of the training parts and scores on true test labels; `all_labels` permutes
    every label before splitting; `chi2` looks at the pooled confusion matrix. `test` leads. `null_training` and
    `null_all` are the scores on permuted labels that the two permutation tests drew.
    """

    metric: str
    score: Estimate
    baselines: tuple[Estimate, ...]
    all_labels: TestResult
    training_labels: TestResult
    chi2: TestResult | None
    sentence: str
    fits: int
    seed: int
    null_all: tuple[float, ...] = ()
    null_training: tuple[float, ...] = ()

    @property
    def test(self) -> TestResult:
        """The leading test: all labels permuted, the only one with a level that is exact."""
        return self.all_labels

    def __repr__(self) -> str:
        return f"<AgainstChance by {self.metric}: {self.sentence}>"


class Selection(Noun, schema="selection/1", eq=False):
    """The candidates from simple to complex, their scores on shared splits, and the chosen one.

    `chosen` was taken by `rule`; `best` has the best mean. `apparent` is the best mean as it stands, optimistic
    because it is the best of several; `estimate` (BBC-CV) and `corrected` (Tibshirani's) take that off. `optimism` is
    how much better the apparent value looks than the estimate. `model` is the chosen learner, fitted on all data; it
    does not travel as JSON.
    """

    metric: str
    candidates: tuple[str, ...]
    scores: Floats
    chosen: str
    best: str
    rule: str
    limit: float
    apparent: Estimate
    estimate: Estimate
    corrected: Estimate
    optimism: float
    sentence: str
    splits: str = ""
    fits: int = 0
    seed: int = 0
    _model: Any = field(default=None, repr=False)

    def __repr__(self) -> str:
        return f"<Selection of {self.chosen} among {len(self.candidates)} by {self.metric}>"

    @property
    def model(self) -> Learner | None:
        """The chosen learner, fitted on all data; None when the selection was read from a file."""
        return self._model

    def rows(self) -> list[dict[str, Any]]:
        """One row per candidate: mean and standard deviation over the splits, and whether it was chosen."""
        return [
            {
                "candidate": name,
                "mean": float(row.mean()),
                "sd": float(row.std(ddof=1)),
                "chosen": name == self.chosen,
            }
            for name, row in zip(self.candidates, self.scores, strict=True)
        ]


class LearnerCurve(Noun, schema="learner_curve/1", eq=False):
    """Scores of a learner along one axis, and what they say.

    `held_out` is the score on cases that were not trained on, `training` on those that were; each a band with
    pointwise limits. `sentence` is the finding in one line, `advice` what to do or to know, `facts` the numbers
    behind them, `estimates` what was extrapolated or corrected. `choice` is the place on the axis that was chosen,
    where one was. `fits` is how many models were trained.
    """

    name: str
    metric: str
    held_out: Band
    training: Band | None
    sentence: str
    advice: tuple[str, ...] = ()
    facts: dict[str, float] = field(default_factory=dict)
    estimates: tuple[Estimate, ...] = ()
    choice: float | None = None
    fits: int = 0
    repeats: int = 0
    seed: int = 0

    def __repr__(self) -> str:
        return f"<LearnerCurve {self.name}, {self.metric}: {self.sentence}>"

    def rows(self) -> list[dict[str, float]]:
        """The curve as a table: the axis, the held-out score with its limits, the training score."""
        columns = {
            self.held_out.x_name or "x": self.held_out.x.tolist(),
            "held out": self.held_out.value.tolist(),
            "low": self.held_out.low.tolist(),
            "high": self.held_out.high.tolist(),
        }
        if self.training is not None:
            columns["training"] = self.training.value.tolist()
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


class Validation(Noun, schema="validation/1", eq=False):
    """The measured false alarms of a comparison of learners, and the measured coverage of an interval.

    `size` is the share of null worlds in which the test rejects, `nominal` what it promises. `covers_model` is the
    share of subsamples whose interval holds the error of the very model that was trained, `covers_learner` the share
    that holds the error averaged over training sets of that size; None where they could not be measured. `cannot`
    says what was not measured and why. `columns` has the facts of the features.
    """

    learner: str
    metric: str
    test: str
    n: int
    population: int
    nominal: float
    level: float
    size: Estimate
    method: str
    covers_model: Estimate | None
    covers_learner: Estimate | None
    sentence: str
    world: str
    cannot: tuple[str, ...] = ()
    fits: int = 0
    seed: int = 0
    interrupted: bool = False
    columns: tuple[FeatureColumn, ...] = ()

    def __repr__(self) -> str:
        return f"<Validation of {self.learner}: {self.sentence}>"


class VarianceSources(Noun, schema="variance_sources/1", eq=False):
    """The variance of one measured error, split among its sources, with the bias and variance of the learner beside.

    `shares` has one estimate per source (test cases, training cases, and the seed and the tuning of the learner where
    it has them), each the share of the `variance` of the error that one model of `trained` cases shows on `tested`
    cases. `bias`, `variance_up` and `variance_down` add up to the `error`: what the most frequent prediction gets
    wrong, what models get wrong beyond it, and what they get right in spite of it.
    """

    learner: str
    metric: str
    shares: tuple[Estimate, ...]
    variance: float
    error: float
    bias: float
    variance_up: float
    variance_down: float
    trained: int
    tested: int
    repeats: int
    fits: int
    level: float = 0.95
    seed: int = 0
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        first = max(self.shares, key=lambda share: share.value)
        return f"<VarianceSources of {self.learner}: {first.name} {first.value:.0%}>"

    def share(self, source: str) -> Estimate:
        """The share of a source by its name."""
        return next(share for share in self.shares if share.name == source)
