"""Real Spark in local mode for the tests of sources, or the one clear line that says why there is none."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile

import pytest

from helpers import bare

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "1g",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
}
"""One small machine: a JVM that starts quickly, and two partitions to merge."""


def missing() -> str:
    """Why there is no Spark; empty when there is one."""
    if importlib.util.find_spec("pyspark") is None:
        return "no PySpark: install the extra dev"
    return "" if shutil.which("java") else "no Java: `make system` installs it"


CI = os.environ.get("CI") == "true" and not bare.BARE
marks = [
    pytest.mark.xdist_group("spark"),
    pytest.mark.skipif(bool(missing()) and not CI, reason=f"Spark tests left out: {missing()}"),
]
"""One worker runs all tests of Spark, so that one JVM starts; without Java they are left out, except under CI=true."""


def started():
    """A session; its workers are this Python, which is the one of the virtual environment."""
    if missing():
        pytest.fail(f"Spark tests must run here: {missing()}")
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").appName("referee")
    for name, value in {**SETTINGS, "spark.local.dir": tempfile.gettempdir()}.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session
