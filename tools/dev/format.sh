#!/usr/bin/env bash
# Formats the C++ sources in place; with --check, lists those that would change
# and fails if there are any.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

clang_format=clang-format-22
if ! command -v "$clang_format" >/dev/null; then
  echo "error: no $clang_format: install the package clang-format-22" >&2
  exit 1
fi

# Tracked files and new ones; where there is no git, all.
sources() {
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard '*.h' '*.cpp' '*.c'
  else
    find . -name 'build*' -prune -o \
      \( -name '*.h' -o -name '*.cpp' -o -name '*.c' \) -print0
  fi
}

# A file that git still lists may be gone from the working tree.
mapfile -d '' -t files < <(sources | while IFS= read -r -d '' file; do
  if [[ -f $file ]]; then printf '%s\0' "$file"; fi
done)
if [[ ${1:-} == --check ]]; then
  if ! "$clang_format" --dry-run -Werror --ferror-limit=1 "${files[@]}"; then
    echo 'error: not formatted: run make format' >&2
    exit 1
  fi
  echo "${#files[@]} files are formatted"
else
  "$clang_format" -i "${files[@]}"
fi
