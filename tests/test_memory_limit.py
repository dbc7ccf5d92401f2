"""Files that are larger than the memory a process may take: counted in little of it, or refused in one sentence."""

from __future__ import annotations

import gzip
import subprocess
import sys

import pytest

pytest.importorskip("resource")

MIB = 1 << 20
SCRIPT = """
import resource, sys
from pathlib import Path
import referee
path, spare, keep, small = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
referee.evaluate(referee.read(small, truth="y", pred="p", keep="counts"), rng=0)
pages = int(Path("/proc/self/statm").read_text().split()[0])
most = pages * resource.getpagesize() + spare
resource.setrlimit(resource.RLIMIT_AS, (most, most))
try:
    print(referee.read(path, truth="y", pred="p", keep=keep).confusion.counts.tolist())
except referee.InputError as error:
    print(error)
"""
REFUSED = "must fit into 50% of the memory that is free"


def run_within(folder, rows, spare, keep, zipped):
    small, large = folder / "small.csv", folder / ("p.csv.gz" if zipped else "p.csv")
    small.write_bytes(b"y,p\n1,1\n0,1\n")
    pairs = b"1,1\n0,1\n" * 50_000
    with gzip.open(large, "wb", compresslevel=1) if zipped else large.open("wb") as file:
        file.write(b"y,p\n")
        for _ in range(rows // 100_000):
            file.write(pairs)
    args = [sys.executable, "-c", SCRIPT, str(large), str(spare), keep, str(small)]
    done = subprocess.run(args, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit is asked of /proc")
@pytest.mark.slow
@pytest.mark.parametrize("zipped", [False, True], ids=["plain", "packed"])
@pytest.mark.parametrize(("rows", "spare"), [(1_000_000, 64), (10_000_000, 96)])
def test_more_rows_than_memory(tmp_path, rows, spare, zipped):
    counted = run_within(tmp_path, rows, spare * MIB, "counts", zipped)
    assert counted == str([[0, rows // 2], [0, rows // 2]])
    assert REFUSED in run_within(tmp_path, rows, spare * MIB // 8, "records", zipped)
