"""Two pages that teach: two normal distributions, and sampling. Each is one file that needs no network.

They are made of the report's style and charts; a script of their own moves the marks. `python -m tools.handbook` writes
them beside the textbook.
"""

from __future__ import annotations

import base64
import hashlib
import json
from importlib import resources
from pathlib import Path
from typing import Any

from referee.inference.tables import z_critical
from referee.views.svg.plane import Plane, key

HERE = Path(__file__).parent
MEASURES = {
    "tpr": ("sensitivity (true positive rate)", "of the positives are found"),
    "fpr": ("false positive rate", "of the negatives raise a false alarm"),
    "specificity": ("specificity", "of the negatives are left alone"),
    "precision": ("precision", "of those called positive are positive"),
    "npv": ("negative predictive value", "of those called negative are negative"),
    "accuracy": ("accuracy", "of all are answered rightly"),
    "error": ("error rate", "of all are answered wrongly"),
    "majority": ("majority rule", "is what always answering the larger class reaches"),
    "f1": ("F-measure", "harmonic mean of precision and sensitivity"),
    "gmean": ("G-mean", "geometric mean of sensitivity and specificity"),
    "mcc": ("Matthews correlation", "correlation of truth and answer"),
    "auc": ("AUC", "chance that a positive scores higher; no threshold in it"),
}


def pages() -> dict[str, str]:
    """Both pages by their path under docs/."""
    return {"textbook/two-normals.html": _two_normals(), "textbook/sampling.html": _sampling()}


def _page(name: str, title: str, subtitle: str, axes: dict[str, Any], **parts: str) -> str:
    """A page of parts, its style and its script."""
    script = (HERE / f"{name}.js").read_text()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    style = (resources.files("referee.views.report") / "templates" / "page.css").read_text()
    main = (HERE / f"{name}.html").read_text()
    for part, text in parts.items():
        main = main.replace(f"{{{part}}}", text)
    page = (HERE / "page.html").read_text()
    facts = {"hash": digest, "title": title, "subtitle": subtitle, "main": main}
    for part, text in {**facts, "axes": json.dumps(axes), "script": script, "style": style}.items():
        page = page.replace(f"{{{part}}}", text)
    return page


def _axes(*planes: Plane) -> dict[str, Any]:
    """What the script needs to place a value in a chart."""
    return {plane.name: {"x": plane.x, "y": plane.y} for plane in planes}


def _two_normals() -> str:
    classes = Plane("classes", (-3.0, 7.0), (0.0, 0.42), "score", "density")
    for name, kind, words in (("negatives", "c0", "negatives"), ("positives", "c1", "positives")):
        classes.line([], [], kind, name)
        classes.legend.append(key("line", kind, words))
    classes.line([], [], "ref", "cut")
    classes.legend.append(key("line", "ref", "threshold"))
    roc = Plane("roc", (0.0, 1.0), (0.0, 1.0), "false positive rate", "true positive rate")
    roc.line([0, 1], [0, 1], "ref")
    roc.line([], [], "c0", "curve")
    roc.marks.append('<circle id="roc-now" class="dot c1" cx="0" cy="0" r="5"/>')
    roc.legend += [key("line", "c0", "every threshold"), key("dot", "c1", "this threshold")]
    row = '<tr><th scope="row">{1}</th><td class="n" id="value-{0}"></td><td>{2}</td></tr>'
    return _page(
        "two-normals",
        "Two normal distributions",
        "d', prevalence and a threshold: how every measure follows from them",
        _axes(classes, roc),
        classes=classes.html(
            "Two normal distributions", "Densities of negatives and positives, with the threshold"
        ),
        roc=roc.html("ROC curve", "The true positive rate against the false positive rate for every threshold"),
        rows="\n".join(row.format(name, *words) for name, words in MEASURES.items()),
    )


def _sampling() -> str:
    planes = [Plane(name, (0.0, 0.8), (0.0, 50.0), "error rate", "test set") for name in ("wald", "wilson")]
    charts = {}
    for plane in planes:
        for name, kind, words in (
            ("held", "c0 thin", "holds the true rate"),
            ("missed", "c1", "misses it"),
            ("true", "ref", "true rate"),
        ):
            plane.line([], [], kind, name)
            plane.legend.append(key("line", kind, words))
        charts[plane.name] = plane.html(
            f"{plane.name.title()} intervals", "The last 50 test sets and the true rate"
        )
    title, what = "Drawing test sets", "how often do the Wald and the Wilson interval hold the true error rate?"
    return _page("sampling", title, what, {"z": z_critical(0.95), **_axes(*planes)}, **charts)
