"""Leave-one-out by shortcut against n fits in scikit-learn's `cross_val_predict`.

Logistic regression, slow to fit, is timed on 40 of the 2,000 folds and scaled. Labels are compared first: a row of
wrong labels is no row.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.learners.loo import loo_predictions
from tools.benchmarks.timing import Row, cpu, row

N, D, FOLDS = 2000, 20, 40
GOALS = {"GaussianNB": 200, "LDA": 200, "ridge": 200}
"""How many times faster than refits; of the other learners 100."""


def data() -> tuple[Any, Any]:
    """Two classes of correlated features, shifted apart."""
    rng = np.random.default_rng(8)
    y = rng.integers(0, 2, N)
    X = rng.normal(0, 1, (N, D)) @ rng.normal(0, 0.4, (D, D)) + rng.normal(0, 0.25, D) * y[:, None]
    return X, y


def learners() -> dict[str, Any]:
    """The learners of the rows."""
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
    from sklearn.linear_model import LogisticRegression, RidgeClassifier
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return {
        "kNN": KNeighborsClassifier(5),
        "GaussianNB": GaussianNB(),
        "LDA": LinearDiscriminantAnalysis(),
        "QDA": QuadraticDiscriminantAnalysis(),
        "ridge": RidgeClassifier(),
        "nearest centroid": NearestCentroid(),
        "logistic": LogisticRegression(),
        "scaler and kNN": make_pipeline(StandardScaler(), KNeighborsClassifier(5)),
        "scaler and logistic": make_pipeline(StandardScaler(), LogisticRegression()),
    }


def compare(name: str, learner: Any) -> Row:
    """One learner's row."""
    from sklearn.base import clone
    from sklearn.model_selection import LeaveOneOut, cross_val_predict

    X, y = data()
    found = loo_predictions(learner, X, y)
    assert found is not None
    some = "logistic" in name
    chosen = list(LeaveOneOut().split(X))[:: N // FOLDS]

    def folds() -> Any:
        return [clone(learner).fit(X[rest], y[rest]).predict(X[held])[0] for rest, held in chosen]

    def whole() -> Any:
        return cross_val_predict(learner, X, y, cv=LeaveOneOut())

    held = [int(h[0]) for _, h in chosen] if some else slice(None)
    assert np.array_equal(found.labels[held], folds() if some else whole())
    peer = cpu(folds, 2) / FOLDS * N if some else cpu(whole, 1)
    title = "sklearn cross_val_predict(LeaveOneOut())"
    ours = cpu(lambda: loo_predictions(learner, X, y))
    return row(f"leave-one-out, {name}, d={D}", N, ours, title, peer, GOALS.get(name, 100), scaled=some)


def jobs() -> list[Row]:
    """Every row; kNN also beside one fit and prediction, of which it may take twice."""
    X, y = data()
    knn = learners()["kNN"]
    once, ours = cpu(lambda: knn.fit(X, y).predict(X)), cpu(lambda: loo_predictions(knn, X, y))
    out = [compare(name, learner) for name, learner in learners().items()]
    return [*out, row(f"leave-one-out, kNN, d={D}", N, ours, "one fit and prediction", once, 2, at_most=True)]
