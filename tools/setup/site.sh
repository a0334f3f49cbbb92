#!/usr/bin/env bash
# Installs what makes the site of the documentation into the virtual environment
# in the build folder.
#
# usage: site.sh BUILD_DIR
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

venv=${1:?usage: site.sh BUILD_DIR}/venv
if ! { venv_create "$venv" && venv_install "$venv" requirements-site; }; then
  warn 'the site of the documentation cannot be made; all else works'
  warn 'to mend it, let pip reach PyPI (PIP_INDEX_URL, PIP_FIND_LINKS)'
fi
