# SPDX-License-Identifier: Apache-2.0
# The commit that --version prints; "unknown" outside a git checkout.
execute_process(COMMAND git rev-parse --short=12 HEAD
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE MLPERF_AUDIT_COMMIT
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE git_result)
if(NOT git_result EQUAL 0)
  set(MLPERF_AUDIT_COMMIT unknown)
endif()
