"""Which method: one table. Everything else asks it, and the page 'which method leads' is printed from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from referee import _check
from referee.core.types import Sampling
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import SHAPES, Metric, Needs, Shape

Question = Literal["value", "same cases", "different cases"]

QUESTIONS: dict[Question, str] = {
    "value": "how good is one model",
    "same cases": "do two models differ on the same cases",
    "different cases": "do two models differ, each on its own test set",
}

EVERY: tuple[Shape, ...] = get_args(Shape)
SCORES: tuple[Needs, ...] = ("ranking", "probabilities", "class scores")
LABELS: tuple[Needs, ...] = ("labels",)

CASES: tuple[Sampling, ...] = ("cases",)
WEIGHTS: tuple[Sampling, ...] = ("weighted cases",)
GROUPS: tuple[Sampling, ...] = ("groups",)
BOTH: tuple[Sampling, ...] = (*CASES, *WEIGHTS)
ANY: tuple[Sampling, ...] = (*BOTH, *GROUPS)


@dataclass(frozen=True)
class Method:
    """How an interval or a test is made. `errs` says when not to trust it; `ours` that nobody published it so."""

    key: str
    title: str
    references: tuple[str, ...]
    errs: str
    ours: bool = False


@dataclass(frozen=True)
class Row:
    """For this question, these samplings and these shapes: the method that leads, and those shown beside it.

    `sums` says that a metric must also be a weighted sum of recalls.
    """

    question: Question
    samplings: tuple[Sampling, ...]
    needs: tuple[Needs, ...]
    shapes: tuple[Shape, ...]
    lead: Method
    beside: tuple[str, ...] = ()
    sums: bool = False

    def fits(self, question: Question, metric: Metric, sampling: Sampling) -> bool:
        """Whether the row answers the question."""
        asked = question == self.question and sampling in self.samplings
        fits = asked and metric.needs in self.needs and metric.shape in self.shapes
        return fits and (not self.sums or (isinstance(metric, LabelMetric) and metric.sums_recalls))


TABLE = (
    Row("value", GROUPS, LABELS, EVERY, Method("table clusters",
        "Dirichlet weights on whole clusters, of a share with one unseen cluster, else widened to Student's t under 30",
        ("rubin1981", "field2007"), "It errs under 30 clusters, and where one cluster holds most cases.", ours=True)),
    Row("value", BOTH, LABELS, ("rate", "proportion"), Method("share",
        "mid-P (Clopper-Pearson below 10 cases)", ("berry1995", "clopper1934"),
        "Its coverage falls to .92 at some shares of few cases.")),
    Row("value", BOTH, LABELS, ("overlap",), Method("overlap",
        "mid-P (Clopper-Pearson below 10 cases) on TP / (TP + FP + FN), transformed", ("berry1995",),
        "It is right for a random sample of cases, not for class counts that were fixed beforehand.", ours=True)),
    Row("value", BOTH, LABELS, ("rates",), Method("rates",
        "MOVER on the mid-P limits of the recalls, or of the precisions", ("zou2008", "donner2012"),
        "It errs where a class has a handful of cases.")),
    Row("value", BOTH, LABELS, ("class mean",), Method("class mean",
        "MOVER on the limits of the classes, correlated", ("zou2008",),
        "It errs to the cautious side where hardly a case is wrong.", ours=True)),
    Row("value", BOTH, LABELS, ("smooth",), Method("table draws",
        "Dirichlet draws of the table", ("rubin1981",),
        "It errs near the end of the range when a class has few cases.", ours=True)),
    Row("value", ANY, SCORES, ("mean",), Method("mean loss",
        "Dirichlet weights on the losses and one unseen worst case", ("gaffke2005", "learnedmiller2019"),
        "It is wide for few cases, as every mean is that one unseen case can move.")),
    Row("value", ANY, SCORES, ("skill",), Method("skill",
        "Dirichlet weights on the losses over those of the class frequencies, and one unseen case",
        ("gaffke2005", "learnedmiller2019"), "It errs where a class has one or two cases.", ours=True)),
    Row("value", ANY, SCORES, ("area",), Method("area",
        "mid-P at DeLong's effective number of cases, with weights not narrower than gamma sums of them and an unseen "
        "case; Obuchowski's variance with half an unseen cluster", ("delong1988", "berry1995", "obuchowski1997"),
        "It is too wide where a class is tiny, near an area of 1, and where few heavy cases were drawn.", ours=True)),
    Row("value", ANY, SCORES, ("influence",), Method("influence",
        "logit limits on the influence of the cases, of an average of areas not narrower than beta limits; with "
        "weights not narrower than gamma sums of them and an unseen case", ("boyd2013", "efron1993", "gaffke2005"),
        "It errs with fewer than 10 positive cases.", ours=True)),
    Row("value", ANY, SCORES, ("smooth",), Method("case draws",
        "bootstrap of cases, or of whole clusters; not narrower than beta limits", ("efron1993",),
        "It is too short with few cases of a class.", ours=True)),
    Row("value", ANY, SCORES, ("best",), Method("nothing",
        "no interval with known coverage: a best value over all thresholds", (), "There is none.")),
    Row("same cases", GROUPS, LABELS, EVERY, Method("cluster jackknife",
        "jackknife over clusters with Student's t, half an unseen cluster of each class for either model added",
        ("durkalski2003", "obuchowski1998"), "It errs when a few clusters hold most cases.", ours=True)),
    Row("same cases", WEIGHTS, LABELS, EVERY, Method("weighted difference",
        "delta method on weighted cells", ("kish1965",),
        "It errs when few cases carry most of the weight.")),
    Row("same cases", CASES, LABELS, ("rate",), Method("tango",
        "Tango's score interval and test", ("tango1998",),
        "It errs slightly to either side of its level when few cases are discordant."),
        beside=("McNemar's mid-p test",)),
    Row("same cases", CASES, LABELS, ("rates", "class mean"), Method("tango by class",
        "Tango's score limits of each class, joined by MOVER", ("tango1998", "zou2008"),
        "It errs slightly to either side of its level when few cases of a class are discordant."),
        beside=("swap permutation",), sums=True),
    Row("same cases", CASES, LABELS, ("proportion", "overlap", "rates", "class mean", "smooth"), Method("joint draws",
        "Dirichlet draws of the joint table (bootstrap above 12 classes; for a ratio without an end that hangs on fewer"
        " than 10 cases MOVER on the limits of both values)", ("rubin1981", "zou2008"),
        "It errs to the cautious side where few cases tell the models apart.", ours=True),
        beside=("swap permutation",)),
    Row("same cases", ANY, SCORES, ("mean",), Method("mean gap",
        "Dirichlet weights on the gaps of losses and one unseen case", ("gaffke2005", "learnedmiller2019"),
        "It is wide for few cases, as every mean is that one unseen case can move.")),
    Row("same cases", ANY, SCORES, ("skill",), Method("skill gap",
        "Dirichlet weights on the gaps of losses over the losses of the class frequencies, and one unseen case",
        ("gaffke2005", "learnedmiller2019"), "It errs where a class has one or two cases.", ours=True)),
    Row("same cases", ANY, SCORES, ("area",), Method("delong",
        "DeLong's variance, in each class at least that of half a case, with Student's t by the fourth moments",
        ("delong1988", "satterthwaite1946"),
        "It is too wide where nearly all cases of a small class are ranked alike.", ours=True),
        beside=("swap permutation of ranks",)),
    Row("same cases", ANY, SCORES, ("influence",), Method("influence gap",
        "gamma weights on the influence of the cases and half an unseen one", ("gaffke2005", "boyd2013"),
        "It is wide where the models rank nearly all cases alike, and too short where false alarms at the top are so "
        "rare that none was seen.", ours=True)),
    Row("same cases", ANY, SCORES, ("smooth",), Method("case gaps",
        "bootstrap of cases, or of whole clusters", ("efron1993",),
        "It is too short with few cases of a class.")),
    Row("different cases", CASES, LABELS, ("rate", "proportion"), Method("score of two",
        "Miettinen-Nurminen score interval and test", ("miettinen1985",),
        "It errs slightly to either side of its level when counts are small.")),
    Row("different cases", BOTH, LABELS, ("rates", "class mean", "overlap"), Method("label mover",
        "MOVER on the limits of both values",
        ("zou2008", "donner2012"), "It errs as the limits that it joins.")),
    Row("different cases", BOTH, LABELS, EVERY, Method("independent draws",
        "Dirichlet draws of both tables", ("rubin1981",),
        "It errs on small test sets.", ours=True)),
    Row("different cases", CASES, SCORES, ("area",), Method("two areas",
        "unpaired DeLong; MOVER on the limits of the areas below 100 cases of a class", ("delong1988", "zou2008"),
        "It is too wide near an area of 1.")),
    Row("different cases", BOTH, SCORES, ("mean", "skill", "influence", "smooth", "area"), Method("mover",
        "MOVER on the limits of both values", ("zou2008", "donner2012"),
        "It errs as the limits that it joins.")),
)  # fmt: skip
"""Every method; the first row that holds decides."""

WHY_NOT: dict[tuple[Question | None, Shape | None, Sampling | None], str] = {
    (None, "best", None): "no method with known coverage for a best value over all thresholds",
    ("different cases", None, "groups"): "no test for clusters on different test sets",
}
"""Refusals in words, where no row holds."""


def choose(question: Question, metric: Metric, sampling: Sampling) -> Method:
    """The method that leads, or a refusal in words.

    >>> from referee.metrics import get
    >>> choose("same cases", get("accuracy"), "cases").title
    "Tango's score interval and test"
    """
    for row in TABLE:
        if row.fits(question, metric, sampling):
            return row.lead
    for (asked, shape, sampled), reason in WHY_NOT.items():
        if asked in (None, question) and shape in (None, metric.shape) and sampled in (None, sampling):
            hint = "Leave `groups` out only if the cases are independent." if sampling == "groups" else ""
            _check.fail("metric", f"have a method for this question: {reason}", metric.name, hint)
    _check.fail("metric", "have a method for this question", f"{metric.name} of {sampling}")


def which_test_when() -> str:
    """The table as Markdown."""
    lines = [
        "| question | drawn at random | metric | leads | beside it | how it errs |",
        "|---|---|---|---|---|---|",
    ]
    for row in TABLE:
        kinds = "any" if row.shapes == EVERY else "; ".join(SHAPES[shape] for shape in row.shapes)
        kinds = "a weighted sum of the recalls of the classes" if row.sums else kinds
        of = "predicted classes" if row.needs == LABELS else "scores"
        title = row.lead.title + (" (ours, measured in docs/validity)" if row.lead.ours else "")
        when = f"| {QUESTIONS[row.question]} | {', '.join(row.samplings)} | of {of}: {kinds} |"
        lines.append(f"{when} {title} | {', '.join(row.beside)} | {row.lead.errs} |")
    return "\n".join(lines) + "\n"
