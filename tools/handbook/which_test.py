"""The page of the table that chooses the method."""

from __future__ import annotations

from referee.inference.choose import which_test_when

INTRO = """<!-- Made by `python -m tools.handbook` from src/referee/inference/choose.py. -->

# Which method leads

`referee.evaluate`, `compare`, `gate` and `evaluate_by` look at where the answers came from and take a row of this
table: the first that holds the question, how the cases were drawn, and what kind of metric it is.
[A metric](metrics.md) says its kind itself; one of your own gets its method from the same row. What no row holds is
refused in words. If you start from what you have, see [which test when](../which-test.md).
"""


def pages() -> dict[str, str]:
    """docs/formulas/which-method.md."""
    return {"formulas/which-method.md": f"{INTRO}\n{which_test_when()}\n"}
