from __future__ import annotations

import json

import numpy as np
import pytest

from helpers.cli_runner import run


def test_the_vc_example_says_nothing_from_11_6():
    code, out, err = run("bounds", "vc", "--h", 40, "--n", 100, "--error", 0.3)
    assert (code, err) == (0, "")
    assert "It is above 1 and says nothing; it passes 1 at a VC dimension of 11.6." in out
    assert "1.3429" in out
    _, out, _ = run("bounds", "vc", "--h", 10, "--n", 100, "--error", 0.3, "--json")
    assert json.loads(out)["estimates"][0]["value"] == pytest.approx(0.966, abs=1e-3)
    _, out, _ = run("bounds", "vc", "--n", 100, "--error", 0.3)
    assert "limit 11.60" in out


def test_dprime_gives_the_bayes_error_and_the_auc():
    code, out, _ = run("bounds", "dprime", "--dprime", 2)
    assert code == 0
    assert "0.1587" in out
    assert "0.9214" in out
    assert out.count("! ") == 3


@pytest.mark.parametrize("method", ["neighbours", "normal", "normal-equal"])
def test_data_have_a_bayes_error(tmp_path, method):
    rng = np.random.default_rng(0)
    y = np.arange(300) % 2
    x = rng.normal(size=(300, 2)) + y[:, None]
    rows = "\n".join(f"{c},{a:.4f},{b:.4f}" for c, (a, b) in zip(y, x, strict=True))
    (tmp_path / "cases.csv").write_text(f"y,a,b\n{rows}\n")
    code, out, err = run("bounds", "data", tmp_path / "cases.csv", "--target", "y", "--method", method, "--json")
    assert (code, err) == (0, "")
    bayes = next(e for e in json.loads(out)["estimates"] if e["name"] == "bayes_error")
    low, high = bayes["limits"] or (bayes["value"] - 0.06, bayes["value"] + 0.06)
    assert low < 0.2398 < high


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("vc", "--h", 100, "--n", 100, "--error", 0.3),
            "`h` must be below the number of cases (100); got 100.0.",
        ),
        (("vc", "--n", 100.5, "--error", 0.3), "`n` must be a whole number"),
        (("vc", "--n", 100, "--error", 30), "`error` must lie between 0 and 1"),
        (("dprime", "--dprime", 1, "--prior", 2), "`prior` must lie strictly between 0 and 1"),
    ],
)
def test_bad_input_gets_the_sentence(words, sentence):
    code, out, err = run("bounds", *words)
    assert (code, out) == (2, "")
    assert sentence in err
