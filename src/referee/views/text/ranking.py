"""A ranking and other small nouns as text."""

from __future__ import annotations

from referee import _format
from referee.core.cost import CostMatrix
from referee.core.ranking import Ranking
from referee.core.tally import Tally
from referee.views.text.confusion import confusion_lines
from referee.views.text.table import columns


def render_ranking(ranking: Ranking) -> str:
    """A ranking in one line."""
    what = "bin of scores" if ranking.binned else "distinct score"
    many = "bins of scores" if ranking.binned else ""
    line = (
        f"Ranking of {_format.count(ranking.n_positive)} positives and {_format.count(ranking.n_negative)} negatives "
        f"by {_format.plural(len(ranking.scores), what, many)}: AUC {_format.number(ranking.auc, 4)}"
    )
    if ranking.binned:
        low, high = ranking.auc_limits
        line += f", between {low:.7f} and {high:.7f}"
    return line


def render_tally(tally: Tally) -> str:
    """A tally with the tables that it holds."""
    name = f"{_format.label(tally.name)}: " if tally.name else ""
    lines = [f"{name}counts of {_format.plural(tally.n, 'case')}"]
    if tally.dropped:
        lines.append(f"{_format.plural(tally.dropped, 'case')} left out for missing values")
    if tally.confusion is not None:
        lines += ["", *confusion_lines(tally.confusion)]
    if tally.joint is not None:
        a, b = tally.models or ("a", "b")
        one, two = _format.count(tally.joint.only_a_right), _format.count(tally.joint.only_b_right)
        lines += ["", f"only {_format.label(a)} right: {one}; only {_format.label(b)} right: {two}"]
    if tally.ranking is not None:
        lines += ["", render_ranking(tally.ranking)]
    return "\n".join(lines)


def render_cost(costs: CostMatrix) -> str:
    """A cost matrix with its rows and columns named."""
    labels = [_format.label(label, 16) for label in costs.labels]
    rows = [["truth \\ predicted", *labels]]
    rows += [[label, *[f"{c:g}" for c in row]] for label, row in zip(labels, costs.values.tolist(), strict=True)]
    return "\n".join(["Costs", *columns(rows, "<" + ">" * len(labels))])
