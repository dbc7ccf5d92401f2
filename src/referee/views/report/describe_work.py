"""What was done for a result, in sentences for a paper, and the methods that results name (`methods.json`)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache, singledispatch
from importlib import resources
from typing import Any, NamedTuple

from referee import _format, core
from referee._references import Work, cite, works
from referee.views.numbers import metric_words, size_words
from referee.views.page import Page
from referee.views.verdict_words import origin_words


def kind(value: core.Noun | Page) -> str:
    """What a noun is, in words.

    >>> from referee.core.estimate import Estimate
    >>> kind(Estimate("accuracy", 0.8, 10))
    'estimate'
    """
    name = type(value).__name__
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()


def cite_methods(found: Iterable[MethodWords]) -> str:
    """Methods by name, each with the authors and years of its references."""
    return ", ".join(f"{m.name} ({'; '.join(map(short, m.references))})" for m in found)


@singledispatch
def describe_work(value: Any) -> str:
    """What was done, in sentences."""
    metric = getattr(value, "metric", "")
    by = f" of {metric_words(metric)}" if isinstance(metric, str) and metric else ""
    name = kind(value)
    return f"The {name}{by} was computed{_level(value)}{_fits(value)}."


@describe_work.register
def _audit(audit: core.Audit) -> str:
    sets = ((audit.n_train, "training"), (audit.n_test, "test"))
    cases = " and ".join(f"{_format.count(n)} {word}" for n, word in sets if n)
    asked = [title[:1].lower() + title[1:] for _, title in audit.ran]
    rest = f" and {len(asked) - 6} more" if len(asked) > 6 else ""
    looked = f"whether {'; '.join(asked[:6])}{rest}" if asked else "nothing"
    checks = _format.plural(len(asked), "check")
    return f"{cases + ' cases' if cases else 'The results'} were checked by {checks}: {looked}."


def _level(value: Any) -> str:
    level = getattr(value, "level", None)
    return f" with {_format.percent(level)} intervals" if isinstance(level, float) else ""


def _fits(value: Any) -> str:
    return f", {_format.plural(value.fits, 'model')} fitted" if getattr(value, "fits", 0) else ""


@describe_work.register
def _skill(skill: core.Skill) -> str:
    n = skill.results.n if skill.results is not None else skill.estimate.n
    found = methods((), (skill.method,))
    method = found[0].name if found else metric_words(skill.method)
    what = f"The {metric_words(skill.metric)} of {_format.label(skill.learner)} on new cases was estimated"
    return f"{what} from {_format.plural(n, 'case')} by {method}{_level(skill)}{_fits(skill)}."


@describe_work.register
def _chance(found: core.AgainstChance) -> str:
    by = f"by {metric_words(found.metric)}{_fits(found)}"
    return f"Whether the learner finds anything was tested on permuted labels {by}."


@describe_work.register
def _selection(found: core.Selection) -> str:
    among = _format.plural(len(found.candidates), "candidate")
    return f"A learner was chosen among {among} by {metric_words(found.metric)} ({found.rule}){_fits(found)}."


@describe_work.register
def _standings(found: core.Standings) -> str:
    by = f"{metric_words(found.metric)}; pairs by {found.pairwise.name}, level {1 - found.level:.10g}"
    return f"{size_words(found.order, found.table.datasets)} were ranked by {by}."


@describe_work.register
def _study(study: core.StudyResults) -> str:
    kinds = sorted({cell.splits.kind for cell in study.cells})
    runs = sum(len(cell.finished) for cell in study.cells)
    return (
        f"Each learner was trained and tested on shared splits ({', '.join(kinds)}), {_format.count(runs)} runs."
    )


@describe_work.register
def _curve(curve: core.LearnerCurve) -> str:
    repeats = _format.plural(curve.repeats, "repeat")
    return f"The {curve.name} shows {metric_words(curve.metric)} over {repeats}{_fits(curve)}."


@describe_work.register
def _evaluation(result: core.Evaluation) -> str:
    said = f"The classifier was evaluated on {_format.plural(result.n, 'test case')}"
    matrix = result.confusion
    if matrix is not None and matrix.positive is not None:
        table = matrix.binary()
        positives = _format.count(table.tp + table.fn)
        said += f", {positives} of them positive ({_format.label(matrix.positive, 24)})"
    kinds = {"groups": "; cases are dependent within groups", "weighted cases": "; cases carry importance weights"}
    how = cite_methods(methods(method_words(result)))
    bits = [f"{said}{kinds.get(result.sampling, '')}."]
    bits.append(f"Confidence intervals are at {_format.percent(result.level)}, by {how}." if how else "")
    bits.append(f"Measures are stated at a prevalence of {result.prevalence}." if result.prevalence else "")
    return " ".join(filter(None, bits))


def method_words(result: core.Evaluation) -> list[str]:
    """The interval methods that an evaluation used."""
    measures = [*result.measures, *(m for _, row in result.by_class for m in row)]
    return list(dict.fromkeys(m.interval.method for m in measures if m.interval is not None))


@describe_work.register
def _comparison(duel: core.Comparison) -> str:
    who = f"{_format.label(duel.a)} and {_format.label(duel.b)} were compared"
    return _compare_words(who, duel, f"Intervals are at {_format.percent(duel.level)}.")


@describe_work.register
def _comparisons(family: core.Comparisons) -> str:
    against = f"each with {_format.label(family.baseline)}" if family.baseline else "in all pairs"
    shared = (
        f"The {_format.plural(len(family), 'comparison')} are read together: intervals are simultaneous at "
        f"{_format.percent(family.level)} (Bonferroni), p-values adjusted by {family.adjust.title()}."
    )
    return _compare_words(f"{compared_words(family)} were compared, {against},", family.duels[0], shared)


def compared_words(family: core.Comparisons) -> str:
    """How many models, or learners, stand in a family of comparisons."""
    names = {name for duel in family for name in (duel.a, duel.b)}
    return _format.plural(len(names), "learner" if family.duels[0].origin.fits else "model")


def _compare_words(who: str, duel: core.Comparison, intervals: str) -> str:
    interval = duel.difference.interval
    names = [duel.test.name, *(t.name for t in duel.beside), *([] if interval is None else [interval.method])]
    authors = "; ".join(dict.fromkeys(short(key) for m in methods(names) for key in m.references))
    bits = [f"{who} by {metric_words(duel.metric)} on {origin_words(duel.origin)}."]
    beside = f"; beside it stands {', '.join(t.name for t in duel.beside)}" if duel.beside else ""
    bits.append(f"The leading test is {duel.test.name}{beside}{f' ({authors})' if authors else ''}.")
    if duel.margin is not None:
        bits.append(f"Differences below {duel.margin:g} were taken as irrelevant beforehand.")
    return " ".join([*bits, intervals])


class MethodWords(NamedTuple):
    """A method by the words that results use, in a sentence, with its references."""

    name: str
    sentence: str
    references: tuple[str, ...]


@cache
def known_words() -> dict[str, dict[str, list[str]]]:
    """The table of methods.

    `methods` has the sentence and the references by what results call a method, in so many words or else the first
    that fits, `names` what a page calls some of them; `parts` are curves and estimators by their keys, the name first.
    """
    file = resources.files("referee.views.report").joinpath("methods.json")
    found: dict[str, dict[str, list[str]]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def methods(words: Iterable[str], parts: Iterable[str] = ()) -> list[MethodWords]:
    """The methods that these words name, each once, with what the curves rest on."""
    out: dict[str, MethodWords] = {}
    known = known_words()
    for word in words:
        key = word if word in known["methods"] else next((key for key in known["methods"] if key in word), None)
        if key is not None:
            sentence, *references = known["methods"][key]
            (name,) = known["names"].get(key, [word if key.endswith("on TP") else key])
            out.setdefault(name, MethodWords(name, sentence, tuple(references)))
    for part in parts:
        if part in known["parts"]:
            name, sentence, *references = known["parts"][part]
            out[part] = MethodWords(name, sentence, tuple(references))
    return list(out.values())


def references(found: Iterable[MethodWords]) -> list[Work]:
    """The works that methods are taken from, in order, each once."""
    return list(dict.fromkeys(works()[key] for method in found for key in method.references))


def short(key: str) -> str:
    """Authors and year."""
    return cite(key).partition(")")[0].replace(" (", " ")
