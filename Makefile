# make lab        create .venv, install everything, open JupyterLab on chapter 00
# make test       install what the tests need and pass them all
# make notebooks  run all notebooks anew and write their outputs
# make bench      speed against peers, as ratios
# make bench-page the measurements that the site shows, anew
# make check      ruff, mypy and spelling
# make site       the course as static pages, in build/site
# make slides     a deck for each chapter, in build/slides
# make test-oldest, make test-newest   the tests on the oldest versions allowed, and on the newest there are
# make release    build what is committed into dist, and try the wheel in a clean environment

PYTHON ?= python3
VENV ?= .venv
ifeq ($(OS),Windows_NT)
BIN = $(VENV)/Scripts
else
BIN = $(VENV)/bin
endif
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: lab test notebooks bench bench-page site slides check test-oldest test-newest release
.DEFAULT_GOAL = lab
.DELETE_ON_ERROR:

# In a copy: a notebook that is only opened is already changed, and the tests hold notebooks/ to what is committed.
lab: $(VENV)/installed-lab
	@$(BIN)/python -m memlab lab memlab-notebooks

test: $(VENV)/installed-test
	@$(BIN)/python -m pytest

notebooks: $(VENV)/installed-test
	@$(BIN)/python tests/notebooks/execute.py

bench: $(VENV)/installed-test
	@$(BIN)/python -m memlab bench

# Told, not judged: exit 1 says only that a goal is not met on this machine.
ASSETS = memlab/publish/assets
bench-page: $(VENV)/installed-test
	-@$(BIN)/python -m memlab bench --json > $(ASSETS)/bench.json
	-@$(BIN)/python -m memlab bench --scaling --json > $(ASSETS)/scaling.json

site: $(VENV)/installed-site
	@$(BIN)/python -m memlab site build/site

slides: $(VENV)/installed-site
	@$(BIN)/python -m memlab slides build/slides

check: $(VENV)/installed-test
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m ruff format --check .
	@$(BIN)/python -m mypy
	@$(BIN)/python -m codespell_lib README.md CHANGELOG.md SECURITY.md Makefile pyproject.toml memlab notebooks

# Environments of their own: the oldest Python and packages that are allowed, and the newest that there are. What is run
# there uses packages: notebooks and commands, and of each room what stands on networkx, redis, numpy, opencc, psycopg, …
OLDEST_PYTHON ?= $(shell python3.10 -c 'print("python3.10")' 2>/dev/null || echo $(PYTHON))
NEWEST_PYTHON ?= $(shell for python in python3.14 python3.13 python3.12 $(PYTHON); do \
  $$python -c "print('$$python')" 2>/dev/null && break; done)
USING_PACKAGES = notebooks tests/flow tests/tokens tests/widgets tests/zset tests/tiers/warm \
  tests/cli/test_doctor.py tests/cli/test_inspect.py tests/cli/test_lab.py tests/cli/test_main.py tests/cli/test_replay.py \
  tests/bank/test_cluster.py tests/bank/test_connect.py tests/bank/test_lost_connections.py tests/bank/test_priority.py \
  tests/context/test_openai.py tests/facts/test_canonical.py tests/facts/test_cases.py tests/facts/test_text.py \
  tests/publish/test_site.py tests/replay/test_curves.py tests/tiers/test_cold.py tests/tiers/test_cold_url.py \
  tests/tiers/test_hot.py tests/tiers/test_store.py
TEST_THERE = MEMLAB_EXAMPLES=5 $(1)/bin/python -m pytest --quiet -p no:cacheprovider -m 'not long' $(USING_PACKAGES)

test-oldest: $(VENV)/installed-test
	@$(BIN)/python tests/lower_bounds.py > $(VENV)/oldest.txt
	@$(OLDEST_PYTHON) -m venv --clear $(VENV)-oldest
	@$(VENV)-oldest/bin/python -m pip install --quiet --no-compile --editable '.[test]' --constraint $(VENV)/oldest.txt
	@$(call TEST_THERE,$(VENV)-oldest)

test-newest:
	@$(NEWEST_PYTHON) -m venv --clear $(VENV)-newest
	@$(VENV)-newest/bin/python -m pip install --quiet --no-compile --upgrade --upgrade-strategy eager --editable '.[test]'
	@$(call TEST_THERE,$(VENV)-newest)

# What a release is, short of telling the world: built from what is committed, and tried as a user has it.
release: $(VENV)/installed-test
	@$(BIN)/python tests/release.py dist

# One stamp per set of packages: what is installed is not installed again until pyproject.toml changes.
# What the tests need includes the lab.
$(VENV)/installed-%: pyproject.toml | $(VENV)/pyvenv.cfg
	@echo "Installing memlab and its packages ($*) into $(VENV). This takes a minute, once."
	@$(BIN)/python -m pip install --quiet --editable '.[$*]' || { \
	  echo "Installing failed. The first time needs the network; then it is enough to call make again."; exit 1; }
	@touch $@ $(if $(filter test,$*),$(VENV)/installed-lab)

$(VENV)/pyvenv.cfg:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "There is no $(PYTHON) here. Install Python 3.10 or newer, or name one: make lab PYTHON=/path/to/python"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { \
	  echo "memlab needs Python 3.10 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1). Name another: make lab PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) has no venv module. On Debian or Ubuntu: apt install python3-venv. Or name another Python: make lab PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
