"""`referee test`: the toolbox from the command line, seed examples end to end."""

from __future__ import annotations

import json
import math
import shlex

import pytest

import referee
from helpers.cli_runner import run
from referee import inference
from referee.cli.test import command
from referee.cli.toolbox import TOOLS

SQUIRRELS = ("--x", "54,66,64,61", "--y", "23,28,27,31,51,32")
BEFORE = ("--x", "10,0,60,27", "--y", "11,3,65,31")


def result(*args):
    code, out, err = run("test", *args, "--json")
    assert (code, err) == (0, "")
    json.loads(out, parse_constant=pytest.fail)
    return referee.load(json.loads(out))


@pytest.mark.parametrize("name", TOOLS)
def test_the_example_of_the_help_runs_as_written(name):
    example = shlex.split(TOOLS[name].example)
    code, out, err = run("test", name, *example)
    assert (code, err) == (0, "")
    assert out.rstrip("\n") == str(result(name, *example))
    help_text = " ".join(run("test", name, "--help")[1].split())
    assert f"Example: referee test {name} {' '.join(TOOLS[name].example.split())}" in help_text


@pytest.mark.parametrize("name", TOOLS)
def test_every_form_and_option_is_one_of_the_function(name):
    import inspect

    tool = TOOLS[name]
    for function, names in tool.forms:
        parameters = inspect.signature(getattr(inference, function)).parameters
        positional = [p for p in parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
        required = [p for p in positional if p.default is p.empty]
        if function != "monte_carlo":
            assert len(required) <= len(names) <= len(positional)
        for option in tool.options:
            assert {"seed": "rng"}.get(option, option) in parameters


def test_iq_by_z():
    got = result("z", "--mean", 135, "--n", 25, "--sigma", 15, "--mu", 100, "--alternative", "greater")
    assert got.statistic == pytest.approx(11.666666666666666, rel=1e-12)
    assert got.p_value == pytest.approx(9.433587595211433e-32, rel=1e-9)


def test_iq_by_t():
    args = ("t", "--mean", 135, "--sd", 27, "--n", 5, "--mu", 100)
    got = result(*args, "--alternative", "greater")
    assert got.statistic == pytest.approx(2.8986066374997272, rel=1e-12)
    assert got.p_value == pytest.approx(0.02208981873220331, rel=1e-9)
    assert result(*args).p_value == pytest.approx(0.04417963746440662, rel=1e-9)


def test_an_interval_from_a_standard_error():
    got = result("t", "--mean", 0.05, "--se", 0.002, "--df", 29).effect.interval
    assert tuple(got) == pytest.approx((0.04590954071573459, 0.05409045928426541), abs=1e-12)


def test_before_and_after():
    got = result("paired-t", *BEFORE)
    assert got.statistic == pytest.approx(-3.8060102844992794, rel=1e-12)
    assert got.p_value == pytest.approx(0.03187419510355711, rel=1e-9)
    assert got.effect.value == -3.25
    differences = result("paired-t", "--x", "-1,-3,-5,-4")
    assert differences.p_value == pytest.approx(got.p_value)
    assert result("paired-randomization", *BEFORE).p_value == 0.125
    assert result("paired-randomization", *BEFORE, "--alternative", "less").p_value == 0.0625


def test_mitchells_paired_t():
    got = result("paired-t", "--x", "0.02,0.01,0.03,-0.01,0.02")
    assert got.p_value == pytest.approx(0.10793882229227654, rel=1e-9)


def test_squirrels():
    got = result("randomization", *SQUIRRELS)
    assert got.p_value == pytest.approx(1 / 210)
    assert tuple(got.effect.interval) == (16.0, 40.0)
    assert "[16.00, 40.00]" in run("test", "randomization", *SQUIRRELS)[1]
    doubled = result("randomization", *SQUIRRELS, "--two-sided", "doubled")
    assert doubled.p_value == pytest.approx(2 / 210)
    assert tuple(doubled.effect.interval) == (16.0, 39.0)
    assert result("t2-pooled", *SQUIRRELS).p_value == pytest.approx(0.0006587180318900009, rel=1e-9)
    assert result("t2", *SQUIRRELS).p_value == pytest.approx(0.00032045719867328243, rel=1e-9)


@pytest.mark.parametrize(
    ("table", "chi2", "p"),
    [
        ("63,28;37,72", 24.700070571630203, 6.698172165510318e-07),
        ("77,77;23,23", 0.0, 1.0),
        ("24,88;76,12", 83.11688311688312, 7.734229299754012e-20),
        ("88,24;12,76", 83.11688311688312, 7.734229299754012e-20),
    ],
    ids=["A", "B", "C", "C'"],
)
def test_chi_square_of_the_random_classifiers(table, chi2, p):
    got = result("chi2", "--table", table)
    assert got.statistic == pytest.approx(chi2, rel=1e-9, abs=1e-12)
    assert got.p_value == pytest.approx(p, rel=1e-6)
    if table.startswith("63"):
        assert result("chi2", "--table", table, "--yates").statistic == pytest.approx(23.308801290452667)


def test_means_and_values_give_the_same():
    x, y = [54.0, 66, 64, 61], [23.0, 28, 27, 31, 51, 32]

    def summary(values, suffix):
        mean = sum(values) / len(values)
        sd = math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1))
        return (f"--mean{suffix}", mean, f"--sd{suffix}", sd, f"--n{suffix}", len(values))

    got = result("t2", *summary(x, ""), *summary(y, "2"))
    assert got.p_value == pytest.approx(result("t2", *SQUIRRELS).p_value)
    (_, _, *first), (_, _, *second) = summary(x, ""), summary(y, "2")
    assert result("f", *first, *second).p_value == pytest.approx(result("f", *SQUIRRELS).p_value)


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_columns_of_a_file(tmp_path, kind):
    path = tmp_path / f"data.{kind}"
    rows = list(zip([10, 0, 60, 27], [11, 3, 65, 31], [1.5, 2, 3, 9], strict=True))
    if kind == "csv":
        path.write_text("before;after;third\n" + "".join(f"{a};{b};{c}\n" for a, b, c in rows))
    else:
        path.write_text("".join(json.dumps({"before": a, "after": b, "third": c}) + "\n" for a, b, c in rows))
    got = result("paired-t", "--file", path, "--x", "before", "--y", "after")
    assert got == result("paired-t", *BEFORE)
    assert result("t", "--file", path, "--x", "third") == inference.t([1.5, 2, 3, 9])
    ranks = result("nemenyi", "--file", path, "--columns", "before, after,third", "--better", "lower")
    assert ranks.learners == ("before", "after", "third")
    expected = inference.friedman(rows, better="lower")
    assert result("friedman", "--file", path, "--columns", "before,after,third", "--better", "lower") == expected


def test_options_reach_the_test():
    table = ("--table", "40,6;15,39")
    assert result("mcnemar", *table).p_value == pytest.approx(0.0525, abs=1e-4)
    assert result("mcnemar", *table, "--method", "exact").p_value == pytest.approx(0.0784, abs=1e-4)
    drawn = ("randomization", *SQUIRRELS, "--resamples", 100)
    assert result(*drawn, "--seed", 3) == result(*drawn, "--seed", 3)
    assert result(*drawn, "--seed", 3).details["seed"] == 3
    assert result("t", "--x", "1,2,3,5", "--level", 0.9).effect.interval.level == 0.9
    median = result("randomization", *SQUIRRELS, "--statistic", "median")
    assert median == inference.randomization([54, 66, 64, 61], [23, 28, 27, 31, 51, 32], statistic="median")


def test_adjust():
    args = ("adjust", "--p", "0.01,0.04,0.03", "--labels", "a,b,c", "--family", "three models")
    assert result(*args).adjusted == (0.03, 0.06, 0.06)
    assert result(*args, "--adjust", "benjamini-hochberg").adjusted == (0.03, 0.04, 0.04)
    assert run("test", *args)[1] == (
        "three models, adjusted by Holm (controls any false rejection)\n"
        "  test  p      Holm p\n"
        "  a     0.010  0.030\n"
        "  b     0.040  0.060\n"
        "  c     0.030  0.060\n"
    )


def test_a_posterior_is_shown_without_a_p():
    out = run("test", "bayes-signed-rank", "--x", "0.83,0.76,0.91", "--y", "0.80,0.75,0.86")[1]
    assert "posterior probabilities: a better 1.000" in out
    assert "p = –" not in out


def test_a_test_that_cannot_be_run_is_an_answer():
    code, out, err = run("test", "t", "--x", "2,2,2")
    assert (code, err) == (0, "")
    assert "not applicable" in out


def table(*args):
    code, out, err = run("test", "table", *args, "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["schema"] == "referee.table/1"
    return document


def test_tables():
    z = {row[0]: row[1:] for row in table("z")["rows"]}
    assert z[0.95] == [pytest.approx(1.959963984540054), pytest.approx(1.6448536269514722)]
    t = {row[0]: row[1:] for row in table("t")["rows"]}
    assert t[1][table("t")["columns"].index("0.99") - 1] == pytest.approx(63.65674116287158)
    inclusion = table("inclusion")["rows"]
    assert inclusion[4] == [20, pytest.approx(0.6415140775914577)]
    assert inclusion[-1] == [{"float": "inf"}, pytest.approx(1 - 1 / math.e)]
    assert table("t", "--df", "29", "--levels", "0.95")["rows"] == [[29, pytest.approx(2.045229642132703)]]
    assert run("test", "table", "z")[1].splitlines()[1:3] == ["  level      z     z'", "    0.5  0.674  0.000"]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("z", "--x", "1,2"), "give --sigma too"),
        (("t",), "give --x, or --mean --sd --n, or --mean --se --df; got none of them"),
        (("t", "--mean", 3), "give --x, or --mean --sd --n, or --mean --se --df; got --mean"),
        (("t", "--x", "1,2", "--mean", 3), "give --x, or --mean --sd --n, or --mean --se --df; got --x --mean"),
        (("t", "--x", "1,b"), "`x` must be numbers with commas between them; got '1,b'."),
        (("t", "--x", "1,nan"), "`x` must hold finite numbers; got nan at position 1 (1 in all)."),
        (("t", "--x", "1"), "`x` must hold at least 2 values; got 1."),
        (
            ("t", "--x", "1,2", "--level", 95),
            "`level` must lie strictly between 0 and 1; got 95.0. Did you mean 0.95?",
        ),
        (
            ("t", "--x", "1,2", "--alternative", "larger"),
            "`alternative` must be one of 'two-sided', 'greater', 'less'; got 'larger'.",
        ),
        (("t", "--file", "no.csv", "--x", "a"), "`no.csv` must exist; got no such file."),
        (
            ("t", "--file", "no.csv", "--mean", 1, "--sd", 1, "--n", 4),
            "--file can only be given with --x --y --columns",
        ),
        (("friedman", "--columns", "a,b,c"), "--columns can only be given with --file"),
        (("chi2", "--table", "1,2;3"), "`table` must have rows of one length; got '1,2;3'."),
        (("chi2", "--table", "1,2;3,x"), "`table` must be rows of numbers such as 63,28;37,72; got '1,2;3,x'."),
        (
            ("chi2", "--table", "1,2;3,4.5"),
            "`table` must be a whole number; got 4.5. 4.5 cases cannot be: the nearest counts are 4 and 5.",
        ),
        (("paired-t", "--x", "1,2", "--y", "1,2,3"), None),
        (
            ("randomization", *SQUIRRELS, "--statistic", "mode"),
            "`statistic` must be one of 'mean', 'median', 'iqr', 'variance', 'sd', 'variance_ratio'; got 'mode'.",
        ),
        (("randomization", *SQUIRRELS, "--seed", -1), "Invalid value for '--seed': -1 is not in the range x>=0."),
        (("adjust", "--p", "0.1,2"), "`p_values` must lie between 0 and 1; got 2 at position 1."),
        (("table", "u"), "`which` must be one of 'z', 't', 'inclusion'; got 'u'."),
        (("table", "z", "--n", "3"), "--n cannot be given for z"),
        (("table", "t", "--n", "3"), "--n cannot be given for t"),
        (("table", "t", "--df", "0"), "`df` must be greater than 0; got 0.0."),
        (("bogus",), f"No such command 'bogus'. Known: {', '.join(sorted(command.commands))}."),
    ],
)
def test_errors(args, sentence):
    code, out, err = run("test", *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    if sentence is not None:
        assert err == f"referee: {sentence}\n"


def test_a_file_without_the_column(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,b\n1,2\n3,x\n")
    code, _, err = run("test", "t", "--file", path, "--x", "c")
    assert (code, err) == (
        2,
        f"referee: `{path}` must have the column 'c'; got none of that name. Its columns are 'a', 'b'.\n",
    )
    assert (
        run("test", "t", "--file", path, "--x", "b")[2]
        == "referee: `b` must hold numbers; got 'x' at row 2 (index 1).\n"
    )


def test_permutation_swaps_the_answers_of_two_models(tmp_path):
    rows = [(1, 1, 0), (1, 1, 0), (1, 1, 1), (1, 1, 0), (0, 0, 0), (0, 0, 1), (0, 0, 0)]
    file = tmp_path / "preds.csv"
    file.write_text("y,a,b\n" + "\n".join(",".join(map(str, row)) for row in rows))
    want = inference.permutation_metric(*zip(*rows, strict=True), metric="f1")
    typed = ";".join(",".join(map(str, row)) for row in rows)
    for args in (("--table", typed), ("--file", file, "--columns", "y,a,b")):
        got = result("permutation", *args, "--metric", "f1")
        assert (got.p_value, got.statistic) == (want.p_value, want.statistic)
    code, _, err = run("test", "permutation", "--table", "1,1;1,0")
    assert (code, "three columns of whole numbers" in err) == (2, True)
