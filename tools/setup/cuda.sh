#!/usr/bin/env bash
# Finds the CUDA Toolkit; where there is none, installs the parts of it that
# are needed into the virtual environment and links BUILD_DIR/cuda to them (the
# tools look there). Says in one line which toolkit is used.
#
# usage: cuda.sh BUILD_DIR
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

build=${1:?usage: cuda.sh BUILD_DIR}
venv=$build/venv
find_cuda() { "$(system_python)" "$setup_dir/find_cuda.py" "$@" "$build"; }

# Links BUILD_DIR/cuda to the toolkit among the wheels, relative to itself.
link_wheels() {
  local ptxas
  for ptxas in "$venv"/lib/python3*/site-packages/nvidia/*/bin/ptxas; do
    [[ -x $ptxas ]] || continue
    ptxas=${ptxas#"$build"/}
    ln -sfn "${ptxas%/bin/ptxas}" "$build/cuda"
    return 0
  done
  warn 'the CUDA wheels hold no ptxas'
  return 1
}

if ! find_cuda --complete >/dev/null; then
  say 'CUDA Toolkit: none found; installing ptxas, fatbinary, nvJitLink and' \
    "libdevice from NVIDIA's wheels"
  if ! { venv_create "$venv" && venv_install "$venv" requirements-cuda &&
    link_wheels; }; then
    warn 'no complete CUDA Toolkit. What still works: PTX of kernels that' \
      'call no math function (libdevice)'
    warn 'to mend it, set CUDA_ROOT to a CUDA Toolkit, or let pip reach PyPI' \
      '(PIP_INDEX_URL, PIP_FIND_LINKS)'
  fi
elif ! find_cuda --tools >/dev/null; then
  # The toolkit has the parts that compile; tests also read the binaries.
  if ! { venv_create "$venv" &&
    venv_install "$venv" requirements-cuda-tools; }; then
    warn 'without cuobjdump and nvdisasm the tests that read GPU binaries' \
      'are skipped'
  fi
fi
find_cuda || true
