"""Monte Carlo p-value that stops early: Besag and Clifford."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from referee import _check


@dataclass(frozen=True)
class SequentialP:
    """A p-value from draws made one after the other: `hits` of `draws` reached the value seen."""

    p_value: float
    draws: int
    hits: int
    stopped: bool

    @property
    def convention(self) -> str:
        """How p was formed, in words."""
        if self.stopped:
            return f"Besag-Clifford: stopped at {self.hits} hits in {self.draws} draws, p = hits / draws"
        return f"p = (hits + 1) / (draws + 1), {self.hits} hits in {self.draws} draws"


def besag_clifford(hits: Iterable[bool], *, enough: int | None = 10, most: int = 999) -> SequentialP:
    """The p-value of draws under the null that come one after the other, each a hit when it reaches the value seen.

    It stops at `enough` hits, with p = hits / draws; when the `most` draws end first, p = (hits + 1) / (draws + 1),
    which is never 0. With `enough` None all draws are made. Valid because each p of either form has P(p <= x) <= x
    under the null. It errs by its Monte Carlo error, sqrt(p (1 - p) / draws). Reference: besag1991.

    >>> besag_clifford([True, False, True, False], enough=2, most=9)
    SequentialP(p_value=0.6666666666666666, draws=3, hits=2, stopped=True)
    >>> besag_clifford([False] * 9, enough=2, most=9).p_value
    0.1
    """
    most = _check.whole("most", most, least=1)
    if enough is not None:
        enough = _check.whole("enough", enough, least=1)
    draws = found = 0
    if not isinstance(hits, Iterable) or (isinstance(hits, np.ndarray) and hits.ndim != 1):
        _check.fail("hits", "be whether each draw was a hit", _check.show_value(hits))
    for hit in hits:
        draws += 1
        found += bool(hit)
        if enough is not None and found == enough and draws < most:
            return SequentialP(found / draws, draws, found, True)
        if draws == most:
            break
    return SequentialP((found + 1) / (draws + 1), draws, found, False)
