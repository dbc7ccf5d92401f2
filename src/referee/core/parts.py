"""Parts of a result that are made when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from referee.core.noun import Noun


class Parts(Mapping[str, Noun]):
    """Curves and other parts of a result by name, each made when it is first asked for.

    >>> from referee.core import Estimate
    >>> made = Parts({"roc": lambda: Estimate("roc_auc", 0.5, 10)})
    >>> list(made), made["roc"] is made["roc"]
    (['roc'], True)
    """

    def __init__(self, makers: Mapping[str, Callable[[], Noun]]) -> None:
        self._makers, self._made = dict(makers), dict[str, Noun]()

    def __getitem__(self, name: str) -> Noun:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def __reduce__(self) -> tuple[type[dict[str, Noun]], tuple[dict[str, Noun]]]:
        return dict, (dict(self),)
