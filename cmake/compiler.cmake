# SPDX-License-Identifier: Apache-2.0
# Warnings, sanitizers, compiler cache.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # A precompiled header is only cacheable when its time stamp may differ.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${CCACHE_PROGRAM})
endif()

add_library(mlperf_options INTERFACE)
target_include_directories(mlperf_options INTERFACE ${CMAKE_SOURCE_DIR}/lib)
target_compile_options(mlperf_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
  # Designated initialisers leave members out on purpose.
  -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(mlperf_options INTERFACE -fpch-preprocess)
  # g++ 12 reports these in its own library headers when it inlines (GCC bug 105651 and kin); clang and the
  # sanitizers look after the real ones.
  target_compile_options(mlperf_options INTERFACE -Wno-restrict -Wno-dangling-pointer -Wno-array-bounds
    -Wno-stringop-overflow -Wno-stringop-overread -Wno-maybe-uninitialized)
endif()
if(MLPERF_AUDIT_SANITIZE)
  target_compile_options(mlperf_options INTERFACE
    -fsanitize=${MLPERF_AUDIT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(mlperf_options INTERFACE -fsanitize=${MLPERF_AUDIT_SANITIZE})
endif()
if(MLPERF_AUDIT_FUZZ)
  target_compile_options(mlperf_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
