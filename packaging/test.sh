#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds everything and runs the tests; arguments go to ctest (for example -L unit).
set -eu
cd "$(dirname "$0")/.."
. packaging/setup.sh

require $BUILD_PACKAGES $TEST_PACKAGES
cmake --preset release >/dev/null
cmake --build --preset release -j"$(build_jobs)"
ctest --preset release -j"$(nproc)" "$@"
