from __future__ import annotations

import pytest

from referee.claims import against_majority, consistent_matrices
from referee.inference.mcnemar import midp_of_discordant


@pytest.mark.parametrize("positives", [12, 28])
def test_p_ranges_over_the_tables_and_the_corners_bound_it(positives):
    found = consistent_matrices(n=40, positives=positives, accuracy="0.8")
    made = against_majority(found)
    p_values = []
    for tp, fn, fp, tn in found.matrices:
        gained, lost = (tp, fp) if positives < 20 else (tn, fn)
        if gained > lost:
            p_values.append(midp_of_discordant(gained, lost))
    assert (made.least_p, made.greatest_p) == (min(p_values), max(p_values))
    few = consistent_matrices(n=40, positives=positives, accuracy="0.8", most=1)
    corners = against_majority(few)
    assert corners.least_p <= made.least_p + 1e-12
    assert corners.greatest_p >= made.greatest_p - 1e-12
    assert (corners.fewest, corners.most) == (made.fewest, made.most)


def test_an_unknown_accuracy_is_not_judged_by_its_middle():
    made = against_majority(consistent_matrices(n=50, positives=20, auc="0.9"))
    assert made.fewest < made.rule < made.most
    assert made.beats(0.95) is None


def test_without_class_counts_or_tables_there_is_nothing_to_say():
    assert against_majority(consistent_matrices(n=50, accuracy="0.9")) is None
    assert against_majority(consistent_matrices(n=30, positives=10, accuracy="0.85")) is None


def test_a_set_of_one_class_cannot_be_beaten():
    assert against_majority(consistent_matrices(n=50, positives=0, accuracy="0.9")).beats(0.95) is False
