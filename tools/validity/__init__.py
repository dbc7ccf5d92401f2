"""Validity, measured: how often intervals cover and tests reject, in worlds where the truth is known.

Each module has `cells(runs, seed) -> list[Cell]`. `make validity` runs them all and prints the worst first. The package
`worlds` draws its worlds at random.
"""
