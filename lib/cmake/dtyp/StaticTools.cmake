# Finds what statically linked tools are made of: LLVM's and MLIR's archives, as
# files. (As targets, the archives of MLIR bring the shared libLLVM along.)

# Where the static tools find their twins that can load plugins.
file(RELATIVE_PATH DTYP_PLUGIN_HOSTS
  ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBEXECDIR}/dtyp)

get_property(dtyp_mlir_libraries GLOBAL PROPERTY MLIR_ALL_LIBS)
set(DTYP_UPSTREAM_ARCHIVES "")
foreach(library IN LISTS dtyp_mlir_libraries LLVM_AVAILABLE_LIBS)
  # Polly and its like are listed whether they are there or not.
  if(NOT TARGET ${library} OR NOT library MATCHES "^(LLVM|MLIR)")
    continue()
  endif()
  get_target_property(type ${library} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    list(APPEND DTYP_UPSTREAM_ARCHIVES $<TARGET_FILE:${library}>)
  endif()
endforeach()

# The libraries for compression, which Debian's libLLVM needs, too.
set(DTYP_UPSTREAM_DEPENDENCIES ${CMAKE_DL_LIBS})
if(LLVM_ENABLE_ZLIB)
  find_package(ZLIB REQUIRED)
  list(APPEND DTYP_UPSTREAM_DEPENDENCIES ZLIB::ZLIB)
endif()
if(LLVM_ENABLE_ZSTD)
  find_library(DTYP_ZSTD NAMES zstd libzstd.so.1 REQUIRED)
  list(APPEND DTYP_UPSTREAM_DEPENDENCIES ${DTYP_ZSTD})
endif()
