# Everything a newcomer or CI runs. Needs Python 3.11 or newer and make; the rest is installed into .venv.
PYTHON ?= python3
BIN := .venv/bin
# Some machines forbid compiled files; then every command that a test starts would compile the whole package anew.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo test slow coverage soak test-bare test-lowest package lint types layers unit lines docs bench bench-peers peers validity system clean

demo: .venv/user
	$(BIN)/referee demo --out out/demo

test: lint types layers unit

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/dev
	$(BIN)/mypy

layers: .venv/dev
	$(BIN)/lint-imports

# Lines of code of each package, without docstrings, comments and blank lines.
lines: .venv/dev
	$(BIN)/python -m tools.handbook.lines src

unit: .venv/dev
	$(BIN)/pytest -q -n 2 --dist loadgroup

# The slow cases, which `make test` leaves out.
slow: .venv/dev
	$(BIN)/pytest -q -n 2 --dist loadgroup --slow

# The share of the lines of six rooms that their own quick tests and examples run; below the floor of pyproject.toml it fails.
# Apart from `make unit`, for only these folders have a measured floor.
ROOMS := metrics curves calibration planning bounds claims
coverage: .venv/dev
	$(BIN)/pytest -q -n 2 --dist loadgroup --cov --cov-report=term:skip-covered $(ROOMS:%=tests/%) $(ROOMS:%=src/referee/%)

# Forms of the same data, drawn at random: 10,000 for each property of tests/test_door_properties.py, a tenth of that for
# each verb of tests/test_verb_properties.py.
soak: .venv/dev
	REFEREE_RANDOM=1 REFEREE_EXAMPLES=10000 $(BIN)/pytest -q tests/test_door_properties.py tests/test_verb_properties.py

# The same tests without any extra, then at the lowest versions admitted: what needs an extra says so and is skipped.
test-bare:
	$(PYTHON) -m venv .venv-bare
	.venv-bare/bin/python -m pip install --quiet --disable-pip-version-check -e . pytest pytest-xdist hypothesis
	REFEREE_BARE=1 .venv-bare/bin/pytest -q -n 2 -r fE

test-lowest:
	$(PYTHON) -m venv .venv-lowest
	$(PYTHON) tests/helpers/lowest.py > .venv-lowest/lowest.txt
	.venv-lowest/bin/python -m pip install --quiet --disable-pip-version-check -c .venv-lowest/lowest.txt -e . pytest pytest-xdist hypothesis
	REFEREE_BARE=1 .venv-lowest/bin/pytest -q -n 2 -r fE

# A wheel and an sdist, each installed in a clean environment and used.
package: .venv/dev
	rm -rf dist .venv-package
	$(BIN)/python -m build --outdir dist .
	for file in dist/*.whl dist/*.tar.gz; do \
	  $(PYTHON) -m venv --clear .venv-package && \
	  .venv-package/bin/python -m pip install --quiet --disable-pip-version-check $$file && \
	  .venv-package/bin/referee evaluate --tp 2 --fn 18 --fp 15 --tn 965 | grep -q "R001" && \
	  echo "make package: $$file installs and runs" || exit 1; \
	done

# The site: pages and pictures made from the code (git ignores them), then all of docs/ as HTML in out/site.
docs: .venv/dev
	$(BIN)/python -m tools.handbook
	$(BIN)/python -m tools.gallery
	$(BIN)/zensical build --strict

# `make bench QUICK=--quick` leaves out the modules that take minutes.
bench: .venv/bench
	$(BIN)/python -m tools.benchmarks $(QUICK) --out out/bench.json

# The tools of docs/compared.md, asked again, and how long they take; they do not live well together with ours.
peers: .venv-peers/made
	.venv-peers/bin/python -m tools.peers --docs docs/compared.md

bench-peers: .venv-peers/made
	.venv-peers/bin/python -m tools.benchmarks side_by_side --out out/side_by_side.json

.venv-peers/made: pyproject.toml
	$(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check -e '.[peers]'
	touch $@

# Random worlds first (a new seed, or on where the last run was stopped; MINUTES=30 stops after that), then the chosen
# cells at 4,000 runs over all cores (about an hour on two), and the tables of docs/validity.
validity: .venv/dev
	$(BIN)/python -m tools.validity worlds $(if $(MINUTES),--minutes $(MINUTES)) --docs docs/validity; worlds=$$?; \
	$(BIN)/python -m tools.validity --out out/validity.json --docs docs/validity && exit $$worlds

# Debian packages that some test needs: a browser for the pages, Java for Spark. Nothing is done where one is there or
# we are not root. The arguments: command, package, what needs it.
define install
	@if command -v $(1) >/dev/null; then echo "make system: $(1) is there"; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y $(2) >/dev/null && \
	  echo "make system: $(1) installed"; \
	else echo "make system: $(1) is missing; install $(2) to run the $(3) tests"; fi
endef

system:
	$(call install,chromium,chromium,browser)
	$(call install,java,openjdk-17-jre-headless,Spark)

.venv/made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "referee needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	touch $@

.venv/user: .venv/made pyproject.toml
	$(PIP) -e '.[report]'
	touch $@

.venv/dev: .venv/made pyproject.toml
	$(PIP) -e '.[dev]'
	touch $@ .venv/user

.venv/bench: .venv/dev pyproject.toml
	$(PIP) -e '.[dev,bench]'
	touch $@

clean:
	rm -rf .venv .venv-bare .venv-lowest .venv-peers out dist build .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
