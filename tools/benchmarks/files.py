"""Predictions in Parquet: matrix, area with its interval and the full ROC in one pass, without keeping records.

Each side runs in a process of its own, so that its peak memory can be told. Files are made in a temporary folder; the
one of 1e8 rows (about 0.5 GB) only where disk and memory allow, and no peer that reads it whole is run on it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from tools.benchmarks.timing import Row, row

ROWS = (10**6, 10**7, 10**8)
DISK = 2 * 10**9
MEMORY = 300
"""Megabytes that counting may take at its peak, imports and all."""

START = """
import json, sys, time
started = time.process_time()
"""
END = """
peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")) / 1024
print(json.dumps({"seconds": time.process_time() - started, "peak": peak, "answer": answer}))
"""
READ = """
import pyarrow.parquet as pq
started, rows = time.process_time(), 0
for batch in pq.ParquetFile(sys.argv[1], pre_buffer=False).iter_batches(batch_size=1 << 17, columns=["y", "score"]):
    rows += batch.num_rows
answer = rows
"""
OURS = """
import pyarrow as pa
import pyarrow.parquet
from referee.curves import roc
from referee.data.counter import count_answers
from referee.inference.auc import auc_interval
auc_interval(count_answers(pa.table({"y": [0, 1], "score": [0.5, 0.5]}), truth="y", score="score").ranking)
started = time.process_time()
found = count_answers(sys.argv[1], truth="y", score="score", threshold=0.5)
ends = [auc_interval(r).interval for r in (found.ranking.pessimistic(), found.ranking.optimistic())]
curve = roc(found.ranking)
low, high = found.ranking.auc_limits
answer = {"auc": found.ranking.auc, "limits": high - low, "matrix": found.confusion.counts.tolist()}
"""
PEER = """
import pandas as pd
from sklearn.metrics import confusion_matrix, roc_auc_score, roc_curve
started = time.process_time()
data = pd.read_parquet(sys.argv[1])
y, s = data["y"].to_numpy(), data["score"].to_numpy()
answer = {"auc": roc_auc_score(y, s), "matrix": confusion_matrix(y, s >= 0.5).tolist()}
curve = roc_curve(y, s)
"""


def make_file(folder: Path, n: int) -> Path:
    """A file of n labels (int8) and scores (float32)."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = np.random.default_rng(9)
    schema = pa.schema([("y", pa.int8()), ("score", pa.float32())])
    path = folder / f"{n:.0e}.parquet"
    with pq.ParquetWriter(path, schema, use_dictionary=["y"]) as writer:
        for _ in range(0, n, 10**6):
            y = (rng.random(10**6, dtype=np.float32) < 0.3).astype(np.int8)
            s = 1 / (1 + np.exp(-(rng.standard_normal(10**6, dtype=np.float32) + 1.2 * y - 1)))
            writer.write_table(pa.table({"y": y, "score": s.astype(np.float32)}, schema=schema))
    return path


def measure(code: str, path: Path, repeats: int) -> dict:
    """CPU seconds and peak megabytes of a process, the least of a few."""
    best: dict = {}
    for _ in range(repeats):
        command = [sys.executable, "-c", START + code + END, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        got = json.loads(done.stdout.splitlines()[-1])
        if not best or got["seconds"] < best["seconds"]:
            best = {**got, "peak": min(got["peak"], best.get("peak", got["peak"]))}
    return best


def jobs() -> list[Row]:
    """The lines on files."""
    out = []
    job = "Parquet: matrix, AUC interval, ROC in one pass"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        costs = {}
        for n in ROWS:
            if n > 10**7 and shutil.disk_usage(folder).free < DISK:
                continue
            path = make_file(folder, n)
            repeats = 3 if n <= 10**7 else 2
            ours, read = measure(OURS, path, repeats), measure(READ, path, repeats + 1)
            assert ours["answer"]["limits"] <= 1e-5
            costs[n] = ours["seconds"]
            if n >= 10**8:  # below, what does not grow with the rows weighs more than reading them
                out.append(
                    row(job, n, ours["seconds"], "reading the two columns", read["seconds"], 4, at_most=True)
                )
            out.append(
                row("Parquet: peak memory", n, ours["peak"], "the limit", MEMORY, 1, at_most=True, unit="MB")
            )
            if n <= 10**7:
                peer = measure(PEER, path, 1)
                assert ours["answer"]["matrix"] == peer["answer"]["matrix"]
                assert abs(ours["answer"]["auc"] - peer["answer"]["auc"]) <= 1e-5
                goal = 12 if n == 10**7 else 1
                out.append(row(job, n, ours["seconds"], "pandas + scikit-learn", peer["seconds"], goal))
            path.unlink()
        for n in costs:
            if n // 10 in costs:
                scaled = f"the cost at n={n // 10:.0e} times 10"
                out.append(row(job, n, costs[n], scaled, 10 * costs[n // 10], 1.3, at_most=True))
    return out


if __name__ == "__main__":
    for line in jobs():
        print({key: round(value, 4) if isinstance(value, float) else value for key, value in line.items()})
