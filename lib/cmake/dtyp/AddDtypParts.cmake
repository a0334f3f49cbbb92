# Functions that declare the parts of this project.

# add_dtyp_tablegen_target(NAME)
# Collects the mlir_tablegen() calls before it into a target that every library
# of the project waits for.
macro(add_dtyp_tablegen_target name)
  add_public_tablegen_target(${name})
  set_property(GLOBAL APPEND PROPERTY DTYP_TABLEGEN_TARGETS ${name})
endmacro()

# add_dtyp_library(NAME SOURCES...)
# One layer of the project: an object library whose objects go into the single
# shared library Dtyp, so that a process never holds two copies of our types.
function(add_dtyp_library name)
  add_library(${name} OBJECT ${ARGN})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  llvm_update_compile_flags(${name})
  get_property(generated GLOBAL PROPERTY DTYP_TABLEGEN_TARGETS)
  add_dependencies(${name} ${generated})
  dtyp_reuse_pch(${name})
  set_property(GLOBAL APPEND PROPERTY DTYP_LIBRARIES ${name})
endfunction()

# add_dtyp_tool(NAME SOURCES... [LINK_LIBS LIBRARIES...])
# A program over the shared libraries Dtyp, MLIR and LLVM. With
# DTYP_STATIC_TOOLS, that program is NAME-shared, which can load plugins, and
# NAME is one with all of these libraries inside, which hands over to it
# (tools/Common/ToolStart.h).
function(add_dtyp_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  # Compiled once for both programs.
  add_library(${name}-objects OBJECT ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name}-objects)
  get_property(generated GLOBAL PROPERTY DTYP_TABLEGEN_TARGETS)
  add_dependencies(${name}-objects ${generated})
  target_link_libraries(${name}-objects PUBLIC DtypToolStart ${ARG_LINK_LIBS})
  if(NOT DTYP_STATIC_TOOLS)
    add_executable(${name})
    target_link_libraries(${name} PRIVATE ${name}-objects DtypToolStart Dtyp)
    return()
  endif()
  add_executable(${name}-shared)
  target_link_libraries(${name}-shared PRIVATE
    ${name}-objects DtypToolStart Dtyp)
  set(folder ${DTYP_PLUGIN_HOSTS})
  cmake_path(ABSOLUTE_PATH folder
    BASE_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} NORMALIZE)
  set_target_properties(${name}-shared PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${folder})

  # At fixed addresses, so that next to nothing is left to the dynamic linker.
  add_executable(${name})
  target_link_libraries(${name} PRIVATE
    ${name}-objects DtypStaticToolStart DtypStatic)
  target_link_options(${name} PRIVATE -no-pie -static-libstdc++ -static-libgcc
    -Wl,--gc-sections $<$<CONFIG:Release>:-s>)
  add_dependencies(${name} ${name}-shared)
endfunction()

# add_dtyp_shared_tool(NAME SOURCES...)
# A program over the shared libraries Dtyp, MLIR and LLVM whatever
# DTYP_STATIC_TOOLS says: one whose start does not count.
function(add_dtyp_shared_tool name)
  add_executable(${name} ${ARGN})
  llvm_update_compile_flags(${name})
  get_property(generated GLOBAL PROPERTY DTYP_TABLEGEN_TARGETS)
  add_dependencies(${name} ${generated})
  target_link_libraries(${name} PRIVATE DtypToolStart Dtyp)
endfunction()

# add_dtyp_plugin(NAME SOURCES...)
# A plugin that the distribution's mlir-opt and dtyp-opt can load.
function(add_dtyp_plugin name)
  add_library(${name} MODULE ${ARGN})
  llvm_update_compile_flags(${name})
  dtyp_reuse_pch(${name})
  set_target_properties(${name} PROPERTIES PREFIX "")
  target_link_libraries(${name} PRIVATE Dtyp)
endfunction()

# dtyp_reuse_pch(TARGET)
# Makes TARGET, a library, use the precompiled header of the MLIR headers.
# (Programs are compiled as position-independent executables, libraries as
# position-independent code: a precompiled header serves one of the two.)
function(dtyp_reuse_pch target)
  target_precompile_headers(${target} REUSE_FROM DtypPrecompiledHeader)
endfunction()
