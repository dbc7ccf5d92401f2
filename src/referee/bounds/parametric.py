"""All that two normal classes say of the error that is possible, with what to beware of."""

from __future__ import annotations

from typing import Any

from referee import _format
from referee.bounds.bayes_error import bayes_error
from referee.bounds.chernoff import bhattacharyya, chernoff
from referee.bounds.dprime import best_linear_auc, discriminability
from referee.bounds.normal import Normals
from referee.core import ErrorLimits, Estimate

WARNINGS = (
    "Often too low: what is peculiar to the training cases is in the parameters too, and does not show.",
    "The normal model is taken for granted: a bound that rests on it cannot show that it is wrong.",
    "Where the classes are not normal the error can hardly be computed this way even if their distributions are known.",
)
"""The three problems of estimating the true error from an assumed model."""


def parametric_bounds(normals: Normals, *, level: float = 0.95, rng: Any = None) -> ErrorLimits:
    """Bayes error, the Chernoff and Bhattacharyya bounds on it, d' and the AUC of two normal classes, with warnings.

    From parameters, or from `Normals.fitted(X, y)`: then they are estimates of bounds, and no bounds. They err when the
    classes are not normal, the more the larger the overlap. Reference: duda2001.

    >>> made = parametric_bounds(Normals([0.0], [[1.0]], [2.0], [[1.0]]))
    >>> [(e.name, round(e.value, 3)) for e in made.estimates][:3]
    [('bayes_error', 0.159), ('chernoff', 0.303), ('bhattacharyya', 0.303)]
    >>> len(made.warnings)
    3
    """
    least = bayes_error(normals, level=level, rng=rng)
    n = normals.cases
    upper = "an upper bound on the Bayes error"
    tight = Estimate("chernoff", chernoff(normals), n, note=upper, title="Chernoff bound")
    loose = Estimate("bhattacharyya", bhattacharyya(normals), n, note=upper, title="Bhattacharyya bound")
    fitted = f", fitted on {_format.plural(n, 'case')}" if n else ""
    title = f"Two normal classes in {_format.plural(normals.dimension, 'dimension')}{fitted}"
    bound = "Were the classes normal with these parameters"
    sentence = f"{bound}, no rule would have an error below {_format.number(least.value)}."
    return ErrorLimits(
        title, sentence, (least, tight, loose, discriminability(normals), best_linear_auc(normals)), WARNINGS
    )
