"""Which test cases the models predict rightly."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.checks.audit.material import Material
from referee.checks.audit.registry import demand


def judged(m: Material) -> dict[str, NDArray[Any]]:
    """For each model with predicted classes, which of the test cases are right, in their order."""
    demand(m.of == "test", "predictions of the test cases, in their order")
    return {name: np.asarray(p.truth == p.predicted) for name, p in m.predictions.items() if p.has_labels}
