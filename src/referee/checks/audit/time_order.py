"""R105: training cases from the time of the test cases or after it."""

from __future__ import annotations

from referee import _format
from referee.checks.audit.registry import Material, Remark, Remarks, check


@check(
    "R105",
    "Training cases are later than test cases",
    severity="serious",
    needs=("train", "test", "times"),
    errs="It is right only if the model will be used on later cases than it was trained on.",
    advice="Train on what came before, test on what came after.",
    reference="kapoor2023",
)
def time_order(m: Material) -> Remarks:
    """Training cases later than the first test case: the future helps to predict the past. Equal times are allowed."""
    train, test = m.both()
    later = int((train.roles["times"] > test.roles["times"].min()).sum())
    if later:
        early = int((test.roles["times"] < train.roles["times"].max()).sum())
        after = f"{later:,} of {_format.plural(train.n, 'training case')} are later than the first test case"
        before = f"{early:,} of {_format.plural(test.n, 'test case')} are earlier than the last training case"
        yield Remark(f"{after}; {before}")
