#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds mlperf-audit and audits the sample submission.
set -eu
cd "$(dirname "$0")/.."
. packaging/setup.sh

require $BUILD_PACKAGES
cmake -S . -B build/try -G Ninja -DCMAKE_BUILD_TYPE=Release -DMLPERF_AUDIT_TESTS=OFF >/dev/null
cmake --build build/try -j"$(build_jobs)"
echo
echo "\$ build/try/bin/mlperf-audit check fixtures/submission"
build/try/bin/mlperf-audit check fixtures/submission
