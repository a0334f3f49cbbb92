#!/usr/bin/env bash
# Configures a build folder with a preset; does nothing when that was done with
# the same preset and the same packages (ninja itself runs CMake again when a
# CMakeLists.txt changes).
#
# usage: configure.sh BUILD_DIR PRESET [CMake option...]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

build=${1:?usage: configure.sh BUILD_DIR PRESET [CMake option...]}
preset=${2:?usage: configure.sh BUILD_DIR PRESET [CMake option...]}
shift 2
source_dir=$(cd "$setup_dir/../.." && pwd)
stamp=$build/.configured

# The Python package is built where the virtual environment has what that needs.
python=$build/venv/bin/python
if "$python" -c 'import nanobind' 2>/dev/null; then
  set -- -DDTYP_ENABLE_BINDINGS_PYTHON=ON \
    -DPython_EXECUTABLE="$(realpath -s "$python")" "$@"
fi

# All that decides what CMake finds.
key() {
  printf '%s\n' "$preset" "$@"
  cat "$source_dir/CMakePresets.json"
  dpkg-query -W clang-22 libmlir-22-dev llvm-22-dev lld-22 ccache \
    libgtest-dev python3-dev 2>/dev/null || true
}

wanted=$(key "$@" | sha256sum)
if [[ -f $build/build.ninja && -f $stamp && $(<"$stamp") == "$wanted" ]]; then
  exit 0
fi
mkdir -p "$build"
log=$build/configure.log
# Afresh: CMake takes a compiler by its name for another one than it found before.
if ! cmake --fresh --preset "$preset" -S "$source_dir" -B "$build" "$@" \
  >"$log" 2>&1
then
  cat "$log" >&2
  die "cannot configure (the text above is in $log)"
fi
printf '%s\n' "$wanted" >"$stamp"
say "configured $build (preset $preset)"
