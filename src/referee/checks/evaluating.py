"""Remarks on predicted classes: what to know before believing a value."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from referee import _format
from referee.checks import scoring as scoring  # its checks are known by being loaded
from referee.checks.registry import Remark, Remarks, check
from referee.core import Answers, ConfusionMatrix, Estimate, Ranking
from referee.core.types import Counts, Floats, Label
from referee.inference._rows import LEAST_CLUSTERS
from referee.inference.at_prevalence import Shares
from referee.inference.cluster_jackknife import cluster_jackknife
from referee.inference.mcnemar import midp_of_discordant

FEW = 10
MOST_NAMED = 5
SAME_NUMBER = re.compile(r"^\+?(-?)0*([0-9]+)(?:\.0*)?$")
"""Whole numbers that differ in a plus, leading zeros or an empty fraction."""


@dataclass(frozen=True, eq=False)
class Evaluated:
    """What checks of an evaluation look at; None where it has no such part."""

    given: Answers | ConfusionMatrix
    matrix: ConfusionMatrix | None
    measures: list[Estimate]
    level: float
    shares: Shares | None = None

    @property
    def clusters(self) -> Counts | None:
        """One table of counts for each cluster of cases."""
        counted = isinstance(self.given, Answers) and self.given.groups is not None and self.given.has_labels
        return self.given.clusters if isinstance(self.given, Answers) and counted else None

    @property
    def answers(self) -> Answers | None:
        """The answers, where they have scores."""
        return self.given if isinstance(self.given, Answers) and self.given.has_scores else None

    @property
    def ranking(self) -> Ranking | None:
        """The ranking by one score."""
        answers = self.answers
        single = answers is not None and answers.scores is not None and answers.scores.ndim == 1
        return answers.ranking if answers is not None and single else None

    @property
    def auc(self) -> Estimate | None:
        """The area under the curve of one score."""
        return None if self.ranking is None else next((m for m in self.measures if m.name == "roc_auc"), None)


@check("R001", "The model is not shown to beat the majority rule", about="classes", errs="Few cases show little.")
def majority_rule(
    matrix: ConfusionMatrix,
    level: float,
    *,
    shares: Shares | None = None,
    clusters: Counts | None = None,
    who: str = "The model",
) -> Remarks:
    """Compare the model with the majority rule on the same cases by a paired (McNemar mid-p) test.

    The model is right where the rule is wrong on the right answers outside the largest class, and wrong where the
    rule is right on the wrong answers inside it. On weighted tables the effective numbers are used. At stated
    `shares` of the classes both accuracies are at those shares, and p is normal, from the recalls; of tables of
    `clusters` it is that of the cluster jackknife.

    >>> m = ConfusionMatrix.from_counts(tp=0, fn=10, fp=0, tn=9990)
    >>> majority_rule(m, 0.95)[0].evidence
    'accuracy 0.999 against 0.999 of always answering negative; paired p = 1.000'
    """
    if len(matrix.labels) < 2 or matrix.expected:
        return
    if shares is not None and matrix.positive is not None:
        matrix = matrix.binary()  # the shares are those of the positive class and the rest
    counts = matrix.counts.astype(float)
    if matrix.squares is not None:
        counts = counts * (counts.sum() / matrix.squares.sum())
    right, totals = counts.diagonal(), counts.sum(axis=1)
    if shares is not None and len(shares.values) == len(totals) and (totals > 0).all():
        model, rule, p, largest = _at_shares(right, totals, shares.values)
        end = ", at the stated prevalence"
    else:
        largest, end = int(matrix.support.argmax()), ""
        model, rule = float(right.sum() / counts.sum()), float(totals[largest] / counts.sum())
        gained, lost = float(right.sum() - right[largest]), float(totals[largest] - right[largest])
        p = midp_of_discordant(round(gained), round(lost))
        if clusters is not None and len(clusters) >= LEAST_CLUSTERS:
            p = _by_clusters(clusters, largest)
    if p < 1 - level and model > rule:
        return
    name = _format.label(matrix.labels[largest])
    verb = "is worse than" if p < 1 - level else "is not shown to beat"
    rates = f"accuracy {_format.number(model)} against {_format.number(rule)} of always answering {name}"
    evidence = f"{rates}; paired {_format.p_equals(p)}{end}"
    advice = "Look at the recall of each class, MCC or cost; accuracy says nothing here."
    yield Remark(evidence, advice, f"{who} {verb} the majority rule")


def _at_shares(right: Floats, totals: Floats, shares: Floats) -> tuple[float, float, float, int]:
    """Accuracies of model and rule where the classes have these shares, p of their difference, and the rule's class."""
    largest = int(shares.argmax())
    recalls = right / totals
    model, rule = float(shares @ recalls), float(shares[largest])
    error = math.sqrt(float((shares**2 * recalls * (1 - recalls) / totals).sum()))
    p = 1.0 if model == rule else 0.0 if error == 0 else float(2 * ndtr(-abs(model - rule) / error))
    return model, rule, p, largest


def _by_clusters(tables: Counts, largest: int) -> float:
    """The p of the model against the rule when whole clusters of cases were drawn."""
    rule = np.zeros_like(tables)
    rule[:, :, largest] = tables.sum(axis=2)
    found = cluster_jackknife(tables, rule).p_value
    return 1.0 if math.isnan(found) else found


@check("R002", "A class has fewer than 10 test cases", about="classes", errs="10 is a custom, not a law.")
def small_class(matrix: ConfusionMatrix) -> Remarks:
    """Name the classes that occur with fewer than 10 cases.

    >>> m = ConfusionMatrix.from_counts(tp=3, fn=1, fp=5, tn=91)
    >>> small_class(m)[0].title
    'positive has 4 test cases'
    """
    if matrix.expected:
        return
    cases = matrix.support if matrix.cases is None else matrix.cases.sum(axis=1)
    small = {label: int(n) for label, n in zip(matrix.labels, cases.tolist(), strict=True) if 0 < n < FEW}
    if not small:
        return
    one, least = next(iter(small.items())), min(small.values())
    title = f"{_format.label(one[0])} has {_format.plural(one[1], 'test case')}"
    of, names, it = "its recall", "", "it"
    if len(small) > 1:
        title = f"{len(small)} classes have fewer than {FEW} test cases"
        of, it = "the recall of the smallest", "them"
        listed = [f"{_format.label(label)} {n}" for label, n in small.items()]
        names = ", ".join(listed[:MOST_NAMED]) + f" and {len(listed) - MOST_NAMED} more" * (
            len(listed) > MOST_NAMED
        )
        names += "; "
    evidence = f"{names}one case more or less moves {of} by {_format.number(1 / least, 2)}"
    yield Remark(
        evidence,
        f"Read {'its interval' if it == 'it' else 'their intervals'}, or collect more cases of {it}.",
        title,
    )


@check(
    "R003", "A label is predicted but never true", about="classes", errs="A rare class may be absent by chance."
)
def never_true(matrix: ConfusionMatrix) -> Remarks:
    """Say which labels were predicted but are never true.

    >>> m = ConfusionMatrix.from_labels(["a", "b"], ["a", "z"])
    >>> [f.title for f in never_true(m)]
    ["'z' is predicted but never true"]
    """
    rows = zip(matrix.labels, matrix.support.tolist(), matrix.predicted.tolist(), strict=True)
    absent = {label: predicted for label, true, predicted in rows if true == 0 and predicted > 0}
    if absent:
        each = "each counted as an error"
        evidence = f"{_format.plural(float(sum(absent.values())), 'case')} predicted so, {each}"
        title = (
            f"{_format.listing(absent, MOST_NAMED)} {'is' if len(absent) == 1 else 'are'} predicted but never true"
        )
        yield Remark(evidence, "Check that truth and predictions use the same names.", title)


@check(
    "R004",
    "A declared class has no test case",
    about="classes",
    severity="note",
    errs="A rare class may be absent by chance.",
    advice="Test on cases of every class that the model must tell apart.",
)
def absent_class(matrix: ConfusionMatrix) -> Remarks:
    """Say which declared classes have no case, true or predicted.

    >>> m = ConfusionMatrix.from_labels(["a", "b"], ["a", "b"], labels=["a", "b", "c"])
    >>> [f.title for f in absent_class(m)]
    ["class 'c' has no test case"]
    """
    rows = zip(matrix.labels, (matrix.support + matrix.predicted).tolist(), strict=True)
    absent = [label for label, seen in rows if seen == 0]
    if len(absent) == 1:
        evidence = "its recall is undefined, and averages over classes leave it out"
        yield Remark(evidence, title=f"class {_format.quote(absent[0])} has no test case")
    elif absent:
        evidence = "their recalls are undefined, and averages over classes leave them out"
        yield Remark(evidence, title=f"classes {_format.listing(absent, MOST_NAMED)} have no test case")


@check(
    "R005",
    "Labels differ only by blanks, case or writing",
    about="classes",
    severity="serious",
    errs="They may be meant.",
    advice="Clean the labels if they mean one class; referee counted them apart.",
)
def lookalike_labels(matrix: ConfusionMatrix) -> Remarks:
    """Name groups of labels that a person would read as one.

    >>> m = ConfusionMatrix.from_labels(["yes", "no"], ["yes ", "no"])
    >>> lookalike_labels(m)[0].evidence
    "'yes', 'yes '"
    >>> m = ConfusionMatrix.from_labels(["+1", "-1"], ["1", "-1"])
    >>> lookalike_labels(m)[0].evidence
    "'+1', '1'"
    """
    groups: dict[str, list[Label]] = defaultdict(list)
    for label in matrix.labels:
        if isinstance(label, str):
            plain = unicodedata.normalize("NFKC", label).casefold()
            seen = "".join(sign for sign in plain if not sign.isspace() and unicodedata.category(sign) != "Cf")
            groups[SAME_NUMBER.sub(r"\1\2", seen)].append(label)
    alike = [_format.listing(names) for names in groups.values() if len(names) > 1]
    if alike:
        yield Remark(
            "; ".join(alike[:MOST_NAMED]) + f" and {len(alike) - MOST_NAMED} more" * (len(alike) > MOST_NAMED)
        )


@check(
    "R006",
    "The test set has fewer than 10 cases",
    about="classes",
    severity="serious",
    errs="10 is a custom, not a law.",
    advice="Test on more cases.",
)
def few_cases(matrix: ConfusionMatrix) -> Remarks:
    """Say so when the whole test set has fewer than 10 cases.

    >>> few_cases(ConfusionMatrix.from_labels([1], [1]))[0].title
    '1 test case says almost nothing'
    """
    n = int(matrix.n_cases)
    if matrix.expected or n >= FEW:
        return
    verb = "says" if n == 1 else "say"
    title = f"{_format.plural(n, 'test case')} {verb} almost nothing"
    yield Remark("the intervals are nearly as wide as the range", title=title)
