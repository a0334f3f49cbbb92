#!/usr/bin/env bash
# Makes the site of the documentation. A link that leads nowhere is an error.
#
# usage: make_site.sh PYTHON SOURCE_DIR SITE_DIR
set -euo pipefail

python=${1:?usage: make_site.sh PYTHON SOURCE_DIR SITE_DIR}
source_dir=${2:?usage: make_site.sh PYTHON SOURCE_DIR SITE_DIR}
site=${3:?usage: make_site.sh PYTHON SOURCE_DIR SITE_DIR}
config=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../docs/site" && pwd)

if ! "$python" -c 'import furo, myst_parser, sphinx' 2>/dev/null; then
  echo "error: cannot make the site without Sphinx, MyST and Furo:" \
    "run tools/setup/site.sh where PyPI can be reached" >&2
  exit 1
fi
PYTHONDONTWRITEBYTECODE=1 "$python" -m sphinx -q -b html -W --keep-going \
  -c "$config" -d "$site.doctrees" "$source_dir" "$site"
rm -rf "$site.doctrees"
echo "the site is in $site/index.html"
