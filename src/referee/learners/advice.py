"""Which estimator suits a number of cases."""

from __future__ import annotations

from referee import _check

SMALL_SHARE = 0.2
FEW, SOME = 50, 100


def advice(n: int, smallest: int | None = None) -> tuple[str, ...]:
    """The estimators of true error that suit n cases, the best of them first.

    Corrected leave-one-out below 50 cases, leave-one-out below 100, either leave-one-out or 10-fold from there. When
    the smallest class has under a fifth of the cases, its size stands for n. Reference: weiss1991.

    >>> advice(40), advice(99), advice(500), advice(500, smallest=30)
    (('LOO*',), ('LOO',), ('LOO', '10-CV'), ('LOO*',))
    """
    size = effective_size(n, smallest)
    return ("LOO*",) if size < FEW else ("LOO",) if size < SOME else ("LOO", "10-CV")


def effective_size(n: int, smallest: int | None = None) -> int:
    """The number that the advice looks at: the cases, or those of a small class.

    >>> effective_size(500, 30), effective_size(100, 40)
    (30, 100)
    """
    n = _check.whole("n", n, least=1)
    if smallest is None:
        return n
    smallest = _check.whole("smallest", smallest)
    return smallest if smallest < SMALL_SHARE * n else n
