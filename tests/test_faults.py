"""What happens when things break: each fault by its name, with the tests that bring it about."""

from __future__ import annotations

import importlib
import json
import signal
import sys
import time

import numpy as np
import pytest

pytest.importorskip("sklearn")
if sys.platform == "win32":
    pytest.skip("faults are brought about by signals and limits of Linux", allow_module_level=True)

import referee
from helpers.cli_runner import run
from helpers.elsewhere import exists
from helpers.fault_tool import SLOW, child, living, small_disk, stopped
from referee.cli import COMMANDS
from referee.core.results import Results, StudyResults
from referee.core.splits import Splits
from referee.studies import export_predictions, export_results

STORE, WORKERS = "studies.test_store.", "studies.test_workers."
FAULTS = {
    "killed workers": (
        WORKERS + "test_a_killed_worker_costs_a_retry_and_a_lasting_killer_has_failed",
        WORKERS + "test_a_worker_killed_from_outside",
        "studies.test_cluster.test_a_killed_worker_costs_a_retry",
        "odd_inputs.test_learners.a_worker_of_an_estimate_is_killed",
    ),
    "kill -9 during a write": (
        STORE + "test_killed_at_fifty_moments_and_resumed",
        "test_faults.test_a_kill_during_a_write_leaves_a_whole_file",
    ),
    "full disk": (
        STORE + "test_a_full_disk_is_said_and_costs_nothing_that_was_kept",
        "test_faults.test_a_full_disk_leaves_what_was_there",
        "test_faults.test_a_full_standard_output_is_said",
    ),
    "read-only folder": (
        STORE + "test_a_folder_that_cannot_be_written_is_said_before_anything_runs",
        "odd_inputs.test_learners.a_place_that_cannot_be_written_is_said_before_the_run",
    ),
    "truncated files": (
        "test_faults.test_a_result_cut_anywhere_is_refused",
        "test_faults.test_a_store_cut_anywhere_is_refused",
        "odd_inputs.test_file_faults.is_refused",
        "data.test_stream.test_a_truncated_parquet_file",
    ),
    "two writers": (
        STORE + "test_two_processes_share_a_store_and_no_run_is_done_twice",
        "test_faults.test_two_writers_of_one_file_leave_one_of_their_results",
        "test_faults.test_two_writers_of_a_ledger_lose_no_look",
    ),
    "1e7 rows in 24 GiB": (
        "test_faults.test_memory_grows_with_the_rows_and_not_faster",
        "test_faults.test_a_file_is_counted_in_memory_that_does_not_grow_with_it",
    ),
    "Ctrl-C": (
        WORKERS + "test_ctrl_c_keeps_what_is_finished",
        WORKERS + "test_workers_end_with_their_parent",
        "cli.test_experiment.test_stopped_by_hand",
        "learners.test_run_learner.test_ctrl_c_keeps_what_is_finished",
        "test_faults.test_ctrl_c_shows_what_is_finished",
        "test_faults.test_ctrl_c_in_any_command",
    ),
}


def test_every_fault_has_its_tests():
    for fault, places in FAULTS.items():
        assert places, fault
        for place in places:
            assert exists(place), place


RESULT = referee.evaluate([1, 0, 1, 0] * 10, [1, 0, 0, 0] * 10, rng=0)


def a_study():
    n = 1000
    folds = Splits("2-fold", 2 * n, (range(n), range(n, 2 * n)))
    cell = Results("rule", ("a", "b"), np.arange(2 * n) % 2, folds, (np.zeros(n, int),) * 2)
    return StudyResults("s", ("d",), ("rule",), (cell,), ("accuracy",), (((0.5,),),))


WRITERS = {
    "r.json": RESULT.to_json,
    "page.html": lambda path: referee.report(RESULT, path),
    "p.csv": lambda path: export_predictions(a_study(), path),
    "p.parquet": lambda path: export_predictions(a_study(), path),
    "results.csv": lambda path: export_results(a_study(), path),
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_leaves_what_was_there(tmp_path, name):
    path = tmp_path / name
    path.write_text("what was there")
    with (
        small_disk(64),
        pytest.raises(referee.errors.FileError, match="`path` must be a file that can be written; got "),
    ):
        WRITERS[name](path)
    assert path.read_text() == "what was there"
    assert [file.name for file in tmp_path.iterdir()] == [name]
    WRITERS[name](path)
    assert path.stat().st_size > 64
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_page_that_cannot_be_written_does_not_cost_the_result(tmp_path):
    page = tmp_path / "page.html"
    with small_disk(64):
        code, out, err = run("evaluate", "--tp", 5, "--fn", 1, "--fp", 2, "--tn", 9, "--html", page)
    assert code == 2
    assert "accuracy" in out
    assert err.startswith("referee: `path` must be a file that can be written")
    assert not page.exists()


def test_a_link_and_the_rights_of_a_file_are_kept(tmp_path):
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    RESULT.to_json(link)
    assert link.is_symlink()
    assert (real.stat().st_mode & 0o777) == 0o640
    assert referee.load(real).confusion == RESULT.confusion


def test_a_full_standard_output_is_said():
    with open("/dev/full", "w") as full:
        process = child("-m", "referee", "evaluate", "--tp", 5, "--fn", 1, "--fp", 2, "--tn", 9, stdout=full)
        _, err = process.communicate()
    assert process.returncode == 2
    assert err == "referee: [Errno 28] No space left on device\n"


WRITING = """
import sys, referee
large = referee.read(list(range(300)), list(range(300))).confusion
print("ready", flush=True)
while True:
    large.to_json(sys.argv[1])
"""


DYING = """
import io, os, pathlib, signal, sys
import referee
small = referee.read([1, 0], [1, 1]).confusion
large = referee.read(list(range(300)), list(range(300))).confusion

def half(self, text, **how):
    with open(self, "w") as file:
        file.write(text[: len(text) // 2])
        file.flush()
        os.kill(os.getpid(), signal.SIGKILL)

small.to_json(sys.argv[1])
referee.report(small, sys.argv[2])
pathlib.Path.write_text = half
if sys.argv[3] == "result":
    large.to_json(sys.argv[1])
else:
    referee.report(large, sys.argv[2])
"""


@pytest.mark.slow
@pytest.mark.parametrize("what", ["result", "page"])
def test_a_kill_during_a_write_leaves_a_whole_file(tmp_path, what):
    """The process dies when half of the new text is on the disk."""
    pytest.importorskip("jinja2")
    result, page = tmp_path / "r.json", tmp_path / "page.html"
    process = child("-c", DYING, result, page, what)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert referee.load(result).labels == (0, 1)
    assert page.read_text().rstrip().endswith("</html>")


@pytest.mark.slow
def test_two_writers_of_one_file_leave_one_of_their_results(tmp_path):
    path = tmp_path / "r.json"
    both = [child("-c", WRITING, path) for _ in range(2)]
    for process in both:
        process.stdout.readline()
    end = time.monotonic() + 20
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.01)
    for _ in range(20):
        time.sleep(0.02)
        if path.exists():
            assert len(referee.load(path).labels) == 300
    for process in both:
        process.kill()
        process.communicate()
    assert len(referee.load(path).labels) == 300


LOOKING = """
import sys
from referee import read
from referee.data.ledger import record_look
for i in range(100):
    said = [int(bit) for bit in f"{int(sys.argv[2]) * 100 + i:010b}"]
    record_look(sys.argv[1], read([0, 1] * 5, said), what="test")
"""


def test_two_writers_of_a_ledger_lose_no_look(tmp_path):
    path = tmp_path / "looks.jsonl"
    both = [child("-c", LOOKING, path, number) for number in range(2)]
    assert [process.communicate()[1] for process in both] == ["", ""]
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(lines) == len({line["answers"] for line in lines}) == 200


def test_a_result_cut_anywhere_is_refused(tmp_path):
    path = tmp_path / "r.json"
    text = RESULT.to_json().encode()
    for share in range(20):
        path.write_bytes(text[: len(text) * share // 20])
        with pytest.raises(referee.errors.FileError) as caught:
            referee.load(path)
        assert str(caught.value) == f"`source` must be a JSON file that referee wrote; got {path}."
    for command in ("report", "audit"):
        args = [path] if command == "report" else [path, "--target", "y", "--result", path]
        code, out, err = run(command, *args)
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1


def test_a_store_cut_anywhere_is_refused(tmp_path):
    from helpers.study_learners import study

    path, cut = tmp_path / "s.db", tmp_path / "cut.db"
    study(slow_only=True).run(path)
    whole = path.read_bytes()
    for share in range(1, 10):
        cut.write_bytes(whole[: len(whole) * share // 10])
        code, out, err = run("rank", cut)
        assert (code, out) == (2, ""), share
        assert "Traceback" not in err
        assert len(err.splitlines()) == 1
        assert str(cut) in err


MEMORY = """
import resource, sys
import numpy as np
import referee
from referee import read
rng = np.random.default_rng(0)
referee.evaluate([1, 0, 1, 0], [1, 0, 0, 0], [0.9, 0.2, 0.4, 0.3], positive=1, rng=0)
y = rng.integers(0, 2, {rows})
scores = [np.clip(g * y + (1 - g) * rng.random({rows}), 0, 1) for g in (0.3, 0.25)]
a, b = (read(y, (s > 0.5).astype(int), s, positive=1) for s in scores)
used = int(next(line for line in open("/proc/self/status") if line.startswith("VmData")).split()[1]) * 1024
resource.setrlimit(resource.RLIMIT_DATA, (used + {limit}, used + {limit}))
print(referee.evaluate(a, rng=0)["roc_auc"].value > 0.5, referee.compare(a, b, metric="roc_auc", rng=0).n)
"""


@pytest.mark.slow
def test_memory_grows_with_the_rows_and_not_faster():
    """A fortieth of 1e7 rows in a fortieth of 24 GiB, halved twice; benchmarks/ has the whole."""
    rows = 250_000
    process = child("-c", MEMORY.format(rows=rows, limit=24 * 2**30 // 40 // 4))
    out, err = process.communicate()
    assert (out, err) == (f"True {rows}\n", "")


COUNTING = """
import resource, sys
from referee import evaluate
from referee.data.counter import count_answers
count_answers(sys.argv[1], truth="y", score="s", positive=1)
used = int(next(line for line in open("/proc/self/status") if line.startswith("VmData")).split()[1]) * 1024
resource.setrlimit(resource.RLIMIT_DATA, (used + 2**28, used + 2**28))
print(count_answers(sys.argv[2], truth="y", score="s", positive=1).n)
"""


def test_a_file_is_counted_in_memory_that_does_not_grow_with_it(tmp_path):
    """Three million rows, whose cells would take more than 300 MB as text; older allocators ask for much at once."""
    small, large = tmp_path / "small.csv", tmp_path / "large.csv"
    lines = "".join(f"{i % 2},{i / 10_000}\n" for i in range(10_000))
    small.write_text("y,s\n" + lines)
    large.write_text("y,s\n" + lines * 300)
    out, err = child("-c", COUNTING, small, large).communicate()
    assert (out, err) == ("3000000\n", "")


@pytest.fixture
def folder(tmp_path):
    draw = np.random.default_rng(0)
    rows = "".join(f"{draw.random()},{i % 2}\n" for i in range(120))
    (tmp_path / "d.csv").write_text("a,y\n" + rows)
    (tmp_path / "slow.py").write_text(SLOW)
    return tmp_path


ON = ["d.csv", "--target", "y", "--learner", "slow.Slow"]
STOPS = {
    "estimate": (["estimate", *ON], 30, "true, estimated", "the estimate rests on the fits that were finished"),
    "estimate in processes": (
        ["estimate", *ON, "--jobs", 2],
        30,
        "true, estimated",
        "the estimate rests on the fits that were finished",
    ),
    "validate": (
        ["validate", *ON, "--test", "five_by_two_t"],
        220,
        "of 200 null worlds",
        "the shares are of the worlds that were finished",
    ),
    "compare": (
        ["compare", "d.csv", "--target", "y", "--learners", "a=slow.Slow,b=sklearn.naive_bayes.GaussianNB"],
        5,
        "stopped by hand after",
        "there is no verdict, for fits are missing",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", STOPS)
def test_ctrl_c_shows_what_is_finished(folder, name):
    args, after, shown, sentence = STOPS[name]
    code, out, err, session = stopped(folder, *args, after=after)
    assert code == 130, err
    assert shown in out
    told = [
        line for line in err.splitlines() if line and not line.startswith("  ")
    ]  # but for the price, told before the work
    assert told == [line for line in told if line.startswith("referee: ")]
    assert err.strip().endswith(sentence)
    end = time.monotonic() + 20
    while living(session) and time.monotonic() < end:
        time.sleep(0.05)
    assert living(session) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_in_any_command(monkeypatch, name):
    """Wherever it comes, it is one sentence and 130: every command is stopped at its first step."""
    command = importlib.import_module(f"referee.cli.{name}").command

    def step(*args, **given):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "make_context", step)
    code, out, err = run(name)
    assert (code, out) == (130, "")
    assert err.strip() == "referee: stopped by hand before there was a result"
