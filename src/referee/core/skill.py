"""What `estimate_error` answers: how well a learner will do on new cases."""

from __future__ import annotations

import numpy as np

from referee import _check
from referee.core.answers import Answers
from referee.core.estimate import Estimate
from referee.core.finding import Finding
from referee.core.noun import Noun
from referee.core.results import Results
from referee.core.splits import Splits


class Skill(Noun, schema="skill/1", eq=False):
    """The estimated true error (or another metric) of a learner, with the apparent one beside it.

    `method` is how it was estimated and `why` the reason for that choice; `parts` are the estimates that it was made
    from; `baselines` are simple learners on folds of the same cases. `results` holds the splits and every prediction;
    `predictions` those of one run as answers.
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
    baselines: tuple[Estimate, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    level: float = 0.95
    seed: int = 0
    version: str = ""
    interrupted: bool = False

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
        results = self.results
        if results is None or not results.finished:
            _check.fail("results", "hold predictions", "none")
        splits = results.splits
        run = [i for i in results.finished if splits.repeat(i) == splits.repeat(results.finished[0])]
        parts = [results.test(i) for i in run]
        rows = np.concatenate([rows for rows, _ in parts])
        _, first = np.unique(rows, return_index=True)
        rows = rows[first]
        codes = np.concatenate([codes for _, codes in parts])[first]
        scores = None
        if results.scores:
            scores = np.concatenate([results.test_scores(i) for i in run])[first]
        return Answers(
            labels=results.labels,
            truth=results.truth[rows],
            predicted=codes,
            scores=scores,
            positive=results.positive,
            case_ids=rows.astype(str),
            name=self.learner,
        )
