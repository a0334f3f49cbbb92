#!/usr/bin/env bash
# Runs clang-tidy on the C++ sources, with the commands of a build folder.
#
# usage: tidy.sh BUILD_DIR [path regular expression]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

build=${1:?usage: tidy.sh BUILD_DIR [path regular expression]}
if ! command -v clang-tidy-22 >/dev/null; then
  echo 'error: no clang-tidy-22: install the package clang-tidy-22' >&2
  exit 1
fi
# The precompiled header belongs to the compiler, not to clang-tidy: take it
# out of the commands.
commands=$(mktemp -d)
trap 'rm -rf "$commands"' EXIT
sed -E 's/-Xclang -include-pch -Xclang [^ ]+//g; s/-Winvalid-pch//g' \
  "$build/compile_commands.json" >"$commands/compile_commands.json"
git ls-files -z {lib,tools,test,benchmarks}/'**.cpp' |
  grep -zE "${2:-.}" |
  xargs -0 -n1 -P"$(nproc)" clang-tidy-22 -p "$commands" --quiet
