"""How a result was made: methods in words with their references, and a paragraph for a paper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee import _format
from referee._references import cite
from referee.core.comparison import Comparison, Comparisons
from referee.core.evaluation import Evaluation


class Method(NamedTuple):
    """A method by the words that results use, in a sentence, with its references."""

    name: str
    sentence: str
    references: tuple[str, ...]


_METHODS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("mid-P", "an exact binomial interval with half the probability of the observed count", ("berry1995",)),
    ("Clopper-Pearson", "the exact binomial interval, whose coverage is never below its level", ("clopper1934",)),
    ("Wilson", "the score interval of a proportion", ("wilson1927",)),
    ("MOVER", "limits of a combination of recalls, recovered from the limits of each recall", ("zou2008",)),
    ("score on TP", "Wilson's interval on TP/(TP+FP+FN), mapped to the measure", ("wilson1927",)),
    (
        "Dirichlet",
        "quantiles of the measure over cell shares drawn from a Dirichlet on the counts",
        ("rubin1981",),
    ),
    (
        "Newcombe and DeLong",
        "on each side the wider of Newcombe's score limit and a beta limit on DeLong's variance",
        ("newcombe2006", "delong1988"),
    ),
    ("Newcombe score", "Newcombe's score interval of an area under the ROC curve", ("newcombe2006",)),
    ("Obuchowski", "the variance of an area for clustered cases, on the logit scale", ("obuchowski1997",)),
    ("logit on positives", "a binomial interval on the logit scale with the positives as n", ("boyd2013",)),
    ("Student's t", "Student's t on the losses of single cases", ("student1908",)),
    ("DeLong", "the normal interval and test with DeLong's variance of areas on the same cases", ("delong1988",)),
    ("Tango", "the score interval and test of a difference of paired proportions", ("tango1998",)),
    ("McNemar", "the test of paired answers on the cases where one model alone is right", ("mcnemar1947",)),
    ("Miettinen", "the score interval and test of a difference of independent proportions", ("miettinen1985",)),
    ("permutation", "swaps of the two models' answers case by case; p is (b + 1)/(m + 1)", ("phipson2010",)),
    ("bootstrap", "resampling of the cases (or groups) with replacement", ("efron1993",)),
    ("jackknife", "leaving out one group of cases at a time", ("efron1993",)),
    ("Kish", "weighted cases count as their effective number", ("kish1965",)),
)
_CURVES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "roc": ("ROC curve and hull", "all thresholds, ties kept as ties", ("fawcett2006", "provost2001")),
    "precision_recall": ("precision and recall", "at every distinct score", ("davis2006",)),
    "cost": ("cost curve", "the lower envelope of expected cost over thresholds", ("drummond2006",)),
    "decision": ("decision curve", "net benefit at each threshold probability", ("vickers2006",)),
    "reliability": (
        "calibration",
        "bins of predicted probability, with bars and where they would lie if all were right",
        ("brocker2007",),
    ),
}


def methods(words: Iterable[str], parts: Iterable[str] = ()) -> list[Method]:
    """The methods that these words name, each once, with what the curves rest on."""
    out: dict[str, Method] = {}
    for word in words:
        for key, sentence, references in _METHODS:
            if key in word:
                out.setdefault(key, Method(key if key != "score on TP" else word, sentence, references))
                break
    for part in parts:
        if part in _CURVES:
            out[part] = Method(*_CURVES[part])
    return list(out.values())


def references(found: Iterable[Method]) -> list[str]:
    """The full references of methods, in order, each once."""
    return list(dict.fromkeys(cite(key) for method in found for key in method.references))


def method_words(result: Evaluation) -> list[str]:
    """The interval methods that an evaluation used."""
    measures = [*result.measures, *(m for _, row in result.by_class for m in row)]
    return list(dict.fromkeys(m.interval.method for m in measures if m.interval is not None))


def paragraph(result: Evaluation) -> str:
    """The methods of an evaluation as a paper would say them."""
    words = method_words(result)
    bits = [f"The classifier was evaluated on {_format.plural(result.n, 'test case')}"]
    matrix = result.confusion
    if matrix is not None and matrix.positive is not None:
        table = matrix.binary()
        bits[0] += (
            f", {_format.count(table.tp + table.fn)} of them positive ({_format.label(matrix.positive, 24)})"
        )
    kind = {"groups": "; cases are dependent within groups", "weighted cases": "; cases carry importance weights"}
    bits[0] += kind.get(result.sampling, "") + "."
    how = ", ".join(f"{m.name} ({'; '.join(_short(key) for key in m.references)})" for m in methods(words))
    bits.append(f"We report {_format.percent(result.level)} confidence intervals by {how}." if how else "")
    if result.prevalence:
        bits.append(f"Measures are stated at a prevalence of {result.prevalence}.")
    bits.append(f"Computed with referee {result.version}, seed {result.seed}.")
    return " ".join(filter(None, bits))


def comparison_paragraph(duel: Comparison) -> str:
    """The methods of a comparison as a paper would say them."""
    who = f"{_format.label(duel.a)} and {_format.label(duel.b)} were compared"
    return _compared(who, duel, f"Intervals are at {_format.percent(duel.level)}.")


def family_paragraph(family: Comparisons) -> str:
    """The methods of several comparisons as a paper would say them."""
    names = dict.fromkeys(name for duel in family for name in (duel.a, duel.b))
    against = f"each with {_format.label(family.baseline)}" if family.baseline else "in all pairs"
    shared = (
        f"The {_format.plural(len(family), 'comparison')} are read together: intervals are simultaneous at "
        f"{_format.percent(family.level)} (Bonferroni), p-values adjusted by {family.adjust}."
    )
    return _compared(f"{_format.plural(len(names), 'model')} were compared, {against},", family.duels[0], shared)


def _compared(who: str, duel: Comparison, intervals: str) -> str:
    interval = duel.difference.interval
    names = [duel.test.name, *(t.name for t in duel.beside), *([] if interval is None else [interval.method])]
    cited = "; ".join(dict.fromkeys(_short(key) for m in methods(names) for key in m.references))
    bits = [f"{who} by {_metric(duel)} on {duel.provenance}."]
    beside = f"; beside it stands {', '.join(t.name for t in duel.beside)}" if duel.beside else ""
    bits.append(f"The leading test is {duel.test.name}{beside}{f' ({cited})' if cited else ''}.")
    if duel.margin is not None:
        bits.append(f"Differences below {duel.margin:g} were taken as irrelevant beforehand.")
    return " ".join([*bits, intervals, f"Computed with referee {duel.version}, seed {duel.seed}."])


def _metric(duel: Comparison) -> str:
    return duel.metric.partition(":")[0].replace("_", " ")


def _short(key: str) -> str:
    """Authors and year."""
    return cite(key).partition(")")[0].replace(" (", " ")
