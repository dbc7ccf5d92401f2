"""The learners that every other must beat."""

from __future__ import annotations

from typing import Any

from referee import _rng


def baselines(*, rng: Any = None) -> dict[str, Any]:
    """Simple learners to stand in every table: majority rule, random by prior, naive Bayes.

    The majority rule predicts the most frequent training class, the random one draws classes by their training
    shares, naive Bayes is Gaussian and needs numeric features. A contemporary method is the user's to add.
    Reference: duda2001.

    >>> sorted(baselines(rng=0))
    ['majority', 'naive Bayes', 'prior-random']
    """
    from sklearn.dummy import DummyClassifier
    from sklearn.naive_bayes import GaussianNB

    seed = int(_rng.stream(_rng.seed_of(rng), "baselines").integers(2**31 - 1))
    return {
        "majority": DummyClassifier(strategy="most_frequent"),
        "prior-random": DummyClassifier(strategy="stratified", random_state=seed),
        "naive Bayes": GaussianNB(),
    }
