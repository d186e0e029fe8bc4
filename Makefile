# make run    serve the app
# make quick  the checks, and the tests that need neither a browser nor a process of their own nor much time
# make test   every check and every test
# make test-postgresql   all tests of the database once more, on PostgreSQL
# make fuzz   what no browser would send, 80,000 times
# make torture   kill servers and databases 50 times while eight phones record; let a worker answer 10,000 requests;
#                take a phone's network away and bring it back in 200 games
# make bench  how fast it is, and what a person feels
# make pictures  take the pictures of the documents again
# make lock   choose the newest versions of what it stands on

VENV := .venv
BIN := $(VENV)/bin
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11
PYTEST = $(BIN)/python -m pytest -n $(or $(WORKERS),auto) --dist worksteal

.PHONY: run quick test test-postgresql fuzz torture lint bench pictures lock
run: $(VENV)/ready-to-run
	@$(BIN)/scorekeeper serve

quick: lint
	HYPOTHESIS_PROFILE=quick $(PYTEST) -m "not browser and not process and not slow"

# Browsers wait more than they compute: one worker more than there are cores.
test: WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
test: lint
	$(PYTEST)

test-postgresql: $(VENV)/ready-to-test
	$(PYTEST) --database postgresql tests/storage tests/usecases tests/web

fuzz: $(VENV)/ready-to-test
	FUZZ_RUNS=20 FUZZ_SEED=$${FUZZ_SEED:-$$(date +%s)} $(PYTEST) tests/web/test_fuzz.py

torture: $(VENV)/ready-to-test
	KILLS=50 LONG=1 $(BIN)/python -m pytest -q --log-cli-level=INFO tests/test_kills.py tests/test_long_life.py
	NETWORKS=200 $(PYTEST) tests/browser/test_random_network.py

lint: $(VENV)/ready-to-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	.cache/biome/biome ci --colors=off --error-on-warnings
	.cache/tsc/lib/tsc -p jsconfig.json
	.cache/tsc/lib/tsc -p jsconfig.worker.json

bench: $(VENV)/ready-to-test
	$(BIN)/python -m bench

pictures: $(VENV)/ready-to-test
	$(BIN)/python -m tests.browser.take_pictures

$(VENV)/ready-to-run: requirements.txt pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/ready-to-test: requirements-dev.txt pyproject.toml tests/browser/prepare.py | $(BIN)/python
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	$(BIN)/python -m tests.browser.prepare
	@touch $@

$(BIN)/python:
	@for python in $(PYTHONS); do \
	  $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  $$python -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "Python lacks its venv module: install the package python3-venv and try again." >&2; exit 1; }; \
	  exec $$python -m venv $(VENV); \
	done; echo "This needs Python 3.11 or later: install the packages python3 and python3-venv." >&2; exit 1

# Needs uv. The files name versions and hashes, and no address.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate
lock:
	$(LOCK) --upgrade --group build pyproject.toml -o requirements.txt
	$(LOCK) --upgrade --group build --all-extras pyproject.toml -c requirements.txt -o deploy/requirements.txt
	$(LOCK) --upgrade --group dev --all-extras pyproject.toml -c requirements.txt -c deploy/requirements.txt -o requirements-dev.txt
