# Builds and tests Shieldwall. Needs Python 3.11 or newer and make. A C compiler makes the engine fast,
# and Node (the system's, else one from PyPI) builds the table's page. `make run` starts with the
# interpreted engine and compiles in the background for the next start.
#
#   PYTHON=python3.12          the Python to use
#   SHIELDWALL_COMPILE=auto    compile if possible; `off`: never; `require`: fail if impossible
#   SHIELDWALL_SPEED=quick     optimisation: `quick`, `full`, or `best` (compiled twice, with a profile from fights)
#   SHIELDWALL_PAGE=auto       the same for the page of the table
#   SHIELDWALL_JOBS=2          processes for compiling and for the tests
#   SHIELDWALL_UV=off          install with pip, not with uv
#   VENV=.venv                 folder of the environment
#   SHIELDWALL_ONCE=1          `make run` starts the table, checks that it answers, and stops

VENV ?= .venv
PY := $(VENV)/bin/python
export PYTHON

.DEFAULT_GOAL := help
.PHONY: help run test check bench instructions mutants fuzz endurance coverage docs dist build lint format audit clean tools

help: ## list these targets
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r name text; do \
	  printf '  make %-12s %s\n' "$$name" "$$text"; done

run: ## start the table in the browser; Ctrl-C stops it
	@python=$$(sh tools/find-python.sh) && "$$python" tools/bootstrap.py run "$(VENV)"
	@env -u PYTHONDONTWRITEBYTECODE $(VENV)/bin/shieldwall serve # bytecode in $(VENV) halves the next start

test: tools ## run all checks and tests, on both builds
	@$(PY) tools/suite.py test

check: tools ## check style, types and tests of your changes, in a minute
	@$(PY) tools/suite.py check

bench: export SHIELDWALL_SPEED ?= full
bench: build ## measure the engine, compiled with full optimisation
	@$(PY) bench/run.py

instructions: build ## count the instructions of a turn; ARGS="--help" explains
	@$(PY) bench/instructions.py $(ARGS)

mutants: tools ## change each rule in turn and list the changes no test notices
	@PYTHONPATH=src:. $(PY) tests/mutants.py $(ARGS)

fuzz: build tools ## test with damaged files, messages and requests; ARGS="--help" explains
	@PYTHONPATH=. $(PY) -m tests.fuzz $(ARGS)

endurance: build tools ## kill the table a thousand times during play; ARGS="--help" explains
	@PYTHONPATH=. $(PY) -m tests.endurance $(ARGS)

coverage: tools ## record which tests prove which rules
	@PYTHONPATH=src $(PY) tests/coverage_report.py

docs: tools ## build the documentation as a site, in .build/site
	@PYTHONPATH=src $(PY) tools/site.py

dist: export SHIELDWALL_SPEED ?= best
dist: ## build sdist and wheel, in dist/
	@python=$$(sh tools/find-python.sh) && "$$python" tools/bootstrap.py dist "$(VENV)"
	@rm -rf dist
	@$(PY) -m hatchling build -t sdist -t wheel -d dist >.build/dist.log 2>&1 \
	  || { tail -n 25 .build/dist.log; exit 1; }
	@ls -1 dist/*

build: ## make the environment with the developer's tools and the compiled package
	@python=$$(sh tools/find-python.sh) && "$$python" tools/bootstrap.py build "$(VENV)"

lint: tools ## check style, types and layers only
	@$(PY) tools/suite.py lint

format: tools ## sort imports and format code with ruff
	@$(PY) -m ruff check --quiet --fix-only . && $(PY) -m ruff format .

audit: tools ## look for known vulnerabilities in our dependencies; needs the network
	@$(PY) -m pip install --quiet pip-audit && $(PY) -m pip_audit

clean: ## remove everything that make has built
	rm -rf $(VENV) .build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

tools:
	@python=$$(sh tools/find-python.sh) && "$$python" tools/bootstrap.py tools "$(VENV)"
