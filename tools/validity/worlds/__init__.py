"""Worlds that nobody chose: the measurement of every default in worlds drawn at random from stated ranges.

A family draws a world from a seed and an index; the truth of a world is known exactly. `command` measures
worlds, stores each as one line as it ends, runs the bad ones again with fresh runs, and reports. One file per family.
"""
