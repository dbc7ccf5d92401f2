import itertools

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from referee.curves import RelabelledTree

RNG = np.random.default_rng(4)
X = RNG.normal(size=(400, 3))
Y = (X[:, 0] + X[:, 1] ** 2 + RNG.normal(size=400) > 1).astype(int)
TREE = DecisionTreeClassifier(max_leaf_nodes=7, random_state=0).fit(X[:200], Y[:200])


@pytest.mark.parametrize("costs", [{"fp": 1, "fn": 1}, {"fp": 1, "fn": 6}, {"fp": 5, "fn": 1}])
@pytest.mark.parametrize("data", [(), (X[200:], Y[200:])], ids=["fit", "fresh"])
def test_no_labelling_of_the_leaves_costs_less(costs, data):
    cases, truth = data or (X[:200], Y[:200])
    leaves = np.unique(TREE.apply(cases))
    place = np.searchsorted(leaves, TREE.apply(cases))
    positives, negatives = (np.bincount(place, weights=truth == c, minlength=len(leaves)) for c in (1, 0))
    least = min(
        costs["fp"] * negatives[list(labels)].sum() + costs["fn"] * np.delete(positives, list(labels)).sum()
        for size in range(len(leaves) + 1)
        for labels in itertools.combinations(range(len(leaves)), size)
    )
    called = RelabelledTree(TREE, *data, costs=costs).predict(cases)
    cost = costs["fp"] * (called & (truth == 0)).sum() + costs["fn"] * ((1 - called) & (truth == 1)).sum()
    assert cost == least


def test_equal_costs_on_the_fit_give_the_trees_own_labels():
    again = RelabelledTree(TREE)
    ties = again.score(X) == 0.5
    assert (again.predict(X) == TREE.predict(X))[~ties].all()


def test_the_other_class_may_be_positive():
    a = RelabelledTree(TREE, costs={"fp": 1, "fn": 6.01})
    b = RelabelledTree(TREE, costs={"fp": 6.01, "fn": 1}, positive=0)
    assert (a.predict(X) == b.predict(X)).all()
    np.testing.assert_allclose(a.score(X), 1 - b.score(X))


def test_a_prevalence_moves_the_labels():
    rare = RelabelledTree(TREE, prevalence=0.01).predict(X).mean()
    common = RelabelledTree(TREE, prevalence=0.99).predict(X).mean()
    assert rare < common


def test_a_leaf_that_no_case_reaches_keeps_its_share():
    few = X[200:203], np.array([0, 1, 1])
    tree = RelabelledTree(TREE, *few)
    unseen = ~np.isin(TREE.apply(X), TREE.apply(few[0]))
    np.testing.assert_allclose(tree.score(X)[unseen], TREE.predict_proba(X)[unseen, 1])


def test_a_leaf_that_one_case_reaches_has_its_class():
    few, truth = X[200:203], np.array([0, 1, 1])
    leaves, times = np.unique(TREE.apply(few), return_counts=True)
    alone = np.isin(TREE.apply(few), leaves[times == 1])
    assert alone.any()
    assert RelabelledTree(TREE, few, truth).score(few)[alone].tolist() == truth[alone].tolist()


def test_bad_inputs():
    with pytest.raises(ValueError, match="`tree` must be a fitted decision tree for two classes"):
        RelabelledTree(DecisionTreeClassifier())
    with pytest.raises(ValueError, match="`X` must be given together with `y`"):
        RelabelledTree(TREE, X)
    with pytest.raises(ValueError, match="`y` must hold classes of the tree only; got 2"):
        RelabelledTree(TREE, X, Y + 1)
    with pytest.raises(ValueError, match="`y` must hold both classes"):
        RelabelledTree(TREE, X, np.ones(400, dtype=int))
    with pytest.raises(ValueError, match=r"`y` must have as many cases as `X` \(400\); got 3"):
        RelabelledTree(TREE, X, Y[:3])
    with pytest.raises(ValueError, match="`positive` must be a class of the tree"):
        RelabelledTree(TREE, positive=5)
