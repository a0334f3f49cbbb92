#!/usr/bin/env bash
# Makes the virtual environment in the build folder in which NumPy and
# ml_dtypes live for the demonstration and the tests.
#
# usage: python.sh BUILD_DIR
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

venv=${1:?usage: python.sh BUILD_DIR}/venv
if ! { venv_create "$venv" && venv_install "$venv" requirements; }; then
  warn 'what compares with NumPy or ml_dtypes is skipped; all else works'
  warn 'to mend it, let pip reach PyPI (PIP_INDEX_URL, PIP_FIND_LINKS)'
fi
