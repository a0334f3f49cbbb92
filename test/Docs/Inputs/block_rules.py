"""Commands in the pages that the tests do not run as they are, each with the reason.

A rule says what runs instead, where a part of the command is replaced, or that
nothing does: then the files that the command names must exist. Commands without a
rule are run. A rule that no command needs is an error.
"""

import collections

# A regular expression; what it is replaced by, or None: the command is not run.
Rule = collections.namedtuple("Rule", ["pattern", "replacement", "reason"])

COMMANDS = [
    Rule(
        r"^make install PREFIX=(\$HOME\S*)",
        r"cmake --install build --prefix \1",
        "builds before: installs what is built",
    ),
    Rule(r"^\$HOME/venv/bin/python -m pip install", None, "test/Python/wheel.test does it"),
    Rule(r"^make (?=[a-z])", "make -n ", "installs packages and builds: the target is there"),
    Rule(r"^ninja -C (\S+) (\S+)", r"ninja -C \1 -t query \2", "builds: the target is there"),
    Rule(
        r"^cmake --preset (\w+) .*",
        r"""cmake --list-presets | grep '"\1"'""",
        "builds another folder: the preset is there",
    ),
    Rule(r"^apt-get install", None, "installs packages"),
    Rule(r"^python3 -m venv", None, "installs packages"),
    Rule(r"^dtyp-launch ", None, "needs a GPU"),
    Rule(r"^python3 gpu/run_on_gpu.py", None, "needs a GPU"),
    Rule(r"^python3 build-gpu/fuzz/run_folder.py", None, "needs a GPU"),
    Rule(r"^build-gpu/run.sh", None, "needs a GPU, and what takes minutes to pack"),
    Rule(r"^python3 build-bench/gpu_time.py", None, "needs a GPU, and what takes minutes to make"),
    Rule(r"--device=gpu", "--device=cpu", "needs a GPU: on the emulator"),
    Rule(r"--device gpu", "--device emulator", "needs a GPU: on the emulator"),
    Rule(r"^(python3|\S+/python) (benchmarks/\w+\.py) .*", r"python3 \2 --help", "measures for minutes"),
    Rule(r"^(taskset -c \d+ )?build/bin/benchmarks/", None, "measures for minutes"),
    Rule(r"^(tools/test/pack_execution.py) .*", r"\1 --help", "takes minutes"),
    Rule(r"--seeds 0\.\.\d+", "--seeds 0..1", "takes minutes: one kernel"),
    Rule(r"^lit -v build/test/Execution", "lit -v build/test/Execution --show-tests", "takes minutes"),
    Rule(
        r"histogram scaled matmul warp_reduction;",
        "histogram;",
        "takes seconds: one kernel of each kind",
    ),
    Rule(
        r"^dtyp-opt --run-reproducer repro.mlir",
        "! dtyp-opt kernel.mlir --dtyp-to-nvvm=chip=sm_1 "
        "--mlir-pass-pipeline-crash-reproducer=repro.mlir && "
        "! dtyp-opt --run-reproducer repro.mlir",
        "needs a pipeline that fails",
    ),
]

# Blocks without a language that are not what the command before them prints.
RECORDED = {
    "docs/h200.md": "was recorded on a GPU",
}

# Pages whose blocks of mlir are excerpts of an example. On every page, the test
# repository/examples.test verifies them.
EXCERPTS = {
    "docs/concepts.md": "examples/concepts.mlir",
}

# Pages whose commands another test runs.
ELSEWHERE = {
    "docs/numba.md": "test/Docs/numba.test",
    "docs/tutorial.md": "test/install/outsider.test",
}

# Files that commands take and the reader has: each is a copy of another one.
GIVEN = {
    "kernel.mlir": "examples/request/object.mlir",
    "in.mlir": "examples/request/object.mlir",
}
