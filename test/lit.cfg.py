# -*- Python -*-
# lit configuration: which programs a RUN line may name, and which features of
# the machine a test may require. Features are found out here, never assumed.

import os
import shutil
import subprocess
import sys
import tempfile
import zlib

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import FindTool, ToolSubst

sys.path.insert(0, os.path.join(config.dtyp_src_root, "test"))
sys.path.insert(0, os.path.join(config.dtyp_src_root, "tools/setup"))
import find_cuda
import gpu_support

config.name = "dtyp"
config.suffixes = [".mlir", ".test"]
# RUN lines run in lit's own shell: no test depends on the system's.
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.join(config.dtyp_src_root, "test")
config.test_exec_root = os.path.join(config.dtyp_obj_root, "test")
config.excludes = ["Inputs", "lib", "unittests", "CMakeLists.txt"]

bin_dir = os.path.join(config.dtyp_obj_root, "bin")
lib_dir = os.path.join(config.dtyp_obj_root, "lib")
toolkit = find_cuda.find_toolkit(config.dtyp_obj_root)
python = gpu_support.find_python(config.dtyp_obj_root)

# A variable captured in one CHECK-LABEL block does not leak into the next.
config.environment["FILECHECK_OPTS"] = "-enable-var-scope"
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
llvm_config.with_environment(
    "PATH", [bin_dir, config.llvm_tools_dir], append_path=True
)
for variable in find_cuda.VARIABLES:
    config.environment.pop(variable, None)
if toolkit:
    config.environment["CUDA_ROOT"] = toolkit.root
# Our code allocates from arenas that the uninstrumented libMLIR hands out.
if config.dtyp_static_tools:
    config.available_features.add("static-tools")
if config.dtyp_sanitizer:
    config.environment["ASAN_OPTIONS"] = "use_sigaltstack=0:allow_user_poisoning=0"

# What tests compile goes through ccache, as what they test does.
ccache = shutil.which("ccache")
if ccache:
    for language in ["C", "CXX"]:
        config.environment[f"CMAKE_{language}_COMPILER_LAUNCHER"] = ccache
    config.environment["CCACHE_DIR"] = subprocess.run(
        [ccache, "--get-config", "cache_dir"], stdout=subprocess.PIPE, text=True
    ).stdout.strip()
    config.environment["CCACHE_SLOPPINESS"] = "include_file_mtime,include_file_ctime"
# A folder outside of the source folder, for one checkout and user.
outside = os.path.join(
    tempfile.gettempdir(),
    f"dtyp-outside-{os.getuid()}-{zlib.crc32(config.dtyp_obj_root.encode()):08x}",
)

# --- Substitutions.

for name, value in [
    ("%python", python),
    ("%dtyp_src_root", config.dtyp_src_root),
    ("%dtyp_obj_root", config.dtyp_obj_root),
    ("%dtyp_examples", os.path.join(config.dtyp_src_root, "examples")),
    ("%dtyp_version", config.dtyp_version),
    ("%dtyp_plugin", os.path.join(lib_dir, "DtypPlugin.so")),
    ("%dtyp_test_plugin", os.path.join(lib_dir, "DtypTestDialect.so")),
    ("%dtyp_libs", lib_dir),
    ("%llvm_tools_dir", config.llvm_tools_dir),
    ("%llvm_include_dir", config.llvm_include_dir),
    ("%c_compiler", config.c_compiler),
    ("%cxx_compiler", config.cxx_compiler),
    ("%cmake", config.cmake),
    ("%cpack", os.path.join(os.path.dirname(config.cmake), "cpack")),
    ("%outside", outside),
    ("%cuda_root", toolkit.root if toolkit else "no-cuda-toolkit"),
    ("%fuzz_seeds", os.environ.get("DTYP_FUZZ_SEEDS", "0..150")),
    ("%optimized_fuzz_seeds", os.environ.get("DTYP_FUZZ_SEEDS", "0..75")),
]:
    config.substitutions.append((name + r"\b", value))

# The toolkit's programs, as %ptxas and as ptxas.
for name in ["ptxas", "fatbinary", "nvlink", "cuobjdump", "nvdisasm"]:
    path = find_cuda.find_tool(name, config.dtyp_obj_root, toolkit)
    if path:
        config.available_features.add(name)
        config.substitutions.append(("%" + name + r"\b", path))
        # Not behind =, where it is the value of an option.
        llvm_config.add_tool_substitutions(
            [ToolSubst(name, command=path, pre=r".-^/\<=")]
        )

# nvcc, which has a C++ compiler preprocess what it compiles.
nvcc = find_cuda.find_tool("nvcc", config.dtyp_obj_root, toolkit)
if nvcc and shutil.which("g++"):
    config.available_features.add("nvcc")
    config.substitutions.append((r"%nvcc\b", nvcc))
# An option for scripts that do more where nvcc is.
config.substitutions.append(
    (
        r"%nvcc_option\b",
        f"--nvcc={nvcc}" if "nvcc" in config.available_features else "",
    )
)

# Every IR that dtyp-opt reads is also written and read again, and that of
# dtyp-compile verified after each pass, if asked.
verify_each = ["--verify-each"] if os.environ.get("DTYP_CHECK_ROUNDTRIP") else []
roundtrip = (
    ["--verify-roundtrip"] if os.environ.get("DTYP_CHECK_ROUNDTRIP") else []
)
llvm_config.add_tool_substitutions(
    [
        ToolSubst("dtyp-opt", extra_args=roundtrip, unresolved="fatal"),
        ToolSubst("dtyp-compile", extra_args=verify_each, unresolved="fatal"),
        ToolSubst("dtyp-launch", unresolved="fatal"),
        ToolSubst("dtyp-lsp-server", unresolved="fatal"),
        ToolSubst("dtyp-reduce", unresolved="fatal"),
        ToolSubst("dtyp-run", unresolved="fatal"),
        ToolSubst("dtyp-test-dtypes", unresolved="fatal"),
        ToolSubst("mlir-opt", unresolved="fatal"),
        ToolSubst("FileCheck", unresolved="fatal"),
        ToolSubst("split-file", unresolved="fatal"),
        # These two are also words of command lines: programs only where a
        # pipe stands before them (elsewhere PATH finds them).
        ToolSubst(
            r"\| \bcount\b",
            FindTool("count"),
            verbatim=True,
            unresolved="fatal",
        ),
        ToolSubst(
            r"\| \bnot\b", FindTool("not"), verbatim=True, unresolved="fatal"
        ),
    ],
    [bin_dir, config.llvm_tools_dir],
)

# --- Features.

# The Python package, which is built where nanobind is, and what tests it.
if os.path.exists(
    os.path.join(config.dtyp_obj_root, "python/dtyp")
) and gpu_support.has_module(python, "pytest"):
    config.available_features.add("python-package")
if toolkit:
    config.available_features.add("cuda-toolkit")
    # Numbers that are recorded by version are compared with the same version's.
    build = toolkit.build()
    if build:
        config.available_features.add(f"cuda-{build}")
    if toolkit.has("libdevice"):
        config.available_features.add("libdevice")
    if toolkit.has("nvJitLink"):
        config.available_features.add("nvjitlink")
if os.path.exists(os.path.join(lib_dir, "DtypPtxCompiler.so")):
    config.available_features.add("nvptxcompiler")
for program in ["pkg-config", "dpkg-deb"]:
    if shutil.which(program):
        config.available_features.add(program)
for module in ["numpy", "ml_dtypes", "scikit_build_core", "sphinx", "furo"]:
    if gpu_support.has_module(python, module):
        config.available_features.add(module)
for module in ["numba_cuda_mlir", "numba_cuda"]:
    if gpu_support.finds_module(python, module):
        config.available_features.add(module)
config.available_features.update(gpu_support.gpu_features())
if config.dtyp_static_tools:
    config.available_features.add("static-tools")
if config.dtyp_sanitizer:
    config.available_features.add("sanitizer")

# Tests that use the GPU run one at a time.
lit_config.parallelism_groups["gpu"] = 1
config.parallelism_group = gpu_support.parallelism_group

# A test that hangs is ended and counts as failed (lit needs psutil for this).
supported, _ = lit_config.maxIndividualTestTimeIsSupported
if supported and not lit_config.maxIndividualTestTime:
    lit_config.maxIndividualTestTime = 300
