"""The datasets of a study file: files, those that scikit-learn brings, and OpenML's."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from referee import _check
from referee.data.features import read_features
from referee.data.files import column_names, is_arff, read_arff
from referee.data.labelled import read_labelled
from referee.errors import FileError, InputError
from referee.studies.dataset import Dataset
from referee.studies.study_text import ANY, TEXT, TEXTS, WHOLE, Kind, Place, StudyText

BUNDLED = {"breast_cancer": "malignant", "digits": None, "iris": None, "wine": None}
"""The classification data that scikit-learn brings, each with its positive class."""

_COLUMNS: dict[str, Kind] = {
    "target": TEXT,
    "features": TEXTS,
    "drop": TEXTS,
    "groups": TEXT,
    "times": TEXT,
    "encoding": TEXT,
    "delimiter": TEXT,
}
_COMMON: dict[str, Kind] = {"name": TEXT, "positive": ANY}
_SOURCES: dict[str, dict[str, Kind]] = {
    "file": {"file": TEXT, **_COLUMNS},
    "bundled": {"bundled": TEXT},
    "openml": {"openml": WHOLE, "target": TEXT},
}


SECONDS = 10.0
"""How long to wait for an answer."""


def dataset_at(study: StudyText, place: Place) -> Dataset:
    """The dataset that a [[dataset]] describes."""
    said = [source for source in _SOURCES if source in study.get(place)]
    if len(said) != 1:
        got = " and ".join(said) or "none of them"
        study.fail(place, "say where it is by one of `file`, `bundled` and `openml`", got)
    table = study.table(place, {**_COMMON, **_SOURCES[said[0]]}, needs=["target"] if said == ["file"] else [])
    if said == ["file"]:
        name, columns = _from_file(study, place, table)
    elif said == ["bundled"]:
        name, columns = _bundled_dataset(study, place, table)
    else:
        name = f"openml-{table['openml']}"
        with study.at((*place, "openml")):
            columns = fetch_openml(table["openml"], target=table.get("target"))
    if "positive" in table:
        columns["positive"] = table["positive"]
    with study.at((*place, "positive" if "positive" in table else "target")):
        return Dataset(table.get("name", name), **columns)


def _from_file(study: StudyText, place: Place, table: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    file = study.path.parent / Path(table["file"]).expanduser()
    given = {key: table[key] for key in _COLUMNS if key in table and key != "target"}
    try:
        read = read_labelled(file, table["target"], **given)
    except InputError as error:
        _wrong_column(study, place, table, file)
        with study.at((*place, "file")):
            raise error
    columns = {"X": read.X, "y": read.y, "groups": read.groups, "times": read.times, "source": table["file"]}
    return file.name.partition(".")[0], columns


def _wrong_column(study: StudyText, place: Place, table: dict[str, Any], file: Path) -> None:
    """Tell a column that the file does not have at its own place."""
    said: list[tuple[Place, str]] = []
    for key in ("target", "groups", "times", "features", "drop"):
        if isinstance(table.get(key), list):
            said += [((*place, key, i), name) for i, name in enumerate(table[key])]
        elif key in table:
            said.append(((*place, key), table[key]))
    text = {key: table[key] for key in ("encoding", "delimiter") if key in table}
    try:
        names = list(read_arff(file)) if is_arff(file) else column_names(file, **text)
    except InputError:
        return
    for where, name in said:
        study.check_known(where, name, names, f"be a column of {table['file']}")


def _bundled_dataset(study: StudyText, place: Place, table: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    from sklearn import datasets

    name = table["bundled"]
    if name not in BUNDLED:
        rule = "be one of " + ", ".join(map(repr, BUNDLED))
        study.fail((*place, "bundled"), rule, repr(name))
    data = getattr(datasets, f"load_{name}")()
    y = data.target if name == "digits" else np.asarray(data.target_names).astype(str)[data.target]
    return name, {"X": data.data, "y": y, "positive": BUNDLED[name], "source": f"scikit-learn's {name}"}


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
    columns = {str(name): _column(data, j, name) for j, name in enumerate(data.feature_names)}
    return {"X": read_features(columns), "y": np.asarray(data.target), "source": f"OpenML {number}"}


def _column(data: Any, j: int, name: str) -> Any:
    """A column of numbers, or the texts that its codes stand for."""
    values = np.asarray(data.data[:, j], dtype=float)
    levels = (data.get("categories") or {}).get(name)
    if levels is None:
        return values
    texts = [None if code != code else str(levels[int(code)]) for code in values.tolist()]
    return pa.array(texts, pa.string()).dictionary_encode()
