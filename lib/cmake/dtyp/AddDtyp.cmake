# Functions for projects that find_package(Dtyp) has found: include(AddDtyp).
# LLVM's and MLIR's own (mlir_tablegen, add_mlir_dialect, ...) come with it.

list(APPEND CMAKE_MODULE_PATH ${LLVM_CMAKE_DIR} ${MLIR_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

# dtyp_tablegen_dialect(NAME TD_FILE DIALECT)
# Makes <NAME>Dialect.h.inc and .cpp.inc, the dialect, and <NAME>Types.h.inc and
# .cpp.inc, its types, in the binary folder, and the target <NAME>DialectIncGen,
# on which sources that include them depend. TD_FILE finds dtyp's interfaces and
# MLIR's files.
function(dtyp_tablegen_dialect name td dialect)
  include_directories(${DTYP_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  set(LLVM_TARGET_DEFINITIONS ${td})
  mlir_tablegen(${name}Dialect.h.inc -gen-dialect-decls -dialect=${dialect})
  mlir_tablegen(${name}Dialect.cpp.inc -gen-dialect-defs -dialect=${dialect})
  mlir_tablegen(${name}Types.h.inc
    -gen-typedef-decls -typedefs-dialect=${dialect})
  mlir_tablegen(${name}Types.cpp.inc
    -gen-typedef-defs -typedefs-dialect=${dialect})
  add_public_tablegen_target(${name}DialectIncGen)
endfunction()

# dtyp_link(TARGET)
# Links TARGET with dtyp. MLIR and LLVM come along, as shared libraries: a
# component archive of theirs (MLIRIR, ...) would bring a second copy of MLIR
# into the process. Debian's LLVM is built without exceptions.
function(dtyp_link target)
  target_link_libraries(${target} PRIVATE Dtyp::Dtyp)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
endfunction()
