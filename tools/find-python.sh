#!/bin/sh
# Print a Python that is new enough, for make. PYTHON overrides the search.
set -u

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
version_of() { "$1" -c 'import platform; print(platform.python_version())' 2>/dev/null; }

if [ -n "${PYTHON:-}" ]; then
    new_enough "$PYTHON" && { printf '%s\n' "$PYTHON"; exit 0; }
    found=$(version_of "$PYTHON") || {
        echo "PYTHON=$PYTHON does not run; name a Python of 3.11 or newer." >&2; exit 1; }
    echo "PYTHON=$PYTHON is Python $found; Shieldwall needs 3.11 or newer." >&2
    exit 1
fi

for python in python3 python3.13 python3.12 python3.11 python3.14; do
    new_enough "$python" && { printf '%s\n' "$python"; exit 0; }
done

if found=$(version_of python3); then
    echo "python3 is Python $found; Shieldwall needs 3.11 or newer." >&2
else
    echo "There is no python3 on the PATH; Shieldwall needs Python 3.11 or newer." >&2
fi
echo "Install one (Debian 12 and Ubuntu 24.04 have it: apt-get install python3 python3-venv)," >&2
echo "or name one: make PYTHON=/path/to/python3.12" >&2
exit 1
