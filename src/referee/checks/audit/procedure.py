"""R110, R111, R114, R117, R140, R147 and R148: how the learner was fitted and tested, and at which sites."""

from __future__ import annotations

import math

import numpy as np

from referee import _format
from referee.checks.audit.feature_tests import table_p
from referee.checks.audit.fits import FOLDS, above_zero_p, fit_on, learnt_from, paired_p, pool_predictions
from referee.checks.audit.material import LEVEL, InapplicableError, Material, demand, whose
from referee.checks.registry import Remark, Remarks, check
from referee.core import Skill, Splits
from referee.core.types import Bools, Codes
from referee.data.dataset import CaseSet
from referee.errors import InputError
from referee.inference.adjust import adjust
from referee.learners.cross_validation import CrossValidation
from referee.learners.order_effects import TrainingOrders, order_effects
from referee.learners.random_splits import Holdout
from referee.learners.run import QUIET

NEARLY_ALL = 0.9
WIDE = 3.0
PERMUTATIONS = 20
SURE = 0.001
MOST_SITES = 20
LEAST = 10
SHUFFLES = 19


@check(
    "R110",
    "The model is tested on the cases that it was trained on",
    severity="serious",
    needs=("train",),
    errs="Without a test set it cannot tell predictions of the fitted model from those of cross-validation.",
    advice="Test on cases that no fit has seen: the apparent error is too low.",
    reference="duda2001",
)
def tested_on_train(m: Material) -> Remarks:
    """The test rows are training rows, or the truth of the predictions is that of the training cases, in order."""
    if m.of == "train":
        evidence = f"the predictions have the true classes of the {m.train.n:,} training cases, in their order"  # type: ignore[union-attr]
        if m.test is not None:
            yield Remark(evidence)
            return
        advice = "If a fitted model made them it is the apparent error; out-of-fold predictions are no mistake."
        yield Remark(evidence, advice, "The predictions are of training cases", "warning")
    elif m.test is None:
        demand(m.predictions, "test cases or predictions")
    elif not m.shared.natural and m.shared.count >= NEARLY_ALL * m.test.n:
        share = _format.percent(m.shared.count / m.test.n)
        yield Remark(f"{share} of the {m.test.n:,} test cases are training cases")


@check(
    "R111",
    "The claimed score is that of the training cases",
    severity="serious",
    errs="A learner trained on many more cases than these can honestly reach a higher score.",
    advice="Report an estimate from cases that the fit has not seen, such as estimate_error's.",
    reference="duda2001",
)
def apparent_as_true(m: Material) -> Remarks:
    """A claimed accuracy above what cross-validation of the learner supports, and within what it has on its own cases.

    What it supports is its accuracy and three standard errors, those of a test set of the size in hand included. Also a
    result whose estimate is the apparent one.
    """
    skills = [r for r in m.results if isinstance(r, Skill)]
    for skill in (s for s in skills if s.method == "apparent"):
        value = _format.number(skill.estimate.value)
        yield Remark(f"{_format.label(skill.learner)}: {skill.metric} {value} is apparent")
        return
    if m.learner is None or m.train is None or m.claim is None:
        demand(skills, "a learner, training cases and a claimed score, or the result of estimate_error")
        return
    data, y = learnt_from(m)
    results = fit_on(m, data, CrossValidation(FOLDS).make(y, rng=m.seed), y, "out of fold", whole=True)
    assert results.whole is not None
    rate = float(np.mean(pool_predictions(results) == y))
    own = float(np.mean(np.array(results.labels, dtype=np.int64)[results.whole] == y))
    tested = m.test.n if m.test is not None else min([data.n, *(p.n for p in m.predictions.values())])
    limit = rate + WIDE * math.sqrt(max(rate * (1 - rate), 1 / data.n) * (1 / data.n + 1 / tested))
    if not min(m.claim, own) > limit or m.claim > own + 1 / math.sqrt(data.n):
        return
    tested_rate = f"by cross-validation {_format.number(rate)}, at most {_format.number(limit)}"
    fitted = f"on its own training cases {_format.number(own)}"
    yield Remark(f"claimed {_format.number(m.claim)}; {tested_rate}; {fitted}")


@check(
    "R114",
    "The procedure beats chance on labels that mean nothing",
    severity="serious",
    needs=("train", "learner"),
    errs="It sees selection inside the procedure that it is given; features chosen before that are out of its sight.",
    advice="Put selection and every other step that sees labels inside the cross-validation, as a pipeline does.",
    reference="ambroise2002",
)
def leaky_procedure(m: Material) -> Remarks:
    """Cross-validated accuracy with all labels permuted, against what independent predictions would have.

    A learner with `fit` is cross-validated here. A function `procedure(X, y)` that returns out-of-fold predictions
    does its own cross-validation, with everything that comes before it: selection, scaling, oversampling. Over several
    permutations the mean excess over chance is tested by a one-sided t test.
    """
    data, labels = learnt_from(m, "permuted")
    excess = []
    for i in range(PERMUTATIONS):
        y = m.stream(f"permuted labels {i}").permutation(labels)
        excess.append(_beyond_chance(_predict_permuted(m, data, y, i), y))
    mean, sd = float(np.mean(excess)), float(np.std(excess, ddof=1))
    p = above_zero_p(mean, sd / math.sqrt(PERMUTATIONS), PERMUTATIONS - 1)
    if p < SURE:
        excess_words = f"accuracy is {_format.number(mean)} above chance on average"
        yield Remark(f"{excess_words} of {PERMUTATIONS} permutations of the labels; {_format.p_equals(p)}")


def _predict_permuted(m: Material, data: CaseSet, y: Codes, i: int) -> Codes:
    """Out-of-fold predictions of permuted labels."""
    if callable(getattr(m.learner, "fit", None)):
        splits = CrossValidation(FOLDS).make(y, rng=m.stream(f"folds {i}"))
        return pool_predictions(fit_on(m, data, splits, y, f"permuted {i}"))
    demand(callable(m.learner), "a learner with `fit`, or a function of (X, y) that returns predictions")
    said = np.asarray(m.learner(data.design(), y))
    if said.shape != y.shape:
        raise InapplicableError(f"the procedure gave an array of shape {said.shape} for {len(y)} cases")
    return said.astype(np.int64)


def _beyond_chance(predicted: Codes, y: Codes) -> float:
    """Agreement beyond that of independent columns with the same counts."""
    size = int(max(predicted.max(), y.max())) + 1
    shares = np.bincount(predicted, minlength=size) * np.bincount(y, minlength=size) / len(y) ** 2
    return float((predicted == y).mean() - shares.sum())


@check(
    "R117",
    "The learner cannot be repeated: it gives other predictions with the same seed",
    needs=("train", "learner"),
    errs="It sees two fits on one split: a difference that is rare, or smaller than a class, passes.",
    advice="Give the learner a `random_state` and let all of its randomness come from it.",
    reference="bouckaert2004",
)
def unrepeatable(m: Material) -> Remarks:
    """Two fits on the same training part with the same seed must predict the same; a global generator shows here."""
    data, y = learnt_from(m, "repeat")
    splits = Holdout().make(y, rng=m.seed)
    one, two = (fit_on(m, data, splits, y, "repeat").test(0)[1] for _ in range(2))
    differ = int(np.sum(one != two))
    if differ:
        count = f"{_format.plural(differ, 'prediction')} of {len(one)}"
        yield Remark(f"{count} differ between two fits with the same seed")


@check(
    "R147",
    "The order of the training cases changes the result",
    needs=("train", "learner"),
    errs="A learner that is the same at every refit shows any effect of order, however small.",
    advice="Shuffle the cases, average over several orders, and report the spread.",
    reference="duda2001",
)
def order_matters(m: Material) -> Remarks:
    """Six orders of presentation, three fits each, by the permutation test of `learners.order_effects`."""
    demand(callable(getattr(m.learner, "fit", None)), "a learner with `fit` and `predict`")
    data, y = learnt_from(m, "order")
    try:
        test = order_effects(
            m.learner, data.design(), y, splits=TrainingOrders(6, 3), rng=m.stream("order effects"), run=QUIET
        )
    except InputError as error:
        raise InapplicableError(f"the learner failed: {error}") from None
    if test.inapplicable is not None:
        raise InapplicableError(test.inapplicable)
    if test.p_value < LEVEL:
        assert test.effect is not None
        spread = f"standard deviation of accuracy between orders {_format.number(test.effect.value)}"
        yield Remark(f"{spread}, beyond that of refits; {_format.p_equals(test.p_value)}")


@check(
    "R140",
    "The learner does worse on a site that it was not trained on",
    needs=("train", "sites", "learner"),
    errs="With few sites it sees large differences only.",
    advice="For use at new sites report the accuracy with sites left out, and test on a site of its own.",
    reference="kapoor2023",
)
def site_left_out(m: Material) -> Remarks:
    """Accuracy with each site left out in turn, against leaving out as many cases drawn at random.

    The random parts are drawn several times, and the difference is referred to Student's t; McNemar's mid-p against
    them, the median, must be as small.
    """
    data, _ = learnt_from(m, "sites")
    sites = data.roles["sites"]
    names, sizes = np.unique(sites, return_counts=True)
    words = f"2 to {MOST_SITES} sites of at least {LEAST} cases; got {len(names)}"
    demand(2 <= len(names) <= MOST_SITES and sizes.min() >= LEAST, words)
    right = _right(m, data, sites, "left out")
    mixed = [m.stream(f"sites {i}").permutation(sites) for i in range(SHUFFLES)]
    others = np.stack([_right(m, data, parts, f"left out {i}") for i, parts in enumerate(mixed)])
    mean, sd = float(others.mean()), float(others.mean(axis=1).std(ddof=1))
    loss = mean - float(right.mean())
    p = above_zero_p(loss, sd * math.sqrt(1 + 1 / SHUFFLES), SHUFFLES - 1)
    p = max(p, float(np.median([paired_p(other, right) for other in others])))
    if p < SURE:
        by_site = [float(right[sites == s].mean()) for s in names]
        span = f"by site from {_format.number(min(by_site))} to {_format.number(max(by_site))}"
        without = f"{_format.number(float(right.mean()))} with each of {len(names)} sites left out"
        mixed_in = f"{_format.number(mean)} with as many cases at random ({_format.p_equals(p)})"
        yield Remark(f"accuracy {without}, {mixed_in}; {span}")


def _right(m: Material, data: CaseSet, parts: Codes, name: str) -> Bools:
    """Which cases are predicted rightly by models trained without their part."""
    assert data.y is not None
    tests = tuple(np.flatnonzero(parts == part) for part in np.unique(parts))
    return np.asarray(
        pool_predictions(fit_on(m, data, Splits("parts left out", data.n, tests), data.y, name)) == data.y
    )


@check(
    "R148",
    "Accuracy differs between sites",
    needs=("test", "classes"),
    errs="Sites of fewer than 10 test cases are left out.",
    advice="Report each site; the mean holds for this mix of sites only.",
    reference="holm1979",
)
def sites_differ(m: Material) -> Remarks:
    """Test of right and wrong answers against the sites of the test cases, Holm over models."""
    assert m.test is not None
    demand("sites" in m.test.roles, "sites of the test cases")
    models = m.correct_cases()
    _, place, sizes = np.unique(m.test.roles["sites"], return_inverse=True, return_counts=True)
    large = sizes >= LEAST
    demand(large.sum() >= 2, f"two sites of at least {LEAST} test cases")
    wrong = [np.bincount(place, weights=~right, minlength=len(sizes))[large] for right in models.values()]
    tables = [np.stack([misses, sizes[large] - misses]).astype(np.int64) for misses in wrong]
    for name, table, p in zip(models, tables, adjust([table_p(t) for t in tables]).adjusted, strict=True):
        if p >= LEVEL:
            continue
        shares = table[1] / table.sum(axis=0)
        span = f"from {_format.number(float(shares.min()))} to {_format.number(float(shares.max()))}"
        yield Remark(f"{whose(name)}{span} over {len(shares)} sites; {_format.p_equals(p)}")
