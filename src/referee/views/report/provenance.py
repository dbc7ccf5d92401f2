"""How any result was made: its methods, its facts, the call that makes it again, and a paragraph for a paper."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import singledispatch
from typing import Any

from referee import _format
from referee._version import __version__
from referee.core import (
    AgainstChance,
    Audit,
    Comparison,
    Comparisons,
    Curve,
    Evaluation,
    LearnerCurve,
    Noun,
    Pairwise,
    Selection,
    Skill,
    Standings,
    StudyResults,
    TestResult,
)
from referee.views.numbers import metric_words, size_words
from referee.views.page import Page
from referee.views.report.methods import MethodWords, methods, short
from referee.views.report.page import How, Occasion
from referee.views.verdict_words import origin_words


def how_of(values: Sequence[Noun | Page], occasion: Occasion) -> How:
    """How any results were made, from what they carry."""
    found = methods_of(values)
    seeds = list(dict.fromkeys(str(s) for v in values if isinstance(s := getattr(v, "seed", None), int)))
    version = next(filter(None, (getattr(v, "version", "") for v in values)), __version__)
    bits = [*map(describe_work, values), f"Methods: {_cite(found)}." if found else ""]
    bits.append(f"Computed with referee {version}{', seed ' if seeds else ''}{', '.join(seeds)}.")
    return How(found, facts(values), " ".join(filter(None, bits)), occasion.command or call_of(values))


def how_of_test(
    result: Evaluation | Comparison | Comparisons,
    occasion: Occasion,
    found: Sequence[MethodWords],
    known: Sequence[tuple[str, str]],
) -> How:
    """How an evaluation or comparisons were made, with what is known of their cases."""
    made, level = (
        (result.duels[0], "Level of the family") if isinstance(result, Comparisons) else (result, "Level")
    )
    told = [
        (level, _format.percent(result.level)),
        ("Seed", str(made.seed)),
        ("Version", f"referee {made.version}"),
    ]
    said = f"{describe_work(result)} Computed with referee {made.version}, seed {made.seed}."
    return How(found, [*known, *told], said, occasion.command or call_of([made]))


def methods_of(values: Sequence[Noun | Page]) -> list[MethodWords]:
    """The methods that nouns name anywhere within them."""
    words, parts = [], []
    for value in values:
        for noun in _inside(value):
            if isinstance(noun, TestResult | Pairwise):
                words.append(noun.name)
            words += [str(getattr(noun, name, "")) for name in ("method", "adjust")]
        parts += [value.method] if isinstance(value, Skill) else list(getattr(value, "parts", ()))
        if isinstance(value, Curve):
            parts.append(value.name)
    return methods(dict.fromkeys(filter(None, words)), [p for p in parts if isinstance(p, str)])


def _inside(value: Any, depth: int = 0) -> Iterator[Noun]:
    """A noun and every noun within it."""
    if isinstance(value, Noun):
        yield value
        if depth < 4:
            for field in dataclasses.fields(value):  # type: ignore[arg-type]
                yield from _inside(getattr(value, field.name), depth + 1)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _inside(item, depth + 1)
    elif isinstance(value, tuple | list) and depth < 4 and value and not isinstance(value[0], int | float | str):
        for item in value:
            yield from _inside(item, depth + 1)


_FACTS: tuple[tuple[str, str, Callable[[Any], str]], ...] = (
    ("method", "method", str),
    ("cases", "n", _format.count),
    ("level", "level", _format.percent),
    ("models fitted", "fits", _format.count),
    ("repeats", "repeats", _format.count),
    ("seed", "seed", str),
)
"""What a fact is called, the field that holds it, and how it is written."""


def facts(values: Sequence[Noun | Page]) -> list[tuple[str, str]]:
    """What was used: numbers of cases and fits, level, seed, fingerprints, version; of several in a line each."""
    versions = sorted({str(getattr(value, "version", "") or __version__) for value in values})
    last = ("referee", ", ".join(versions))
    if len(values) == 1:
        return list(dict.fromkeys([*_facts(values[0]), last]))
    numbered = [f"{i}. {kind(value)}" for i, value in enumerate(values, 1)]
    told = ["; ".join(f"{name} {text}" for name, text in _facts(value)) for value in values]
    return [*zip(numbered, told, strict=True), last]


def _facts(value: Noun | Page) -> list[tuple[str, str]]:
    known = [(name, getattr(value, field, None), written) for name, field, written in _FACTS]
    told = [(name, written(fact)) for name, fact, written in known if isinstance(fact, int | float | str)]
    return [*((name, text) for name, text in told if text), *_prints(value)]


def _prints(value: Any) -> Iterator[tuple[str, str]]:
    """Fingerprints of the cases, the data and the splits."""
    origin = getattr(value, "origin", None)
    found = getattr(value, "fingerprint", "") or getattr(origin, "fingerprint", "")
    if isinstance(found, str) and found:
        yield "fingerprint of the cases", found
    results = getattr(value, "results", None)
    if results is not None and hasattr(results, "splits"):
        yield "splits", f"{results.splits.kind}, fingerprint {results.splits.fingerprint}"
        if results.data:
            yield "data", str(results.data)
    if isinstance(value, StudyResults):
        yield from value.versions.items()
        seen = dict.fromkeys((d, c.splits.kind, c.splits.fingerprint, c.data) for d, _, c in value)
        for dataset, kinds, print_, data in seen:
            told = f"; data {data}" if data else ""
            yield f"splits of {_format.label(dataset, 30)}", f"{kinds}, fingerprint {print_}{told}"
    splits = getattr(value, "splits", None) if results is None else None
    if isinstance(splits, str) and splits:
        yield "splits", splits


def call_of(values: Sequence[Noun | Page]) -> str:
    """The call that makes the values again, as far as they know it."""
    if any(isinstance(value, StudyResults) for value in values):
        return "referee report study.json -o page.html"
    files = [f"result{i + 1 if len(values) > 1 else ''}.json" for i in range(len(values))]
    calls = [_call(value) for value in values]
    if not any(calls):
        return f"referee report {' '.join(files)} -o page.html"
    made = [call or f"referee.load('{file}')" for call, file in zip(calls, files, strict=True)]
    if len(made) == 1:
        return made[0]
    what = "[\n    " + ",\n    ".join(made) + ",\n]"
    return f"referee.report({what}, 'page.html')"


def _call(value: Any) -> str:
    known = getattr(value, "call", "") or getattr(getattr(value, "origin", None), "call", "")
    if known:
        return str(known)
    job, level = "", ""
    if isinstance(value, Skill):
        job = f"estimate_error(learner, X, y, method={value.method!r}"
        level = "" if value.level == 0.95 else f", level={value.level:g}"
    elif isinstance(value, AgainstChance):
        job = "learners.against_chance(learner, X, y"
    elif isinstance(value, Selection):
        job = "learners.select_learner(candidates, X, y"
    return f"referee.{job}, metric={value.metric!r}{level}, rng={value.seed})" if job else ""


def kind(value: Noun | Page) -> str:
    """What a noun is, in words.

    >>> from referee.core.estimate import Estimate
    >>> kind(Estimate("accuracy", 0.8, 10))
    'estimate'
    """
    name = type(value).__name__
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()


def _cite(found: Iterable[MethodWords]) -> str:
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
def _audit(audit: Audit) -> str:
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
def _skill(skill: Skill) -> str:
    n = skill.results.n if skill.results is not None else skill.estimate.n
    found = methods((), (skill.method,))
    method = found[0].name if found else metric_words(skill.method)
    what = f"The {metric_words(skill.metric)} of {_format.label(skill.learner)} on new cases was estimated"
    return f"{what} from {_format.plural(n, 'case')} by {method}{_level(skill)}{_fits(skill)}."


@describe_work.register
def _chance(found: AgainstChance) -> str:
    by = f"by {metric_words(found.metric)}{_fits(found)}"
    return f"Whether the learner finds anything was tested on permuted labels {by}."


@describe_work.register
def _selection(found: Selection) -> str:
    among = _format.plural(len(found.candidates), "candidate")
    return f"A learner was chosen among {among} by {metric_words(found.metric)} ({found.rule}){_fits(found)}."


@describe_work.register
def _standings(found: Standings) -> str:
    by = f"{metric_words(found.metric)}; pairs by {found.pairwise.name}, level {1 - found.level:.10g}"
    return f"{size_words(found.order, found.table.datasets)} were ranked by {by}."


@describe_work.register
def _study(study: StudyResults) -> str:
    kinds = sorted({cell.splits.kind for cell in study.cells})
    runs = sum(len(cell.finished) for cell in study.cells)
    return (
        f"Each learner was trained and tested on shared splits ({', '.join(kinds)}), {_format.count(runs)} runs."
    )


@describe_work.register
def _curve(curve: LearnerCurve) -> str:
    repeats = _format.plural(curve.repeats, "repeat")
    return f"The {curve.name} shows {metric_words(curve.metric)} over {repeats}{_fits(curve)}."


@describe_work.register
def _evaluation(result: Evaluation) -> str:
    said = f"The classifier was evaluated on {_format.plural(result.n, 'test case')}"
    matrix = result.confusion
    if matrix is not None and matrix.positive is not None:
        table = matrix.binary()
        positives = _format.count(table.tp + table.fn)
        said += f", {positives} of them positive ({_format.label(matrix.positive, 24)})"
    kinds = {"groups": "; cases are dependent within groups", "weighted cases": "; cases carry importance weights"}
    how = _cite(methods(method_words(result)))
    bits = [f"{said}{kinds.get(result.sampling, '')}."]
    bits.append(f"Confidence intervals are at {_format.percent(result.level)}, by {how}." if how else "")
    bits.append(f"Measures are stated at a prevalence of {result.prevalence}." if result.prevalence else "")
    return " ".join(filter(None, bits))


def method_words(result: Evaluation) -> list[str]:
    """The interval methods that an evaluation used."""
    measures = [*result.measures, *(m for _, row in result.by_class for m in row)]
    return list(dict.fromkeys(m.interval.method for m in measures if m.interval is not None))


@describe_work.register
def _comparison(duel: Comparison) -> str:
    who = f"{_format.label(duel.a)} and {_format.label(duel.b)} were compared"
    return _compare_words(who, duel, f"Intervals are at {_format.percent(duel.level)}.")


@describe_work.register
def _comparisons(family: Comparisons) -> str:
    against = f"each with {_format.label(family.baseline)}" if family.baseline else "in all pairs"
    shared = (
        f"The {_format.plural(len(family), 'comparison')} are read together: intervals are simultaneous at "
        f"{_format.percent(family.level)} (Bonferroni), p-values adjusted by {family.adjust.title()}."
    )
    return _compare_words(f"{compared_words(family)} were compared, {against},", family.duels[0], shared)


def compared_words(family: Comparisons) -> str:
    """How many models, or learners, stand in a family of comparisons."""
    names = {name for duel in family for name in (duel.a, duel.b)}
    return _format.plural(len(names), "learner" if family.duels[0].origin.fits else "model")


def _compare_words(who: str, duel: Comparison, intervals: str) -> str:
    interval = duel.difference.interval
    names = [duel.test.name, *(t.name for t in duel.beside), *([] if interval is None else [interval.method])]
    authors = "; ".join(dict.fromkeys(short(key) for m in methods(names) for key in m.references))
    bits = [f"{who} by {metric_words(duel.metric)} on {origin_words(duel.origin)}."]
    beside = f"; beside it stands {', '.join(t.name for t in duel.beside)}" if duel.beside else ""
    bits.append(f"The leading test is {duel.test.name}{beside}{f' ({authors})' if authors else ''}.")
    if duel.margin is not None:
        bits.append(f"Differences below {duel.margin:g} were taken as irrelevant beforehand.")
    return " ".join([*bits, intervals])
