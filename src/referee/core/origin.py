"""Where a comparison comes from: facts, from which views make sentences."""

from __future__ import annotations

from typing import Literal

from referee.core.noun import Noun

Matched = Literal["position", "case id", "row", "splits"]
"""How the two sides were matched: by place, by id, by having been counted together, by the splits of one dataset."""


class Origin(Noun, schema="origin/1"):
    """The cases of a comparison. `matched` is None for different test sets, whose `sizes` are two.

    `weighted` cases have importance weights; of `clusters` there are so many, None when cases are independent;
    `left_out` says what counting dropped. For learners, `splits` names the kind of splits and how many there are,
    `trained` the mean number of cases that a learner was trained on, and `fits` the number of models fitted.
    """

    matched: Matched | None
    sizes: tuple[int, ...]
    weighted: bool = False
    clusters: int | None = None
    left_out: str = ""
    splits: str = ""
    runs: int = 0
    trained: float = 0.0
    fits: int = 0
    fingerprint: str = ""
    call: str = ""

    @property
    def same_cases(self) -> bool:
        """Whether both sides answered the same cases."""
        return self.matched is not None
