"""R030 to R036: what to know before believing an estimate of a learner's error."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from referee import _format
from referee.checks.registry import Remark, Remarks, check, findings_on, grave_first
from referee.core import Finding, Results


class Estimated(NamedTuple):
    """What checks of an estimate look at: the results of one run, and how many of its test cases were trained on."""

    results: Results
    copied: int = 0


def estimation_findings(runs: Iterable[Results], copied: int = 0) -> list[Finding]:
    """All findings on the runs of an estimate, each once."""
    every = (found for results in runs for found in findings_on(Estimated(results, copied), "estimates"))
    return grave_first({(found.code, found.title): found for found in every}.values())


@check(
    "R030",
    "Leave-one-out misjudges a majority rule",
    about="estimates",
    severity="serious",
    advice="Leaving a case out makes its class smaller. Use stratified k-fold beside the majority rule.",
)
def loo_majority(results: Results) -> Remarks:
    """Say so when every leave-one-out prediction is the most frequent class of its training part.

    On balanced classes such a rule is always wrong: leaving a case out makes its class the smaller one.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("leave-one-out", 4, ([0], [1], [2], [3]))
    >>> loo_majority(Results("rule", (0, 1), [0, 0, 1, 1], splits, ([1], [1], [0], [0])))[0].title
    'leave-one-out misjudges a learner that follows the class counts'
    """
    if not results.splits.leaves_one_out or not results.finished:
        return
    total = np.bincount(results.truth, minlength=len(results.labels))
    for i in results.finished:
        rows, codes = results.test(i)
        left = total.copy()
        left[results.truth[rows[0]]] -= 1
        if left[codes[0]] < left.max():
            return
    wrong = float(np.mean([results.truth[r[0]] != c[0] for r, c in map(results.test, results.finished)]))
    evidence = f"every prediction is the majority class of its training part; error {wrong:.3f}"
    yield Remark(evidence, title="leave-one-out misjudges a learner that follows the class counts")


@check(
    "R031",
    "Cases are in every bootstrap sample",
    about="estimates",
    advice="Draw more samples: 200 leave hardly any case out.",
)
def never_out_of_bag(results: Results) -> Remarks:
    """Say how many cases were never tested because every bootstrap sample drew them.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("bootstrap", 3, ([1], [2]), ([0, 0, 2], [0, 1, 1]), repeats=2)
    >>> never_out_of_bag(Results("rule", (0, 1), [0, 1, 1], splits, ([0], [1])))[0].title
    '1 case is in every bootstrap sample'
    """
    if not results.splits.bootstrap:
        return
    tested = np.zeros(results.n, dtype=bool)
    for i in results.finished:
        tested[results.splits.tests[i]] = True
    left = int((~tested).sum())
    if not left:
        return
    samples = len(results.finished)
    title = f"{_format.plural(left, 'case')} {'is' if left == 1 else 'are'} in every bootstrap sample"
    evidence = f"with {_format.plural(samples, 'sample')} of {results.n} cases; they have no out-of-bag value"
    yield Remark(evidence, title=title)


@check("R032", "A class has fewer cases than folds", about="estimates")
def class_below_folds(results: Results) -> Remarks:
    """Name the classes with fewer cases than there are folds.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("3-fold", 6, ([0, 1], [2, 3], [4, 5]), parameters={"folds": 3})
    >>> [f.title for f in class_below_folds(Results("rule", ("a", "b"), [0, 0, 0, 1, 0, 1], splits, (None,) * 3))]
    ["'b' has 2 cases for 3 folds"]
    """
    folds = results.splits.parameters.get("folds", 0)
    sizes = np.bincount(results.truth, minlength=len(results.labels)).tolist()
    small = [(size, label) for label, size in zip(results.labels, sizes, strict=True) if 0 < size < folds]
    if not small:
        return
    least, label = min(small, key=lambda row: row[0])
    title = f"{_format.quote(label)} has {_format.plural(least, 'case')} for {folds} folds"
    if len(small) > 1:
        names = _format.listing([name for _, name in small], 5)
        title = f"{len(small)} classes ({names}) have fewer cases than the {folds} folds, the smallest {least}"
    of = "it" if len(small) == 1 else "them"
    advice = f"Use at most {max(2, least)} folds, or collect more cases of {of}."
    yield Remark(f"some test parts have no case of {of}", advice, title)


@check("R035", "A training part lacks a class", about="estimates", advice="Stratify, or collect more cases.")
def class_untrained(results: Results) -> Remarks:
    """Name the classes that some training part lacks.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("holdout", 4, ([1],))
    >>> class_untrained(Results("rule", ("a", "b"), [0, 1, 0, 0], splits, (None,)))[0].title
    "1 training part of 1 without 'b'"
    """
    splits, classes = results.splits, len(results.labels)
    sizes = np.bincount(results.truth, minlength=classes)
    lacking = []
    for i in range(len(splits)):
        rows = splits._untrained_rows(i) if splits.trains is None else splits.trains[i]
        counts = np.bincount(results.truth[rows], minlength=classes)
        trained = sizes - counts if splits.trains is None else counts
        lacking.append((sizes > 0) & (trained == 0))
    parts, codes = np.nonzero(np.array(lacking))
    if len(parts):
        names = [results.labels[code] for code in np.unique(codes)]
        which = _format.quote(names[0]) if len(names) == 1 else f"one of {_format.listing(names, 5)}"
        title = f"{_format.plural(len(np.unique(parts)), 'training part')} of {len(splits)} without {which}"
        yield Remark(f"first in split {parts[0]}; its models cannot predict that class", title=title)


@check("R033", "Fits gave no predictions", about="estimates", severity="serious")
def failed_fits(results: Results) -> Remarks:
    """Say which splits have no predictions, and why.

    >>> from referee.core.splits import Splits
    >>> results = Results("x", (0, 1), [0, 1], Splits("holdout", 2, ([0],)), (None,), failures=((0, "ValueError: no"),))
    >>> failed_fits(results)[0].evidence
    'split 0: ValueError: no'
    """
    lost = len(results.splits) - len(results.finished)
    if not lost:
        return
    shown = [f"split {i}: {_format.label(why, 160)}" for i, why in results.failures if i >= 0][:3]
    if results.interrupted:
        shown.append("interrupted before the end")
    title = f"{_format.plural(lost, 'fit')} of {len(results.splits)} gave no predictions"
    mend = "Repair the learner" if results.failures else "Run it to the end"
    advice = f"The estimate rests on the other splits. {mend} before trusting it."
    yield Remark("; ".join(shown), advice, title)


def failed_learner(name: str, results: Results) -> list[Finding]:
    """R033 of one of several learners: fits that raised or predicted nonsense."""
    if not results.failures:
        return []
    i, why = results.failures[0]
    title = f"{_format.plural(len(results.failures), 'fit')} of {_format.label(name)} failed"
    advice = "The differences are over the other splits; mend the learner and run again."
    return [failed_fits.finding(f"the first on split {i}: {why}", advice, title)]


@check(
    "R036",
    "Test cases have copies in their training part",
    about="estimates",
    severity="serious",
    errs="Cases of a finite space of patterns repeat by chance, and are left out; so are tables with one feature.",
    advice="Keep copies together: Dataset(name, X, y, groups=referee.data.copy_groups(X)). Or remove them.",
    reference="kapoor2023",
)
def copied_rows(results: Results, copied: int) -> Remarks:
    """Say how many test cases equal a training case in every feature: a learner that remembers looks good on them.

    >>> from referee.core.splits import Splits
    >>> results = Results("1-NN", (0, 1), [0, 1, 0, 1], Splits("2-fold", 4, ([0, 1], [2, 3])), (None, None))
    >>> copied_rows(results, 4)[0].evidence
    '4 of 4 cases (100%) have the features of a case that their model was trained on'
    """
    n = results.splits.n
    if copied:
        share = f"{_format.count(copied)} of {_format.plural(n, 'case')} ({_format.percent(copied / n)})"
        evidence = f"{share} have the features of a case that their model was trained on"
        yield Remark(evidence, severity="serious" if copied >= 0.01 * n else "warning")
