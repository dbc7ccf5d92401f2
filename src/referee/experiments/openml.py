"""Datasets of OpenML by their number."""

from __future__ import annotations

import socket
from typing import Any

import numpy as np

from referee import _check
from referee.data.mixed import table_of_columns
from referee.errors import FileError

SECONDS = 10.0
"""How long to wait for an answer."""


def fetch_openml(number: int, *, target: str | None = None) -> dict[str, Any]:
    """The features and labels of an OpenML dataset: nominal attributes as text, missing numbers as NaN.

    scikit-learn fetches it and keeps a copy, so that the network is needed once. `target` is OpenML's own unless
    named. Without a network it is refused, within some ten seconds.
    """
    import urllib.error

    from sklearn import datasets

    words = {} if target is None else {"target_column": target}
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(SECONDS)
    try:
        data = datasets.fetch_openml(
            data_id=number, as_frame=False, parser="liac-arff", n_retries=0, delay=0.0, **words
        )
    except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
        if getattr(error, "code", None) in (404, 412):
            _check.fail("openml", "be the number of a dataset", number, error=FileError)
        hint = "It needs a network once; or download the file and name it by `file`."
        got = f"no answer ({getattr(error, 'reason', error)})"
        _check.fail("openml", f"be fetched from OpenML, dataset {number}", got, hint, error=FileError)
    except (ValueError, KeyError) as error:
        _check.fail("openml", "be a dataset for classification", number, f"{error}.", error=FileError)
    finally:
        socket.setdefaulttimeout(before)
    if data.target is None or np.ndim(data.target) != 1:
        _check.fail("openml", "have one target", number, "Name it by `target`.", error=FileError)
    columns = [_column(data, j, name) for j, name in enumerate(data.feature_names)]
    return {"X": table_of_columns(columns), "y": np.asarray(data.target), "source": f"OpenML {number}"}


def _column(data: Any, j: int, name: str) -> Any:
    """A column of numbers, or the texts that its codes stand for."""
    values = np.asarray(data.data[:, j], dtype=float)
    levels = (data.get("categories") or {}).get(name)
    if levels is None:
        return values
    texts = [None if code != code else str(levels[int(code)]) for code in values.tolist()]
    out = np.empty(len(texts), dtype=object)
    out[:] = texts
    return out
