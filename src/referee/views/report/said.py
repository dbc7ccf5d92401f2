"""What any noun says, in sentences: the line that its page leads with."""

from __future__ import annotations

import math
from functools import singledispatch
from typing import Any

from referee import _format
from referee.core.calibration import CalibrationError, ReliabilityCurve
from referee.core.choice import ThresholdChoice
from referee.core.estimate import Estimate
from referee.core.evaluation import Evaluation
from referee.core.family import Family
from referee.core.skill import Skill
from referee.core.slices import Slices
from referee.core.studyresults import StudyResults
from referee.core.test_result import TestResult
from referee.views.numbers import value_text
from referee.views.report.words import verdict


@singledispatch
def said(value: Any) -> list[str]:
    """The sentences that a page leads with; none when the title of the noun says it all."""
    sentence = getattr(value, "sentence", "") or getattr(value, "line", "")
    return [sentence] if isinstance(sentence, str) and sentence else []


said.register(Evaluation)(verdict)


@said.register
def _estimate(m: Estimate) -> list[str]:
    name = m.title or m.name.replace("_", " ")
    return [f"{name}: {value_text(m)}." if m.defined else f"{name} is undefined: {m.undefined}."]


@said.register
def _skill(skill: Skill) -> list[str]:
    metric = skill.metric.replace("_", " ")
    learner = _format.label(skill.learner)
    if not skill.estimate.defined:
        return [f"The {metric} of {learner} on new cases is undefined: {skill.estimate.undefined}."]
    out = [
        f"On new cases {learner} is estimated to have {_article(metric)} {metric} of {value_text(skill.estimate)}."
    ]
    if skill.apparent.defined:
        gap = skill.apparent.value - skill.estimate.value
        shown = _format.number(skill.apparent.value)
        away = _format.number(abs(gap))
        out.append(
            f"On the cases it was trained on it looks like {shown}, {away} {'lower' if gap < 0 else 'higher'}: "
            "that is not what to expect."
            if abs(gap) >= 5e-4
            else f"On the cases it was trained on it looks the same, {shown}."
        )
    return out


@said.register
def _test(test: TestResult) -> list[str]:
    if test.inapplicable:
        return [f"{test.name} cannot be run: {test.inapplicable}."]
    out = []
    if not math.isnan(test.p_value):
        out.append(f"{test.name}: {_format.p_equals(test.p_value)} ({test.alternative}) if {test.null}.")
    if test.effect is not None and test.effect.defined:
        out.append(f"Its effect, {test.effect.name.replace('_', ' ')}: {value_text(test.effect)}.")
    return out


@said.register
def _family(family: Family) -> list[str]:
    kept, alone = sum(family.significant()), sum(p < 0.05 for p in family.p_values)
    return [
        f"{kept} of {_format.plural(len(family), 'test')} have an adjusted p below 0.05 ({family.procedure}); "
        f"{alone} have one before adjustment."
    ]


@said.register
def _slices(found: Slices) -> list[str]:
    different = [" / ".join(_format.label(v) for v in key) for key in found.different]
    among = f"{_format.plural(len(found), 'slice')} by {found.metric.replace('_', ' ')}"
    lead = (
        f"{len(different)} of {among} differ from the rest" if different else f"None of {among} is shown to differ"
    )
    return [f"{lead}{': ' + ', '.join(different[:8]) if different else ''}.", *verdict(found.whole)[:1]]


@said.register
def _choice(choice: ThresholdChoice) -> list[str]:
    if choice.undefined:
        return [f"No threshold by {choice.rule}: {choice.undefined}."]
    value = _format.number(choice.value, 4)
    return [f"The threshold by {choice.rule} is {choice.threshold:.6g}, where its value is {value}."]


@said.register
def _calibration(error: CalibrationError) -> list[str]:
    sure = error.ece > error.ece_high
    word = "are off" if sure else "show no sign of being off"
    return [
        f"The probabilities {word}: calibration error {_format.number(error.ece, 4)}, and were they right it would "
        f"exceed {_format.number(error.ece_high, 4)} in {_format.percent(round(1 - error.level, 10))} of test sets."
    ]


@said.register
def _reliability(curve: ReliabilityCurve) -> list[str]:
    outside = int(((curve.observed < curve.band_low) | (curve.observed > curve.band_high)).sum())
    return [f"{outside} of {_format.plural(len(curve.cases), 'bin')} lie outside the band of perfect calibration."]


@said.register
def _study(study: StudyResults) -> list[str]:
    size = f"{_format.plural(len(study.learners), 'learner')} on {_format.plural(len(study.datasets), 'dataset')}"
    done = sum(len(cell.finished) for cell in study.cells)
    total = sum(len(cell.splits) for cell in study.cells)
    failed = len(study.failures)
    said = f"{size}: {_format.count(done)} of {_format.plural(total, 'run')} finished"
    return [f"{said}, {_format.count(failed)} failed." if failed else f"{said}."]


def _article(word: str) -> str:
    return "an" if word[:1] in "aeiou" else "a"
