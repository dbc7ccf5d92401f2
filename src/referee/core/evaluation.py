"""What `evaluate` answers, every measure of one model on one test set; and `evaluate_by`, on each slice of it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from referee import _check
from referee.core.confusion import ConfusionMatrix
from referee.core.estimate import Estimate
from referee.core.finding import Finding
from referee.core.noun import Noun
from referee.core.test_result import TestResult
from referee.core.types import Label

if TYPE_CHECKING:
    from narwhals.stable.v2.typing import IntoDataFrame


class Evaluation(Noun, schema="evaluation/1", eq=False):
    """How good a model is on a test set: its measures with intervals, its confusion matrix, and findings.

    `result["f1"]` is an `Estimate`, by any name or alias of the metric; `result["recall", "cat"]` is the one of a
    class. Measures print in the order of `headline`; `frame()` has them all. `labels` are all classes, `positive`
    the one that scores are for; `sampling` says what was drawn at random: "cases", "weighted cases" or "groups".
    `fingerprint` is that of the cases, `call` what made the result.
    """

    confusion: ConfusionMatrix | None
    measures: tuple[Estimate, ...]
    by_class: tuple[tuple[Label, tuple[Estimate, ...]], ...] = ()
    findings: tuple[Finding, ...] = ()
    headline: tuple[str, ...] = ()
    n: float = 0
    level: float = 0.95
    seed: int = 0
    name: str = ""
    prevalence: str = ""
    population: str = "the population that the test cases were drawn from"
    aliases: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    version: str = ""
    source: str = ""
    parts: Mapping[str, Noun] = field(default_factory=dict)
    labels: tuple[Label, ...] = ()
    positive: Label | None = None
    sampling: str = "cases"
    fingerprint: str = ""
    call: str = ""

    def __repr__(self) -> str:
        return f"<Evaluation of {self.n:g} cases: {len(self.measures)} measures, {len(self.findings)} findings>"

    def __getitem__(self, key: str | tuple[str, Label]) -> Estimate:
        name, label = key if isinstance(key, tuple) and len(key) == 2 else (key, None)
        measures = self.measures
        if label is not None:
            found = [m for own, m in self.by_class if own == label]
            if not found:
                known = ", ".join(repr(own) for own, _ in self.by_class) or "none"
                _check.fail(
                    "class", "be a class with measures of its own", _check.show_value(label), f"Known: {known}."
                )
            measures = found[0]
        wanted = self._resolve(name)
        for estimate in measures:
            if estimate.name in (wanted, name):
                return estimate
        own = {m.name for m in measures}
        hint = _check.near(name, own | {alias for alias, meant in self.aliases.items() if meant in own})
        _check.fail("measure", "be one that was evaluated", _check.show_value(name), hint)

    def __getattr__(self, name: str) -> Noun:
        """A curve or another part by its name: `result.roc`, `result.precision_recall`, `result.threshold`, ..."""
        parts = self.__dict__.get("parts", {})
        if name in parts:
            return parts[name]
        measured = "measures" in self.__dict__ and name in self
        hint = f"a measure is asked for as result[{name!r}]" if measured else f"its parts are {sorted(parts)}"
        raise AttributeError(f"this evaluation has no {name!r}; {hint}")

    def __iter__(self) -> Iterator[Estimate]:
        return iter(self.measures)

    def __contains__(self, name: str) -> bool:
        return any(m.name == self._resolve(name) for m in self.measures)

    def _resolve(self, name: str) -> str:
        """The name that an alias stands for, whatever its case, hyphens and spaces, also in an average of it."""
        if not isinstance(name, str):
            _check.fail("measure", "be the name of a measure, or (name, class)", _check.show_value(name))
        if name in self.aliases:
            return self.aliases[name]
        word, colon, settings = name.strip().partition(":")
        word = word.lower().replace("-", "_").replace(" ", "_")
        base, _, average = word.rpartition("_")
        known = self.aliases.get(word) or (f"{self.aliases[base]}_{average}" if base in self.aliases else word)
        return known + colon + settings

    def rows(self) -> list[dict[str, Any]]:
        """One plain row a measure, classes after the whole."""
        out = []
        groups: list[tuple[Any, tuple[Estimate, ...]]] = [(None, self.measures), *self.by_class]
        for label, measures in groups:
            for m in measures:
                low, high = m.interval or (None, None)
                out.append(
                    {
                        "measure": m.name,
                        "class": None if label is None else str(label),
                        "value": m.value if m.defined else None,
                        "low": low,
                        "high": high,
                        "level": None if m.interval is None else m.interval.level,
                        "n": m.n,
                        "method": None if m.interval is None else m.interval.method,
                        "undefined": m.undefined,
                        "note": m.note or None,
                    }
                )
        return out

    def frame(self, library: str | None = None) -> IntoDataFrame:
        """All measures as a dataframe: of the library the data came in, or one already imported, or Arrow.

        `library` is "pandas", "polars" or "pyarrow".
        """
        if library is None:
            imported = [name for name in ("pandas", "polars") if name in sys.modules]
            library = self.source if self.source in ("pandas", "polars", "pyarrow") else (*imported, "pyarrow")[0]
        _check.choice("library", library, ("pandas", "polars", "pyarrow"))
        rows = self.rows()
        columns = {key: [row[key] for row in rows] for key in rows[0]}
        module = importlib.import_module(library)
        return module.table(columns) if library == "pyarrow" else module.DataFrame(columns)


class Slices(Noun, schema="slices/1", eq=False):
    """Evaluations of the whole and of each slice, and the test of each slice against the rest by one metric.

    `keys` are the values of the columns `by`. `adjusted` are the p-values of `tests`, adjusted for their number, so
    that the chance of naming any slice when none differs stays below 1 - level. Differences are slice minus rest. An
    evaluation is made when it is first looked at.
    """

    by: tuple[str, ...]
    whole: Evaluation
    keys: tuple[tuple[Label, ...], ...]
    evaluations: Sequence[Evaluation]
    metric: str
    tests: tuple[TestResult, ...]
    adjusted: tuple[float, ...]
    adjust: str = "holm"
    level: float = 0.95

    def __repr__(self) -> str:
        found = f"{len(self.keys)} slices, {len(self.different)} differ by {self.metric}"
        return f"<Slices by {', '.join(self.by)}: {found}>"

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[tuple[Any, Evaluation]]:
        """Each slice with its evaluation."""
        return zip((key[0] if len(key) == 1 else key for key in self.keys), self.evaluations, strict=True)

    def __getitem__(self, key: Any) -> Evaluation:
        wanted = key if isinstance(key, tuple) else (key,)
        if wanted not in self.keys:
            known = [k[0] if len(k) == 1 else k for k in self.keys[:20]]
            hint = f"Known: {', '.join(map(repr, known))}."
            _check.fail("slice", "be one that was met", _check.show_value(key), hint)
        return self.evaluations[self.keys.index(wanted)]

    @property
    def different(self) -> tuple[tuple[Label, ...], ...]:
        """The slices whose adjusted p-value is below 1 - level, the surest first."""
        order = sorted(range(len(self.keys)), key=lambda i: (self.adjusted[i], self.tests[i].p_value))
        return tuple(self.keys[i] for i in order if self.adjusted[i] < 1 - self.level)

    @property
    def why_untested(self) -> str:
        """Why no slice has a test, where that is the same for all; else nothing."""
        reasons = {test.inapplicable for test in self.tests}
        return reasons.pop() or "" if len(reasons) == 1 else ""

    def rows(self) -> list[dict[str, Any]]:
        """One plain row for each slice and measure; a column with the name of one of theirs is called 'slice ...'."""
        out: list[dict[str, Any]] = []
        for key, evaluation in zip(self.keys, self.evaluations, strict=True):
            rows = [{"cases": evaluation.n, **row} for row in evaluation.rows()]
            taken = rows[0] if rows else {}
            names = [f"slice {name}" if name in taken else name for name in self.by]
            out += [dict(zip(names, key, strict=True)) | row for row in rows]
        return out
