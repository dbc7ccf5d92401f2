"""R142: too few cases of a class for the claim."""

from __future__ import annotations

import math

import numpy as np

from referee import _format
from referee.checks.audit.registry import InapplicableError, Material, Remark, Remarks, check, demand


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
            title = f"{_format.quoted(label)} has {_format.plural(n, 'test case')}, too few for the claim"
            yield Remark("; ".join(why), title=title)
