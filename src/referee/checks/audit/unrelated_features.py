"""R132: no feature is related to the class."""

from __future__ import annotations

from referee import _format
from referee.checks.audit.feature_tests import class_p, crossed, table_p
from referee.checks.audit.fits import classes_to_learn, held_out
from referee.checks.audit.registry import Material, Remark, Remarks, check
from referee.inference.adjust import adjust

MOST = 4000
RELATED = 0.05


@check(
    "R132",
    "No feature is shown to be related to the class",
    needs=("train",),
    errs="A weak relation in few cases is not seen; absence of evidence is all that it has.",
    advice="A model that does well here must be asked how. Check that features and labels belong to the same rows.",
    reference="holm1979",
)
def unrelated_features(m: Material) -> Remarks:
    """Nothing at 5%, neither a feature alone (Kruskal-Wallis or chi-square, Holm) nor a forest on held-out cases."""
    data = m.training(MOST, "unrelated")
    y = classes_to_learn(data)
    p = [class_p(data.values[:, j], y, data.levels[j] is not None) for j in range(len(data.names))]
    least = min(adjust(p).adjusted)
    if least < RELATED:
        return
    model, others, truth = held_out(data.design(), y, m.seed, "unrelated")
    by_forest = table_p(crossed(truth, model.predict(others)))
    if not by_forest < RELATED:
        alone = f"smallest p of {_format.plural(len(p), 'feature')} {_format.p_value(least)} (Holm)"
        forest = f"of a forest on held-out cases {_format.p_value(by_forest)}"
        yield Remark(f"{alone}, {forest}; {data.n:,} cases")
