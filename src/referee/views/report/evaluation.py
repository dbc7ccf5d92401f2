"""The page of one model: what it is worth, the explorer or the classes, findings, every number, and how it was done."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee import _format
from referee.core import CalibrationError, Evaluation, ThresholdTable
from referee.views.numbers import metric_words, name_words, percent_text, share_text
from referee.views.page import Table
from referee.views.pages import pictures_of
from referee.views.pages.estimate import estimate_row
from referee.views.pages.evaluation import headline_picture, known_measure, majority_rule
from referee.views.picture import Picture
from referee.views.report import explorer
from referee.views.report import page as report
from referee.views.report.classes import classes_part
from referee.views.report.describe_work import method_words, methods
from referee.views.report.lead import lead_of
from referee.views.report.provenance import how_of_test

MOST_CLASSES = 200


def render_evaluation(result: Evaluation, occasion: report.Occasion, table: ThresholdTable | None = None) -> str:
    """One page: the verdict, the pictures, the findings, the numbers, and how it was done."""
    moving = table if table is not None and len(table) > 1 else None
    pictures = [p for p in pictures_of(result) if p.name != "measures" and not p.empty]
    facts, part = classes_part(result) if moving is None else explorer.explorer_part(result, moving, pictures)
    beside = pictures if moving is None else []
    folded = [p for p in pictures if moving is not None and p.name not in explorer.EXPLORED]
    on = name_words(occasion.on) if occasion.on else _format.plural(result.n, "test case")
    cases = ", fingerprint ".join(filter(None, (_format.count(result.n), result.fingerprint)))
    known = [("Estimates", f"this model on {result.population}"), ("Test cases", cases)]
    return report.Shown(
        kind="Evaluation",
        title=f"{name_words(result.name) if result.name else 'A classifier'} on {on}",
        below=[*_cases(result), occasion.date, f"{_format.percent(result.level)} intervals in brackets"],
        lead=lead_of_evaluation(result, moving),
        hero=evaluation_hero(result),
        parts=[
            part,
            report.Section("pictures", "Pictures", report.figures(beside), nav="Explore"),
            report.findings_part(result.findings),
            _details(result, folded),
        ],
        how=how_of_test(result, occasion, methods(method_words(result), result.parts), known),
        notes=list(dict.fromkeys(result.notes)),
        live=report.data(facts) if facts else "",
    ).html()


def evaluation_hero(result: Evaluation) -> report.Figure | None:
    """The confusion matrix of several classes, or the measures that people say in percent."""
    matrix = result.confusion
    if matrix is not None and matrix.positive is None and len(matrix.labels) > 2 and result.by_class:
        return report.figure(pictures_of(matrix)[0])
    made = headline_picture(result)
    return report.figure(made) if made.rows else None


def _cases(result: Evaluation) -> list[str]:
    """How many cases, and of which classes."""
    cases, matrix = _format.plural(result.n, "test case"), result.confusion
    roc: Any = result.parts.get("roc")
    found = None
    if matrix is not None and matrix.positive is not None:
        table = matrix.binary()
        found = table.tp + table.fn
    elif roc is not None and result.positive is not None:
        found = roc.positives
    if found is not None:
        cases += f", {_format.count(found)} of them {name_words(result.positive)}"
    elif len(result.labels) > 2:
        cases += f" of {len(result.labels)} classes"
    return [cases, *([f"at a prevalence of {result.prevalence}"] if result.prevalence else [])]


def _details(result: Evaluation, pictures: list[Picture]) -> report.Section:
    """Every number, folded."""
    head = ["measure", "value", f"{_format.percent(result.level)} interval", "n", "how"]
    rows = [estimate_row(m, metric_words(m.name)) for m in result.measures]
    measures = Table([head, *rows], "<>[><")
    blocks: list[report.Block] = [report.folded_table("All measures", f"{len(rows)}, with n and method", measures)]
    if result.confusion is not None and len(result.confusion.labels) <= 20:
        matrix = result.confusion
        names = [name_words(label) for label in matrix.labels]
        counts = [["truth", *(f"called {name}" for name in names), "total"]]
        for name, row, total in zip(names, matrix.counts.tolist(), matrix.support.tolist(), strict=True):
            counts.append([name, *map(_format.count, (*row, total))])
        table = Table(counts, "<" + ">" * (len(names) + 1))
        blocks.append(report.folded_table("Counts", "of the evaluated classes", table, "Truth and answer"))
    if result.by_class:
        names = [_format.words(m.name) for m in result.by_class[0][1]]
        shown = result.by_class[:MOST_CLASSES]
        cells = [[name_words(label), *map(share_text, row)] for label, row in shown]
        first = f", the first {MOST_CLASSES} here" if len(result.by_class) > MOST_CLASSES else ""
        table = Table([["class", *names], *cells], "<" + "[" * len(names))
        note = f"{len(result.by_class)} classes{first}"
        blocks.append(report.folded_table("Each class against the rest", note, table, "Each class"))
    if pictures:
        blocks.append(
            report.Folded(
                "More pictures", f"{len(pictures)}", [report.Figures([report.figure(p) for p in pictures])]
            )
        )
    return report.details_part(blocks, result.findings)


@lead_of.register
def lead_of_evaluation(result: Evaluation, table: ThresholdTable | None = None) -> report.Lead:
    """What the numbers say, the most important first."""
    word, settled, sentence = _sentence(result)
    recall, precision = known_measure(result, "sensitivity"), known_measure(result, "precision")
    name, of_class = name_words(result.positive), []
    if recall is not None:
        of_class.append(f"It finds {share_text(recall)} of the cases of “{name}”.")
    if precision is not None:
        of_class.append(f"When it says “{name}”, it is right {share_text(precision)} of the time.")
    lines = [" ".join(of_class)] if of_class else []
    lines += [*_ranking(result), *_confused_pair(result), *_calibration_words(result)]
    more = [line for line in lines if line not in sentence]
    return report.Lead(sentence, word, settled, more, _changes(result, table), _distrust(result, table))


def _sentence(result: Evaluation) -> tuple[str, bool, str]:
    accuracy, auc = known_measure(result, "accuracy"), known_measure(result, "roc_auc")
    rule = majority_rule(result)
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


def _changes(result: Evaluation, table: ThresholdTable | None) -> list[report.Caution]:
    """Another threshold, and other cases."""
    if table is None or result.prevalence:
        return []
    out, start = [], explorer.start_row(result, table)
    counts = table.counts[start]
    share = float(counts[1].sum() / counts.sum())
    ratio = explorer.stated_ratio(result)
    ratio = explorer.EXAMPLE_RATIO if math.isnan(ratio) else ratio
    costs = explorer.cost_rows(table, share, ratio)
    best = int(costs.argmin())
    if costs[best] < 0.97 * costs[start]:
        less = percent_text(1 - costs[best] / costs[start])
        at = explorer.threshold_text(float(table.thresholds[best]))
        words = (
            f"If a miss costs as much as {ratio:g} false alarms, {at} costs least on these cases: {costs[best]:,.0f} "
            f"instead of {costs[start]:,.0f} per 1,000 cases, {less} less."
        )
        out.append(report.Caution("Another threshold.", words, f"t={at}&c={ratio:g}"))
    rare = 0.05 if share > 0.1 else round(share / 10, 4)
    said = explorer.precision_at(table, start, rare)
    if said and rare > 0:
        name = name_words(result.positive)
        where, here = percent_text(rare, 0 if rare >= 0.01 else 2), percent_text(share, 0 if share >= 0.01 else 2)
        words = f"Where {where} are “{name}” instead of {here}, the answer “{name}” is right {said} of the time."
        out.append(report.Caution("Other cases.", words, f"p={rare:g}"))
    return out


def _distrust(result: Evaluation, table: ThresholdTable | None) -> list[report.Caution]:
    """What is serious, what rests on few cases, and what was picked on these cases."""
    out = report.cautions(result.findings)
    recall = known_measure(result, "sensitivity")
    if recall is not None and recall.interval is not None:
        cases = f"{_format.plural(recall.n, 'case')} of “{name_words(result.positive)}”"
        words = f"rests on {cases}: it is known to about {50 * recall.interval.width:.2g} points either way."
        out.append(report.Caution("The share found", words))
    if table is not None:
        words = "will do a little worse on new cases. The intervals are for a threshold fixed beforehand."
        out.append(report.Caution("A threshold picked on this page", words))
    return out
