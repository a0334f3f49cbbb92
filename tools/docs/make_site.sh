#!/usr/bin/env bash
# Makes the site of the documentation. A link that leads nowhere is an error.
#
# usage: make_site.sh PYTHON SOURCE_DIR SITE_DIR [BUILDER]
# BUILDER is Sphinx's: html, or dummy to read all pages and write none.
set -euo pipefail

usage='usage: make_site.sh PYTHON SOURCE_DIR SITE_DIR [BUILDER]'
python=${1:?$usage} source_dir=${2:?$usage} site=${3:?$usage} builder=${4:-html}
config=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../docs/site" && pwd)

if ! "$python" -c 'import furo, myst_parser, sphinx' 2>/dev/null; then
  echo "error: cannot make the site without Sphinx, MyST and Furo:" \
    "run tools/setup/site.sh where PyPI can be reached" >&2
  exit 1
fi
PYTHONDONTWRITEBYTECODE=1 "$python" -m sphinx -q -b "$builder" -W --keep-going \
  -c "$config" -d "$site.doctrees" "$source_dir" "$site"
rm -rf "$site.doctrees"
echo "the site is in $site/index.html"
