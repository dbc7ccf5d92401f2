"""R044: scores that are missing, and what was done without them."""

from __future__ import annotations

from referee import _format
from referee.core.finding import Finding
from referee.core.scoretable import ScoreTable

CODE = "R044"


def missing_cells(table: ScoreTable) -> list[Finding]:
    """Name the cells without a score, why, and which datasets ranks do without.

    >>> gaps = ScoreTable("accuracy", "higher", ("a", "b"), ("x", "y"), [[0.9, None], [0.8, 0.7]])
    >>> missing_cells(gaps)[0].evidence
    "'y' on 'a': no score"
    """
    if not table.missing:
        return []
    shown = [
        f"{_format.quoted(name)} on {_format.quoted(d)}: {_format.label(why, 90)}"
        for d, name, why in table.missing
    ]
    more = f" and {len(shown) - 4} more" if len(shown) > 4 else ""
    datasets = list(dict.fromkeys(d for d, _, _ in table.missing))
    advice = (
        f"Average ranks and Friedman's test leave out {_format.plural(len(datasets), 'dataset')} "
        f"({_format.listing(datasets, 4)}); pairs use the datasets that have both. "
        "A learner that fails where it would do badly looks better than it is."
    )
    title = f"{_format.plural(len(shown), 'score')} of {table.values.size} {'is' if len(shown) == 1 else 'are'} missing"
    return [Finding(CODE, "warning", title, "; ".join(shown[:4]) + more, advice)]
