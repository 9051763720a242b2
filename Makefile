# The house of Shieldwall. Needs Python 3.11 or newer and make; a C compiler makes the engine fast,
# and Node (the system's, else one from PyPI) builds the page of the table. `make run` starts with
# the interpreted engine and compiles in the background for the next start.
#
#   PYTHON=python3.12          the Python to use
#   SHIELDWALL_COMPILE=auto    compile if possible; `off`: do not; `require`: fail if not possible
#   SHIELDWALL_SPEED=quick     how hard the C compiler works: `quick`, `full`, or `best` (compiled twice, fights in between)
#   SHIELDWALL_PAGE=auto       the same for the page of the table
#   SHIELDWALL_JOBS=2          processes for compiling and for the tests
#   SHIELDWALL_UV=off          install with pip, not with uv
#   VENV=.venv                 where the environment lies
#   SHIELDWALL_ONCE=1          `make run` only starts the table, sees that it answers, and ends

VENV ?= .venv
PY := $(VENV)/bin/python
export PYTHON

.DEFAULT_GOAL := help
.PHONY: help run test check bench instructions mutants fuzz endurance coverage docs dist build lint format audit clean tools

help: ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r name text; do \
	  printf '  make %-12s %s\n' "$$name" "$$text"; done

run: ## the table in the browser; Ctrl-C ends it
	@python=$$(sh tools/find-python.sh) && "$$python" tools/bootstrap.py run "$(VENV)"
	@env -u PYTHONDONTWRITEBYTECODE $(VENV)/bin/shieldwall serve # bytecode in $(VENV) halves the next start

test: tools ## all checks and tests, on both builds
	@$(PY) tools/suite.py test

check: tools ## style, types and tests of what you have changed, in a minute
	@$(PY) tools/suite.py check

bench: export SHIELDWALL_SPEED ?= full
bench: build ## measure the engine, compiled with all care
	@$(PY) bench/run.py

instructions: build ## count the instructions of a turn; ARGS="--help" says more
	@$(PY) bench/instructions.py $(ARGS)

mutants: tools ## change each rule in turn and list the changes no test notices
	@PYTHONPATH=src:. $(PY) tests/mutants.py $(ARGS)

fuzz: build tools ## try spoilt files, messages and requests; ARGS="--help" says more
	@PYTHONPATH=. $(PY) -m tests.fuzz $(ARGS)

endurance: build tools ## kill the table a thousand times while it is played; ARGS="--help" says more
	@PYTHONPATH=. $(PY) -m tests.endurance $(ARGS)

coverage: tools ## write down which tests prove which rules
	@PYTHONPATH=src $(PY) tests/coverage_report.py

docs: tools ## the documentation as a site, in .build/site
	@PYTHONPATH=src $(PY) tools/site.py

dist: export SHIELDWALL_SPEED ?= best
dist: ## sdist and wheel, in dist/
	@python=$$(sh tools/find-python.sh) && "$$python" tools/bootstrap.py dist "$(VENV)"
	@rm -rf dist
	@$(PY) -m hatchling build -t sdist -t wheel -d dist >.build/dist.log 2>&1 \
	  || { tail -n 25 .build/dist.log; exit 1; }
	@ls -1 dist/*

build: ## the environment, the developer's tools and the compiled package in it
	@python=$$(sh tools/find-python.sh) && "$$python" tools/bootstrap.py build "$(VENV)"

lint: tools ## style, types and layers only
	@$(PY) tools/suite.py lint

format: tools ## let ruff order the imports and lay out the code
	@$(PY) -m ruff check --quiet --fix-only . && $(PY) -m ruff format .

audit: tools ## look for known holes in what we depend on; needs the network
	@$(PY) -m pip install --quiet pip-audit && $(PY) -m pip_audit

clean: ## remove all that make has made
	rm -rf $(VENV) .build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

tools:
	@python=$$(sh tools/find-python.sh) && "$$python" tools/bootstrap.py tools "$(VENV)"
