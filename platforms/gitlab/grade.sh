#!/bin/sh
# Grade a checked-out project in a GitLab job: `grade.sh PROJECT_FOLDER [EXERCISE]`. Reports go to .grades in it.
set -eu
project=$1
exercise=${2:-}
root=$(cd "$(dirname "$0")/../.." && pwd)

[ -n "${GRADER_READY:-}" ] || sh "$root/scripts/setup.sh" requirements.lock

# A student may have committed something of that name, a link for example.
rm -rf "$project/.grades"
mkdir "$project/.grades"
cd "$project"
set -- --report terminal --report junit=.grades/junit.xml --report json=.grades/grades.json --report html=.grades/grades.html
[ -z "$exercise" ] || set -- "$@" --exercise "$exercise"
exec "$root/.venv/bin/python" -I -B -m grader grade "$@" --require-isolation 2 -- .
