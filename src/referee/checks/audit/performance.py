"""R141 to R146 and R149: what the model reaches, and beside what."""

from __future__ import annotations

import math
import re

import numpy as np

from referee import _format
from referee.calibration.recalibration import recalibration
from referee.checks.audit.feature_tests import table_p
from referee.checks.audit.fits import classes_to_learn, paired_p
from referee.checks.audit.material import LEVEL, InapplicableError, Material, demand, whose
from referee.checks.registry import Remark, Remarks, check
from referee.core import AgainstChance, Answers, Estimate
from referee.data.dataset import CaseSet
from referee.inference.adjust import adjust
from referee.inference.proportion import proportion_interval
from referee.inference.spiegelhalter import spiegelhalter
from referee.learners.baselines import baselines

WORDS = re.compile(r"base|dummy|majority|random|chance|prior|naive|null|control|constant|zero.?r", re.IGNORECASE)
MOST = 50_000
MOSTLY = 0.9
SUM = 1e-5
LEAST = 50
SURE = 0.0001
OFF = 0.1
STEEP = 1.5
NEAR = 0.01


@check(
    "R141",
    "Accuracy on patterns seen in training, and on new ones",
    needs=("train", "test", "classes"),
    errs="Patterns that are seen are the common ones, which may be easier for an honest reason.",
    advice="Report both; for new patterns the second is the accuracy to expect.",
    reference="duda2001",
)
def seen_unseen(m: Material) -> Remarks:
    """Both accuracies with their intervals as a note; a warning when seen patterns are predicted better."""
    models = m.correct_cases()
    seen = m.shared.seen
    demand(seen.any() and not seen.all(), "test cases with patterns that training has, and others")
    for name, right in models.items():
        table = np.array([[int(right[s].sum()), int((~right[s]).sum())] for s in (seen, ~seen)])
        n = table.sum(axis=1)
        shares = table[:, 0] / n
        words = []
        for k, word in enumerate(("seen", "unseen")):
            interval = proportion_interval(int(table[k, 0]), int(n[k]))
            span = _format.span(interval.low, interval.high)
            words.append(f"{word} {_format.number(float(shares[k]))} {span} of {n[k]:,}")
        better = table_p(table) < LEVEL and shares[0] > shares[1]
        evidence = f"{whose(name)}{', '.join(words)}"
        title = "Patterns seen in training are predicted better than new ones" if better else ""
        yield Remark(evidence, title=title, severity="warning" if better else "note")


@check(
    "R142",
    "A class has too few test cases for the claim",
    errs="It takes the claim to be made of each class.",
    advice="Collect more cases of it, or claim less of it.",
    reference="clopper1934",
)
def class_too_small(m: Material) -> Remarks:
    """Classes where a perfect record would not show the claimed score, or where one case outweighs the claimed gain.

    With n cases all right the one-sided 95% lower limit of the recall is 0.05^(1/n).
    """
    demand(m.claim is not None or m.gain is not None, "a claimed score or a claimed gain")
    if m.test is not None and m.test.y is not None:
        sizes, labels = np.bincount(m.test.y, minlength=len(m.labels)), m.labels
    elif m.predictions:
        first = next(iter(m.predictions.values()))
        sizes, labels = np.bincount(first.truth, minlength=len(first.labels)), first.labels
    else:
        raise InapplicableError("needs test cases or predictions")
    for label, n in zip(labels, sizes.tolist(), strict=True):
        if not n:
            continue
        why = []
        if m.claim is not None and 0 < m.claim < 1 and 0.05 ** (1 / n) < m.claim:
            needed = math.ceil(math.log(0.05) / math.log(m.claim))
            why.append(f"all right would show {_format.number(0.05 ** (1 / n))} at 95%, {needed:,} are needed")
        if m.gain is not None and 1 / n > m.gain:
            why.append(f"one case moves its recall by {_format.number(1 / n)}, the claimed gain is {m.gain:g}")
        if why:
            title = f"{_format.quote(label)} has {_format.plural(n, 'test case')}, too few for the claim"
            yield Remark("; ".join(why), title=title)


@check(
    "R143",
    "No baseline stands beside the model",
    severity="note",
    errs="It knows a baseline by its name, or because it always gives one answer.",
    advice="Give the majority rule, naive Bayes and a method of the day the same cases, and compare.",
    reference="duda2001",
)
def no_baseline(m: Material) -> Remarks:
    """Predictions or comparisons without a simple rule or a contemporary method among them."""
    if any(isinstance(r, AgainstChance) for r in m.results):
        return
    demand(m.predictions or m.duels, "predictions or comparisons")
    constant = any(p.has_labels and len(np.unique(p.need_predicted())) == 1 for p in m.predictions.values())
    if m.duels or constant or any(WORDS.search(name) for name in m.predictions):
        return
    one = len(m.predictions) == 1
    words = "model and nothing to compare it with" if one else "models, none of them a simple rule"
    yield Remark(f"{len(m.predictions)} {words}")


@check(
    "R144",
    "A simple rule does better than the model",
    severity="serious",
    needs=("train", "test", "classes"),
    errs="It is about accuracy; a model made for another measure may lose to the majority rule rightly.",
    advice="Use the simple rule, or find out what is wrong with the model.",
    reference="holte1993",
)
def baseline_wins(m: Material) -> Remarks:
    """The majority rule and naive Bayes, fitted on training, against each model by McNemar's mid-p on the test cases.

    Serious when the rule is shown better; a note when naive Bayes is not shown worse.
    """
    models = m.correct_cases()
    train, test = m.both()
    y = classes_to_learn(train, 2)
    rows = m.some(train, MOST, "baselines")
    X, others = _alike(train.rows(rows), test)
    rules = baselines(rng=m.seed)
    right = {
        n: np.asarray(rules[n].fit(X, y[rows]).predict(others) == test.y) for n in ("majority", "naive Bayes")
    }
    duels = [(name, rule, own, theirs) for name, own in models.items() for rule, theirs in right.items()]
    held = adjust([paired_p(own, theirs) for _, _, own, theirs in duels]).adjusted
    for (name, rule, own, theirs), p in zip(duels, held, strict=True):
        mine, simple = float(own.mean()), float(theirs.mean())
        model = _format.label(name) if name else "the model"
        values = f"accuracy of {model} {_format.number(mine)}, of {rule} {_format.number(simple)}"
        evidence = f"{values}; {_format.p_equals(p)}"
        if simple > mine and p < LEVEL:
            yield Remark(evidence)
        elif rule == "naive Bayes" and simple >= mine and (own != theirs).any():
            title = "Naive Bayes does as well as the model"
            yield Remark(evidence, "Prefer the simpler one, or test on more cases.", title, "note")


def _alike(train: CaseSet, test: CaseSet) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of both sets for a learner, missing ones filled alike."""
    both = CaseSet(train.names, np.concatenate([train.values, test.values]), train.levels).design()
    return both[: train.n], both[train.n :]


@check(
    "R145",
    "Scores given as probabilities are none",
    needs=("scores",),
    errs="Scores that merely lie between 0 and 1 and were never meant as probabilities are taken for them.",
    advice="Calibrate them on other cases, or use them to rank only.",
    reference="spiegelhalter1986",
)
def not_probabilities(m: Material) -> Remarks:
    """Some scores outside 0 to 1 where most are inside, rows that do not sum to 1, or shares that do not come true.

    The last by Spiegelhalter's test of calibration, two classes and from 50 cases on; a note where the mean is off by
    less than 0.1 and the slope of recalibration is between 2/3 and 3/2. Scores on another scale are a note.
    """
    for name, p in m.predictions.items():
        if p.scores is not None:
            yield from _of(p, whose(name))


def _of(p: Answers, model: str) -> Remarks:
    scores = np.asarray(p.scores, dtype=float)
    inside = (scores >= 0) & (scores <= 1)
    if not inside.all():
        out, span = int((~inside).sum()), f"from {scores.min():.4g} to {scores.max():.4g}"
        evidence = f"{model}{out:,} of {scores.size:,} lie outside 0 to 1, {span}"
        if inside.mean() >= MOSTLY:
            yield Remark(evidence)
        else:
            yield Remark(evidence, "Use them to rank only.", "Scores are not probabilities", "note")
        return
    if scores.ndim == 2:
        off = np.flatnonzero(np.abs(scores.sum(axis=1) - 1) > SUM)
        if len(off):
            yield Remark(f"{model}{len(off):,} of {p.n:,} rows do not sum to 1; {_format.row(off[0])} first")
        return
    if p.positive is None or p.n < LEAST or p.weights is not None or p.groups is not None:
        return
    test = spiegelhalter(p.is_positive, scores)
    if not test.p_value < SURE:
        return
    said, came = float(scores.mean()), float(p.is_positive.mean())
    slope = recalibration(p.is_positive, scores).slope.value
    large = abs(said - came) > OFF or not 1 / STEEP < slope < STEEP
    means = f"mean probability {_format.number(said)}, share of positive cases {_format.number(came)}"
    evidence = f"{model}{means}; test of calibration {_format.p_equals(test.p_value)}"
    title = "Probabilities do not come true as often as they say"
    yield Remark(evidence, title=title, severity="warning" if large else "note")


@check(
    "R146",
    "The interval is wider than the claimed gain",
    needs=("gain",),
    errs="The interval of one accuracy is wider than that of a paired difference; compare the models for the latter.",
    advice="Such a gain cannot be seen here: test on more cases, paired.",
    reference="dietterich1998",
)
def gain_within_noise(m: Material) -> Remarks:
    """The half-width of the interval of a difference, or else of an accuracy, exceeds the claimed gain."""
    assert m.gain is not None
    known: list[tuple[str, Estimate]] = [(f"{d.a} - {d.b}", d.difference) for d in m.duels]
    known = known or [(e.name or "accuracy", e["accuracy"]) for e in m.evaluations if "accuracy" in e]
    demand(known, "predicted classes, or comparisons")
    for name, estimate in known:
        if estimate.interval is None or not estimate.interval.width / 2 > m.gain:
            continue
        span = _format.span(estimate.interval.low, estimate.interval.high)
        yield Remark(f"{_format.label(name)} {_format.number(estimate.value)} {span}; claimed gain {m.gain:g}")


@check(
    "R149",
    "The test set leaves no room to differ",
    needs=("classes",),
    errs="Models that all learnt nothing also stay at the floor of a test set that has room.",
    advice="Ties here are no sign of equal models. Test on a harder set, or an easier one.",
    reference="cohen1995",
)
def no_room(m: Material) -> Remarks:
    """Several models that are all within 0.01 of accuracy 1 (ceiling), or none above the majority rule (floor).

    Of studies over datasets R040 says it.
    """
    models = [p for p in m.predictions.values() if p.has_labels and len(np.unique(p.need_predicted())) > 1]
    demand(len(models) >= 2, "predicted classes of two models that give more than one answer")
    scores = [float(np.mean(p.truth == p.predicted)) for p in models]
    most = max(float(np.bincount(p.truth).max() / p.n) for p in models)
    if min(scores) >= 1 - NEAR:
        title, words = "Every model is at the ceiling of this test set", "above 0.99"
    elif max(scores) <= most:
        title = "Every model is at the floor of this test set"
        words = f"the majority rule's is {_format.number(most)}"
    else:
        return
    span = f"from {_format.number(min(scores))} to {_format.number(max(scores))}"
    yield Remark(f"accuracies of {len(models)} models {span}, {words}", title=title)
