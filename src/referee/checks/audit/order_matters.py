"""R147: the order of the training cases matters."""

from __future__ import annotations

from referee import _format
from referee.checks.audit.fits import learnt_from
from referee.checks.audit.registry import LEVEL, InapplicableError, Material, Remark, Remarks, check, demand
from referee.errors import InputError
from referee.resampling.order_effects import order_effects


@check(
    "R147",
    "The order of the training cases changes the result",
    needs=("train", "learner"),
    errs="A learner that is the same at every refit shows any effect of order, however small.",
    advice="Shuffle the cases, average over several orders, and report the spread.",
    reference="duda2001",
)
def order_matters(m: Material) -> Remarks:
    """Six orders of presentation, three fits each, by the permutation test of `resampling.order_effects`."""
    demand(callable(getattr(m.learner, "fit", None)), "a learner with `fit` and `predict`")
    data, y = learnt_from(m, "order")
    seed = int(m.stream("order effects").integers(2**53))
    try:
        test = order_effects(m.learner, data.design(), y, orders=6, refits=3, rng=seed, progress=False)
    except InputError as error:
        raise InapplicableError(f"the learner failed: {error}") from None
    if test.inapplicable is not None:
        raise InapplicableError(test.inapplicable)
    if test.p_value < LEVEL:
        assert test.effect is not None
        spread = f"standard deviation of accuracy between orders {_format.number(test.effect.value)}"
        yield Remark(f"{spread}, beyond that of refits; {_format.p_equals(test.p_value)}")
