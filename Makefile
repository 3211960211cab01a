# Two commands for a newcomer: `make run` and `make test`. Both make .venv first.
PYTHON ?= python3
BIN := .venv/bin
DEALS ?= 10000
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: run test test-slow browser lint bench results clean

run: .venv/installed
	$(BIN)/pasyans demo
	$(BIN)/pasyans estimate iznanka --deals $(DEALS) --jobs $(JOBS) --no-db

test: lint browser
	$(BIN)/python -m pytest -m "not slow" -n $(JOBS)

# A browser for the tests of the pages; without one they are skipped, and say so.
browser:
	@sh tests/get-browser.sh

test-slow: .venv/installed
	$(BIN)/python -m pytest -m slow

lint: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/installed
	$(BIN)/python -m benchmarks.floor
	$(BIN)/python -m benchmarks.throughput
	$(BIN)/python -m benchmarks.batches

# The published tables: hours, but it goes on where it was stopped.
results: .venv/installed
	$(BIN)/python -m benchmarks.results --jobs $(JOBS)

# The locked versions, then the project itself; again whenever either file changes.
.venv/installed: requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "pasyans needs Python 3.11 or later")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch .venv/installed

clean:
	rm -rf .venv build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
