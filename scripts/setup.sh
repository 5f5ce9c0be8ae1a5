#!/bin/sh
# Make .venv and install the locked packages: `sh scripts/setup.sh LOCKFILE`. Safe to run again after an interruption.
set -eu
lock=$1
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*" >&2; }

new_enough() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null; }

find_python() {
    for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11 python3.14 python; do
        if [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 && new_enough "$candidate"; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

if [ -x .venv/bin/python ] && ! new_enough .venv/bin/python; then
    say "The Python that .venv was made with is gone or too old; making it again."
    rm -rf .venv
fi

if command -v uv >/dev/null 2>&1; then
    say "Setting up with uv ..."
    [ -x .venv/bin/python ] || uv venv --quiet --python "$(find_python || echo 3.12)" .venv
    uv pip install --quiet --python .venv/bin/python --compile-bytecode --require-hashes -r "$lock"
    uv pip install --quiet --python .venv/bin/python --no-deps --no-build-isolation -e .
    exit 0
fi

if ! python=$(find_python); then
    say "No Python from 3.11 to 3.14 was found. Install one (Debian and Ubuntu: apt install python3 python3-venv;"
    say "macOS: brew install python), or say where it is: make setup PYTHON=/path/to/python3"
    exit 1
fi
if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    say "$python lacks the modules venv and ensurepip, which make the environment."
    say "Debian and Ubuntu: apt install python3-venv; Fedora: dnf install python3-pip; or install uv."
    exit 1
fi
if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    "$python" -m venv --clear .venv
fi
say "Installing the locked packages into .venv (jax is large: this takes a minute or two, once) ..."
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
