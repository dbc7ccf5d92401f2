"""R110: tested on the training cases."""

from __future__ import annotations

from referee import _format
from referee.checks.audit.registry import Material, Remark, Remarks, check, demand

NEARLY_ALL = 0.9


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
