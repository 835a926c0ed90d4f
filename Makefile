# make lab        create .venv, install everything, open JupyterLab on chapter 00
# make test       install what the tests need and pass them all
# make notebooks  run all notebooks anew and write their outputs
# make bench      speed against peers, as ratios
# make check      ruff, mypy and spelling
# make site       the course as static pages, in build/site
# make slides     a deck for each chapter, in build/slides
# make lowest     the tests on the oldest versions that pyproject.toml allows

PYTHON ?= python3
VENV ?= .venv
ifeq ($(OS),Windows_NT)
BIN = $(VENV)/Scripts
else
BIN = $(VENV)/bin
endif
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: lab test notebooks bench site slides check lowest
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

site: $(VENV)/installed-site
	@$(BIN)/python -m memlab site build/site

slides: $(VENV)/installed-site
	@$(BIN)/python -m memlab slides build/slides

check: $(VENV)/installed-test
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m ruff format --check .
	@$(BIN)/python -m mypy
	@$(BIN)/python -m codespell_lib README.md Makefile pyproject.toml memlab notebooks

# An environment of its own, on the oldest Python that is here. Pictures are our own text, whatever is installed;
# the notebooks draw them all the same.
LOWEST_PYTHON ?= $(shell python3.10 -c 'print("python3.10")' 2>/dev/null || echo $(PYTHON))
lowest: $(VENV)/installed-test
	@$(BIN)/python tests/lower_bounds.py > $(VENV)/lowest.txt
	@$(LOWEST_PYTHON) -m venv --clear $(VENV)-lowest
	@$(VENV)-lowest/bin/python -m pip install --quiet --editable '.[test]' --constraint $(VENV)/lowest.txt
	@MEMLAB_EXAMPLES=20 $(VENV)-lowest/bin/python -m pytest --quiet -p no:cacheprovider \
	  --ignore=tests/browser --ignore=tests/view -m 'not long'

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
