# Packs the install tree: `make package` makes a Debian package and a tarball in
# the folder packages. Both have the tools that share libMLIR.so with all else,
# not the static ones, which are as large as MLIR and LLVM each.

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME dtyp)
set(CPACK_PACKAGE_VENDOR "the dtyp project")
set(CPACK_PACKAGE_CONTACT "the dtyp project <dtyp@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGE_FILE_NAME
  dtyp-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)

set(CPACK_COMPONENTS_ALL ${CMAKE_INSTALL_DEFAULT_COMPONENT_NAME})
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
# A tarball has one folder at its top; a Debian package has /usr there.
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/CPackOptions.cmake)
file(WRITE ${CPACK_PROJECT_CONFIG_FILE} [[
if(CPACK_GENERATOR STREQUAL TGZ)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
]])
set(CPACK_DEB_COMPONENT_INSTALL ON)

if(DTYP_STATIC_TOOLS)
  list(APPEND CPACK_COMPONENTS_ALL tool-links)
  file(RELATIVE_PATH hosts
    ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBEXECDIR}/dtyp)
  foreach(tool IN LISTS dtyp_tools)
    install(CODE "
      set(folder \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR})
      file(MAKE_DIRECTORY \${folder})
      file(CREATE_LINK ${hosts}/${tool}-shared \${folder}/${tool} SYMBOLIC)"
      COMPONENT tool-links EXCLUDE_FROM_ALL)
  endforeach()
endif()

# What the libraries and tools are linked with: LLVM's of the same version, and
# Debian 12's or newer ones of the system.
set(llvm ${LLVM_VERSION_MAJOR})
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "libmlir-${llvm} (>= 1:${llvm}.1), libllvm${llvm} (>= 1:${llvm}.1), libc6 (>= 2.36), libgcc-s1 (>= 12), libstdc++6 (>= 12)")
# What compilers that use dtyp are built with, and runs the plugin.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
  "libmlir-${llvm}-dev, llvm-${llvm}-dev, mlir-${llvm}-tools")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS nvidia-cuda-toolkit)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS OFF)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
