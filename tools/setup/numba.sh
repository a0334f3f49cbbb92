#!/usr/bin/env bash
# Installs Numba's GPU compilers into the virtual environment in the build folder, for
# the tests of the adapters.
#
# usage: numba.sh BUILD_DIR
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

venv=${1:?usage: numba.sh BUILD_DIR}/venv
if ! { venv_create "$venv" && venv_install "$venv" requirements-numba; }; then
  warn 'the tests of the adapters for numba-cuda-mlir and numba-cuda are skipped'
fi
