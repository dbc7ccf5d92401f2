"""R009: the class with the highest score is mostly not the predicted one."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.core.answers import Answers
from referee.core.finding import Finding


def columns_contradict(answers: Answers) -> list[Finding]:
    """Of several classes with a column of scores each: does the highest column name the predicted class?

    >>> from referee import read
    >>> scores = [[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.1, 0.1, 0.8]]
    >>> columns_contradict(read(list("bca"), list("bca"), scores, labels=list("abc")))[0].title
    'The scores contradict the predicted classes'
    """
    scores, predicted = answers.scores, answers.predicted
    if scores is None or predicted is None or scores.ndim != 2:
        return []
    own = scores[np.arange(len(predicted)), predicted]
    apart = float(answers.mass @ (own < scores.max(axis=1)) / answers.mass.sum())
    if apart <= 0.5:
        return []
    share = _format.percent(round(apart, 3))
    evidence = f"in {share} of the cases another class has a higher score than the predicted one"
    advice = "Check which class each column of scores is for: name the columns, or pass labels= in their order."
    return [Finding("R009", "serious", "The scores contradict the predicted classes", evidence, advice)]
