"""The tests that `referee test` knows: a row each, with its data, its options and an example.

A form is written as the name of a function of `referee.inference` and the data it takes, in order. A test may have
several, with a bar between them, such as values or their mean and standard deviation.
"""

from __future__ import annotations

from typing import Any

import click

SIDED = "alternative level"
DRAWN = f"resamples rng {SIDED}"
REARRANGED = f"statistic two_sided {DRAWN}"
SQUIRRELS = "--x 54,66,64,61 --y 23,28,27,31,51,32"
BEFORE = "--x 10,0,60,27 --y 11,3,65,31"
SCORES = "--table '0.9,0.8,0.7;0.8,0.9,0.6;0.7,0.6,0.5;0.9,0.7,0.8'"


class Tool:
    """One test of the toolbox: its question, an example, its `forms`, its `options` and those that it `needs`."""

    def __init__(self, help: str, example: str, forms: str, options: str = SIDED, *, needs: str = "") -> None:
        self.help, self.example, self.options, self.needs = help, example, options.split(), needs.split()
        self.forms = [(function, tuple(data)) for function, *data in map(str.split, forms.split("|"))]


TOOLS: dict[str, Tool] = {
    "z": Tool(
        "Is a mean what it is said to be, the standard deviation known?",
        "--mean 135 --n 25 --sigma 15 --mu 100 --alternative greater",
        "z x | z_summary mean n",
        f"sigma mu {SIDED}",
        needs="sigma",
    ),
    "t": Tool(
        "Is a mean what it is said to be?",
        "--mean 135 --sd 27 --n 5 --mu 100 --alternative greater",
        "t x | t_summary mean sd n | t_standard_error mean se df",
        f"mu {SIDED}",
    ),
    "t2": Tool(
        "Are the means of two samples equal? (Welch)",
        SQUIRRELS,
        "t_welch x y | t_welch_summary mean sd n mean2 sd2 n2",
    ),
    "t2-pooled": Tool(
        "Are the means of two samples of one variance equal?",
        SQUIRRELS,
        "t_pooled x y | t_pooled_summary mean sd n mean2 sd2 n2",
    ),
    "paired-t": Tool(
        "Is the mean of paired differences 0? (--x alone: the differences)", BEFORE, "t_paired x y | t_paired x"
    ),
    "f": Tool("Are the variances of two normal samples equal?", SQUIRRELS, "f x y | f_summary sd n sd2 n2"),
    "levene": Tool("Are the spreads of two samples equal?", SQUIRRELS, "levene x y"),
    "chi2": Tool(
        "Is the prediction independent of the truth, and if not better or worse than chance?",
        "--table '63,28;37,72'",
        "chi2 table",
        "yates level",
    ),
    "fisher": Tool(
        "Are rows and columns of a 2 x 2 table independent? (exact)",
        "--table '8,2;1,9'",
        "fisher table",
        f"convention {SIDED}",
    ),
    "boschloo": Tool(
        "Are two proportions equal? (exact, unconditional)", "--table '8,2;1,9'", "boschloo table", "alternative"
    ),
    "binomial": Tool(
        "Is a proportion what it is said to be? (exact)",
        "--successes 17 --n 20 --p 0.5",
        "binomial successes n",
        f"p convention {SIDED}",
    ),
    "two-proportions": Tool(
        "Are two independent proportions equal? (score test)",
        "--successes 25 --n 30 --successes2 3750 --n2 5000",
        "miettinen_nurminen successes n successes2 n2",
    ),
    "mcnemar": Tool(
        "Are two models on the same cases equally often right? (both, only A; only B, neither)",
        "--table '40,6;15,39' --method exact",
        "mcnemar table",
        f"method {SIDED}",
    ),
    "randomization": Tool(
        "Do two samples differ more than shuffling makes them?", SQUIRRELS, "randomization x y", REARRANGED
    ),
    "paired-randomization": Tool(
        "Do pairs differ more than swapping makes them?", BEFORE, "paired_randomization x y", REARRANGED
    ),
    "permutation": Tool(
        "Do two models differ by a metric, more than swapping their answers makes it? (columns: truth, A, B)",
        "--table '1,1,0;1,1,0;1,1,1;1,1,0;0,0,0;0,0,1;0,0,0' --metric f1",
        "permutation_metric table | permutation_metric columns",
        f"metric {DRAWN}",
    ),
    "bootstrap": Tool(
        "Is a mean (or other statistic) what it is said to be, by resampling?",
        "--x 54,66,64,61,23,28,27,31 --null 40",
        "bootstrap_one_sample x",
        f"null method statistic {DRAWN}",
    ),
    "bootstrap2": Tool(
        "Do two samples differ, by resampling the pooled values?",
        SQUIRRELS,
        "bootstrap_two_sample x y",
        f"statistic {DRAWN}",
    ),
    "monte-carlo": Tool(
        "Does a sample come from a normal population with this mean and standard deviation?",
        "--x 88,131,104,72,119,95,142,101 --mean 100 --sd 10 --statistic iqr --alternative greater",
        "monte_carlo x mean sd",
        f"statistic {DRAWN}",
    ),
    "sign": Tool("Are pairs as often up as down?", BEFORE, "sign x y | sign x"),
    "wilcoxon": Tool(
        "Are paired differences symmetric about 0? (signed ranks)",
        BEFORE,
        "wilcoxon x y | wilcoxon x",
        f"zeros {SIDED}",
    ),
    "mann-whitney": Tool("Is one sample as often larger as the other? (ranks)", SQUIRRELS, "mann_whitney x y"),
    "friedman": Tool(
        "Do learners rank alike over datasets? (one row per dataset, one column per learner)",
        SCORES,
        "friedman table | friedman columns",
        "better",
    ),
    "nemenyi": Tool(
        "Which learners differ, after Friedman's test?", SCORES, "nemenyi table | nemenyi columns", "better level"
    ),
    "bayes-signed-rank": Tool(
        "How probable is it that one learner is better, over datasets?",
        "--x 0.83,0.76,0.91,0.70,0.88 --y 0.80,0.75,0.86,0.66,0.85 --rope 0.005",
        "bayes_signed_rank x y",
        "rope resamples rng",
    ),
    "adjust": Tool(
        "Adjust p-values of tests that are read together.",
        "--p 0.01,0.04,0.03 --adjust holm",
        "adjust p_values",
        "adjust family labels",
    ),
}

COLUMNS = ("x", "y", "columns")
"""Data that may be columns of a file."""


def _number(text: str) -> dict[str, Any]:
    return {"type": float, "metavar": "NUMBER", "help": text}


def _word(metavar: str, text: str) -> dict[str, Any]:
    return {"metavar": metavar, "help": text}


def _flag(text: str) -> dict[str, Any]:
    return {"is_flag": True, "help": text}


OPTIONS: dict[str, dict[str, Any]] = {
    "mean": _number("The mean of the values."),
    "sd": _number("Their standard deviation (divisor n - 1)."),
    "n": _number("How many there are."),
    "se": _number("The standard error of the mean."),
    "df": _number("Its degrees of freedom."),
    "mean2": _number("The mean of the second sample."),
    "sd2": _number("The standard deviation of the second sample."),
    "n2": _number("How many there are in the second sample."),
    "successes": _number("How many successes."),
    "successes2": _number("How many successes in the second sample."),
    "sigma": _number("The known standard deviation."),
    "mu": _number("The mean under the null."),
    "null": _number("The value under the null."),
    "p": _number("The proportion under the null."),
    "rope": _number("A difference too small to matter."),
    "resamples": _number("Number of random resamples."),
    "level": _number("Confidence level [default: 0.95]."),
    "x": _word("VALUES", "Values such as 54,66,64; with --file a column."),
    "y": _word("VALUES", "The second sample, or the other half of the pairs."),
    "columns": _word("NAMES", "Columns of the file, one per learner."),
    "table": _word("ROWS", "A table such as '63,28;37,72'."),
    "p_values": _word("VALUES", "The p-values."),
    "alternative": _word("WORD", "two-sided, greater or less."),
    "metric": _word("NAME", "A metric of labels, such as f1 [default: accuracy]."),
    "statistic": _word("WORD", "mean, median, iqr, ..."),
    "two_sided": _word("WORD", "absolute or doubled."),
    "convention": _word("WORD", "doubling or likelihood."),
    "method": _word("WORD", "The form of the test."),
    "zeros": _word("WORD", "What is done with differences of 0."),
    "adjust": _word("WORD", "holm, hochberg, hommel, benjamini-hochberg, ..."),
    "family": _word("TEXT", "What the tests are, in words."),
    "labels": _word("NAMES", "Names of the tests."),
    "yates": _flag("With Yates' correction."),
    "better": {"type": click.Choice(["higher", "lower"]), "help": "Which scores are good [default: higher]."},
    "rng": {"type": click.IntRange(min=0), "default": 0, "metavar": "N", "help": "Seed of the draws."},
    "file": {"type": click.Path(), "help": "The file whose columns are named."},
    "encoding": {"default": "utf-8", "help": "Encoding of a text file."},
    "delimiter": {"default": "", "help": "Column separator of a text file."},
}
"""The options of all tests, as click takes them."""
