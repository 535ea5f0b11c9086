# SPDX-License-Identifier: Apache-2.0
# Sourced by try.sh and test.sh: installs the Debian packages that are missing. Needs root or sudo only if any is.

BUILD_PACKAGES="g++ cmake ninja-build ccache libfmt-dev libsimdjson-dev nlohmann-json3-dev libcli11-dev libtomlplusplus-dev libssl-dev"
TEST_PACKAGES="libgtest-dev libgmock-dev libbenchmark-dev python3 xz-utils git"

# require PACKAGE...: installs those that are not there.
require() {
  missing=""
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "install ok installed" || missing="$missing $package"
  done
  [ -z "$missing" ] && return 0
  echo "installing:$missing" >&2
  as_root=""
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "needs root or sudo to install:$missing" >&2; return 1; }
    as_root="sudo"
  fi
  $as_root apt-get update -qq &&
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
}

# Parallel compiler jobs: one a core, but no more than memory allows (about 1 GB each).
build_jobs() {
  cores=$(nproc)
  memory=$(awk '/MemAvailable/ {print int($2 / 1000000)}' /proc/meminfo 2>/dev/null)
  memory=${memory:-1}
  [ "$memory" -lt 1 ] && memory=1
  [ "$memory" -lt "$cores" ] && echo "$memory" || echo "$cores"
}
