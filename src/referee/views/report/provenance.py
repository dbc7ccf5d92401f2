"""How any result was made: its methods, its facts, the call that makes it again, and a paragraph for a paper."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from referee import _format
from referee._version import __version__
from referee.core.chance import AgainstChance
from referee.core.comparison import Comparison, Comparisons
from referee.core.evaluation import Evaluation
from referee.core.learnercurve import LearnerCurve
from referee.core.noun import Noun
from referee.core.pairwise import Pairwise
from referee.core.selection import Selection
from referee.core.skill import Skill
from referee.core.standings import Standings
from referee.core.studyresults import StudyResults
from referee.core.test_result import TestResult
from referee.views.page import Page
from referee.views.report import how
from referee.views.report.methods import Method, methods, short


def kind(value: Noun | Page) -> str:
    """What a noun is, in words.

    >>> from referee.core.estimate import Estimate
    >>> kind(Estimate("accuracy", 0.8, 10))
    'estimate'
    """
    name = type(value).__name__
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()


def methods_of(values: Sequence[Noun | Page]) -> list[Method]:
    """The methods that nouns name anywhere within them."""
    words, parts = [], []
    for value in values:
        for noun in _inside(value):
            if isinstance(noun, TestResult | Pairwise):
                words.append(noun.name)
            words += [str(getattr(noun, name, "")) for name in ("method", "procedure", "adjust")]
        parts += [value.method] if isinstance(value, Skill) else list(getattr(value, "parts", ()))
        if type(value).__name__ == "Curve":
            parts.append(str(getattr(value, "name", "")))
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


_FACTS = (
    ("method", "method"),
    ("cases", "n"),
    ("level", "level"),
    ("models fitted", "fits"),
    ("repeats", "repeats"),
    ("seed", "seed"),
)


def facts(values: Sequence[Noun | Page]) -> list[tuple[str, str]]:
    """What was used: numbers of cases and fits, level, seed, fingerprints, version; of several in a line each."""
    versions = sorted({str(getattr(value, "version", "") or __version__) for value in values})
    last = ("referee", ", ".join(versions))
    if len(values) == 1:
        return [*_facts(values[0]), last]
    out = []
    for i, value in enumerate(values):
        told = "; ".join(f"{name} {text}" for name, text in _facts(value))
        out.append((f"{i + 1}. {kind(value)}", told))
    return [*out, last]


def _facts(value: Noun | Page) -> list[tuple[str, str]]:
    out = []
    for name, field in _FACTS:
        found = getattr(value, field, None)
        if isinstance(found, int | float | str) and found != "":
            out.append((name, _fact(name, found)))
    return [*out, *_prints(value)]


def _fact(name: str, found: float | str) -> str:
    if isinstance(found, str) or name == "seed":
        return str(found)
    return _format.percent(found) if name == "level" else _format.count(found)


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
    lines = [_call(value) for value in values]
    saved = [f"referee.load('result{i + 1 if len(values) > 1 else ''}.json')" for i in range(len(values))]
    made = [line or load for line, load in zip(lines, saved, strict=True)]
    if not any(lines):
        names = " ".join(f"result{i + 1 if len(values) > 1 else ''}.json" for i in range(len(values)))
        return f"referee report {names} -o page.html"
    if len(made) == 1:
        return made[0]
    what = "[\n    " + ",\n    ".join(made) + ",\n]"
    return f"referee.report({what}, 'page.html')"


def _call(value: Any) -> str:
    known = getattr(value, "call", "") or getattr(getattr(value, "origin", None), "call", "")
    if known:
        return str(known)
    if isinstance(value, Skill):
        level = "" if value.level == 0.95 else f", level={value.level:g}"
        return (
            f"referee.estimate_error(learner, X, y, method={value.method!r}, metric={value.metric!r}{level}, "
            f"rng={value.seed})"
        )
    job = _JOBS.get(type(value).__name__, "")
    return f"referee.resampling.{job}, metric={value.metric!r}, rng={value.seed})" if job else ""


_JOBS = {
    "AgainstChance": "against_chance(learner, X, y",
    "Selection": "select_learner(candidates, X, y",
}


def general_paragraph(values: Sequence[Noun | Page]) -> str:
    """The methods of any results as a paper would say them."""
    bits = list(filter(None, (_sentence(value) for value in values)))
    found = methods_of(values)
    if found:
        listed = ", ".join(f"{m.name} ({'; '.join(map(short, m.references))})" for m in found)
        bits.append(f"Methods: {listed}.")
    seeds = list(dict.fromkeys(str(s) for v in values if isinstance(s := getattr(v, "seed", None), int)))
    seed = f", seed {', '.join(seeds)}" if seeds else ""
    version = next(filter(None, (getattr(v, "version", "") for v in values)), __version__)
    return " ".join([*bits, f"Computed with referee {version}{seed}."])


def _sentence(value: Any) -> str:
    """What was done, in a sentence."""
    if isinstance(value, Evaluation):
        return how.paragraph(value).partition(" Computed with")[0]
    if isinstance(value, Comparison):
        return how.comparison_paragraph(value).partition(" Computed with")[0]
    if isinstance(value, Comparisons):
        return how.family_paragraph(value).partition(" Computed with")[0]
    level = (
        f" with {_format.percent(value.level)} intervals"
        if isinstance(getattr(value, "level", None), float)
        else ""
    )
    fits = f", {_format.plural(value.fits, 'model')} fitted" if getattr(value, "fits", 0) else ""
    if isinstance(value, Skill):
        n = value.results.n if value.results is not None else value.estimate.n
        return (
            f"The {value.metric.replace('_', ' ')} of {_format.label(value.learner)} on new cases was estimated from "
            f"{_format.plural(n, 'case')} by {method_name(value.method)}{level}{fits}."
        )
    metric = getattr(value, "metric", "")
    if isinstance(value, AgainstChance):
        return f"Whether the learner finds anything was tested on permuted labels by {_words(metric)}{fits}."
    if isinstance(value, Selection):
        among = _format.plural(len(value.candidates), "candidate")
        return f"A learner was chosen among {among} by {_words(metric)} ({value.rule}){fits}."
    if isinstance(value, Standings):
        datasets = _format.plural(len(value.table.datasets), "dataset")
        size = f"{_format.plural(len(value.order), 'learner')} on {datasets}"
        return f"{size} were ranked by {_words(metric)}; pairs by {value.pairwise.name}, level {1 - value.level:.10g}."
    if isinstance(value, StudyResults):
        kinds = sorted({cell.splits.kind for cell in value.cells})
        runs = sum(len(cell.finished) for cell in value.cells)
        return f"Each learner was trained and tested on shared splits ({', '.join(kinds)}), {_format.count(runs)} runs."
    if isinstance(value, LearnerCurve):
        return f"The {value.name} shows {_words(metric)} over {_format.plural(value.repeats, 'repeat')}{fits}."
    by = f" of {metric.replace('_', ' ')}" if isinstance(metric, str) and metric else ""
    name = kind(value)
    return f"We report {'an' if name[0] in 'aeiou' else 'a'} {name}{by}{level}{fits}."


def _words(metric: str) -> str:
    return metric.replace("_", " ")


def method_name(method: str) -> str:
    """The name of a way to estimate true error, in words."""
    found = methods((), (method,))
    return found[0].name if found else method.replace("_", " ")
