# -*- Python -*-
# The kernels that have values, executed on one target: `--param device=` cpu
# (the default), cpu-sanitized, cpu-optimized or gpu. Beside this folder stand one for
# each of the others, which run the same files.
#
# This file asks for no build: pack_execution.py takes it to other machines.

import os
import sys

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

sys.path.insert(0, os.path.join(config.dtyp_src_root, "test"))
sys.path.insert(0, os.path.join(config.dtyp_src_root, "tools/setup"))
import find_cuda
import gpu_support

OPTIONS = {
    "cpu": ["--device=cpu"],
    "cpu-sanitized": ["--device=cpu", "--sanitize"],
    "cpu-optimized": ["--device=cpu", "--gpu-optimizations"],
    "gpu": ["--device=gpu"],
}
target = config.dtyp_target or lit_config.params.get("device", "cpu")
if target not in OPTIONS:
    lit_config.fatal(
        f"expected the parameter device to be {' or '.join(OPTIONS)}, got {target}"
    )

config.name = f"dtyp-Execution-{target}"
config.suffixes = [".mlir", ".test"]
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.join(config.dtyp_src_root, "test/Execution")
config.test_exec_root = os.path.join(
    config.dtyp_obj_root, "test", "Execution-" + target
)
config.excludes = ["Inputs"]
# Where lit notes how long tests take, also if none runs.
os.makedirs(config.test_exec_root, exist_ok=True)

bin_dir = os.path.join(config.dtyp_obj_root, "bin")
python = gpu_support.find_python(config.dtyp_obj_root)
toolkit = find_cuda.find_toolkit(config.dtyp_obj_root)
config.environment["FILECHECK_OPTS"] = "-enable-var-scope"
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
if "PYTHONPATH" in os.environ:
    config.environment["PYTHONPATH"] = os.environ["PYTHONPATH"]
for variable in find_cuda.VARIABLES:
    config.environment.pop(variable, None)
if toolkit:
    config.environment["CUDA_ROOT"] = toolkit.root
if config.dtyp_sanitizer:
    config.environment["ASAN_OPTIONS"] = "use_sigaltstack=0:allow_user_poisoning=0"

options = " ".join(OPTIONS[target])
dtyp_run = os.path.join(bin_dir, "dtyp-run")
for name, value in [
    ("%dtyp_run_program", dtyp_run),
    ("%dtyp_run_options", options),
    ("%dtyp_run", f"{dtyp_run} {options}"),
    ("%dtyp_opt", os.path.join(bin_dir, "dtyp-opt")),
    ("%dtyp_examples", os.path.join(config.dtyp_src_root, "examples")),
    ("%python", python),
]:
    config.substitutions.append((name + r"\b", value))
llvm_config.add_tool_substitutions(
    [ToolSubst("FileCheck", unresolved="fatal")],
    [config.llvm_tools_dir],
)

config.available_features.add("target-" + target)
for module in ["numpy", "ml_dtypes"]:
    if gpu_support.has_module(python, module):
        config.available_features.add(module)
if toolkit and toolkit.has("libdevice"):
    config.available_features.add("libdevice")
gpu_features = gpu_support.gpu_features()
config.available_features.update(gpu_features)
if target == "gpu":
    config.unsupported = not gpu_features
    lit_config.parallelism_groups["gpu"] = 1
    config.parallelism_group = "gpu"

supported, _ = lit_config.maxIndividualTestTimeIsSupported
if supported and not lit_config.maxIndividualTestTime:
    lit_config.maxIndividualTestTime = 300
