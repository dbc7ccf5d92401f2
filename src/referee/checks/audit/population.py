"""R120 to R123: whether training and test are of one population."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.feature_tests import table_p, total_variation, two_sample_p
from referee.checks.audit.fits import fit_on_half
from referee.checks.audit.material import LEVEL, InapplicableError, Material, demand
from referee.checks.registry import Remark, Remarks, check
from referee.data.dataset import CaseSet
from referee.inference.adjust import adjust

LARGE_MIX = 0.05
MOST = 20_000
LARGE_DRIFT = 0.1
MOST_FITTED = 2000
LEAST = 20
LARGE_AUC = 0.6


@check(
    "R120",
    "The class mixes of training and test differ",
    needs=("train", "test"),
    errs="Cases in clusters differ more by chance than it allows for.",
    advice="Say at which mix the model will be used, and report measures at that prevalence.",
    reference="saerens2002",
)
def class_mix(m: Material) -> Remarks:
    """Chi-square test of the class counts, exact for two classes; a note where less than 5% of the cases moved."""
    train, test = m.both()
    if train.y is None or test.y is None:
        raise InapplicableError("needs the classes of both sets")
    table = np.stack([np.bincount(y, minlength=len(m.labels)) for y in (train.y, test.y)])
    p = table_p(table)
    if p >= LEVEL:
        return
    shares = table / table.sum(axis=1, keepdims=True)
    k = int(np.abs(shares[0] - shares[1]).argmax())
    of_train, of_test = (_format.percent(round(share, 4)) for share in shares[:, k])
    evidence = f"{_format.quote(m.labels[k])}: {of_train} of training, {of_test} of test; {_format.p_equals(p)}"
    yield Remark(evidence, severity="warning" if total_variation(table) >= LARGE_MIX else "note")


@check(
    "R121",
    "Features are distributed differently in training and test",
    needs=("train", "test"),
    errs="Cases in clusters differ more by chance than it allows for; it looks at one feature at a time.",
    advice="Ask how the sets were drawn. The test speaks for cases like the test cases, not like the training cases.",
    reference="holm1979",
)
def feature_drift(m: Material) -> Remarks:
    """Kolmogorov-Smirnov test of numbers, chi-square test of categories, exact test of missing shares; Holm over all.

    A note where no feature differs by 0.1 of its distribution function or of its shares.
    """
    train, test = m.both()
    a, b = train.rows(m.some(train, MOST, "drift train")), test.rows(m.some(test, MOST, "drift test"))
    moved = find_drift(a, b)
    if not moved:
        return
    shown = [f"{_format.label(name)} {how} ({_format.p_equals(p)})" for name, how, _, p in moved[:3]]
    more = f" and {len(moved) - 3} more" if len(moved) > 3 else ""
    evidence = f"{len(moved)} of {_format.plural(len(a.names), 'feature')}: {'; '.join(shown)}{more}"
    large = max(size for _, _, size, _ in moved) >= LARGE_DRIFT
    yield Remark(evidence, severity="warning" if large else "note")


def find_drift(a: CaseSet, b: CaseSet) -> list[tuple[str, str, float, float]]:
    """Features that differ between two datasets: name, how, how much, and the p-value adjusted by Holm."""
    found = []
    for j, name in enumerate(a.names):
        p, size = two_sample_p(a.values[:, j], b.values[:, j], a.levels[j] is not None)
        found.append((name, f"differs by {_format.number(size, 2)}", size, p))
        gone = [int(d.missing[:, j].sum()) for d in (a, b)]
        if any(gone):
            p = table_p(np.array([[gone[0], a.n - gone[0]], [gone[1], b.n - gone[1]]]))
            shares = [gone[0] / a.n, gone[1] / b.n]
            words = " and ".join(_format.percent(round(share, 4)) for share in shares)
            found.append((name, f"is missing in {words}", abs(shares[0] - shares[1]), p))
    held = adjust([p for *_, p in found]).adjusted
    moved = [(name, how, size, p) for (name, how, size, _), p in zip(found, held, strict=True) if p < LEVEL]
    return sorted(moved, key=lambda item: item[3])


@check(
    "R122",
    "Training and test cases can be told apart by their features",
    needs=("train", "test"),
    errs="Cases in clusters, and rows that repeat, can be told apart in honest splits.",
    advice="Find out what tells them apart: another source, another time, or a row number left among the features.",
    reference="lopezpaz2017",
)
def joint_drift(m: Material) -> Remarks:
    """Classifier two-sample test: a forest learns set from features on one half, its AUC is tested on the other.

    A note where the AUC is below 0.6.
    """
    train, test = m.both()
    demand(min(train.n, test.n) >= LEAST, f"at least {LEAST} cases in each set")
    a, b = (
        train.rows(m.some(train, MOST_FITTED, "joint train")),
        test.rows(m.some(test, MOST_FITTED, "joint test")),
    )
    X = np.concatenate([a.values, b.values])
    X = np.concatenate([np.nan_to_num(X), np.isnan(X)[:, np.isnan(X).any(axis=0)]], axis=1)
    y = np.repeat([0, 1], [a.n, b.n])
    model, others, truth = fit_on_half(X, y, m.seed, "joint drift")
    score = model.predict_proba(others)[:, 1]
    from scipy.stats import mannwhitneyu

    found = mannwhitneyu(score[truth == 1], score[truth == 0], alternative="greater", method="asymptotic")
    if found.pvalue >= LEVEL:
        return
    auc = float(found.statistic / ((truth == 1).sum() * (truth == 0).sum()))
    top = np.argsort(-model.feature_importances_[: len(a.names)], kind="stable")[:3]
    area = f"AUC {_format.number(auc)} on held-out cases, {_format.p_equals(float(found.pvalue))}"
    evidence = f"{area}; most telling: {', '.join(_format.label(a.names[j]) for j in top)}"
    yield Remark(evidence, severity="warning" if auc >= LARGE_AUC else "note")


@check(
    "R123",
    "Cases were excluded",
    needs=("train", "excluded"),
    errs="Few excluded cases differ unseen.",
    advice="The results hold for cases like the kept ones. Report the exclusions, and results with them if possible.",
    reference="duda2001",
)
def excluded_cases(m: Material) -> Remarks:
    """The count of excluded cases as a note; a warning when their features or classes differ from the kept ones."""
    train, out = m.train, m.excluded
    assert train is not None
    assert out is not None
    cases = train.n + out.n + (m.test.n if m.test is not None else 0)
    count = f"{out.n:,} of {cases:,} cases ({_format.percent(round(out.n / cases, 4))}) were excluded"
    moved = find_drift(train.rows(m.some(train, MOST, "kept")), out.rows(m.some(out, MOST, "excluded")))
    unlike = [f"{_format.label(name)} {how}" for name, how, *_ in moved[:3]]
    if train.y is not None and out.y is not None:
        table = np.stack([np.bincount(y, minlength=len(m.labels)) for y in (train.y, out.y)])
        if table_p(table) < LEVEL:
            unlike.append("the class mix differs")
    if unlike:
        yield Remark(f"{count}; {'; '.join(unlike)}", title="The excluded cases are unlike the kept ones")
    else:
        yield Remark(f"{count}; they are not seen to differ", "Report how many, and why.", severity="note")
