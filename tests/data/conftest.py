"""The table of the tests, from each source in turn."""

import pytest

from helpers import one_table, spark_tool


@pytest.fixture(params=[*one_table.SOURCES, pytest.param("spark", marks=spark_tool.marks)])
def source(request, tmp_path):
    """The data and the options that go with it."""
    if request.param == "spark":
        yield request.getfixturevalue("spark").createDataFrame(one_table.frame()), {}
        return
    data, options = one_table.SOURCES[request.param](tmp_path)
    yield data, options
    if hasattr(data, "cursor"):
        data.close()
