"""What `validate` answers: how a procedure does on data like the user's."""

from __future__ import annotations

from referee.core.estimate import Estimate
from referee.core.noun import Noun


class Validation(Noun, schema="validation/1", eq=False):
    """The measured false alarms of a comparison of learners, and the measured coverage of an interval.

    `size` is the share of null worlds in which the test rejects, `nominal` what it promises. `covers_model` is the
    share of subsamples whose interval holds the error of the very model that was trained, `covers_learner` the share
    that holds the error averaged over training sets of that size; None where they could not be measured. `cannot`
    says what was not measured and why.
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

    def __repr__(self) -> str:
        return f"<Validation of {self.learner}: {self.sentence}>"
