from __future__ import annotations

import numpy as np
import pytest

import referee
from referee import InputError, Verdict, gate, read


def pair(n=1000, only_base=10, only_new=10, wrong=50):
    y = np.ones(n, int)
    base, new = y.copy(), y.copy()
    base[:only_new] = 0
    new[only_new : only_new + only_base] = 0
    base[-wrong:] = new[-wrong:] = 0
    return read(y, base, name="base", labels=[0, 1]), read(y, new, name="new", labels=[0, 1])


def test_passes_when_the_limit_is_above_minus_the_margin():
    base, new = pair()
    limit = referee.inference.tango([[930, 10], [10, 50]]).effect.interval.low
    result = gate(base, new, margin=0.02)
    assert result.passed
    assert result.limit == limit
    assert "PASS: new against base, accuracy +0.0000, 97.5% lower limit" in result.line
    assert not gate(base, new, margin=-limit).passed  # above, not at
    assert gate(base, new, margin=-limit + 1e-12).passed


def test_undecided_and_worse_stay_out():
    base, new = pair(200, 5, 5, 10)
    result = gate(base, new, margin=0.01)
    assert not result.passed
    assert result.line.startswith("NO PASS, undecided")
    base, new = pair(1000, 100, 10)
    result = gate(base, new, margin=0.02)
    assert not result.passed
    assert result.comparison.verdict is Verdict.WORSE
    assert result.line.startswith("NO PASS, shown worse")


def test_worse_by_less_than_the_margin_passes_and_says_so():
    base, new = pair(20_000, 100, 40)
    result = gate(base, new, margin=0.01)
    assert result.comparison.verdict is Verdict.WORSE
    assert result.passed
    assert result.line.startswith("PASS, worse by less than the margin")


def test_the_candidate_is_oriented_where_lower_is_better():
    base, new = pair(2000, 100, 10)
    assert not gate(base, new, margin=0.02, metric="error_rate").passed
    assert gate(new, base, margin=0.02, metric="error_rate").passed


@pytest.mark.parametrize("metric", ["f1", "mcc", "roc_auc"])
def test_the_same_answers_pass_only_with_grounds(metric):
    """An interval from [0, 0] would open the gate at any margin and any n."""
    rng = np.random.default_rng(0)
    for n, opens in ((40, False), (4000, True)):
        y = rng.integers(0, 2, n)
        answers = np.where(rng.random(n) < 0.9, y, 1 - y)
        same = read(y, answers, answers + rng.random(n), positive=1)
        assert gate(same, same, margin=0.01, metric=metric, rng=1).passed is opens


@pytest.mark.slow
def test_passes_rarely_at_the_margin():
    """A candidate worse by exactly the margin passes in about alpha / 2 of runs."""
    rng = np.random.default_rng(1)
    passed = 0
    for _ in range(250):
        apart = rng.multinomial(600, [0.07, 0.02, 0.91])  # worse by 0.05
        base, new = pair(600, apart[0], apart[1], 30)
        passed += gate(base, new, margin=0.05).passed
    assert passed / 250 < 0.06


def test_no_limit_does_not_pass():
    y = np.array([0, 0, 0, 0])
    one = read(y, y, labels=[0, 1], positive=1)
    result = gate(one, one, margin=0.1, metric="sensitivity")
    assert not result.passed
    assert "no limit" in result.line


def test_bad_input():
    base, new = pair()
    with pytest.raises(InputError, match="`margin` must be given"):
        gate(base, new, margin=None)
    with pytest.raises(InputError, match="`margin` must lie between 0"):
        gate(base, new, margin=-0.1)
    with pytest.raises(TypeError, match="alternative"):
        gate(base, new, margin=0.1, alternative="greater")
    with pytest.raises(InputError, match="must be the answers of a model"):
        gate([1, 0], [1, 1], margin=0.1)
    with pytest.raises(InputError, match="`candidate` must be the answers of a model"):
        gate(base, {"a": base, "b": new}, margin=0.1)


def test_a_ledger_counts_the_candidates(tmp_path):
    import numpy as np

    file = tmp_path / "looks.jsonl"
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 200)
    base = referee.read(truth, rng.integers(0, 2, 200), name="base")
    for k in range(1, 10):
        candidate = referee.read(truth, rng.integers(0, 2, 200), name=f"m{k}")
        gate = referee.gate(base, candidate, margin=0.01, ledger=file, rng=0)
        assert gate.line.endswith(f"look {k} at this test set")
    assert [f.severity for f in gate.comparison.findings if f.code == "R112"] == ["warning"]
    plain = referee.gate(base, candidate, margin=0.01, rng=0)
    assert "R112" not in [f.code for f in plain.comparison.findings]
