"""How any result was made: its methods, its facts, the call that makes it again, and a paragraph for a paper."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee import _format, core
from referee._version import __version__
from referee.views.page import Page
from referee.views.report.describe_work import MethodWords, cite_methods, describe_work, kind, methods
from referee.views.report.page import How, Occasion


def how_of(values: Sequence[core.Noun | Page], occasion: Occasion) -> How:
    """How any results were made, from what they carry."""
    found = methods_of(values)
    seeds = list(dict.fromkeys(str(s) for v in values if isinstance(s := getattr(v, "seed", None), int)))
    version = next(filter(None, (getattr(v, "version", "") for v in values)), __version__)
    bits = [*map(describe_work, values), f"Methods: {cite_methods(found)}." if found else ""]
    bits.append(f"Computed with referee {version}{', seed ' if seeds else ''}{', '.join(seeds)}.")
    return How(found, facts(values), " ".join(filter(None, bits)), occasion.command or call_of(values))


def how_of_test(
    result: core.Evaluation | core.Comparison | core.Comparisons,
    occasion: Occasion,
    found: Sequence[MethodWords],
    known: Sequence[tuple[str, str]],
) -> How:
    """How an evaluation or comparisons were made, with what is known of their cases."""
    made, level = (
        (result.duels[0], "Level of the family") if isinstance(result, core.Comparisons) else (result, "Level")
    )
    told = [
        (level, _format.percent(result.level)),
        ("Seed", str(made.seed)),
        ("Version", f"referee {made.version}"),
    ]
    said = f"{describe_work(result)} Computed with referee {made.version}, seed {made.seed}."
    return How(found, [*known, *told], said, occasion.command or call_of([made]))


def methods_of(values: Sequence[core.Noun | Page]) -> list[MethodWords]:
    """The methods that nouns name anywhere within them."""
    words, parts = [], []
    for value in values:
        for noun in _inside(value):
            if isinstance(noun, core.TestResult | core.Pairwise):
                words.append(noun.name)
            words += [str(getattr(noun, name, "")) for name in ("method", "adjust")]
        parts += [value.method] if isinstance(value, core.Skill) else list(getattr(value, "parts", ()))
        if isinstance(value, core.Curve):
            parts.append(value.name)
    return methods(dict.fromkeys(filter(None, words)), [p for p in parts if isinstance(p, str)])


def _inside(value: Any, depth: int = 0) -> Iterator[core.Noun]:
    """A noun and every noun within it."""
    if isinstance(value, core.Noun):
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


def facts(values: Sequence[core.Noun | Page]) -> list[tuple[str, str]]:
    """What was used: numbers of cases and fits, level, seed, fingerprints, version; of several in a line each."""
    versions = sorted({str(getattr(value, "version", "") or __version__) for value in values})
    last = ("referee", ", ".join(versions))
    if len(values) == 1:
        return list(dict.fromkeys([*_facts(values[0]), last]))
    numbered = [f"{i}. {kind(value)}" for i, value in enumerate(values, 1)]
    told = ["; ".join(f"{name} {text}" for name, text in _facts(value)) for value in values]
    return [*zip(numbered, told, strict=True), last]


def _facts(value: core.Noun | Page) -> list[tuple[str, str]]:
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
    if isinstance(value, core.StudyResults):
        yield from value.versions.items()
        seen = dict.fromkeys((d, c.splits.kind, c.splits.fingerprint, c.data) for d, _, c in value)
        for dataset, kinds, print_, data in seen:
            told = f"; data {data}" if data else ""
            yield f"splits of {_format.label(dataset, 30)}", f"{kinds}, fingerprint {print_}{told}"
    splits = getattr(value, "splits", None) if results is None else None
    if isinstance(splits, str) and splits:
        yield "splits", splits


def call_of(values: Sequence[core.Noun | Page]) -> str:
    """The call that makes the values again, as far as they know it."""
    if any(isinstance(value, core.StudyResults) for value in values):
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
    if isinstance(value, core.Skill):
        job = f"estimate_error(learner, X, y, method={value.method!r}"
        level = "" if value.level == 0.95 else f", level={value.level:g}"
    elif isinstance(value, core.AgainstChance):
        job = "learners.against_chance(learner, X, y"
    elif isinstance(value, core.Selection):
        job = "learners.select_learner(candidates, X, y"
    return f"referee.{job}, metric={value.metric!r}{level}, rng={value.seed})" if job else ""
