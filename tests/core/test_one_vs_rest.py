import numpy as np
import pytest

from referee.core.confusion import ConfusionMatrix
from referee.core.tables import one_vs_rest


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("kind", [int, float])
def test_equals_its_definition_and_is_never_negative(k, kind):
    rng = np.random.default_rng(k)
    for _ in range(200):
        table = (rng.uniform(0, 3, (k, k)) * 10 * (rng.random((k, k)) < 0.5)).astype(kind)
        for c, two in enumerate(one_vs_rest(table)):
            rest = np.arange(k) != c
            direct = [
                [table[np.ix_(rest, rest)].sum(), table[rest, c].sum()],
                [table[c, rest].sum(), table[c, c]],
            ]
            np.testing.assert_allclose(two, direct, atol=1e-12)
            assert (two >= 0).all()


def test_a_weighted_cell_of_zero_stays_zero():
    # total - tp - fn - fp is -3.6e-15 here, which no matrix may hold
    table = np.array([[0.0, 6.46923429], [4.39216418, 19.21836957]])
    assert ConfusionMatrix(table, (0, 1), 1).binary().counts[0, 0] == 0
