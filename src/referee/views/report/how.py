"""How evaluations and comparisons were made, as a paragraph for a paper."""

from __future__ import annotations

from referee import _format
from referee.core.comparison import Comparison, Comparisons
from referee.core.evaluation import Evaluation
from referee.views.numbers import metric_words
from referee.views.report.methods import methods, references, short
from referee.views.verdict_words import origin_words

__all__ = ["methods", "references"]


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
    how = ", ".join(f"{m.name} ({'; '.join(short(key) for key in m.references)})" for m in methods(words))
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
    cited = "; ".join(dict.fromkeys(short(key) for m in methods(names) for key in m.references))
    bits = [f"{who} by {metric_words(duel.metric)} on {origin_words(duel.origin)}."]
    beside = f"; beside it stands {', '.join(t.name for t in duel.beside)}" if duel.beside else ""
    bits.append(f"The leading test is {duel.test.name}{beside}{f' ({cited})' if cited else ''}.")
    if duel.margin is not None:
        bits.append(f"Differences below {duel.margin:g} were taken as irrelevant beforehand.")
    return " ".join([*bits, intervals, f"Computed with referee {duel.version}, seed {duel.seed}."])
