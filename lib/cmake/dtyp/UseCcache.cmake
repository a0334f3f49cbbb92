# Compiles through ccache where it is installed. The presets include this file
# at the project's start (CMAKE_PROJECT_TOP_LEVEL_INCLUDES).

find_program(DTYP_CCACHE ccache)
if(DTYP_CCACHE)
  # A precompiled header can be cached if it holds no time stamp, and if ccache
  # trusts it rather than the macros and the headers it was made from.
  set(dtyp_launcher ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${DTYP_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${dtyp_launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${dtyp_launcher})
  add_compile_options(
    "SHELL:$<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Xclang -fno-pch-timestamp>")
endif()
