import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.score_data import ranked, scored, single_class
from referee.core import Ranking
from referee.curves import roc, sensitivity_at_specificity, specificity_at_sensitivity

RATES = st.one_of(st.floats(0, 1), st.sampled_from([0, 0.1, 0.25, 0.5, 0.9, 1]))


@given(scored(most=12), RATES)
def test_step_is_the_best_attained(case, specificity):
    curve = roc(ranked(case))
    best = curve.y[curve.x <= 1 - specificity + 1e-12].max()
    assert sensitivity_at_specificity(ranked(case), specificity, method="step").value == pytest.approx(best)
    turned = 1 - curve.x[curve.y >= specificity - 1e-12].min()
    assert specificity_at_sensitivity(ranked(case), specificity, method="step").value == pytest.approx(turned)


@given(scored(most=12), RATES)
def test_linear_lies_on_the_curve(case, specificity):
    curve, r = roc(ranked(case)), ranked(case)
    linear = sensitivity_at_specificity(r, specificity).value
    assert linear >= sensitivity_at_specificity(r, specificity, method="step").value - 1e-12
    along = 1 - specificity + linear  # FPR + TPR grows along the curve
    assert np.interp(along, curve.x + curve.y, curve.y) == pytest.approx(linear, abs=1e-9)
    back = specificity_at_sensitivity(r, specificity).value
    assert np.interp(1 - back + specificity, curve.x + curve.y, curve.y) == pytest.approx(specificity, abs=1e-9)


@pytest.mark.parametrize(("reason", "ranking"), single_class().items())
@pytest.mark.parametrize("measure", [sensitivity_at_specificity, specificity_at_sensitivity])
def test_undefined_with_its_reason(measure, reason, ranking):
    assert measure(ranking, 0.9).undefined == reason


def test_percentages_are_refused():
    with pytest.raises(ValueError, match=r"got 90\. Did you mean 0\.9"):
        sensitivity_at_specificity(Ranking.from_scores([1, 0], [2, 1]), 90)
