"""R121: features whose distribution differs between the sets."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.feature_tests import table_p, two_sample_p
from referee.checks.audit.registry import LEVEL, Material, Remark, Remarks, check
from referee.data.dataset import Dataset
from referee.inference.adjust import adjust

MOST = 20_000
LARGE = 0.1


@check(
    "R121",
    "Features are distributed differently in training and test",
    needs=("train", "test"),
    errs="Cases in clusters differ more by chance than it allows for; it looks at one feature at a time.",
    advice="Ask how the sets were drawn. The test speaks for cases like the test cases, not like the training cases.",
    reference="holm1979",
)
def feature_drift(m: Material) -> Remarks:
    """Kolmogorov-Smirnov test of numbers, chi-square test of categories, exact test of missing shares; Holm over all.

    A note where no feature differs by 0.1 of its distribution function or of its shares.
    """
    train, test = m.both()
    a, b = train.rows(m.some(train, MOST, "drift train")), test.rows(m.some(test, MOST, "drift test"))
    moved = drifted(a, b)
    if not moved:
        return
    shown = [f"{_format.label(name)} {how} ({_format.p_equals(p)})" for name, how, _, p in moved[:3]]
    more = f" and {len(moved) - 3} more" if len(moved) > 3 else ""
    evidence = f"{len(moved)} of {_format.plural(len(a.names), 'feature')}: {'; '.join(shown)}{more}"
    large = max(size for _, _, size, _ in moved) >= LARGE
    yield Remark(evidence, severity="warning" if large else "note")


def drifted(a: Dataset, b: Dataset) -> list[tuple[str, str, float, float]]:
    """Features that differ between two datasets: name, how, how much, and the p-value adjusted by Holm."""
    found = []
    for j, name in enumerate(a.names):
        p, size = two_sample_p(a.values[:, j], b.values[:, j], a.levels[j] is not None)
        found.append((name, f"differs by {_format.number(size, 2)}", size, p))
        gone = [int(d.missing[:, j].sum()) for d in (a, b)]
        if any(gone):
            p = table_p(np.array([[gone[0], a.n - gone[0]], [gone[1], b.n - gone[1]]]))
            shares = [gone[0] / a.n, gone[1] / b.n]
            words = " and ".join(_format.percent(round(share, 4)) for share in shares)
            found.append((name, f"is missing in {words}", abs(shares[0] - shares[1]), p))
    held = adjust([p for *_, p in found]).adjusted
    moved = [(name, how, size, p) for (name, how, size, _), p in zip(found, held, strict=True) if p < LEVEL]
    return sorted(moved, key=lambda item: item[3])
