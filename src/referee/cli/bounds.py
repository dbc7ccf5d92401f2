"""`referee bounds`."""

from __future__ import annotations

from typing import Any

import click

from referee.cli import options
from referee.cli.grouped import Commands


@click.group("bounds", cls=Commands)
def command() -> None:
    """What error is possible at all: VC bounds, and the Bayes error of normal classes or of data."""


@options.command("bounds vc", "--h 10 --n 100 --error 0.3", command)
@options.number("--h", help="VC dimension of the learner; without it the whole curve.")
@options.number("--n", required=True, help="Number of training cases.")
@options.number("--error", required=True, help="Error on the training cases.")
@options.preset("--eta", type=float, default=0.05, help="Chance that the bound fails.")
@options.output
def vc(h: float | None, n: float, error: float, eta: float) -> None:
    """A bound on the true error, whatever the distribution; it says nothing above 1."""
    from referee import _check
    from referee.bounds.vc import vc_bound, vc_curve

    given: Any = {"n": _check.whole("n", n, least=2), "error": error, "eta": eta}
    options.print_result(vc_curve(**given) if h is None else vc_bound(h=h, **given))


@options.command("bounds dprime", "--dprime 2 --prior 0.3", command)
@options.number("--dprime", required=True, help="Distance of the means in standard deviations.")
@options.preset("--prior", type=float, default=0.5, help="Share of the second class.")
@options.output
def dprime(dprime: float, prior: float) -> None:
    """Two normal classes of equal spread: Bayes error, its bounds, and the AUC."""
    from referee.bounds.normal import Normals
    from referee.bounds.parametric import parametric_bounds

    options.print_result(parametric_bounds(Normals([0.0], [[1.0]], [dprime], [[1.0]], prior)))  # type: ignore[arg-type]


@options.command("bounds data", "cases.csv --target y --method normal", command)
@click.argument("file", type=click.Path())
@click.option("--target", required=True, help="Column of the class.")
@options.features
@options.preset("--method", default="neighbours", help="neighbours, normal, or normal-equal (one covariance).")
@options.usual
def data(file: str, method: str, **given: Any) -> None:
    """The Bayes error of a FILE of labelled cases: limits from nearest neighbours, or fitted normal classes."""
    from referee import _check
    from referee.bounds.nearest_neighbour import nearest_neighbour_bounds
    from referee.bounds.normal import Normals
    from referee.bounds.parametric import parametric_bounds

    _check.choice("method", method, ("neighbours", "normal", "normal-equal"))
    table = options.read_cases(file, given)
    X = table.X.numbers
    if method == "neighbours":
        options.print_result(nearest_neighbour_bounds(X, table.y, level=given["level"]))
        return
    fitted = Normals.fit(X, table.y, equal=method == "normal-equal")
    options.print_result(parametric_bounds(fitted, level=given["level"], rng=given["rng"]))
