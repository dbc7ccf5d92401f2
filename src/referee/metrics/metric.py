"""What a metric is: one formula, and the facts that ride on it."""

from __future__ import annotations

import inspect
import warnings
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, Self

import numpy as np

from referee import _check
from referee.core import Answers
from referee.core.types import Better, Column, Counts, Floats, Label
from referee.errors import RefereeWarning

Needs = Literal["labels", "ranking", "probabilities", "class scores"]
Shape = Literal[
    "rate", "proportion", "overlap", "rates", "class mean", "mean", "skill", "area", "influence", "smooth", "best"
]

NEEDS: dict[Needs, str] = {
    "labels": "predicted classes",
    "ranking": "a score for the positive class",
    "probabilities": "probabilities of the classes",
    "class scores": "one column of scores per class",
}
"""Which answers a metric is computed from."""

SHAPES: dict[Shape, str] = {
    "rate": "a share of cases picked by their true class",
    "proportion": "a share of cases picked by the answer",
    "overlap": "hits among the cases that truth or answer calls positive",
    "rates": "a function of the recalls of the classes",
    "class mean": "the plain mean over classes of a metric of each",
    "mean": "a mean of one loss per case",
    "skill": "one less a mean loss over that of the class frequencies",
    "area": "the chance that one case ranks above another",
    "influence": "a smooth function whose influence of each case is known",
    "smooth": "any other smooth function of the counts",
    "best": "a best value over all thresholds",
}
"""How a metric varies from sample to sample: the only thing that picks its method."""


@dataclass(frozen=True)
class Undefined:
    """When a metric has no value: the sentence, and how it is found.

    `predicate` finds it in counts with any leading axes. Where the words depend on the data, `reason` says them of what
    the metric sees. Without either the formula's own 0 / 0 says it.
    """

    sentence: str
    predicate: Callable[[Counts], Any] | None = None
    reason: Callable[[Any], str | None] | None = None


@dataclass(frozen=True, eq=False)
class Metric:
    """A measure of a model's answers: F1, AUC, log loss, or a user's own.

    Call it with columns, `f1(y_true, y_pred)` or `roc_auc(y_true, y_score)`, with answers, or with the table that it
    is a function of, for a checked float. `needs` says which answers it must have, `shape` how it varies, which picks
    its interval and its test. `formula` is the raw batched form. `evaluate` computes an `automatic` metric whenever the
    answers allow it (a function says for which of them), and prints those of the `headline`. `titled` is the title with
    places for parameters.
    """

    name: str
    title: str
    needs: Needs
    shape: Shape
    better: Better | None
    range: tuple[float, float]
    undefined: Undefined
    raw: Callable[..., Any] = field(repr=False)
    reference: str = ""
    aliases: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)
    headline: bool = True
    automatic: bool | Callable[[Any], bool] = field(default=True, repr=False)
    titled: str = field(default="", repr=False)
    __doc__: str | None = None

    def __repr__(self) -> str:
        return f"<metric {self.name}: {self.title}>"

    @property
    def sign(self) -> float:
        """1 when higher is better, -1 when lower is."""
        return -1.0 if self.better == "lower" else 1.0

    @property
    def good_end(self) -> Better:
        """Which end of the range is good; refused for a metric that has none."""
        if self.better is None:
            _check.fail("metric", "have a better and a worse end", self.name)
        return self.better

    def is_automatic(self, given: Answers) -> bool:
        """Whether `evaluate` computes it unasked for these answers."""
        return self.automatic(given) if callable(self.automatic) else self.automatic

    @property
    def by_scores(self) -> bool:
        """Whether scores are needed, not predicted classes."""
        return self.needs != "labels"

    @property
    def width(self) -> float:
        """How far apart two values can be."""
        return self.range[1] - self.range[0]

    @abstractmethod
    def sees(self, data: Any) -> Any:
        """What the formula looks at, from answers or from that table itself; refused when the answers lack it."""

    @abstractmethod
    def value_of(self, seen: Any) -> float:
        """The value for what the metric sees; NaN when undefined."""

    @abstractmethod
    def n_of(self, seen: Any) -> float:
        """The number of cases that the value rests on; with importance weights Kish's effective number."""

    @abstractmethod
    def why_undefined(self, seen: Any) -> str | None:
        """The reason when the metric has no value, else None."""

    def remark(self, seen: Any) -> str:
        """What must be known of the value, in words; empty when nothing."""
        return ""

    def ends(self, seen: Any) -> tuple[float, float]:
        """The range of the value for these data."""
        return self.range

    def value(self, data: Any) -> float:
        """The value for answers, or for the table that the metric is a function of; NaN when undefined."""
        return self.value_of(self.sees(data))

    def __call__(
        self,
        data: Any,
        said: Any = None,
        *,
        positive: Label | None = None,
        labels: Sequence[Label] | None = None,
        weights: Column = None,
        sample_weight: Any = None,
        average: str | None = None,
        **parameters: Any,
    ) -> float:
        """The value for a truth and what the model said, for answers, or for a table; NaN with a warning if undefined.

        `sample_weight` and `average` are scikit-learn's words for `weights` and for `metric.macro` and its like.
        """
        metric = self.using(**parameters) if parameters else self
        if (
            average is not None
            and _check.choice("average", average, ("binary", "macro", "micro", "weighted")) != "binary"
        ):
            metric = getattr(metric, average)
        if sample_weight is not None:
            if weights is not None:
                _check.fail("weights", "be given once", "both `weights` and `sample_weight`")
            weights = sample_weight
        options = {"positive": positive, "labels": labels, "weights": weights}
        seen = metric.sees(metric._read_data(data, said, {k: v for k, v in options.items() if v is not None}))
        value = metric.value_of(seen)
        if np.isnan(value):
            reason = metric.why_undefined(seen)
            warnings.warn(f"{metric.name} is undefined: {reason}", RefereeWarning, stacklevel=2)
        return value

    def _read_data(self, data: Any, said: Any, options: dict[str, Any]) -> Any:
        """Answers or a table as they are, or columns read."""
        if isinstance(data, Answers) or (said is None and not isinstance(data, list | tuple | np.ndarray)):
            for arg, value in {"said": said, **options}.items():
                if value is not None:
                    hint = "Say it when the answers are read."
                    _check.fail(arg, "not be given with answers or a table", type(value).__name__, hint)
            return data
        if said is None:
            role = "y_pred" if self.needs == "labels" else "y_score"
            _check.fail(role, "be given with `y_true`", "None")
        from referee.data.read import read  # loaded where columns are given

        return read(data, said, **options) if self.needs == "labels" else read(data, y_score=said, **options)

    def using(self, **parameters: Any) -> Self:
        """The metric with other parameters, for example `fbeta.using(beta=2)`; the name of the first is not repeated.

        >>> from referee.metrics import fbeta
        >>> fbeta.using(beta=2).name
        'fbeta:2'
        """
        for key in parameters:
            if key not in self.defaults:
                hint = f"It takes {', '.join(self.defaults)}." if self.defaults else "It takes none."
                _check.fail("parameters", f"be parameters of {self.name!r}", key, hint)
        merged = {**self.parameters, **parameters}
        bare = list(merged) == [*self.defaults][:1]
        shown = ",".join(_word(v) if bare else f"{k}={_word(v)}" for k, v in merged.items())
        base = self.name.partition(":")[0]
        title = self.titled.format(**self.defaults | merged) if "{" in self.titled else self.title
        return replace(self, name=f"{base}:{shown}", title=title, parameters=merged, aliases=())

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """The parameters with their defaults."""
        return parameters_of(self.raw)

    def with_costs(self, costs: Any) -> Self:
        """The metric with costs, when it takes any; its name stays."""
        if costs is None or not self.takes_costs:
            return self
        return replace(self, parameters={**self.parameters, "costs": costs})

    @cached_property
    def takes_costs(self) -> bool:
        """Whether the value depends on what errors cost."""
        return "costs" in inspect.signature(self.raw).parameters


def parameters_of(formula: Callable[..., Any]) -> dict[str, Any]:
    """The parameters of a formula, which are keyword-only, with their defaults."""
    return {p.name: p.default for p in inspect.signature(formula).parameters.values() if p.kind is p.KEYWORD_ONLY}


def clip(value: Any, ends: tuple[float, float]) -> float:
    """A value as a float, rounding errors beyond the range cut off; NaN stays."""
    return min(max(float(value), ends[0]), ends[1])


def kish(sums: Floats | float, squares: Floats | float) -> float:
    """Kish's effective number of cases of summed weights."""
    return float(sums) ** 2 / float(squares) if squares else 0.0


def _word(value: Any) -> str:
    return f"{value:g}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)
