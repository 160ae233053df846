# Everything sets itself up: `make run` and `make test` need Python 3.11 or newer and no root.
.DEFAULT_GOAL := help
.PHONY: help venv run test check browser long mutants bench pages constraints
SHELL := /bin/bash

BIN := .venv/bin
READY := .venv/.ready
PEERS := .venv/.peers
MUTATION := .venv/.mutation
UV := $(shell command -v uv)
INSTALL = $(if $(UV),$(UV) pip install --quiet --python .venv,\
  $(BIN)/python -m pip install --quiet --disable-pip-version-check) -c constraints.txt
# Pages of one file share a server and a browser, so a file stays on one worker; tests/conftest.py puts the longest first.
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

help:
	@echo 'make run      the app, in the browser'
	@echo 'make test     style, types, layers and all tests (browser tests need: make browser)'
	@echo 'make browser  Chromium and Thai fonts for the browser tests, through apt (root or sudo)'
	@echo 'make check    style, types, layers, messages, lessons, puzzles, coverage of the rules'
	@echo 'make long     the tests that take more than a minute'
	@echo 'make mutants  changes the rules in thousands of ways; lists the changes that no test notices (an hour or more)'
	@echo 'make pages    pictures of every page, in docs/pages, and the one of the README'
	@echo 'make bench    speed, as ratios against other engines measured in the same run'

venv: $(READY)

$(READY): pyproject.toml constraints.txt hatch_build.py
	@set -e; \
	if command -v uv >/dev/null 2>&1; then \
	  uv venv --quiet --allow-existing --python '>=3.11' .venv; \
	else \
	  python=; \
	  for name in "$$PYTHON" python3 python3.14 python3.13 python3.12 python3.11; do \
	    if [ -n "$$name" ] && "$$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	    then python="$$name"; break; fi; \
	  done; \
	  if [ -z "$$python" ]; then \
	    echo 'No Python 3.11 or newer with venv was found. Install one (Debian, Ubuntu: apt-get install python3 python3-venv)' >&2; \
	    echo 'or uv, or name it: PYTHON=/path/to/python3 make ...' >&2; exit 1; \
	  fi; \
	  "$$python" -m venv .venv; \
	fi; \
	echo "Setting up .venv ($$($(BIN)/python --version)); this takes a minute the first time."
	@$(INSTALL) -e '.[dev]'
	@touch $@

$(PEERS): $(READY)
	@$(INSTALL) -e '.[dev,peers]'
	@touch $@

$(MUTATION): $(READY)
	@$(INSTALL) -e '.[dev,mutation]'
	@touch $@

run: $(READY)
	$(BIN)/streamlit run streamlit_app.py

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m tutor.i18n.check
	$(BIN)/samrap check
	$(BIN)/samrap coverage >/dev/null

test: check
	$(PYTEST)

long: $(READY)
	$(PYTEST) -m long

# In ./mutants, from the start: mutmut keeps what it found, and does not ask new tests about old survivors.
mutants: $(MUTATION)
	rm -rf mutants
	$(BIN)/mutmut run --max-children 2
	$(BIN)/mutmut results
	@$(BIN)/mutmut export-cicd-stats >/dev/null
	@$(BIN)/python -c "import json; found = json.load(open('mutants/mutmut-cicd-stats.json')); \
	  print(found['killed'] + found['timeout'], 'of', found['total'], 'mutants caught')"

browser:
	@set -e; \
	if { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null 2>&1 \
	   && [ -n "$$(fc-list :lang=th 2>/dev/null)" ]; then exit 0; fi; \
	if ! command -v apt-get >/dev/null 2>&1; then \
	  echo 'make browser knows apt-get only. Install Chromium and a Thai font (Noto Sans Thai) another way;' >&2; \
	  echo 'CHROMIUM=/path/to/chromium names the browser to the tests.' >&2; exit 1; \
	fi; \
	as_root=; \
	if [ "$$(id -u)" != 0 ]; then \
	  if command -v sudo >/dev/null 2>&1; then as_root=sudo; \
	  else echo 'Chromium has to be installed as root: apt-get install chromium fonts-noto-core fonts-thai-tlwg' >&2; exit 1; fi; \
	fi; \
	$$as_root apt-get update -qq; \
	$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	  chromium fontconfig fonts-noto-core fonts-thai-tlwg >/dev/null

bench: $(PEERS)
	@set -e; for part in bench/*.py; do echo "== $$part"; $(BIN)/python "$$part"; done

pages: $(READY)
	$(BIN)/python -m tests.browser.contact_sheet

# What the tests ran with: after changing a dependency, install it and write the versions down.
constraints: $(PEERS) $(MUTATION)
	$(if $(UV),$(UV) pip freeze --python .venv,$(BIN)/python -m pip freeze) --exclude-editable > $@.txt
