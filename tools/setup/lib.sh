# shellcheck shell=bash
# Functions that the set-up scripts share; sourced, never run.

say() { printf '%s\n' "$*"; }
warn() { printf 'warning: %s\n' "$*" >&2; }
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

setup_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The system's Python, whatever other Pythons come first on PATH.
system_python() {
  if [[ -n ${PYTHON:-} ]]; then
    printf '%s' "$PYTHON"
  elif [[ -x /usr/bin/python3 ]]; then
    printf '%s' /usr/bin/python3
  else
    command -v python3 || die 'no python3: install the package python3'
  fi
}

# venv_create VENV
# Makes the virtual environment, or says why not and returns 1.
venv_create() {
  local venv=$1 python log=$1.log
  if "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    return 0
  fi
  python=$(system_python)
  rm -rf "$venv"
  mkdir -p "$(dirname "$venv")"
  if ! "$python" -m venv "$venv" >"$log" 2>&1; then
    rm -rf "$venv"
    warn "no virtual environment ($log says why): install the package" \
      'python3-venv, or set PYTHON to a Python that has the module venv'
    return 1
  fi
}

# venv_install VENV NAME
# Installs NAME.txt of this folder into the virtual environment, once for each
# content of the requirement files. Returns 1, and tells pip's reason, if that
# fails.
venv_install() {
  local venv=$1 name=$2 stamp=$1/.installed-$2 log=$1/pip.log wanted
  wanted=$(cat "$setup_dir"/requirements*.txt | sha256sum)
  if [[ -f $stamp && $(<"$stamp") == "$wanted" ]]; then
    return 0
  fi
  if ! "$venv/bin/python" -m pip install --disable-pip-version-check \
    --no-input --retries 2 --quiet --only-binary=:all: -r "$setup_dir/$name.txt" \
    >"$log" 2>&1; then
    if grep -q Retrying "$log"; then
      warn "pip cannot reach its package index ($log says why)"
    else
      warn "pip cannot install $name.txt:" \
        "$(grep -m1 ^ERROR "$log" || tail -n1 "$log")"
    fi
    return 1
  fi
  printf '%s\n' "$wanted" >"$stamp"
}
