"""What a study will do, before it does it."""

from __future__ import annotations

from referee import _check
from referee.core.noun import Noun


class StudyPlan(Noun, schema="study-plan/1"):
    """The datasets, learners and number of runs of a study that has not been run, or not to the end.

    Of each dataset: its source, cases, features, classes, what is done to its columns inside every training part,
    the kind of its splits and their number. Of each learner: its recipe, and the fits that one run takes (a search
    fits many times). `done` and `failed` are the runs that the store has already.

    >>> facts = ("scikit-learn", 150, 4, 3, "", "random splits", 30)
    >>> plan = StudyPlan("study", 7, ("accuracy",), ("iris",), (facts,), ("tree",), (("Tree()", 1),), done=10)
    >>> plan.runs, plan.left, plan.fits
    (30, 20, 30)
    """

    name: str
    seed: int
    metrics: tuple[str, ...]
    datasets: tuple[str, ...]
    tables: tuple[tuple[str, int, int | None, int, str, str, int], ...]
    learners: tuple[str, ...]
    recipes: tuple[tuple[str, int], ...]
    baselines: tuple[str, ...] = ()
    store: str = ""
    done: int = 0
    failed: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        for names, facts in (("datasets", "tables"), ("learners", "recipes")):
            if len(getattr(self, names)) != len(getattr(self, facts)):
                _check.fail(
                    facts, f"be one for each of {len(getattr(self, names))} {names}", len(getattr(self, facts))
                )

    @property
    def runs(self) -> int:
        """How many runs the study has: a learner on a split of a dataset."""
        return sum(table[-1] for table in self.tables) * len(self.learners)

    @property
    def left(self) -> int:
        """How many runs are still to do; failed ones are not, unless they are tried again."""
        return self.runs - self.done - self.failed

    @property
    def fits(self) -> int:
        """How many models are fitted in all runs."""
        return sum(table[-1] for table in self.tables) * sum(fits for _, fits in self.recipes)
