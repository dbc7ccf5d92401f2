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

import numpy as np

from referee.inference.tables import z_critical
from referee.views.picture import UNIT, Axis, Line, Lines
from referee.views.svg.chart import BOTTOM, LEFT, RIGHT, TOP, Chart
from referee.views.svg.drawn import Live, draw

HERE = Path(__file__).parent
EMPTY = np.array([])
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
    for key, text in parts.items():
        main = main.replace(f"{{{key}}}", text)
    page = (HERE / "page.html").read_text()
    facts = {"hash": digest, "title": title, "subtitle": subtitle, "main": main}
    for key, text in {**facts, "axes": json.dumps(axes), "script": script, "style": style}.items():
        page = page.replace(f"{{{key}}}", text)
    return page


def _axis(picture: Lines, width: int = 360, height: int = 300) -> dict[str, Any]:
    """What the script needs to place a value in a chart."""
    edges = {"left": LEFT, "right": RIGHT, "top": TOP, "bottom": BOTTOM, "width": width, "height": height}
    return {"x": picture.x.limits, "y": picture.y.limits, **edges}


def _two_normals() -> str:
    classes = Lines(
        title="Two normal distributions",
        about="Densities of the negatives around 0 and of the positives around d', with the threshold.",
        x=Axis("score", (-3.0, 7.0)),
        y=Axis("density", (0.0, 0.42)),
        lines=(Line("", UNIT, 0 * UNIT, drawn="nothing"),),
    )
    roc = Lines(
        title="ROC curve of the two distributions",
        about="The true positive rate against the false positive rate for every threshold.",
        x=Axis("false positive rate", (0.0, 1.0)),
        y=Axis("true positive rate", (0.0, 1.0)),
        guides=(Line("chance", UNIT, UNIT),),
        lines=(Line("", UNIT, 0 * UNIT, drawn="nothing"),),
    )
    hills = (
        Live("negatives", "line", "main", "negatives"),
        Live("positives", "line", "second dashed", "positives"),
        Live("cut", "upright", "now", "threshold"),
    )
    curve = Live("curve", "line", "main", "every threshold"), Live("now", "circle", "now", "this threshold")
    row = '<tr><th scope="row">{1}</th><td class="n" id="value-{0}"></td><td class="how">{2}</td></tr>'
    return _page(
        "two-normals",
        "Two normal distributions",
        "d', prevalence and a threshold: how every measure follows from them",
        {"classes": _axis(classes), "roc": _axis(roc)},
        classes=draw(classes, "classes", hills),
        roc=draw(roc, "roc", curve),
        rows="\n".join(row.format(key, *words) for key, words in MEASURES.items()),
    )


def _sampling() -> str:
    charts, axes = {}, {"z": z_critical(0.95)}
    for name in ("wald", "wilson"):
        chart = Chart(name, (0.0, 0.8), (0.0, 50.0), "error rate", "", width=440, height=420, left=14)
        chart.line([], [], "main thin", "holds the true rate", name="held")
        chart.line([], [], "second", "misses it", name="missed")
        chart.upright(0.05, "now", name="true", legend="true rate")
        charts[name] = chart.svg(
            f"{name.title()} intervals", "Intervals of the last 50 test sets and the true rate."
        )
        edges = {"left": 14, "right": RIGHT, "top": TOP, "bottom": BOTTOM, "width": 440, "height": 420}
        axes[name] = {"x": chart.x, "y": chart.y, **edges}
    title, what = "Drawing test sets", "how often do the Wald and the Wilson interval hold the true error rate?"
    return _page("sampling", title, what, axes, **charts)
