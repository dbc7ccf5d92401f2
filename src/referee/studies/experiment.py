"""A study: learners x datasets on shared splits."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from referee import _check, _format, _rng
from referee.core import Splits
from referee.errors import InputError
from referee.learners.baselines import baselines
from referee.learners.fitting import PLAIN, Fitting, need_methods
from referee.learners.per_split import metric_counts
from referee.learners.prepare import AsItCame
from referee.learners.random_splits import RandomSplits
from referee.learners.recipe import splits_for
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric
from referee.metrics.registry import directed_metric
from referee.studies.dataset import Dataset, dataset_of
from referee.studies.reading import cell_seed
from referee.studies.run_study import run_study


@dataclass(frozen=True, eq=False)
class Experiment:
    """Several learners on several datasets, each dataset split once and all learners run on its splits.

    `learners` and `datasets` map names to learners and to (X, y) or `Dataset`. `splits` is any recipe, 30 stratified
    random 2/3-1/3 splits by default. The baselines (majority rule, random by prior, naive Bayes) join unless
    `baselines=False`. `time_limit` is in seconds a run. Every random state left open gets a seed from the names of
    its dataset and learner and the number of the split, so that the answer does not depend on the order of runs, on
    what else is in the study, or on the number of processes.

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> study = Experiment({"1nn": KNeighborsClassifier(1)}, {"iris": load_iris(return_X_y=True)}, rng=1)
    >>> [candidate.name for candidate in study.candidates], len(study.splits_of("iris"))
    (['1nn', 'majority', 'prior-random', 'naive Bayes'], 30)
    """

    learners: Mapping[str, Any]
    datasets: Mapping[str, Any]
    splits: Any = None
    metrics: Sequence[str | Metric] = ("accuracy",)
    rng: Any = None
    baselines: bool = True
    time_limit: float | None = None
    name: str = "study"
    seed: int = field(init=False)

    def __post_init__(self) -> None:
        for arg in ("learners", "datasets"):
            given = getattr(self, arg)
            if not isinstance(given, Mapping) or not given:
                got = "none" if isinstance(given, Mapping) else type(given).__name__
                _check.fail(arg, f"map names to at least one of the {arg}", got)
        if isinstance(self.metrics, str | Metric):
            object.__setattr__(self, "metrics", (self.metrics,))
        if self.time_limit is not None:
            _check.positive_number("time_limit", self.time_limit)
        object.__setattr__(self, "seed", _rng.seed_of(self.rng))

    def __repr__(self) -> str:
        return f"<Experiment {self.name}: {len(self.learners)} learners x {len(self.datasets)} datasets>"

    @cached_property
    def measures(self) -> tuple[Metric, ...]:
        """The metrics, the first of which leads."""
        if not self.metrics:
            _check.fail("metrics", "name at least one metric", "none")
        return tuple(directed_metric(metric) for metric in self.metrics)

    @cached_property
    def tables(self) -> dict[str, Dataset]:
        """The datasets by name, checked."""
        return {str(name): dataset_of(str(name), data) for name, data in self.datasets.items()}

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """The learners and then the baselines; a learner that has the name of a baseline stands for it."""
        named = self.learners.items()
        given = [one if isinstance(one, Candidate) else Candidate(str(name), one) for name, one in named]
        taken = {candidate.name for candidate in given}
        joined = baselines(rng=self.seed) if self.baselines else {}
        added = [Candidate(name, learner, baseline=True) for name, learner in joined.items() if name not in taken]
        return (*given, *added)

    @cached_property
    def _splits_cache(self) -> dict[str, Splits]:
        return {}

    def splits_of(self, dataset: str) -> Splits:
        """The splits of a dataset: made once, shared by all learners."""
        _check.choice("dataset", dataset, self.tables)
        if dataset not in self._splits_cache:
            data = self.tables[dataset]
            seed = _rng.seed_of(_rng.stream(self.seed, "study", dataset, "splits"))
            recipe = RandomSplits(30, test=1 / 3) if self.splits is None else self.splits
            columns = {"groups": data.groups, "times": data.times}
            try:
                made = splits_for(recipe, data.X, data.target, rng=seed, **columns)
                if made.n != data.n:
                    _check.fail("splits", f"be of {data.n} cases", f"{made.n} cases")
            except InputError as error:
                raise type(error)(f"{error} This is dataset {dataset!r}.") from None
            self._splits_cache[dataset] = made
        return self._splits_cache[dataset]

    def check(self) -> None:
        """Find what is wrong before anything runs: data, learners, splits, metrics and how they go together."""
        for name, data in self.tables.items():
            self.splits_of(name)
            for measure in self.measures:
                self._fits(measure, data)
        for measure, candidate in product(self.measures, self.candidates):
            if measure.by_scores and not candidate.scores:
                got = f"{type(candidate.learner).__name__}, which has none"
                rule = f"give scores (predict_proba or decision_function) for {measure.name}"
                _check.fail(f"learner {candidate.name}", rule, got)

    def _fits(self, measure: Metric, data: Dataset) -> None:
        """Refuse a metric that has no meaning for these classes."""
        arg = f"metrics for {data.name}"
        if not isinstance(measure, LabelMetric):
            if measure.needs == "ranking" and len(data.labels) != 2 and data.positive is None:
                classes = _format.plural(len(data.labels), "class", "classes")
                rule = "be label metrics, or of several classes, where there are more than two classes"
                _check.fail(arg, rule, f"{measure.name}, {classes}")
            return
        splits = self.splits_of(data.name)
        empty = data.results("", splits, (None,) * len(splits))
        try:
            metric_counts(measure, empty.counts, empty)
        except InputError as error:
            raise type(error)(f"{error} This is dataset {data.name!r}.") from None

    def seed_of(self, dataset: str, learner: str) -> int:
        """The seed of a learner on a dataset: `run_learner` with it as `rng` repeats the runs to the last bit."""
        return cell_seed(self.seed, dataset, learner)

    def fitting(self, dataset: str, name: str) -> Fitting:
        """The fits of a learner on a dataset, as they travel to a worker."""
        data, splits = self.tables[dataset], self.splits_of(dataset)
        candidate = next(candidate for candidate in self.candidates if candidate.name == name)
        learner: Any = candidate.learner if candidate.prepare else AsItCame(candidate.learner)
        pair = learner if candidate.sampler is None else (candidate.sampler, learner)
        return Fitting.of(pair, data, splits, self.seed_of(dataset, name), scores=candidate.scores)

    run = run_study


@dataclass(frozen=True, eq=False)
class Candidate:
    """A named learner, the sampler that sees its training parts, and whether it is there as a baseline.

    Without `prepare` it gets columns as they came.

    `recipe` writes the learner as text, its class with the parameters that were set, nested ones too; the same
    recipe is the same learner, and `fingerprint` is its hash. A learner that cannot travel to another process
    (pickle) is refused by name.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> Candidate("bayes", GaussianNB()).recipe
    'sklearn.naive_bayes.GaussianNB(priors=None, var_smoothing=1e-09)'
    """

    name: str
    learner: Any
    sampler: Any = None
    baseline: bool = False
    prepare: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            _check.fail("name", "be the name of a learner", repr(self.name))
        self._need(self.learner, "learner", ("fit", "predict"))
        if self.sampler is not None:
            self._need(self.sampler, "sampler", ("fit_resample",))

    def _need(self, thing: Any, what: str, methods: tuple[str, ...]) -> None:
        arg = f"{what} {self.name}"
        need_methods(thing, arg, methods)
        try:
            pickle.dumps(thing)
        except Exception as error:
            why = f"{type(thing).__name__} ({type(error).__name__}: {error})"
            hint = "Define functions and classes at the top of a module, not inside a function or as a lambda."
            _check.fail(arg, "be something that can be pickled, to travel to other processes", why, hint)

    @property
    def scores(self) -> bool:
        """Whether the learner gives scores."""
        return any(callable(getattr(self.learner, way, None)) for way in ("predict_proba", "decision_function"))

    @cached_property
    def recipe(self) -> str:
        """The learner as text: class paths and parameters, the same in every process."""
        text = describe(self.learner)
        return text if self.sampler is None else f"{text} after {describe(self.sampler)}"

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the recipe."""
        return hashlib.sha256(self.recipe.encode(errors="surrogatepass")).hexdigest()[:32]


def describe(value: Any) -> str:
    """Any value as canonical text, equal for equal values in every process.

    >>> describe({"b": (1, None), "a": np.float64(0.5)})
    "{'a': 0.5, 'b': (1, None)}"
    """
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, PLAIN):
        return repr(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(describe, value)) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(describe, value)) + ")"
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(map(describe, value))) + "}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(sorted(f"{describe(k)}: {describe(v)}" for k, v in value.items())) + "}"
    if isinstance(value, np.ndarray) and value.dtype.kind != "O":
        return f"array({value.dtype.str}, {value.shape}, {_digest(np.ascontiguousarray(value).tobytes())})"
    if isinstance(value, type) or (callable(value) and hasattr(value, "__name__")):
        return f"{getattr(value, '__module__', 'numpy')}.{getattr(value, '__qualname__', value.__name__)}"
    path = f"{type(value).__module__}.{type(value).__qualname__}"
    parts = value.get_params(deep=False) if hasattr(value, "get_params") else getattr(value, "__dict__", None)
    if parts is None or isinstance(value, np.random.RandomState | np.random.Generator):
        return f"{path}({_digest(pickle.dumps(value, protocol=4))})"
    return f"{path}({', '.join(f'{key}={describe(parts[key])}' for key in sorted(parts))})"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
