"""The run without extras (`make test-bare`): a test may stop only where an extra is missing and that is said.

With REFEREE_BARE=1 a test, a doctest or a module of tests is skipped when it stops at the import of a package of an
extra, or at the sentence that tells the user which extra to install. Any other failure stays a failure. Without the
variable nothing changes: where the extras should be there, a missing one is a failure.
"""

import os

import pytest

BARE = os.environ.get("REFEREE_BARE") == "1"

EXTRAS = {
    "arff", "axe_playwright_python", "dask", "distributed", "duckdb", "imblearn", "jinja2", "markdown_it", "matplotlib",
    "mlflow", "pandas", "playwright", "polars", "pyspark", "statsmodels",
}  # fmt: skip

OFFER = "Install it with: pip install 'referee["


def missing(error: BaseException | None) -> str:
    """The missing extra that an error is about, or nothing."""
    if isinstance(error, ModuleNotFoundError) and str(error.name).split(".")[0] in EXTRAS:
        return f"no {error.name} in the run without extras"
    if error is not None and OFFER in str(error):
        return f"{error}"
    inner = getattr(error, "exc_info", None)  # an exception inside a doctest
    return missing(inner[1]) if inner else missing(error.__cause__ or error.__context__) if error else ""


def skipped(report, error):
    """The report, turned into a skip where an extra is what is missing."""
    why = missing(error) if BARE and report.outcome == "failed" else ""
    if why:
        report.outcome = "skipped"
        report.longrepr = (str(report.nodeid), 0, f"Skipped: {why}")
    return report


class Plugin:
    """The two hooks: a module that cannot be imported, a test that stops."""

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector):
        """Modules of tests that import an extra."""
        report = yield
        error = report.call.excinfo.value if report.outcome == "failed" else None
        return skipped(report, error)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call):
        """Tests that meet a missing extra."""
        report = yield
        return skipped(report, call.excinfo.value if call.excinfo else None)
