"""An evaluation: the page a person reads; and slices: the whole, one line per slice, and the slices that differ."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from referee import _format
from referee.core import Estimate, Evaluation, Finding, ScoreHistogram, Slices
from referee.core.types import Label
from referee.views.numbers import metric_words, name_words, percent_text, share_text, value_text
from referee.views.page import GAP, Findings, Laid, Page, Table, below, lay_out, more, note, page_of
from referee.views.pages.answers import matrix_part
from referee.views.pages.estimate import estimate_row, estimate_table
from referee.views.pages.planes import overlaid
from referee.views.picture import BACK, INK, Dot, Dots, Lines, Picture, dot, pictures_of

MOST_CLASSES = 30
MOST_SLICES = 40


@page_of.register
def evaluation_page(result: Evaluation) -> Page:
    """What was tested, the matrix, the measures, the classes, the findings."""
    order = {name: i for i, name in enumerate(result.headline)}
    leading = sorted((m for m in result.measures if m.name in order), key=lambda m: order[m.name])
    rows = [estimate_row(m, metric_words(m.name)) for m in leading]
    return lay_out(
        _title(result),
        GAP,
        [] if result.confusion is None else [matrix_part(result.confusion), GAP],
        estimate_table(rows, "measure", f"{_format.percent(result.level)} interval"),
        below(_classes(result)),
        below(Findings(result.findings)),
        below([note(words) for words in dict.fromkeys(result.notes)]),
    )


@page_of.register
def finding_page(finding: Finding) -> Page:
    """A finding alone."""
    return lay_out("", Findings([finding]))


def known_measure(result: Evaluation, name: str) -> Estimate | None:
    """A measure that was evaluated and is defined."""
    return result[name] if name in result and result[name].defined else None


def _title(result: Evaluation) -> str:
    """Whose answers, how many cases were tested, of which classes, and at which prevalence."""
    matrix = result.confusion
    bits = [_format.plural(result.n, "expected case" if matrix is not None and matrix.expected else "test case")]
    if matrix is not None and matrix.positive is not None:
        bits.append(f"positive class {_format.quote(matrix.positive)}")
    elif matrix is not None:
        bits.append(_format.plural(len(matrix.labels), "class", "classes"))
    bits += [f"at prevalence {result.prevalence}"] if result.prevalence else []
    return (f"{name_words(result.name)}: " if result.name else "") + ", ".join(bits)


def _classes(result: Evaluation) -> list[Laid]:
    """A table of the measures of each class."""
    if not result.by_class:
        return []
    names = [_format.words(m.name) for m in result.by_class[0][1]]
    rows = [["class", "cases", *names]]
    matrix = result.confusion
    for label, measures in result.by_class[:MOST_CLASSES]:
        cases = "" if matrix is None else _format.count(matrix.support[matrix.labels.index(label)].item())
        rows.append([name_words(label), cases, *map(_cell, measures)])
    table = Table(rows, "<>" + "<" * len(names))
    return [table, more(len(result.by_class), MOST_CLASSES, ".frame()", "classes")]


def _cell(m: Estimate | None) -> str:
    return "undefined" if m is None or not m.defined else value_text(m)


LOSSES = ("brier_score", "log_loss", "error_rate", "equal_error_rate", "mean_cost", "total_cost")
HERO = (
    "accuracy", "sensitivity", "specificity", "precision", "negative_predictive_value", "balanced_accuracy", "roc_auc",
    "hand_till", "top_k_accuracy",
)  # fmt: skip
CURVES = ("roc", "precision_recall", "scores", "gain", "cost", "reliability", "decision")


@pictures_of.register
def evaluation_pictures(result: Evaluation, *, measures: Sequence[str] | None = None) -> list[Picture]:
    """The measures with their intervals, then the curves that the evaluation keeps."""
    names = [name for name in result.headline if name in result] if measures is None else measures
    rows = tuple(_measure(result[name]) for name in names)
    low = min((end for row in rows for end in row.ends), default=0.0)
    level = _format.percent(result.level)
    cases = f"{_format.count(result.n)} test cases"
    forest = Dots(
        title=f"Measures with {level} intervals",
        name="measures",
        axis=f"value and {level} interval",
        rows=rows,
        marks=((0.0, ""),) if low < 0 else (),
        whole=(0.0 if low >= 0 else -1.0, 1.0),
        says=f"{name_words(result.name)}: {cases}" if result.name else cases,
        caption="Each point is the measured value; the line is where the true value may lie "
        f"({level} interval). Short lines: much data. Of what is grey, less is better.",
    )
    out: list[Picture] = [forest]
    for name in (name for name in CURVES if name in result.parts):
        part, hull = result.parts[name], result.parts.get("hull")
        options = {"names": class_names(result)} if isinstance(part, ScoreHistogram) else {}
        first = next(iter(pictures_of(part, **options)), None)
        if name == "roc" and hull is not None and isinstance(first, Lines):
            drawn = [p for p in pictures_of(hull) if isinstance(p, Lines) and not p.empty]
            first = overlaid([("", 0, p) for p in (first, *drawn)])
        out += [] if first is None or first.empty else [first]
    return out


def headline_picture(result: Evaluation) -> Dots:
    """Up to six measures that people say in percent, with the majority rule as a tick."""
    positive, other = class_names(result, "the others")
    rule = majority_rule(result)
    rows: list[Dot] = []
    for name in HERO:
        m = known_measure(result, name)
        if m is None or len(rows) == 6 or (name == "balanced_accuracy" and "sensitivity" in result):
            continue
        mark = (rule[1], f"always “{rule[0]}” {percent_text(rule[1])}") if rule and name == "accuracy" else None
        row = dot(m, measure_words(name, positive, other), INK, share_text(m))
        rows.append(replace(row, mark=mark, strong=name == "accuracy"))
    return Dots(
        title=f"Measured on the test cases, {_format.percent(result.level)} intervals",
        asks="How good it is, and how sure that is",
        name="measures",
        axis="",
        rows=tuple(rows),
        whole=(0.0, 1.0),
        unit="percent",
    )


def majority_rule(result: Evaluation) -> tuple[str, float] | None:
    """The class that is answered most wisely without a model, and how often that is right; None when not known."""
    matrix = result.confusion
    if matrix is None or len(matrix.labels) < 2 or matrix.expected or result.prevalence:
        return None
    largest = int(matrix.support.argmax())
    return name_words(matrix.labels[largest]), float(matrix.support[largest] / matrix.support.sum())


def measure_words(name: str, positive: str, other: str) -> str:
    """A measure in plain words, about these two classes.

    >>> measure_words("precision", "ill", "well")
    'right when “ill”'
    """
    words = {
        "accuracy": "right overall",
        "sensitivity": f"finds {positive}",
        "specificity": f"clears {other}",
        "precision": f"right when “{positive}”",
        "negative_predictive_value": f"right when “{other}”",
        "roc_auc": "ranks a pair right",
        "hand_till": "ranks a pair right",
        "balanced_accuracy": "right per class, on average",
        "f1": "F1",
    }
    return words.get(name, _format.words(name))


def _measure(m: Estimate) -> Dot:
    """A measure on the scale from -1 to 1; one on a scale of its own is written."""
    name = metric_words(m.name)
    if m.defined and ("cost" in m.name or not all(-1 <= v <= 1 for v in (m.value, *(m.interval or ())))):
        return Dot(name, float("nan"), text=f"{value_text(m)} (own scale)")
    return dot(m, name, BACK if m.name in LOSSES or m.name.startswith("false_") else 0)


def class_names(result: Evaluation, several: str = "other") -> tuple[str, str]:
    """The name of the positive class, and of the other, or of all others where there are several."""
    others: list[Label] = [label for label in result.labels if label != result.positive]
    return name_words(result.positive), name_words(others[0]) if len(others) == 1 else several


@page_of.register
def slices_page(found: Slices) -> Page:
    """The whole, one line per slice, and the slices that differ."""
    shown = [n for n in ("accuracy", "f1", "f1_macro", "roc_auc") if n in found.whole]
    if found.metric in found.whole and found.metric not in shown:
        shown.insert(0, found.metric)
    names = [_format.words(name) for name in shown]
    rows = [[", ".join(found.by), "cases", *names, "minus the rest", "adjusted p"]]
    size = len(found.keys)
    surest = sorted(range(size), key=lambda i: found.adjusted[i])[:MOST_SLICES]
    for i in range(size) if size <= MOST_SLICES else surest:
        evaluation, test = found.evaluations[i], found.tests[i]
        cells = [_cell(evaluation[name]) if name in evaluation else "–" for name in shown]
        p = "–" if test.inapplicable else _format.p_value(found.adjusted[i])
        rows.append([_key(found, i), _format.count(evaluation.n), *cells, _cell(test.effect), p])
    different = [" / ".join(_format.label(value) for value in key) for key in found.different]
    metric, level = metric_words(found.metric), _format.percent(found.level)
    word = f"by {metric}, among {_format.plural(size, 'slice')} ({found.adjust.title()}, {level})"
    found_words = f"No slice is shown to differ {word}."
    if different:
        found_words = f"Differ from the rest {word}: {', '.join(different)}."
    elif found.why_untested:
        found_words = f"No slice is tested by {metric}: {found.why_untested}."
    whole = evaluation_page(found.whole)
    return lay_out(
        whole.title,
        [*whole.parts, GAP, Table(rows, "<>" + "<" * (len(shown) + 1) + ">")],
        f"the {MOST_SLICES} surest of {size} slices; see .rows()" if size > MOST_SLICES else "",
        [GAP, found_words],
    )


def _key(found: Slices, i: int) -> str:
    return ", ".join(name_words(value) for value in found.keys[i])


@pictures_of.register
def slices_pictures(found: Slices) -> list[Picture]:
    """Each slice less the rest, the surest first."""
    order = sorted(range(len(found)), key=lambda i: (math.isnan(found.adjusted[i]), found.adjusted[i]))
    rows = []
    for i in order[:MOST_SLICES]:
        effect = found.tests[i].effect
        if effect is not None and effect.defined:
            rows.append(dot(effect, _key(found, i), 0 if found.adjusted[i] < 1 - found.level else BACK))
    made = Dots(
        title="Each slice against the rest",
        axis=f"{metric_words(found.metric)}, slice less rest",
        rows=tuple(rows),
        marks=((0.0, "as the rest"),),
        caption=f"Slices that differ, adjusted by {found.adjust.title()}, are in colour; intervals are each alone.",
    )
    return [made] if rows else []
