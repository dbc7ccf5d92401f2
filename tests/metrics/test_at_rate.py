import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.score_data import ranked, scored, single_class
from referee.core import Ranking
from referee.curves import roc
from referee.metrics import get, sensitivity_at_specificity, specificity_at_sensitivity
from referee.metrics.at_rate import _highest, whole

RATES = st.one_of(st.floats(0, 1), st.sampled_from([0, 0.1, 0.25, 0.5, 0.9, 1]))


@given(scored(most=12), RATES)
def test_step_is_the_best_attained(case, specificity):
    curve = roc(ranked(case))
    best = curve.y[curve.x <= 1 - specificity + 1e-12].max()
    assert sensitivity_at_specificity(ranked(case), specificity=specificity, between="step") == pytest.approx(best)
    turned = 1 - curve.x[curve.y >= specificity - 1e-12].min()
    assert specificity_at_sensitivity(ranked(case), sensitivity=specificity, between="step") == pytest.approx(
        turned
    )


@given(scored(most=12), RATES)
def test_linear_lies_on_the_curve(case, specificity):
    curve, r = roc(ranked(case)), ranked(case)
    linear = sensitivity_at_specificity(r, specificity=specificity)
    assert linear >= sensitivity_at_specificity(r, specificity=specificity, between="step") - 1e-12
    # FPR + TPR grows along the curve; a share that is a whole number of cases but for rounding is that number
    fpr, lost = (float(whole((1 - specificity) * n.sum())) / n.sum() for n in (r.negatives, r.positives))
    along = fpr + linear
    assert np.interp(along, curve.x + curve.y, curve.y) == pytest.approx(linear, abs=1e-9)
    back = specificity_at_sensitivity(r, sensitivity=specificity)
    assert np.interp(1 - back + 1 - lost, curve.x + curve.y, curve.y) == pytest.approx(1 - lost, abs=1e-9)


@pytest.mark.parametrize(("reason", "ranking"), single_class().items())
@pytest.mark.parametrize("measure", [sensitivity_at_specificity, specificity_at_sensitivity])
def test_undefined_with_its_reason(measure, reason, ranking):
    assert measure.why_undefined(ranking) == reason


def test_percentages_are_refused():
    with pytest.raises(ValueError, match=r"got 90\. Did you mean 0\.9"):
        get("sensitivity_at_specificity:90")(Ranking.from_scores([1, 0], [2, 1]))


def test_the_value_is_said_in_name_and_title():
    asked = get("sensitivity-at-specificity:0.95")
    assert (asked.name, asked.title) == ("sensitivity_at_specificity:0.95", "Sensitivity at specificity 0.95")
    assert get("lift:0.05").title == "Lift of the top 0.05 of cases"
    assert get("top_k_accuracy:3").name == get("top_k_accuracy:k=3").name == "top_k_accuracy:3"
    assert get("fbeta_macro:2").title == "F-beta, macro average"
    with pytest.raises(ValueError, match="give parameters as name=value; got '0.5'"):
        get("accuracy:0.5")


def test_formulas_are_batched():
    rng = np.random.default_rng(3)
    positives, negatives = rng.integers(0, 3, size=(2, 4, 5, 9))
    for entry in (sensitivity_at_specificity, specificity_at_sensitivity, get("sensitivity_at_specificity:0.35")):
        got = entry.formula(positives, negatives)
        assert got.shape == (4, 5)
        assert got[2, 3] == pytest.approx(float(entry.formula(positives[2, 3], negatives[2, 3])), nan_ok=True)


@pytest.mark.parametrize("between", ["linear", "step"])
def test_where_all_may_be_reached_all_is(between):
    assert float(_highest(np.array([1, 1, 0]), np.array([0, 1, 1]), 1.0, between)) == 1
