from __future__ import annotations

import numpy as np

import referee
from referee.data.near_rows import are_sequences, near_sequences

LETTERS = np.array(list("ACDEFGHIKLMNPQRSTVWY"))


def sequences(count, length, seed):
    rng = np.random.default_rng(seed)
    return ["".join(rng.choice(LETTERS, length)) for _ in range(count)]


def test_random_sequences_share_no_window():
    for seed in range(5):
        near = near_sequences(sequences(200, 15, seed), sequences(100, 15, seed + 100))
        assert (near.match < 0).all()


def test_a_moved_start_and_an_exchanged_letter_are_found():
    train = sequences(100, 15, 1)
    moved = [text[1:] + "A" for text in train[:5]]
    changed = [text[:7] + "W" + text[8:] for text in train[5:10]]
    assert near_sequences(train, moved + changed).match.tolist() == list(range(10))


def test_words_are_no_sequences():
    assert not are_sequences(["red", "green"])
    assert not are_sequences(["a whole sentence", "another sentence"])
    assert not are_sequences([])


def codes(train, test):
    tables = [(np.array(texts)[:, None], np.arange(len(texts)) % 2) for texts in (train, test)]
    return {
        finding.code for finding in referee.audit(train=tables[0], test=tables[1], features=["x0"], rng=7).findings
    }


def test_the_audit_finds_windows_of_one_sequence():
    train = sequences(40, 15, 3)
    assert "R103" in codes(train, [text[1:] + "A" for text in train[:5]] + sequences(15, 15, 9))
    assert "R103" not in codes(train, sequences(20, 15, 9))


def test_missing_sequences_are_left_out():
    train = sequences(40, 15, 3)
    assert "R103" not in codes([*train, None], [*sequences(20, 15, 9), None])
