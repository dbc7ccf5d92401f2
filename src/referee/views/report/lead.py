"""What any noun says first: the answer that leads its page. Nouns with a page of their own register theirs there."""

from __future__ import annotations

import math
from functools import singledispatch
from typing import Any

from referee import _format, core
from referee.views.numbers import metric_words, size_words, title_words, value_text
from referee.views.page import Page
from referee.views.pages import page_of
from referee.views.report.page import Lead


@singledispatch
def lead_of(value: core.Noun | Page) -> Lead:
    """The answer that a noun leads with: its sentences, or its title."""
    laid = page_of(value)
    sentence, *more = lead_sentences(value) or [laid.title if laid and laid.title else repr(value)]
    return Lead(sentence, more=more)


@singledispatch
def lead_sentences(value: Any) -> list[str]:
    """The sentences that a page leads with; none when the title of the noun says it all."""
    sentence = getattr(value, "sentence", "") or getattr(value, "line", "")
    return [sentence] if isinstance(sentence, str) and sentence else []


@lead_sentences.register
def _estimate(m: core.Estimate) -> list[str]:
    name = title_words(m)
    return [f"{name}: {value_text(m)}." if m.defined else f"{name} is undefined: {m.undefined}."]


@lead_sentences.register
def _skill(skill: core.Skill) -> list[str]:
    metric = metric_words(skill.metric)
    learner = _format.label(skill.learner)
    if not skill.estimate.defined:
        return [f"The {metric} of {learner} on new cases is undefined: {skill.estimate.undefined}."]
    has = f"{article(metric)} {metric} of {value_text(skill.estimate)}"
    out = [f"On new cases {learner} is estimated to have {has}."]
    if skill.apparent.defined:
        gap = skill.apparent.value - skill.estimate.value
        shown, away = _format.number(skill.apparent.value), _format.number(abs(gap))
        off = f"like {shown}, {away} {'lower' if gap < 0 else 'higher'}: that is not what to expect"
        seen = off if abs(gap) >= 5e-4 else f"the same, {shown}"
        out.append(f"On the cases it was trained on it looks {seen}.")
    return out


@lead_sentences.register
def _test(test: core.TestResult) -> list[str]:
    if test.inapplicable:
        return [f"{test.name} cannot be run: {test.inapplicable}."]
    out = []
    if not math.isnan(test.p_value):
        out.append(f"{test.name}: {_format.p_equals(test.p_value)} ({test.alternative}) if {test.null}.")
    if test.effect is not None and test.effect.defined:
        out.append(f"Its effect, {_format.words(test.effect.name)}: {value_text(test.effect)}.")
    return out


@lead_sentences.register
def _finding(finding: core.Finding) -> list[str]:
    return [f"{finding.title}.", f"{finding.evidence}. {finding.advice}"]


@lead_sentences.register
def _family(family: core.Family) -> list[str]:
    kept, alone = sum(family.significant()), sum(p < 0.05 for p in family.p_values)
    return [
        f"{kept} of {_format.plural(len(family), 'test')} have an adjusted p below 0.05 ({family.adjust.title()}); "
        f"{alone} have one before adjustment."
    ]


@lead_sentences.register
def _slices(found: core.Slices) -> list[str]:
    different = [" / ".join(_format.label(v) for v in key) for key in found.different]
    among = f"{_format.plural(len(found), 'slice')} by {metric_words(found.metric)}"
    lead = f"None of {among} is shown to differ"
    if found.why_untested:
        lead = f"None of {among} is tested: {found.why_untested}"
    if different:
        lead = f"{len(different)} of {among} differ from the rest: {', '.join(different[:8])}"
    return [f"{lead}."]


@lead_sentences.register
def _choice(choice: core.ThresholdChoice) -> list[str]:
    if choice.undefined:
        return [f"No threshold by {choice.rule}: {choice.undefined}."]
    value = _format.number(choice.value, 4)
    return [f"The threshold by {choice.rule} is {choice.threshold:.6g}, where its value is {value}."]


@lead_sentences.register
def _calibration(error: core.CalibrationError) -> list[str]:
    word = "are off" if error.ece > error.ece_high else "show no sign of being off"
    rare = f"{_format.number(error.ece_high, 4)} in {_format.percent(round(1 - error.level, 10))} of test sets"
    seen = f"calibration error {_format.number(error.ece, 4)}, and were they right it would exceed {rare}"
    return [f"The probabilities {word}: {seen}."]


@lead_sentences.register
def _reliability(curve: core.ReliabilityCurve) -> list[str]:
    outside = int(((curve.observed < curve.band_low) | (curve.observed > curve.band_high)).sum())
    return [f"{outside} of {_format.plural(len(curve.cases), 'bin')} lie outside the band of perfect calibration."]


@lead_sentences.register
def _study(study: core.StudyResults) -> list[str]:
    done = sum(len(cell.finished) for cell in study.cells)
    total = sum(len(cell.splits) for cell in study.cells)
    failed = f", {_format.count(len(study.failures))} failed" if study.failures else ""
    finished = f"{_format.count(done)} of {_format.plural(total, 'run')} finished{failed}"
    return [f"{size_words(study.learners, study.datasets)}: {finished}."]


def article(word: str) -> str:
    """The article that goes before a word; letters that are spelt out sound as they are called.

    >>> article("accuracy"), article("MCC"), article("ROC AUC")
    ('an', 'an', 'a')
    """
    return "an" if word[:1] in "aeiou" or word[:1] in "FM" else "a"
