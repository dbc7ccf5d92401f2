"""R043: a winner that is not distinguishable from the next."""

from __future__ import annotations

from referee import _format
from referee.core.finding import Finding
from referee.core.standings import Standings


def close_winner(standings: Standings) -> list[Finding]:
    """Name the learners that the test does not distinguish from the one with the best average rank.

    >>> from referee import rank
    >>> scores = {"svm": {"a": 0.9, "b": 0.8}, "tree": {"a": 0.8, "b": 0.9}, "bayes": {"a": 0.7, "b": 0.6}}
    >>> close_winner(rank(scores))[0].evidence
    'average ranks svm 1.50; tree 1.50, bayes 3.00; the first of them has p = 1.000'
    """
    order, ranks, pairs = standings.order, standings.average_ranks, standings.pairwise
    first = order[0]
    if standings.control is not None and first != standings.control:
        others = [standings.control]
    else:
        others = [name for name in order if name != first]
    alike = [name for name in others if not pairs.distinguished(first, name)]
    if not alike or (standings.control is None and order[1] not in alike):
        return []
    gap = f"{_format.label(first, 30)} {_format.number(ranks[first], 2)}"
    names = ", ".join(f"{_format.label(name, 30)} {_format.number(ranks[name], 2)}" for name in alike[:4])
    more = f" and {len(alike) - 4} more" if len(alike) > 4 else ""
    nearest = _format.p_equals(pairs.p(first, alike[0]))
    evidence = f"average ranks {gap}; {names}{more}; the first of them has {nearest}"
    title = "The winner is not distinguished from the next"
    advice = "Do not call it best: on other datasets another may come first. Not distinguished is not equal."
    return [Finding("R043", "note", title, evidence, advice)]
