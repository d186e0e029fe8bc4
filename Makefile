VENV := .venv
BIN := $(VENV)/bin
PYTHONS ?= python3 python3.14 python3.13 python3.12 python3.11
# What a test stores need not outlive the machine: it is in memory where that has room and runs programs.
IN_MEMORY := $(shell grep -qs '^[^ ]* /dev/shm [^ ]* [^ ]*noexec' /proc/mounts || df -Pk /dev/shm 2> /dev/null | awk 'NR == 2 && $$4 > 4000000 { print "PYTEST_DEBUG_TEMPROOT=/dev/shm" }')
PYTEST = $(IN_MEMORY) $(BIN)/python -m pytest -n $(or $(WORKERS),auto) --dist worksteal --durations 30

# Compiled files are kept, or every worker would compile each test again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run help lint quick tests test test-rest test-all test-postgresql durations unsteady test-late fuzz torture simulate bench lighthouse pictures engine-pictures lock release image
run: $(VENV)/ready-to-run ## Serve the app
	@$(BIN)/rook-scorekeeper serve

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' Makefile

lint: $(VENV)/ready-to-test ## Check the form, the types and the imports of everything
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	.cache/biome/biome ci --colors=off --error-on-warnings
	.cache/tsc/lib/tsc -p jsconfig.json
	.cache/tsc/lib/tsc -p jsconfig.worker.json
	$(BIN)/zizmor --offline --quiet .github

quick: lint ## Lint, and run the tests that need no browser, no process of their own and little time
	HYPOTHESIS_PROFILE=quick $(PYTEST) --quick -m "not browser and not process and not everywhere"

# Browsers wait more than they compute: two workers more than there are cores.
test test-rest: WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)
test: lint ## Lint, and prove each thing once
	HYPOTHESIS_PROFILE=quick $(PYTEST) -m "not everywhere"

test-rest: $(VENV)/ready-to-test ## Prove the same everywhere: other engines, sizes, databases, rule sets and ways
	$(PYTEST) -m "everywhere or hypothesis"

tests: $(VENV)/ready-to-test ## Print what each test file shows
	@$(BIN)/python -m tests.contents

test-all: ## Run every test
	$(MAKE) test
	$(MAKE) test-rest

test-postgresql: $(VENV)/ready-to-test ## Run all tests of the database on PostgreSQL, before a release
	$(PYTEST) --database postgresql tests/storage tests/usecases tests/web

durations: $(VENV)/ready-to-test ## Measure on a quiet machine what each test takes, or TEST=… alone
	$(BIN)/python -m tests.durations $(TEST)

unsteady: $(VENV)/ready-to-test ## Run the test TEST=… fifty times beside busy neighbors
	$(BIN)/python -m tests.unsteady $(TEST)

test-late: WORKERS ?= $(shell expr 3 \* $$(getconf _NPROCESSORS_ONLN))
test-late: $(VENV)/ready-to-test ## Run the browser tests with every answer up to 1.5 seconds late, as SEED=… says
	LATE=$(or $(SEED),1) $(PYTEST) tests/browser

fuzz: $(VENV)/ready-to-test ## Send 80,000 requests that no browser would send
	FUZZ_RUNS=20 FUZZ_SEED=$${FUZZ_SEED:-$$(date +%s)} $(PYTEST) tests/web/test_fuzz.py

torture: $(VENV)/ready-to-test ## Kill servers and databases, take networks away, run a worker for long
	KILLS=50 LONG=1 $(BIN)/python -m pytest -q --log-cli-level=INFO tests/test_kills.py tests/test_long_life.py
	HYPOTHESIS_PROFILE=thorough $(PYTEST) -m hypothesis
	TAPS=all $(PYTEST) tests/browser/test_double_taps.py

simulate: $(VENV)/ready-to-test ## Play 1,000 simulated evenings, or as many as EVENINGS says; SEED=… repeats one
	$(BIN)/python -m tests.simulation.play

bench: $(VENV)/ready-to-test ## Measure how fast it is
	$(BIN)/python -m bench

lighthouse: $(VENV)/ready-to-test ## Have Lighthouse judge the pages that people open most
	$(BIN)/python -m bench.lighthouse

pictures: $(VENV)/ready-to-test ## Take the pictures of the documents again
	$(BIN)/python -m tests.browser.take_pictures

engine-pictures: $(VENV)/ready-to-test ## Take pictures of a phone in three engines, side by side, into test-results/
	$(BIN)/python -m tests.browser.engines.take_pictures

# What is released is what the tests built and tried.
release: $(VENV)/ready-to-test ## Build the wheel and the source archive in dist/, and try them
	@test -z "$$(git status --porcelain)" || { echo "Commit or remove first what git status lists." >&2; exit 1; }
	rm -rf dist
	DIST=dist $(BIN)/python -m pytest -q tests/test_packaging.py
	@ls dist

# IMAGE is its name, BUILD_OPTIONS are more options of `docker build` or `buildah build`, which are nearly the same.
IMAGE ?= rook-scorekeeper
VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' scorekeeper/__init__.py)
BUILD = --file deploy/Dockerfile --build-arg VERSION=$(VERSION) --build-arg REVISION=$$(git rev-parse HEAD) \
  --tag $(IMAGE):$(VERSION) --tag $(IMAGE):latest $(BUILD_OPTIONS) .
image: ## Build the image for Docker, with Docker or buildah
	@if docker info > /dev/null 2>&1; then exec docker build $(BUILD); fi; \
	if command -v buildah > /dev/null; then \
	  exec buildah build --format docker --ignorefile deploy/Dockerfile.dockerignore $(BUILD); fi; \
	echo "An image needs Docker's engine or buildah, and neither answers here: install docker.io or buildah." >&2; exit 1

$(VENV)/ready-to-run: requirements.txt pyproject.toml scorekeeper/__init__.py | $(BIN)/python
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/ready-to-test: requirements-dev.txt pyproject.toml scorekeeper/__init__.py tests/browser/prepare.py tests/simulation/package-lock.json | $(BIN)/python
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	$(BIN)/python -m tests.browser.prepare
	@touch $@

$(BIN)/python:
	@for python in $(PYTHONS); do \
	  $$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2> /dev/null \
	    && exec $$python -m venv $(VENV); \
	done; echo "This needs Python 3.11 or later with its venv module: install the packages python3 and python3-venv." >&2; exit 1

# The files name versions and hashes, and no address.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate
lock: ## Choose the newest versions of all packages (needs uv)
	$(LOCK) --upgrade --group build pyproject.toml -o requirements.txt
	$(LOCK) --upgrade --group build --all-extras pyproject.toml -c requirements.txt -o deploy/requirements.txt
	$(LOCK) --upgrade --group dev --all-extras pyproject.toml -c requirements.txt -c deploy/requirements.txt -o requirements-dev.txt
