#!/usr/bin/env bash
# Shows the main job on examples/: a kernel whose local array takes its dtype
# from an object, what it resolves to, and what reaches the GPU.
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

image=$out/object.ptx
if [[ -n $cuda_root ]]; then
  image=$out/object.cubin
  title 'Resource usage, as ptxas reports it'
  show dtyp-compile "$examples/object.mlir" --chip="$chip" \
    --print-resource-usage -o "$image"
else
  title 'Resource usage: left out, since there is no CUDA Toolkit'
fi

launch=(--kernel fill --grid 1 --block 4 'out:uint8[40]=zeros')
if [[ -n $gpu ]]; then
  title "Run on this machine's GPU ($gpu): each thread fills its array, and reads it backwards"
  show dtyp-launch "$image" "${launch[@]}"
else
  title 'Run on the CPU, since no GPU answers: each thread fills its array, and reads it backwards'
  show dtyp-run "$examples/object.mlir" --device cpu "${launch[@]}"
fi
