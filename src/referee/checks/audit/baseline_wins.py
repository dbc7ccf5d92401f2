"""R144: a baseline does better than the model."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.fits import classes_to_learn, paired_p
from referee.checks.audit.registry import LEVEL, Material, Remark, Remarks, check
from referee.data.dataset import Dataset
from referee.inference.adjust import adjust
from referee.resampling.baselines import baselines

MOST = 50_000


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
    models = m.judged()
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


def _alike(train: Dataset, test: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of both sets for a learner, missing ones filled alike."""
    both = Dataset(train.names, np.concatenate([train.values, test.values]), train.levels).design()
    return both[: train.n], both[train.n :]
