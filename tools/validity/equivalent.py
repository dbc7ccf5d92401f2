"""Changed lines that do what the line did."""

from __future__ import annotations

EQUIVALENT = {
    "inference/quade.py: sign USub in -table": "the range of average ranks is the same from either end",
    "learners/bootstrap.py: constant 1 in int(cases.classes.max()) + 1": "a class without cases has none to draw",
    "views/picture.py: constant 11 in range(11)": "a tick has twelve places, as percent ten",
    "studies/export.py: constant 2 in range(2)": "a column is taken for each of two classes, be there one more",
    "data/dataset.py: constant 1 in whole.shape[1] if whole is not None else -1": "no number of columns is negative",
    "inference/bayes.py: constant 12 in np.round(one - two, 12)": "differences of rounding are far below either",
    "learners/estimators/on_results.py: constant 1.0 in max(1.0, abs(value))": "a width is far above either",
    "inference/fisher.py: constant 1.0 in min(1.0, p)": "SciPy's p passes 1 by rounding at most",
    "inference/randomization.py: sign USub in u.shape[-1]": "divisions are rows of a table",
    "inference/shift.py: constant 1.0 in max(1.0, float(np.abs(points).max()))": "any point beyond the jumps will do",
    "metrics/case_metric.py: constant 1 in weights.reshape(-1, weights.shape[-1])": "NumPy works out any negative size",
    "studies/on_cluster.py: constant 1.0 in pool.collect(1.0)": "it looks again until every fit is there",
    "verbs/compare.py: sign USub in -quantile(tail, df)": "the standard error is squared",
    "inference/slice_areas.py: constant 1 in int(ranks.max()) + 1": "a score that no case has adds nothing",
    "inference/coverage.py: constant 9 in round(value * count, 9)": "what a product rounds is far below either",
    "bounds/nearest_neighbour.py: constant 2 in 2": "the first of the neighbours is taken",
    "learners/variance_sources.py: constant 1 in np.add.at(votes, (rows, codes), 1)": "votes are divided by their sum",
    "data/cells.py: constant 0 in values.min() >= 0": "codes that are not labels as they are get looked up",
    "data/sql.py: constant 1 in group_by.MOST_GROUPS + 1": "any row beyond the most is one too many",
    "learners/prepared.py: constant 0 in np.zeros((0, 0), dtype=bool)": "nothing is missing in no column",
    "calibration/recalibration.py: sign Mult in w * x": "where the fit begins changes nothing in where it ends",
    "learners/loo/logistic.py: sign Mult in own[rows].T[None] * beta": "the first step alone is another",
    "inference/difference.py: comparison Eq in part.scores.ndim == 1": "slices are then ranked one by one, alike",
    "inference/samples.py: constant 16 in 16 * float(np.finfo(float).eps)": "data differ by far more than either",
    "metrics/label_metric.py: constant 2 in np.arange(1.0, size * size + 1).reshape(size, size) ** 2": "any uneven "
    "table tells a mean from what is none",
    "studies/study_text.py: sign USub in place[-1]": "a place of two ends with its second",
    "inference/paired_bootstrap.py: constant 0 in counts.shape[0]": "the table has as many rows as columns and layers",
    "inference/mann_whitney.py: constant 2 in m + n - 2": "without a variance there is no test to need them",
    "learners/run_learner.py: constant 32 in len(todo) // 32": "the same fits in batches of another size",
    "views/figures/drawing.py: sign Add in 1 + i": "a spread has one mark",
    "studies/packing.py: constant 0 in (int(array.max()), int(array.min())) if array.size else (0, 0)": "nothing is "
    "packed in the smallest type either way",
    "views/report/page.py: constant 2 in 2": "notes come last either way",
}
"""Mutants that do what the formula does, by place, and why; no test can notice them, and they are not counted."""
