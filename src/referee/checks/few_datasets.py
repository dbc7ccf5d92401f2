"""R042: too few datasets for the claim."""

from __future__ import annotations

from math import erfc, sqrt

from referee import _format
from referee.core.finding import Finding
from referee.core.standings import Standings

FEW = 10
MOST = 200


def few_datasets(standings: Standings) -> list[Finding]:
    """Say so when no scores could distinguish any pair, or when Friedman's form needs more datasets.

    With n datasets the least two-sided p of Wilcoxon's test is 2 / 2^n, times the number of pairs when adjusted; tests
    of ranks need an average gap that k learners can have. Fewer than 10 datasets are few for any of them.

    >>> from referee import rank
    >>> svm, tree = ({name: score for score, name in enumerate("abcd", start)} for start in (1, 0))
    >>> few_datasets(rank({"svm": svm, "tree": tree}, rng=0))[0].evidence
    'the least p that 4 datasets can give is 0.125'
    """
    n = min(match.n for match in standings.matches)
    alpha = 1 - standings.level
    title = f"{_format.plural(n, 'dataset')} are too few to distinguish any pair"
    reach = standings.critical_difference
    if reach is not None and reach > len(standings.order) - 1:
        size = f"{_format.number(reach)} is more than the ranks of {len(standings.order)} learners can differ"
        evidence = f"the critical difference {size}"
        return [Finding("R042", "serious", title, evidence, "Add datasets, or compare fewer learners.")]
    if standings.test.startswith("wilcoxon"):
        tests = 1 if standings.test == "wilcoxon" else len(standings.matches)
        least = min(1.0, tests * 2.0 ** (1 - n))
        if least >= alpha:
            enough = next(m for m in range(2, MOST) if tests * 2.0 ** (1 - m) < alpha)
            evidence = f"the least p that {_format.plural(n, 'dataset')} can give is {_format.number(least)}"
            if tests > 1:
                evidence += f", adjusted for {tests} pairs"
            advice = f"Use at least {enough} datasets: with fewer every outcome is undecided."
            return [Finding("R042", "serious", title, evidence, advice)]
    if standings.test in ("holm", "shaffer", "finner"):
        k = len(standings.order)
        z = (k - 1) / sqrt(k * (k + 1) / (6 * standings.pairwise.n))
        least = min(1.0, len(standings.matches) * erfc(z / sqrt(2)))
        if least >= alpha:
            evidence = f"the least adjusted p that average ranks can give is {_format.number(least)}"
            return [Finding("R042", "serious", title, evidence, "Add datasets, or compare fewer learners.")]
    if n >= FEW:
        return []
    evidence = f"only a large and steady difference shows on {n}"
    title = f"{_format.plural(n, 'dataset')} are few"
    return [Finding("R042", "note", title, evidence, "Add datasets before speaking of learners in general.")]
