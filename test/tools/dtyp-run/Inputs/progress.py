"""Watches the progress of a run that would take hours, and interrupts it.

usage: progress.py DTYP-RUN SCRATCH-FILE
"""

import os
import pty
import re
import select
import signal
import subprocess
import sys

SOURCE = """
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @long() kernel {
      gpu.barrier
      gpu.return
    }
  }
  func.func @run() {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c2147483647 = arith.constant 2147483647 : index
    gpu.launch_func @kernels::@long blocks in (%c2147483647, %c1, %c1) threads in (%c32, %c1, %c1)
    return
  }
}
"""

tool, path = sys.argv[1:]
with open(path, "w", encoding="utf-8") as file:
    file.write(SOURCE)


def interrupt(options):
    """Runs with a terminal as standard error; returns what it showed."""
    terminal, end = pty.openpty()
    process = subprocess.Popen(
        [tool, path, "--device=cpu", *options],
        stdout=subprocess.DEVNULL,
        stderr=end,
    )
    os.close(end)
    text = ""
    while True:
        ready, _, _ = select.select([terminal], [], [], 60)
        try:
            part = os.read(terminal, 4096).decode() if ready else ""
        except OSError:  # The other end is closed.
            part = ""
        if not part:
            break
        if "%" in part and "%" not in text:
            process.send_signal(signal.SIGINT)
        text += part
    if process.wait(timeout=60) != 130:
        sys.exit(f"expected an interrupted run, got {process.returncode}: {text}")
    # Colours of the error.
    return re.sub("\x1b\\[[0-9;]*m", "", text)


for options in [
    ["--kernel=long", "--grid", "2147483647", "--block", "32"],
    ["--function=run"],
]:
    shown = interrupt(options)
    pattern = r"(\r +\d+ % of blocks)+\r +\rdtyp-run: error: interrupted\r\n"
    if not re.fullmatch(pattern, shown):
        sys.exit(f"{options}: expected progress, erased, got {shown!r}")

# A run of more than a second into a pipe.
result = subprocess.run(
    [tool, path, "--device=cpu", "--kernel=long", "--grid", "20000", "--block"]
    + ["32", "--time", "--repeat", "20", "--workers", "1"],
    stderr=subprocess.PIPE,
    stdout=subprocess.DEVNULL,
    check=True,
)
if result.stderr:
    sys.exit(f"expected nothing in a pipe, got {result.stderr!r}")
