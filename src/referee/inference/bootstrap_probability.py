"""What a bootstrap sample can hold: the chance of a value in one draw, and of a sample of nothing else."""

from __future__ import annotations

from typing import Any

from referee import _check
from referee.inference.statistic import sample


def bootstrap_probability(values: Any, value: float) -> tuple[float, float]:
    """The probability that a draw is `value`, and that all n draws are: f and f^n, f its share of the sample.

    It shows how the bootstrap, unlike randomization, can draw samples more extreme than any arrangement of the
    data. Never undefined; 0 for a value that does not occur. It errs as the sample does: f is the sample's share,
    not the population's. Reference: efron1993.

    >>> bootstrap_probability([1, 2, 5, 1, 3, 1], 1)
    (0.5, 0.015625)
    """
    data = sample("values", values)
    share = float((data == _check.number("value", value)).mean())
    return share, share ** len(data)
