#!/usr/bin/env bash
# Installs the Debian packages that are missing, or says what to install.
#
# usage: packages.sh [--tests]
# With --tests the packages that only the tests need must be there, too.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

build_packages=(llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools
  clang-22 lld-22 zlib1g-dev ninja-build cmake libboost-context-dev python3
  python3-dev)
test_packages=(libgtest-dev clang-format-22 git pkgconf xz-utils)
# ccache makes a second build quick; python3-venv is for NVIDIA's and the tests'
# wheels, and who needs it says so.
optional_packages=(ccache python3-venv)

# missing PACKAGE...: those that are not installed.
missing() {
  local package status
  for package in "$@"; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null ||
      true)
    [[ $status == installed ]] || printf '%s\n' "$package"
  done
}

# Whether apt knows an installable version of each package.
known() {
  local policy
  policy=$(apt-cache policy "$@" 2>/dev/null)
  [[ $(grep -c '^  Candidate: [^(]' <<<"$policy") -eq $# ]]
}

install() {
  say "installing $*"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends "$@" </dev/null >"$log" 2>&1
}

update() {
  say 'updating the package lists'
  apt-get update -qq </dev/null >"$log" 2>&1
}

# Installs packages, and shows apt's complaint if that fails. The lists of
# packages may be absent or older than the archive.
install_needed() {
  if known "$@"; then
    install "$@" && return
  fi
  if ! { update && install "$@"; }; then
    grep -E '^(E|W):' "$log" >&2 || tail -n5 "$log" >&2
  fi
}

if ! command -v dpkg-query >/dev/null; then
  warn 'not a Debian system: install LLVM, MLIR and clang 22, lld, ninja,' \
    'cmake, ccache and googletest yourself'
  exit 0
fi

if [[ $(id -u) -eq 0 ]]; then
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  mapfile -t absent < <(missing "${build_packages[@]}" "${test_packages[@]}")
  if [[ ${#absent[@]} -gt 0 ]]; then
    install_needed "${absent[@]}"
  fi
  mapfile -t absent < <(missing "${optional_packages[@]}")
  if [[ ${#absent[@]} -gt 0 ]] && known "${absent[@]}"; then
    install "${absent[@]}" || true
  fi
fi

mapfile -t absent_build < <(missing "${build_packages[@]}")
mapfile -t absent_tests < <(missing "${test_packages[@]}")
absent=("${absent_build[@]}" "${absent_tests[@]}")
[[ ${#absent[@]} -gt 0 ]] || exit 0

hint="run, as root: apt-get update && apt-get install ${absent[*]}"
if [[ " ${absent[*]} " == *-22* ]]; then
  hint+=$'\n'"(LLVM 22 is in Debian 12's security archive, bookworm-security)"
fi
if [[ ${#absent_build[@]} -gt 0 ]]; then
  die "cannot build without ${absent_build[*]}"$'\n'"$hint"
elif [[ ${1:-} == --tests ]]; then
  die "cannot run the tests without ${absent_tests[*]}"$'\n'"$hint"
fi
warn "without ${absent_tests[*]} some tests cannot run"$'\n'"$hint"
