"""Pages of the documentation that are made from the code and the reference cases: `python -m tools.handbook`."""
