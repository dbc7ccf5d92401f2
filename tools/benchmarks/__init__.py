"""Speed, measured: referee and its peers side by side in one run. `make bench` runs it.

Each module has `jobs() -> list[dict]`; a row has the keys of `timing.Row`. Only ratios of CPU time in one run mean
anything: times are of this machine on this day.
"""
