"""R033: fits that raised or predicted nonsense, or were not reached."""

from __future__ import annotations

from referee import _format
from referee.core.finding import Finding
from referee.core.results import Results


def failed_fits(results: Results) -> list[Finding]:
    """Say which splits have no predictions, and why.

    >>> from referee.core.splits import Splits
    >>> results = Results("x", (0, 1), [0, 1], Splits("holdout", 2, ([0],)), (None,), failures=((0, "ValueError: no"),))
    >>> failed_fits(results)[0].evidence
    'split 0: ValueError: no'
    """
    lost = len(results.splits) - len(results.finished)
    if not lost:
        return []
    shown = [f"split {i}: {_format.label(why, 160)}" for i, why in results.failures if i >= 0][:3]
    if results.interrupted:
        shown.append("interrupted before the end")
    title = f"{_format.plural(lost, 'fit')} of {len(results.splits)} gave no predictions"
    mend = (
        "Repair the learner before trusting it." if results.failures else "Run it to the end before trusting it."
    )
    advice = f"The estimate rests on the other splits. {mend}"
    return [Finding("R033", "serious", title, "; ".join(shown), advice)]
