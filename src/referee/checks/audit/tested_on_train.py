"""R110: tested on the training cases."""

from __future__ import annotations

from referee import _format
from referee.checks.audit.material import Material
from referee.checks.audit.registry import InapplicableError, check
from referee.core.finding import Finding

NEARLY_ALL = 0.9


@check(
    "R110",
    "The model is tested on the cases that it was trained on",
    severity="serious",
    needs=("train",),
    errs="Without a test set it cannot tell predictions of the fitted model from those of cross-validation.",
    reference="duda2001",
)
def tested_on_train(m: Material) -> list[Finding]:
    """The test rows are training rows, or the truth of the predictions is that of the training cases, in order."""
    advice = "Test on cases that no fit has seen: the apparent error is too low."
    if m.of == "train":
        evidence = f"the predictions have the true classes of the {m.train.n:,} training cases, in their order"  # type: ignore[union-attr]
        if m.test is not None:
            return tested_on_train.finding(evidence, advice)
        advice = "If a fitted model made them it is the apparent error; out-of-fold predictions are no mistake."
        return tested_on_train.finding(
            evidence, advice, severity="warning", title="The predictions are of training cases"
        )
    if m.test is None:
        if m.predictions:
            return []
        raise InapplicableError("needs test cases or predictions")
    if m.shared.natural or m.shared.count < NEARLY_ALL * m.test.n:
        return []
    share = _format.percent(m.shared.count / m.test.n)
    return tested_on_train.finding(f"{share} of the {m.test.n:,} test cases are training cases", advice)
