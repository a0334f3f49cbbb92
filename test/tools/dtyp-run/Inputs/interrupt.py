"""Interrupts a run that would take hours, once its kernel runs.

usage: interrupt.py DTYP-RUN SCRATCH-FILE
"""

import signal
import subprocess
import sys

# The first block says that it runs.
KERNEL = """
gpu.module @kernels {
  gpu.func @long() kernel {
    %c0 = arith.constant 0 : index
    %x = gpu.global_id x
    %isFirst = arith.cmpi eq, %x, %c0 : index
    scf.if %isFirst {
      gpu.printf "begun\\n"
    }
    gpu.barrier
    gpu.return
  }
}
"""

tool, path = sys.argv[1:]
with open(path, "w", encoding="utf-8") as file:
    file.write(KERNEL)
command = [tool, path, "--device=cpu", "--grid", "2147483647", "--block", "32"]
process = subprocess.Popen(
    command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
)
if process.stdout.readline() != "begun\n":
    sys.exit(f"the kernel does not run: {process.stderr.read()}")
process.send_signal(signal.SIGINT)
_, errors = process.communicate(timeout=60)
if process.returncode != 130 or errors != "dtyp-run: error: interrupted\n":
    sys.exit(f"expected an interrupted run, got {process.returncode}: {errors}")
