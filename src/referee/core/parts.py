"""Parts of a result that are made when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

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


class LazyItems(Sequence[Any]):
    """Parts of a result by number, each made when it is first asked for.

    >>> from referee.core import Estimate
    >>> made = LazyItems([lambda: Estimate("roc_auc", 0.5, 10)])
    >>> len(made), made[0] is made[0]
    (1, True)
    """

    def __init__(self, makers: Sequence[Callable[[], Noun]]) -> None:
        self._makers, self._made = makers, dict[int, Noun]()

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return tuple(self[i] for i in range(len(self))[key])
        place = range(len(self))[key]
        if place not in self._made:
            self._made[place] = self._makers[place]()
        return self._made[place]

    def __len__(self) -> int:
        return len(self._makers)

    def __reduce__(self) -> tuple[type[tuple[Noun, ...]], tuple[tuple[Noun, ...]]]:
        return tuple, (tuple(self),)
