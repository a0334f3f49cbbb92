# Sets up LLVM's build environment against an installed LLVM and MLIR.
#
# Upstream libraries are linked only through the shared `MLIR` and `LLVM`
# targets: a component archive (MLIRIR, ...) next to the shared library puts a
# second copy of MLIR, with type IDs of its own, into the process.

set(LLVM_RUNTIME_OUTPUT_INTDIR ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
set(LLVM_LIBRARY_OUTPUT_INTDIR ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(MLIR_BINARY_DIR ${PROJECT_BINARY_DIR})
set(MLIR_LINK_MLIR_DYLIB ON)
set(LLVM_LINK_LLVM_DYLIB ON)
set(LLVM_ENABLE_WARNINGS ON)
set(LLVM_ENABLE_PEDANTIC ON)
set(LLVM_ENABLE_WERROR ${DTYP_ENABLE_WERROR})

include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(HandleLLVMOptions)

# LLVM's headers are the system's: their warnings are not ours to mend.
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})

# LLVM_DEFINITIONS is one string, and HandleLLVMOptions adds this macro too.
separate_arguments(dtyp_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
list(FILTER dtyp_llvm_definitions EXCLUDE REGEX "_GLIBCXX_USE_CXX11_ABI")
add_definitions(${dtyp_llvm_definitions})

# Debian's LLVM is built with NDEBUG, and some LLVM types (llvm::Statistic)
# have another layout without it.
add_compile_definitions(NDEBUG)
