"""How much of an error is the problem's, the model's, and that of too few cases."""

from __future__ import annotations

import math
from functools import partial

from referee import _check, _format
from referee.core import ErrorLimits, Estimate, LearnerCurve
from referee.learners.learning_curve import power_law

_NOTE = "extrapolated by an inverse power law; no interval with known coverage"


def error_parts(curve: LearnerCurve, *, bayes: float | Estimate | None = None) -> ErrorLimits:
    """Part the error of a learner into Bayes error, model error and estimation error, from its learning curve.

    The error at n training cases is fitted by floor + scale n^-rate: what falls with n is estimation error, and the
    floor is Bayes error plus model error. With `bayes`, a value from `bayes_error` or `nearest_neighbour_bounds`, the
    floor is parted too. Needs a curve of accuracy or error rate over at least three sizes. It errs as an extrapolation
    does, and as the Bayes error that it is given. Reference: duda2001, figueroa2012.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> import numpy as np
    >>> from referee.learners import learning_curve
    >>> rng = np.random.default_rng(0); y = np.arange(200) % 2
    >>> curve = learning_curve(GaussianNB(), rng.normal(size=(200, 5)) + y[:, None], y, rng=0)
    >>> [e.name for e in error_parts(curve, bayes=0.13).estimates]
    ['error_rate', 'bayes_error', 'model_error', 'estimation_error']
    """
    if not isinstance(curve, LearnerCurve) or curve.name != "learning curve":
        _check.fail("curve", "be what learning_curve returns", getattr(curve, "name", type(curve).__name__))
    if curve.metric not in ("accuracy", "error_rate"):
        _check.fail("curve", "be of accuracy or error_rate", curve.metric)
    held = curve.held_out
    losses = 1 - held.value if curve.metric == "accuracy" else held.value
    law = power_law(held.x, losses)
    size = float(held.x[-1])
    total = law.at(size)
    made, gone = partial(Estimate, n=size, note=_NOTE), total - law.floor
    whole = made("error_rate", total, note=f"fitted, at {size:,.0f} training cases", title="Error")
    few = made("estimation_error", gone, title="Estimation error (too few cases)")
    says = f"Of an error of {_format.number(total)}, "
    warnings = [f"The floor is {_NOTE}."]
    if bayes is None:
        floor = made("floor", law.floor, title="Floor: Bayes and model error")
        says += f"{_format.number(gone)} would go with more cases; "
        says += f"{_format.number(law.floor)} is left to the problem and the model."
        return ErrorLimits("Parts of the error", says, (whole, floor, few), tuple(warnings))
    least = float(bayes) if isinstance(bayes, Estimate) else _check.share("bayes", bayes)
    if math.isnan(least):
        _check.fail("bayes", "be defined", "an undefined estimate")
    model = law.floor - least
    if model < 0:
        warnings.append(
            f"The Bayes error given ({_format.number(least)}) is above the floor of the curve "
            f"({_format.number(law.floor)}): one of them is wrong, and the model error is shown as 0."
        )
    shown = max(0.0, model)
    problem = made("bayes_error", least, note="as given", title="Bayes error (the problem)")
    own = made("model_error", shown, title="Model error")
    says += f"{_format.number(least)} is the problem's, {_format.number(shown)} the model's, "
    says += f"and {_format.number(gone)} comes of too few cases."
    return ErrorLimits("Parts of the error", says, (whole, problem, own, few), tuple(warnings))
