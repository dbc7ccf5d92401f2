"""R001 to R010: what to know before believing a value."""

from __future__ import annotations

import math
import unicodedata
from collections import defaultdict

import numpy as np
from scipy.special import ndtr

from referee import _format
from referee.checks.standing import finding
from referee.core import Answers, ConfusionMatrix, Estimate, Finding, Ranking
from referee.core.types import Counts, Floats, Label
from referee.inference._rows import LEAST_CLUSTERS
from referee.inference.at_prevalence import Shares
from referee.inference.cluster_jackknife import cluster_jackknife
from referee.inference.mcnemar import midp_of_discordant

FEW = 10
MOSTLY = 0.95


def evaluation_findings(
    given: Answers | ConfusionMatrix,
    matrix: ConfusionMatrix | None,
    measures: list[Estimate],
    level: float,
    shares: Shares | None,
) -> list[Finding]:
    """All remarks on one evaluation."""
    out: list[Finding] = []
    if matrix is not None:
        clusters = given.clusters if isinstance(given, Answers) and given.groups is not None else None
        rule = majority_rule(matrix, level, shares=shares, clusters=clusters)
        out += few_cases(matrix) + rule + small_class(matrix) + absent_label(matrix) + lookalike_labels(matrix)
    if isinstance(given, Answers) and given.has_scores:
        out += columns_contradict(given) + nearly_probabilities(given)
        if given.scores is not None and given.scores.ndim == 1:
            out += [found for m in measures if m.name == "roc_auc" for found in wrong_direction(m)]
            out += tied_scores(given.ranking)
    return out


def majority_rule(
    matrix: ConfusionMatrix,
    level: float,
    *,
    shares: Shares | None = None,
    clusters: Counts | None = None,
    who: str = "The model",
) -> list[Finding]:
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
        return []
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
        return []
    name = _format.label(matrix.labels[largest])
    verb = "is worse than" if p < 1 - level else "is not shown to beat"
    rates = f"accuracy {_format.number(model)} against {_format.number(rule)} of always answering {name}"
    evidence = f"{rates}; paired p = {_format.p_value(p)}{end}"
    advice = "Look at the recall of each class, MCC or cost; accuracy says nothing here."
    return [finding("R001", evidence, advice, f"{who} {verb} the majority rule")]


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


def small_class(matrix: ConfusionMatrix) -> list[Finding]:
    """Name each class that occurs with fewer than 10 cases.

    >>> m = ConfusionMatrix.from_counts(tp=3, fn=1, fp=5, tn=91)
    >>> small_class(m)[0].title
    'positive has 4 test cases'
    """
    if matrix.expected:
        return []
    cases = matrix.support if matrix.cases is None else matrix.cases.sum(axis=1)
    out = []
    for label, count in zip(matrix.labels, cases, strict=True):
        if 0 < count < FEW:
            evidence = "one case more or less moves its recall by " + _format.number(1 / count, 2)
            title = f"{_format.label(label)} has {_format.plural(int(count), 'test case')}"
            advice = "Read its interval, or collect more cases of it."
            out.append(finding("R002", evidence, advice, title))
    return out


def absent_label(matrix: ConfusionMatrix) -> list[Finding]:
    """Say which labels were predicted but are never true, and which declared classes have no case.

    >>> m = ConfusionMatrix.from_labels(["a", "b"], ["a", "z"])
    >>> [f.title for f in absent_label(m)]
    ["'z' is predicted but never true"]
    """
    out = []
    for label, true, predicted in zip(matrix.labels, matrix.support, matrix.predicted, strict=True):
        if true == 0 and predicted > 0:
            evidence = f"{_format.plural(float(predicted), 'case')} predicted so, each counted as an error"
            advice = "Check that truth and predictions use the same names."
            title = f"{_format.quote(label)} is predicted but never true"
            out.append(finding("R003", evidence, advice, title))
        elif true == 0:
            evidence = "its recall is undefined, and averages over classes leave it out"
            advice = "Test on cases of every class that the model must tell apart."
            title = f"class {_format.quote(label)} has no test case"
            out.append(finding("R004", evidence, advice, title))
    return out


def lookalike_labels(matrix: ConfusionMatrix) -> list[Finding]:
    """Name groups of labels that a person would read as one.

    >>> m = ConfusionMatrix.from_labels(["yes", "no"], ["yes ", "no"])
    >>> lookalike_labels(m)[0].evidence
    "'yes', 'yes '"
    """
    groups: dict[str, list[Label]] = defaultdict(list)
    for label in matrix.labels:
        if isinstance(label, str):
            plain = unicodedata.normalize("NFKC", label).casefold()
            groups["".join(plain.split())].append(label)
    advice = "Clean the labels if they mean one class; referee counted them apart."
    return [finding("R005", _format.listing(alike), advice) for alike in groups.values() if len(alike) > 1]


def few_cases(matrix: ConfusionMatrix) -> list[Finding]:
    """Say so when the whole test set has fewer than 10 cases.

    >>> few_cases(ConfusionMatrix.from_labels([1], [1]))[0].title
    '1 test case says almost nothing'
    """
    n = int(matrix.n_cases)
    if matrix.expected or n >= FEW:
        return []
    verb = "says" if n == 1 else "say"
    title = f"{_format.plural(n, 'test case')} {verb} almost nothing"
    evidence = "the intervals are nearly as wide as the range"
    return [finding("R006", evidence, "Test on more cases.", title)]


def wrong_direction(auc: Estimate) -> list[Finding]:
    """R007: an AUC clearly below one half, so that higher scores mean less positive.

    >>> from referee.core import Interval
    >>> wrong_direction(Estimate("roc_auc", 0.2, 50, Interval(0.1, 0.4, 0.95, "-")))[0].title
    'Scores point the wrong way'
    """
    if auc.interval is None or auc.interval.high >= 0.5:
        return []
    evidence = f"AUC {_format.number(auc.value)} {_format.span(auc.interval.low, auc.interval.high)}"
    advice = "Check which class the score is for; `ranking.invert()` turns it, if that is what you mean."
    return [finding("R007", evidence, advice)]


def tied_scores(ranking: Ranking) -> list[Finding]:
    """R008: all cases have the same score, so nothing is ranked.

    >>> tied_scores(Ranking.from_scores([1, 0], [0.5, 0.5], positive=1))[0].title
    'All scores tie'
    """
    if len(ranking.scores) > 1:
        return []
    evidence = f"{_format.plural(ranking.n, 'case')} with the score {ranking.scores[0]:g}"
    return [finding("R008", evidence, "Pass the model's scores, not its labels.")]


def columns_contradict(answers: Answers) -> list[Finding]:
    """Of several classes with a column of scores each: does the highest column name the predicted class?

    >>> from referee import read
    >>> scores = [[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.1, 0.1, 0.8]]
    >>> columns_contradict(read(list("bca"), list("bca"), scores, labels=list("abc")))[0].title
    'The scores contradict the predicted classes'
    """
    scores, predicted = answers.scores, answers.predicted
    if scores is None or predicted is None or scores.ndim != 2:
        return []
    own = scores[np.arange(len(predicted)), predicted]
    apart = float(answers.mass @ (own < scores.max(axis=1)) / answers.mass.sum())
    if apart <= 0.5:
        return []
    share = _format.percent(round(apart, 3))
    evidence = f"in {share} of the cases another class has a higher score than the predicted one"
    advice = "Check which class each column of scores is for: name the columns, or pass labels= in their order."
    return [finding("R009", evidence, advice)]


def nearly_probabilities(answers: Answers) -> list[Finding]:
    """Nearly all scores lie between 0 and 1, and a few outside keep them all from being read as probabilities.

    >>> from referee import read
    >>> scores = [0.01 * i for i in range(99)] + [1.7]
    >>> nearly_probabilities(read([0, 1] * 50, y_score=scores))[0].evidence
    '1 of 100 lies outside 0 to 1: 1.7 at row 99'
    """
    scores = answers.scores
    if scores is None or answers.is_probability or answers.tops is not None:
        return []
    outside = ~((scores >= 0) & (scores <= 1))
    count = int(outside.sum())
    if not count or count > (1 - MOSTLY) * scores.size or not np.isfinite(scores).all():
        return []
    lies = "lies" if count == 1 else "lie"
    evidence = f"{count:,} of {_format.count(scores.size)} {lies} outside 0 to 1: {answers.why_not_probability}"
    advice = "Mend them for the Brier score, the log loss and calibration, which are left out here."
    return [finding("R010", evidence, advice)]
