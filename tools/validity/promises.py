"""Every promise, and where its cells are: the rows of the table of all promises."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A promise (or a default without one), in words, the part that measures it, and how its cells begin."""

    promise: str
    what: str
    part: str = ""
    starts: tuple[str, ...] = ()
    instead: tuple[str, str, str, str] = ("", "", "", "")

    def takes(self, promise: str) -> bool:
        """Whether a cell belongs to this row; a row that names no beginning takes what is left."""
        return not self.starts or promise.startswith(self.starts)


def _tests(what: str, how: str, where: str, promise: str) -> Row:
    return Row(promise, what, instead=(how, "–", "by the tests", f"`{where}`"))


ROWS = (
    Row("V1", "one proportion, mean and least exact coverage", "labels", ("V1 ",)),
    Row("V2", "paired difference of accuracy, exact coverage", "comparing", ("V2 ",)),
    Row("V3", "McNemar mid-p, exact size", "comparing", ("V3 ",)),
    Row("V4", "F1 and Jaccard", "labels", ("V4 ",)),
    Row("V5", "AUC intervals without width", "auc", ("V5 AUC intervals",)),
    Row("V5", "AUC, coverage", "auc", ("V5 ",)),
    Row("V6", "paired AUC test, false alarms and power", "auc", ("V6 ",)),
    Row(
        "V7",
        "two learners on one dataset, false alarms of the default",
        "learners",
        ("V7 corrected t, 30 splits",),
    ),
    Row("V8", "power of the default over that of the best valid test", "learners", ("V8 power over",)),
    Row("V9", "estimators of true error: bias, root mean squared error, order", "estimators", ("V9 ",)),
    Row("V10", "error of the trained model, coverage", "trained", ("V10 coverage",)),
    Row("V10", "the same, width over the naive width", "trained", ("V10 width",)),
    Row(
        "V11",
        "many datasets, false alarms of `rank`",
        "ranking",
        ("V11 rank: any pair, default", "V11 rank: any verdict"),
    ),
    Row(
        "V11",
        "the same, too few datasets for Wilcoxon's tests",
        "few_datasets",
        ("V11 few datasets: any false alarm, random",),
    ),
    Row("V12", "permuted labels, false alarms", "permuted", ("V12 ",)),
    _tests("reference values", "every case of the bank", "tests/test_reference.py", "V13"),
    _tests("bad inputs", "one test per case", "tests/odd_inputs", "V14"),
    _tests("same bits on threads, processes, Dask", "every backend", "tests/learners/test_backends.py", "V15"),
    Row("V16", "killed and resumed studies", "resume", ("V16 ",)),
    Row("V17", "speed", instead=("`make bench`", "–", "see there", "`tools/benchmarks/`")),
    Row("V18", "properties of formulas, violations among random inputs", "properties", ("V18 ",)),
    Row("–", "tests of two learners by name", "learners"),
    Row("–", "tests of many learners by name", "ranking"),
    Row("–", "power with few datasets, and tests by name", "few_datasets"),
    Row("–", "other label metrics", "labels"),
    Row("–", "average precision of normal scores", "auc", ("average precision",)),
    Row("–", "probabilities: Brier score, log loss, average precision, lift", "probabilities"),
    Row("–", "cases in clusters: one model and differences", "clusters"),
    Row("–", "differences of two models", "differences"),
    Row("–", "differences of scores, and of AUC with few cases", "score_differences"),
    Row("–", "false alarms of audits", "audit"),
    Row("–", "tests that notice a changed formula", "mutants"),
)
"""In this order: a cell belongs to the first row that takes it."""
