"""What any noun says, in sentences: the lines that its page leads with."""

from __future__ import annotations

import math
from functools import singledispatch
from typing import Any

from referee import _format
from referee.core import (
    CalibrationError,
    Estimate,
    Evaluation,
    Family,
    ReliabilityCurve,
    Skill,
    Slices,
    StudyResults,
    TestResult,
    ThresholdChoice,
)
from referee.views.numbers import size_words, title_words, value_text


@singledispatch
def lead_sentences(value: Any) -> list[str]:
    """The sentences that a page leads with; none when the title of the noun says it all."""
    sentence = getattr(value, "sentence", "") or getattr(value, "line", "")
    return [sentence] if isinstance(sentence, str) and sentence else []


@lead_sentences.register
def verdict(result: Evaluation) -> list[str]:
    """The sentences that the page leads with, the most important first."""
    lines = [
        *_accuracy(result),
        *_ranking(result),
        *_of_class(result),
        *_calibration_words(result),
        *_threshold(result),
    ]
    return lines or [f"{_format.plural(len(result.measures), 'measure')} on {_format.plural(result.n, 'case')}."]


def _find(result: Evaluation, name: str) -> Estimate | None:
    return result[name] if name in result and result[name].defined else None


def _accuracy(result: Evaluation) -> list[str]:
    accuracy, matrix = _find(result, "accuracy"), result.confusion
    if accuracy is None or matrix is None:
        return []
    said = f"Accuracy {value_text(accuracy)} on {_format.plural(result.n, 'case')}"
    if result.prevalence:
        return [f"{said}, at a prevalence of {result.prevalence}."]
    if len(matrix.labels) < 2 or matrix.expected:
        return [f"{said}."]
    largest = int(matrix.support.argmax())
    share = _format.number(float(matrix.support[largest] / matrix.support.sum()))
    rule = f"always answering {_format.label(matrix.labels[largest], 24)}, which is right in {share}"
    found = [f for f in result.findings if f.code == "R001"]
    if not found:
        return [f"{said}: better than {rule}."]
    word = "worse than" if "worse" in found[0].title else "not shown to be better than"
    return [f"{said}: {word} {rule}."]


def _ranking(result: Evaluation) -> list[str]:
    auc, many = _find(result, "roc_auc"), _find(result, "hand_till")
    if auc is not None:
        name = _format.label(result.positive, 24)
        return [f"The score puts a case of {name} above another case in {value_text(auc)} of pairs (AUC)."]
    said = "Over pairs of classes the scores rank right in"
    return [] if many is None else [f"{said} {value_text(many)} (Hand-Till AUC)."]


def _of_class(result: Evaluation) -> list[str]:
    recall, precision = _find(result, "sensitivity"), _find(result, "precision")
    if recall is None or precision is None:
        return []
    name = _format.label(result.positive, 24)
    return [
        f"It finds {value_text(recall)} of the cases of {name} (sensitivity); where it answers {name}, it is right in "
        f"{value_text(precision)} (precision)."
    ]


def _calibration_words(result: Evaluation) -> list[str]:
    part = result.parts.get("calibration")
    if not isinstance(part, CalibrationError):
        return []
    said = f"calibration error {_format.number(part.ece, 4)}, and were all of them right, it would {_exceed(part)}"
    if part.ece <= part.ece_high:
        return [f"Its probabilities show no sign of being off: {said}."]
    return [f"Its probabilities seem off: {said} only."]


def _exceed(error: CalibrationError) -> str:
    """How rarely right probabilities have a larger calibration error than the limit."""
    rare = _format.percent(round(1 - error.level, 10))
    return f"exceed {_format.number(error.ece_high, 4)} in {rare} of test sets"


def _threshold(result: Evaluation) -> list[str]:
    part = result.parts.get("threshold")
    if not isinstance(part, ThresholdChoice) or part.undefined:
        return []
    return [f"The stated costs ask for a threshold of {part.threshold:.4g} on the score."]


@lead_sentences.register
def _estimate(m: Estimate) -> list[str]:
    name = title_words(m)
    return [f"{name}: {value_text(m)}." if m.defined else f"{name} is undefined: {m.undefined}."]


@lead_sentences.register
def _skill(skill: Skill) -> list[str]:
    metric = skill.metric.replace("_", " ")
    learner = _format.label(skill.learner)
    if not skill.estimate.defined:
        return [f"The {metric} of {learner} on new cases is undefined: {skill.estimate.undefined}."]
    out = [
        f"On new cases {learner} is estimated to have {article(metric)} {metric} of {value_text(skill.estimate)}."
    ]
    if skill.apparent.defined:
        gap = skill.apparent.value - skill.estimate.value
        shown, away = _format.number(skill.apparent.value), _format.number(abs(gap))
        off = f"like {shown}, {away} {'lower' if gap < 0 else 'higher'}: that is not what to expect"
        seen = off if abs(gap) >= 5e-4 else f"the same, {shown}"
        out.append(f"On the cases it was trained on it looks {seen}.")
    return out


@lead_sentences.register
def _test(test: TestResult) -> list[str]:
    if test.inapplicable:
        return [f"{test.name} cannot be run: {test.inapplicable}."]
    out = []
    if not math.isnan(test.p_value):
        out.append(f"{test.name}: {_format.p_equals(test.p_value)} ({test.alternative}) if {test.null}.")
    if test.effect is not None and test.effect.defined:
        out.append(f"Its effect, {test.effect.name.replace('_', ' ')}: {value_text(test.effect)}.")
    return out


@lead_sentences.register
def _family(family: Family) -> list[str]:
    kept, alone = sum(family.significant()), sum(p < 0.05 for p in family.p_values)
    return [
        f"{kept} of {_format.plural(len(family), 'test')} have an adjusted p below 0.05 ({family.adjust}); "
        f"{alone} have one before adjustment."
    ]


@lead_sentences.register
def _slices(found: Slices) -> list[str]:
    different = [" / ".join(_format.label(v) for v in key) for key in found.different]
    among = f"{_format.plural(len(found), 'slice')} by {found.metric.replace('_', ' ')}"
    lead = f"None of {among} is shown to differ"
    if different:
        lead = f"{len(different)} of {among} differ from the rest: {', '.join(different[:8])}"
    return [f"{lead}.", *verdict(found.whole)[:1]]


@lead_sentences.register
def _choice(choice: ThresholdChoice) -> list[str]:
    if choice.undefined:
        return [f"No threshold by {choice.rule}: {choice.undefined}."]
    value = _format.number(choice.value, 4)
    return [f"The threshold by {choice.rule} is {choice.threshold:.6g}, where its value is {value}."]


@lead_sentences.register
def _calibration(error: CalibrationError) -> list[str]:
    word = "are off" if error.ece > error.ece_high else "show no sign of being off"
    seen = f"calibration error {_format.number(error.ece, 4)}, and were they right it would {_exceed(error)}"
    return [f"The probabilities {word}: {seen}."]


@lead_sentences.register
def _reliability(curve: ReliabilityCurve) -> list[str]:
    outside = int(((curve.observed < curve.band_low) | (curve.observed > curve.band_high)).sum())
    return [f"{outside} of {_format.plural(len(curve.cases), 'bin')} lie outside the band of perfect calibration."]


@lead_sentences.register
def _study(study: StudyResults) -> list[str]:
    done = sum(len(cell.finished) for cell in study.cells)
    total = sum(len(cell.splits) for cell in study.cells)
    failed = f", {_format.count(len(study.failures))} failed" if study.failures else ""
    finished = f"{_format.count(done)} of {_format.plural(total, 'run')} finished{failed}"
    return [f"{size_words(study.learners, study.datasets)}: {finished}."]


def article(word: str) -> str:
    """The article that goes before a word."""
    return "an" if word[:1] in "aeiou" else "a"
