"""R032: fewer cases of a class than folds; R035: a training part without a class."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.core.finding import Finding
from referee.core.results import Results


def class_below_folds(results: Results) -> list[Finding]:
    """Name classes with fewer cases than there are folds, and classes that some training part lacks.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("3-fold", 6, ([0, 1], [2, 3], [4, 5]), parameters={"folds": 3})
    >>> [f.title for f in class_below_folds(Results("rule", ("a", "b"), [0, 0, 0, 1, 0, 1], splits, (None,) * 3))]
    ["'b' has 2 cases for 3 folds"]
    """
    splits = results.splits
    folds = splits.parameters.get("folds")
    sizes = np.bincount(results.truth, minlength=len(results.labels))
    out = []
    for label, size in zip(results.labels, sizes.tolist(), strict=True):
        if folds is not None and 0 < size < folds:
            title = f"{_format.quoted(label)} has {_format.plural(size, 'case')} for {folds} folds"
            advice = f"Use at most {max(2, size)} folds, or collect more cases of it."
            out.append(Finding("R032", "warning", title, "some test parts have no case of it", advice))
    for code, label in enumerate(results.labels):
        if not sizes[code]:
            continue
        lacking = [i for i in range(len(splits)) if _absent(results, i, code, int(sizes[code]))]
        if lacking:
            title = (
                f"{_format.plural(len(lacking), 'training part')} of {len(splits)} without {_format.quoted(label)}"
            )
            evidence = f"first in split {lacking[0]}; its models cannot predict that class"
            out.append(Finding("R035", "warning", title, evidence, "Stratify, or collect more cases of it."))
    return out


def _absent(results: Results, i: int, code: int, size: int) -> bool:
    splits = results.splits
    if splits.trains is None:
        return int((results.truth[splits._held(i)] == code).sum()) == size
    return not (results.truth[splits.trains[i]] == code).any()
