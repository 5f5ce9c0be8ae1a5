# The two commands most people need:
#   make grade SUBMISSION=solutions/io_callback_passthrough.py
#   make test
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/sh
PY := .venv/bin/python
READY := .venv/.ready
READY_DEV := .venv/.ready-dev
SUBMISSION ?=
ARGS ?=
EXERCISE ?=

.PHONY: help setup grade list hint reset watch verify docs test lint bench compat gradescope lock clean

help: ## show what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(READY): requirements.lock scripts/setup.sh
	@sh scripts/setup.sh requirements.lock
	@touch $@

$(READY_DEV): requirements-dev.lock $(READY)
	@sh scripts/setup.sh requirements-dev.lock
	@touch $@

setup: $(READY) ## install what grading needs into .venv

grade: $(READY) ## grade SUBMISSION=path, or your files under exercises/
	@$(PY) -m grader grade $(if $(SUBMISSION),"$(SUBMISSION)") $(ARGS)

list: $(READY) ## list the exercises and how far you are
	@$(PY) -m grader list $(ARGS)

hint: $(READY) ## show the next hint (EXERCISE=slug)
	@$(PY) -m grader hint $(EXERCISE) $(ARGS)

test: $(READY_DEV) ## run the test suite, in two processes (ARGS=-n0 for one)
	@$(PY) -m pytest -n 2 --dist loadfile $(ARGS)

lint: $(READY_DEV) ## check style and types
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy

watch: $(READY) ## check your file on every save (EXERCISE=slug for one)
	@$(PY) -m grader watch $(EXERCISE) $(ARGS)

reset: $(READY) ## put your file back to the start (EXERCISE=slug)
	@$(PY) -m grader reset $(EXERCISE) $(ARGS)

verify: $(READY) ## check the exercises themselves (EXERCISE=slug for one)
	@$(PY) -m grader verify $(EXERCISE) $(ARGS)

docs: $(READY) ## write docs/exercise-toml.md anew from the types
	@$(PY) -m grader.reference > docs/exercise-toml.md

compat: $(READY_DEV) ## grade the corpus on every supported version of JAX (installs them into .compat)
	@$(PY) -m tests.compat $(ARGS)

bench: $(READY) ## measure what a submission costs, side by side with the alternatives
	@$(PY) -m benchmarks.speed $(ARGS)

gradescope: ## build Gradescope's autograder zip (EXERCISE=slug)
	@python3 platforms/gradescope/build.py $(EXERCISE)

lock: ## resolve the dependencies anew (needs uv)
	uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url --python-version 3.11 \
	    --custom-compile-command "make lock" --group setup pyproject.toml -o requirements.lock
	uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url --python-version 3.11 \
	    --custom-compile-command "make lock" --group setup --group dev --extra cluster -c requirements.lock \
	    pyproject.toml -o requirements-dev.lock

clean: ## remove .venv and everything made
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
