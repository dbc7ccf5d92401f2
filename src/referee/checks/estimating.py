"""R030 to R035: what to know before believing an estimate of a learner's error."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from referee import _format
from referee.checks.standing import finding
from referee.core import Finding, Results


def estimation_findings(runs: Iterable[Results]) -> list[Finding]:
    """All remarks on the runs of an estimate, each once."""
    out: dict[tuple[str, str], Finding] = {}
    for results in runs:
        for check in (failed_fits, loo_majority, never_out_of_bag, class_below_folds):
            for found in check(results):
                out.setdefault((found.code, found.title), found)
    return list(out.values())


def loo_majority(results: Results) -> list[Finding]:
    """Say so when every leave-one-out prediction is the most frequent class of its training part.

    On balanced classes such a rule is always wrong: leaving a case out makes its class the smaller one.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("leave-one-out", 4, ([0], [1], [2], [3]))
    >>> loo_majority(Results("rule", (0, 1), [0, 0, 1, 1], splits, ([1], [1], [0], [0])))[0].title
    'leave-one-out misjudges a learner that follows the class counts'
    """
    if not results.splits.leaves_one_out or not results.finished:
        return []
    total = np.bincount(results.truth, minlength=len(results.labels))
    for i in results.finished:
        rows, codes = results.test(i)
        left = total.copy()
        left[results.truth[rows[0]]] -= 1
        if left[codes[0]] < left.max():
            return []
    wrong = float(np.mean([results.truth[r[0]] != c[0] for r, c in map(results.test, results.finished)]))
    evidence = f"every prediction is the majority class of its training part; error {wrong:.3f}"
    advice = "Leaving a case out makes its class smaller. Use stratified k-fold beside the majority rule."
    title = "leave-one-out misjudges a learner that follows the class counts"
    return [finding("R030", evidence, advice, title)]


def never_out_of_bag(results: Results) -> list[Finding]:
    """Say how many cases were never tested because every bootstrap sample drew them.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("bootstrap", 3, ([1], [2]), ([0, 0, 2], [0, 1, 1]), repeats=2)
    >>> never_out_of_bag(Results("rule", (0, 1), [0, 1, 1], splits, ([0], [1])))[0].title
    '1 case is in every bootstrap sample'
    """
    if not results.splits.bootstrap:
        return []
    tested = np.zeros(results.n, dtype=bool)
    for i in results.finished:
        tested[results.splits.tests[i]] = True
    left = int((~tested).sum())
    if not left:
        return []
    samples = len(results.finished)
    title = f"{_format.plural(left, 'case')} {'is' if left == 1 else 'are'} in every bootstrap sample"
    evidence = f"with {_format.plural(samples, 'sample')} of {results.n} cases; they have no out-of-bag value"
    return [finding("R031", evidence, "Draw more samples: 200 leave hardly any case out.", title)]


def class_below_folds(results: Results) -> list[Finding]:
    """Name classes with fewer cases than there are folds, and classes that some training part lacks.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("3-fold", 6, ([0, 1], [2, 3], [4, 5]), parameters={"folds": 3})
    >>> [f.title for f in class_below_folds(Results("rule", ("a", "b"), [0, 0, 0, 1, 0, 1], splits, (None,) * 3))]
    ["'b' has 2 cases for 3 folds"]
    """
    splits = results.splits
    folds = splits.parameters.get("folds")
    sizes = np.bincount(results.truth, minlength=len(results.labels))
    out = []
    for label, size in zip(results.labels, sizes.tolist(), strict=True):
        if folds is not None and 0 < size < folds:
            title = f"{_format.quote(label)} has {_format.plural(size, 'case')} for {folds} folds"
            advice = f"Use at most {max(2, size)} folds, or collect more cases of it."
            out.append(finding("R032", "some test parts have no case of it", advice, title))
    for code, label in enumerate(results.labels):
        if not sizes[code]:
            continue
        lacking = [i for i in range(len(splits)) if _absent(results, i, code, int(sizes[code]))]
        if lacking:
            title = f"{_format.plural(len(lacking), 'training part')} of {len(splits)} without "
            evidence = f"first in split {lacking[0]}; its models cannot predict that class"
            advice = "Stratify, or collect more cases of it."
            out.append(finding("R035", evidence, advice, title + _format.quote(label)))
    return out


def _absent(results: Results, i: int, code: int, size: int) -> bool:
    splits = results.splits
    if splits.trains is None:
        return int((results.truth[splits._untrained_rows(i)] == code).sum()) == size
    return not (results.truth[splits.trains[i]] == code).any()


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
    mend = "Repair the learner" if results.failures else "Run it to the end"
    advice = f"The estimate rests on the other splits. {mend} before trusting it."
    return [finding("R033", "; ".join(shown), advice, title)]


def failed_learner(name: str, results: Results) -> list[Finding]:
    """R033 of one of several learners: fits that raised or predicted nonsense."""
    if not results.failures:
        return []
    i, why = results.failures[0]
    title = f"{_format.plural(len(results.failures), 'fit')} of {_format.label(name)} failed"
    advice = "The differences are over the other splits; mend the learner and run again."
    return [finding("R033", f"the first on split {i}: {why}", advice, title)]
