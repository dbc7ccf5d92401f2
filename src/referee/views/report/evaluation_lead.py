"""What the page of one model leads with: the sentence, its picture, what would change it, what to distrust."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from referee import _format
from referee.core import CalibrationError, Estimate, Evaluation, ThresholdTable
from referee.views.numbers import name_words, percent_text, share_text
from referee.views.pages.evaluation import class_names
from referee.views.picture import INK, Dot, Dots, dot
from referee.views.report import explorer as live
from referee.views.report.lead import lead_of
from referee.views.report.page import Caution, Lead, cautions

HERO = (
    "accuracy", "sensitivity", "specificity", "precision", "negative_predictive_value", "balanced_accuracy", "roc_auc",
    "hand_till", "top_k_accuracy",
)  # fmt: skip


def known_measure(result: Evaluation, name: str) -> Estimate | None:
    """A measure that was evaluated and is defined."""
    return result[name] if name in result and result[name].defined else None


def headline_picture(result: Evaluation) -> Dots:
    """Up to six measures that people say in percent, with the majority rule as a tick."""
    positive, other = class_names(result, "the others")
    rule = _majority(result)
    rows: list[Dot] = []
    for name in HERO:
        m = known_measure(result, name)
        if m is None or len(rows) == 6 or (name == "balanced_accuracy" and "sensitivity" in result):
            continue
        mark = (rule[1], f"always “{rule[0]}” {percent_text(rule[1])}") if rule and name == "accuracy" else None
        row = dot(m, live.measure_words(name, positive, other), INK, share_text(m))
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


def _majority(result: Evaluation) -> tuple[str, float] | None:
    """The class that is answered most wisely without a model, and how often that is right; None when not known."""
    matrix = result.confusion
    if matrix is None or len(matrix.labels) < 2 or matrix.expected or result.prevalence:
        return None
    largest = int(matrix.support.argmax())
    return name_words(matrix.labels[largest]), float(matrix.support[largest] / matrix.support.sum())


@lead_of.register
def lead_of_evaluation(result: Evaluation, table: ThresholdTable | None = None) -> Lead:
    """What the numbers say, the most important first."""
    word, settled, sentence = _sentence(result)
    lines = (*_of_class(result), *_ranking(result), *_confused_pair(result), *_calibration_words(result))
    more = [line for line in lines if line not in sentence]
    return Lead(sentence, word, settled, more, _changes(result, table), _distrust(result, table))


def _sentence(result: Evaluation) -> tuple[str, bool, str]:
    accuracy, auc = known_measure(result, "accuracy"), known_measure(result, "roc_auc")
    rule = _majority(result)
    if accuracy is not None:
        at = f"At a prevalence of {result.prevalence} it" if result.prevalence else "It"
        said = f"{at} is right on {share_text(accuracy)} of cases."
        if rule is None:
            return "", True, said
        said += f" Always answering “{rule[0]}” is right on {percent_text(rule[1])}."
        if not any(f.code == "R001" for f in result.findings):
            return "Better than no model", True, said
        worse = accuracy.interval is not None and accuracy.interval.high < rule[1]
        return "Worse than no model" if worse else "Not shown to be better than no model", worse, said
    if auc is not None:
        above = auc.interval is not None and auc.interval.low > 0.5
        word = "Better than guessing" if above else "Not shown to be better than guessing"
        return word, above, _ranking(result)[0]
    n = _format.plural(len(result.measures), "measure")
    return "", True, f"{n} on {_format.plural(result.n, 'case')}."


def _ranking(result: Evaluation) -> list[str]:
    auc, many = known_measure(result, "roc_auc"), known_measure(result, "hand_till")
    if auc is not None:
        of = f"Of a case of “{name_words(result.positive)}” and another"
        return [f"{of}, it gives the first the higher score {share_text(auc)} of the time."]
    return [] if many is None else [f"Over pairs of classes the scores rank right {share_text(many)} of the time."]


def _of_class(result: Evaluation) -> list[str]:
    recall, precision = known_measure(result, "sensitivity"), known_measure(result, "precision")
    name, out = name_words(result.positive), []
    if recall is not None:
        out.append(f"It finds {share_text(recall)} of the cases of “{name}”.")
    if precision is not None:
        out.append(f"When it says “{name}”, it is right {share_text(precision)} of the time.")
    return [" ".join(out)] if out else []


def _confused_pair(result: Evaluation) -> list[str]:
    """The two classes that are taken for each other most, when there are several and errors."""
    matrix = result.confusion
    if matrix is None or len(matrix.labels) < 3 or matrix.positive is not None:
        return []
    wrong = np.where(np.eye(len(matrix.labels), dtype=bool), 0, matrix.counts)
    both, errors = wrong + wrong.T, float(wrong.sum())
    a, b = (name_words(matrix.labels[k]) for k in divmod(int(both.argmax()), len(matrix.labels)))
    told = f"{_format.count(float(both.max()))} take {a} for {b} or {b} for {a}"
    return [f"Of its {_format.plural(errors, 'error')}, {told}."] if errors else []


def _calibration_words(result: Evaluation) -> list[str]:
    part = result.parts.get("calibration")
    if not isinstance(part, CalibrationError):
        return []
    if part.ece <= part.ece_high:
        return ["These cases show no sign that its probabilities are off."]
    off = f"Its probabilities seem off: by {percent_text(part.ece, 1)} on average"
    rare = _format.percent(round(1 - part.level, 10))
    return [f"{off}, which right ones exceed in less than {rare} of test sets."]


def _changes(result: Evaluation, table: ThresholdTable | None) -> list[Caution]:
    """Another threshold, and other cases."""
    if table is None or result.prevalence:
        return []
    out, start = [], live.start_row(result, table)
    counts = table.counts[start]
    share = float(counts[1].sum() / counts.sum())
    ratio = live.stated_ratio(result)
    ratio = live.EXAMPLE_RATIO if math.isnan(ratio) else ratio
    costs = live.cost_rows(table, share, ratio)
    best = int(costs.argmin())
    if costs[best] < 0.97 * costs[start]:
        less = percent_text(1 - costs[best] / costs[start])
        at = live.threshold_text(float(table.thresholds[best]))
        words = (
            f"If a miss costs as much as {ratio:g} false alarms, {at} costs least on these cases: {costs[best]:,.0f} "
            f"instead of {costs[start]:,.0f} per 1,000 cases, {less} less."
        )
        out.append(Caution("Another threshold.", words, f"t={at}&c={ratio:g}"))
    rare = 0.05 if share > 0.1 else round(share / 10, 4)
    said = live.precision_at(table, start, rare)
    if said and rare > 0:
        name = name_words(result.positive)
        where, here = percent_text(rare, 0 if rare >= 0.01 else 2), percent_text(share, 0 if share >= 0.01 else 2)
        words = f"Where {where} are “{name}” instead of {here}, the answer “{name}” is right {said} of the time."
        out.append(Caution("Other cases.", words, f"p={rare:g}"))
    return out


def _distrust(result: Evaluation, table: ThresholdTable | None) -> list[Caution]:
    """What is serious, what rests on few cases, and what was picked on these cases."""
    out = cautions(result.findings)
    recall = known_measure(result, "sensitivity")
    if recall is not None and recall.interval is not None:
        cases = f"{_format.plural(recall.n, 'case')} of “{name_words(result.positive)}”"
        words = f"rests on {cases}: it is known to about {50 * recall.interval.width:.2g} points either way."
        out.append(Caution("The share found", words))
    if table is not None:
        words = "will do a little worse on new cases. The intervals are for a threshold fixed beforehand."
        out.append(Caution("A threshold picked on this page", words))
    return out
