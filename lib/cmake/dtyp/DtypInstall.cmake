# Installs the project, and makes it a CMake package: find_package(Dtyp) finds
# an install tree and this build tree alike, with the targets Dtyp::Dtyp (all
# that knows MLIR), Dtyp::DtypCAPI (the same for C), Dtyp::DtypSupport and
# Dtyp::DtypLaunch (all that knows no MLIR).

include(CMakePackageConfigHelpers)

set(dtyp_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dtyp)
set(dtyp_build_package_dir ${PROJECT_BINARY_DIR}/lib/cmake/dtyp)
set(dtyp_cxx_libraries Dtyp DtypSupport DtypLaunch)
set(dtyp_libraries ${dtyp_cxx_libraries} DtypCAPI)
set(dtyp_tools dtyp-opt dtyp-compile dtyp-run)
set(dtyp_shared_tools dtyp-lsp-server dtyp-reduce)
file(RELATIVE_PATH dtyp_libdir_from_bindir
  ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})

foreach(library IN LISTS dtyp_libraries)
  target_include_directories(${library} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
foreach(library IN LISTS dtyp_cxx_libraries)
  target_compile_features(${library} INTERFACE cxx_std_17)
endforeach()
# As for our own code: some LLVM types have another layout without it.
target_compile_definitions(Dtyp INTERFACE NDEBUG)

# Installed files find libDtyp.so beside them, and libMLIR.so where it was
# found: Debian keeps it out of the linker's path.
set_target_properties(
  Dtyp DtypCAPI DtypPlugin ${dtyp_tools} ${dtyp_shared_tools} PROPERTIES
  INSTALL_RPATH_USE_LINK_PATH ON)
set_target_properties(DtypCAPI DtypPlugin PROPERTIES INSTALL_RPATH $ORIGIN)
set_target_properties(${dtyp_tools} ${dtyp_shared_tools} PROPERTIES
  INSTALL_RPATH $ORIGIN/${dtyp_libdir_from_bindir})

# An export set of our own: LLVM's functions would install into MLIR's.
if(DTYP_STATIC_TOOLS)
  set(DTYP_TOOLS_COMPONENT static-tools)
else()
  set(DTYP_TOOLS_COMPONENT ${CMAKE_INSTALL_DEFAULT_COMPONENT_NAME})
endif()
install(TARGETS ${dtyp_libraries} EXPORT DtypTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
# Packages have the programs of libexec in place of the static ones.
install(TARGETS ${dtyp_tools} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  COMPONENT ${DTYP_TOOLS_COMPONENT})
install(TARGETS ${dtyp_shared_tools}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(DTYP_STATIC_TOOLS)
  file(RELATIVE_PATH dtyp_libdir_from_hosts
    ${CMAKE_INSTALL_FULL_LIBEXECDIR}/dtyp ${CMAKE_INSTALL_FULL_LIBDIR})
  list(TRANSFORM dtyp_tools APPEND -shared OUTPUT_VARIABLE dtyp_plugin_hosts)
  set_target_properties(${dtyp_plugin_hosts} PROPERTIES
    INSTALL_RPATH_USE_LINK_PATH ON
    INSTALL_RPATH $ORIGIN/${dtyp_libdir_from_hosts})
  install(TARGETS ${dtyp_plugin_hosts}
    RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/dtyp)
endif()
install(TARGETS DtypPlugin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/include/dtyp ${PROJECT_SOURCE_DIR}/include/dtyp-c
  ${PROJECT_BINARY_DIR}/include/dtyp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
  PATTERN CMakeFiles EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/DtypConfig.cmake.in
  ${dtyp_build_package_dir}/DtypConfig.cmake
  INSTALL_DESTINATION ${dtyp_package_dir}
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a minor version may break what used an older one.
write_basic_package_version_file(
  ${dtyp_build_package_dir}/DtypConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
configure_file(${CMAKE_CURRENT_LIST_DIR}/AddDtyp.cmake
  ${dtyp_build_package_dir}/AddDtyp.cmake COPYONLY)
install(FILES
  ${dtyp_build_package_dir}/AddDtyp.cmake
  ${dtyp_build_package_dir}/DtypConfig.cmake
  ${dtyp_build_package_dir}/DtypConfigVersion.cmake
  DESTINATION ${dtyp_package_dir})
install(EXPORT DtypTargets NAMESPACE Dtyp::
  DESTINATION ${dtyp_package_dir})
export(EXPORT DtypTargets NAMESPACE Dtyp::
  FILE ${dtyp_build_package_dir}/DtypTargets.cmake)

# For programs in C whose build does not know CMake.
file(RELATIVE_PATH dtyp_prefix_from_pc
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
cmake_path(SET dtyp_prefix_from_pc NORMALIZE ${dtyp_prefix_from_pc}.)
configure_file(${CMAKE_CURRENT_LIST_DIR}/dtyp.pc.in
  ${dtyp_build_package_dir}/dtyp.pc @ONLY)
install(FILES ${dtyp_build_package_dir}/dtyp.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# What `make uninstall` removes. This comes last: it lists what was installed.
install(CODE [[
  set(folder $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share/doc/dtyp)
  list(TRANSFORM CMAKE_INSTALL_MANIFEST_FILES
    REPLACE "^${CMAKE_INSTALL_PREFIX}/(.*)" "\\1\n" OUTPUT_VARIABLE files)
  list(JOIN files "" files)
  file(WRITE ${folder}/installed-files.txt "${files}")
  ]] COMPONENT file-list)
