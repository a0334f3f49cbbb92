#!/usr/bin/env bash
# Shows the main job on examples/: a kernel whose local array takes its dtype
# from an object, what it resolves to, what reaches the GPU, and what it and three
# larger kernels compute, compared with NumPy.
#
# usage: demo.sh BUILD_DIR [CHIP]
set -euo pipefail

build=$(cd "${1:?usage: demo.sh BUILD_DIR [CHIP]}" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
examples=examples/request
# Relative where it can be, so that the commands are short.
out=$(realpath --relative-base=. "$build")/demo
mkdir -p "$out"

python=/usr/bin/python3
[[ -x $python ]] || python=python3
# The same toolkit as in the set-up and the tests.
if cuda_root=$("$python" tools/setup/find_cuda.py --root "$build"); then
  export CUDA_ROOT=$cuda_root
else
  cuda_root=
fi
# A local GPU's chip, as sm_90; nothing where there is none.
gpu=$("$python" -c 'import sys; sys.path.insert(0, "test")
import gpu_support; print(gpu_support.gpu_chip() or "")')
chip=${2:-${gpu:-sm_90}}

bold='' plain=''
if [[ -t 1 ]]; then
  bold=$'\033[1m' plain=$'\033[0m'
fi
title() { printf '\n%s== %s%s\n' "$bold" "$*" "$plain"; }
# Shows a command as one would type it, and runs it.
show() {
  local word line='$'
  for word in "$@"; do
    [[ $word != *[^A-Za-z0-9_./=,:-]* ]] || word="'$word'"
    line+=" $word"
  done
  printf '%s\n' "$line"
  PATH=$build/bin:$PATH "$@"
}
body() { grep -vE '^(//|$)' "$1"; }

title "The kernel: its local array has the dtype that the object foo provides"
body "$examples/object.mlir"

title 'Resolved: canonicalization alone gives an aligned memref.alloca'
show dtyp-opt --canonicalize "$examples/object.mlir"

title "PTX for $chip: foo costs no kernel parameter"
show dtyp-compile "$examples/object.mlir" --chip="$chip" -o "$out/object.ptx"
grep -v '^$' "$out/object.ptx" | sed -n '1,30p'

title 'The same PTX from an explicit dtype and from a memref.alloca by hand'
for form in explicit memref; do
  show dtyp-compile "$examples/$form.mlir" --chip="$chip" -o "$out/$form.ptx"
  show cmp "$out/object.ptx" "$out/$form.ptx" && echo 'identical'
done

if [[ -n $cuda_root ]]; then
  title 'Resource usage, as ptxas reports it'
  show dtyp-compile "$examples/object.mlir" --chip="$chip" \
    --print-resource-usage -o "$out/object.cubin"
else
  title 'Resource usage: left out, since there is no CUDA Toolkit'
fi

device=cpu where='on the CPU, since no GPU answers'
if [[ -n $gpu ]]; then
  device=gpu where="on this machine's GPU ($gpu)"
fi
title "Run $where, and compared with NumPy: each thread fills its array and reads it backwards"
numpy_python=
for candidate in "$build/venv/bin/python" "$python"; do
  if "$candidate" -c 'import numpy' 2>/dev/null; then
    numpy_python=$candidate
    break
  fi
done
if [[ -z $numpy_python ]]; then
  show dtyp-run "$examples/object.mlir" --device="$device" --kernel fill \
    --grid 1 --block 4 'out:uint8[40]=zeros'
  printf 'error: expected NumPy, with which the values are compared: let pip reach PyPI and run make demo again\n' >&2
  exit 1
fi
check_examples() {
  "$numpy_python" examples/run_on_gpu.py "$build/bin/dtyp-run" examples \
    --device="$device" --only="$1"
}
check_examples request
title 'Three larger kernels: a histogram in each thread, a product of matrices in tiles, a sum by warps'
check_examples histogram,matmul,warp_reduction
