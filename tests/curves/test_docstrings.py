import re

import pytest

from referee import curves
from referee._references import works


@pytest.mark.parametrize("name", curves.__all__)
def test_every_public_name_says_what_it_is(name):
    text = re.sub(r"\s+", " ", getattr(curves, name).__doc__)
    assert ">>>" in text
    for key in re.findall(r"References?: (\w+)", text):
        assert key in works()
    if name[0].islower() and name != "confusion_at":
        assert re.search(r"References?: ", text)
        assert re.search(r"\b[Ii]t errs\b", text)


def test_every_public_name_is_there():
    assert sorted(curves.__all__) == curves.__all__
