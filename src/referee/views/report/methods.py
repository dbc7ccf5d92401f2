"""Methods by the words that results use: each in a sentence, with its references."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee._references import Work, cite, works


class MethodWords(NamedTuple):
    """A method by the words that results use, in a sentence, with its references."""

    name: str
    sentence: str
    references: tuple[str, ...]


_NAMES = {
    "Nadeau-Bengio": "corrected resampled t",
    "corrected t": "corrected resampled t",
    "all labels": "permuted labels",
    "bootstrap and Clopper-Pearson": "bands of curves",
    "bootstrap of pairs": "difference of curves",
    "draws of": "where it is better",
    "holm": "Holm",
    "training labels": "permuted training labels",
}
_CORRECTED = (
    "Student's t on differences over splits, its variance raised for shared training cases",
    "nadeau2003",
    "bouckaert2004",
)
_CHANCE = ("ojala2010", "besag1991")
_HOLM = ("p-values adjusted step by step; it controls any false rejection", "holm1979")
_METHODS: dict[str, tuple[str, ...]] = {
    "bootstrap and Clopper-Pearson": (
        "the wider of percentiles of resampled cases and exact limits",
        "clopper1934",
    ),
    "mid-P at DeLong": (
        "mid-P of a share of as many cases as DeLong's variance is worth, half an unseen case added to each class",
        "delong1988",
        "berry1995",
    ),
    "score on TP": ("the score interval of F-beta on the cases that it looks at", "wilson1927"),
    "mid-P on TP": ("the mid-P interval of TP/(TP+FP+FN), mapped to the measure", "berry1995"),
    "mid-P": ("an exact binomial interval with half the probability of the observed count", "berry1995"),
    "Clopper-Pearson": ("the exact binomial interval, whose coverage is never below its level", "clopper1934"),
    "Wilson": ("the score interval of a proportion", "wilson1927"),
    "MOVER on classes": (
        "limits of a mean over classes, from the limits of each class and how the classes vary together",
        "zou2008",
    ),
    "MOVER": ("limits of a combination of recalls, recovered from the limits of each recall", "zou2008"),
    "Dirichlet weights and one unseen case": (
        "random weights on the losses seen and on one unseen case, at the worst loss that the probabilities allow",
        "gaffke2005",
        "learnedmiller2019",
    ),
    "Dirichlet weights on": (
        "random weights on the clusters seen and on one unseen, whose cases are all right or all wrong; ours, measured "
        "in docs/validity",
        "gaffke2005",
        "field2007",
    ),
    "Dirichlet": ("quantiles of the measure over cell shares drawn from a Dirichlet on the counts", "rubin1981"),
    "Newcombe score": ("Newcombe's score interval of an area under the ROC curve", "newcombe2006"),
    "Obuchowski": ("the variance of an area for clustered cases, on the logit scale", "obuchowski1997"),
    "logit on positives": ("a binomial interval on the logit scale with the positives as n", "boyd2013"),
    "logit on the influence of cases": (
        "limits on the logit scale, with the variance of what each case adds to the value",
        "hampel1974",
    ),
    "gamma weights on the influence of cases": (
        "random weights on what each case adds, and on half an unseen case at the end of the range; ours, measured in "
        "docs/validity",
        "gaffke2005",
        "hampel1974",
    ),
    "gamma weights on": (
        "quantiles of the measure over random weights on whole clusters; ours, measured in docs/validity",
        "rubin1981",
        "field2007",
    ),
    "Student's t": ("Student's t on the values of single cases", "student1908"),
    "nested cross-validation": ("an interval from folds within folds, whose error is known", "bates2024"),
    "Nadeau-Bengio": _CORRECTED,
    "corrected t": _CORRECTED,
    "corrected resampled t": _CORRECTED,
    "5x2": ("five repeats of 2-fold cross-validation", "dietterich1998", "alpaydin1999"),
    "BBC-CV": ("the bootstrap of pooled predictions takes off what choosing the best added", "tsamardinos2018"),
    "Efron-Tibshirani": ("the standard error of a bootstrap estimate, from its samples", "efron1997"),
    "Tibshirani": ("the bias of the least error of several, from the folds", "tibshirani2009"),
    "all labels": ("the learner is trained on cases that got each other's labels; p is (b + 1)/(m + 1)", *_CHANCE),
    "training labels": ("the learner is trained on permuted labels and tested on true ones", *_CHANCE),
    "chi-square": ("Pearson's test of independence of rows and columns", "pearson1900"),
    "Friedman": (
        "ranks of the learners on each dataset, in Iman and Davenport's form",
        "friedman1937",
        "iman1980",
    ),
    "random effects": (
        "the mean of the differences over datasets, each with the error of its splits and the spread between datasets",
        "hartung2001",
        "paule1982",
    ),
    "Nemenyi": ("all pairs of average ranks against one critical difference", "nemenyi1963", "demsar2006"),
    "Wilcoxon": ("signed ranks of the differences over datasets", "wilcoxon1945", "demsar2006"),
    "Bayesian signed": (
        "the posterior of the signed ranks, with a region of no relevance",
        "benavoli2014",
        "benavoli2017",
    ),
    "Mann": ("ranks of two samples together", "mann1947"),
    "Welch": ("a t test without equal variances", "welch1947", "satterthwaite1946"),
    "always-valid": ("a betting martingale, whose p and limits hold at every look", "waudbysmith2024"),
    "randomization": ("the labels of the groups are dealt again; p is (b + 1)/(m + 1)", "edgington2007"),
    "Holm": _HOLM,
    "holm": _HOLM,
    "hochberg": ("p-values adjusted stepping up; it controls any false rejection", "hochberg1988"),
    "hommel": ("p-values adjusted by closed Simes tests", "hommel1988"),
    "benjamini-hochberg": ("p-values adjusted for the share of false rejections", "benjamini1995"),
    "DeLong": ("the normal interval and test with DeLong's variance of areas on the same cases", "delong1988"),
    "bootstrap of pairs": (
        "cases drawn together with replacement, within each class, and Tango's limits at the thresholds in hand",
        "efron1993",
        "tango1998",
    ),
    "draws of": ("draws of the answers within each class from a Dirichlet", "rubin1981"),
    "Tango": ("the score interval and test of a difference of paired proportions", "tango1998"),
    "McNemar": ("the test of paired answers on the cases where one model alone is right", "mcnemar1947"),
    "Miettinen": ("the score interval and test of a difference of independent proportions", "miettinen1985"),
    "permutation": ("swaps of the two models' answers case by case; p is (b + 1)/(m + 1)", "phipson2010"),
    "bootstrap": ("resampling of the cases (or groups) with replacement", "efron1993"),
    "jackknife": ("leaving out one group of cases at a time", "efron1993"),
    "Kish": ("weighted cases count as their effective number", "kish1965"),
}
"""What results call a method, in so many words or else the first that fits, to its sentence and its references."""

_PARTS: dict[str, tuple[str, ...]] = {
    "roc": ("ROC curve and hull", "all thresholds, ties kept as ties", "fawcett2006", "provost2001"),
    "precision_recall": ("precision and recall", "at every distinct score", "davis2006"),
    "cost": ("cost curve", "the lower envelope of expected cost over thresholds", "drummond2006"),
    "decision": ("decision curve", "net benefit at each threshold probability", "vickers2006"),
    "reliability": (
        "calibration",
        "bins of predicted probability, with bars and where they would lie if all were right",
        "brocker2007",
    ),
    "holdout": ("hold-out", "one part trains, the other tests", "weiss1991"),
    "random_splits": ("random splits", "repeated hold-out, averaged", "nadeau2003"),
    "k_fold": ("k-fold cross-validation", "each case is tested once, by a model that did not see it", "stone1974"),
    "k_fold_averaged": ("k-fold cross-validation", "the mean over the folds", "stone1974"),
    "repeated_k_fold": ("repeated cross-validation", "k-fold over several deals of the cases", "stone1974"),
    "repeated_2_fold": ("repeated 2-fold", "halves train and test each other, many times", "weiss1991"),
    "loo": ("leave-one-out", "each case is tested by a model of all others", "lachenbruch1968"),
    "loo_star": ("LOO*", "leave-one-out, corrected where the bootstrap shows it to err", "weiss1991"),
    "simple_bootstrap": ("simple bootstrap", "models of resampled cases, tested on all cases", "efron1993"),
    "e0": ("e0 bootstrap", "models of resampled cases, tested on those left out", "efron1983"),
    "loo_bootstrap": ("leave-one-out bootstrap", "each case by the models that did not see it", "efron1997"),
    "632": (".632 bootstrap", "0.632 of the left-out and 0.368 of the apparent error", "efron1983"),
    "632_tan": (".632 bootstrap", "averaged over samples, as a textbook has it", "tan2006"),
    "632_aggarwal": (".632 bootstrap", "averaged over samples, as a textbook has it", "aggarwal2015"),
    "632+": (".632+ bootstrap", "the weight follows how far the learner overfits", "efron1997"),
    "progressive": ("progressive validation", "each case is tested before it is learned from", "blum1999"),
    "nested_cv": ("nested cross-validation", "folds within folds, for an interval that covers", "bates2024"),
    "expected": ("expected error", "k-fold, and how far models of bootstrap samples differ", "efron1997"),
}
"""Curves and estimators by their keys: the name, a sentence and the references."""


def methods(words: Iterable[str], parts: Iterable[str] = ()) -> list[MethodWords]:
    """The methods that these words name, each once, with what the curves rest on."""
    out: dict[str, MethodWords] = {}
    for word in words:
        key = word if word in _METHODS else next((key for key in _METHODS if key in word), None)
        if key is not None:
            sentence, *references = _METHODS[key]
            name = word if key.endswith("on TP") else _NAMES.get(key, key)
            out.setdefault(name, MethodWords(name, sentence, tuple(references)))
    for part in parts:
        if part in _PARTS:
            name, sentence, *references = _PARTS[part]
            out[part] = MethodWords(name, sentence, tuple(references))
    return list(out.values())


def references(found: Iterable[MethodWords]) -> list[Work]:
    """The works that methods are taken from, in order, each once."""
    return list(dict.fromkeys(works()[key] for method in found for key in method.references))


def short(key: str) -> str:
    """Authors and year."""
    return cite(key).partition(")")[0].replace(" (", " ")
