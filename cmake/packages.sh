#!/usr/bin/env bash
# Installs what is needed on Debian 12 or Ubuntu 24.04: to build and run; with the argument `dev`
# also what the tests and checks need, with `describe` what gpumodel-describe needs, on LLVM 16 or
# that of a second argument; with `mpi` what sweeps over several machines need.
set -euo pipefail

packages=(g++ cmake ninja-build pkg-config libcli11-dev nlohmann-json3-dev libyaml-cpp-dev
          libfmt-dev libmd-dev libutfcpp-dev)
if [ "${1:-}" = dev ]; then
  packages+=(libgtest-dev libbenchmark-dev jq python3 python3-jsonschema python3-yaml
             abigail-tools clang-16 clang-format-16 clang-tidy-16 libclang-rt-16-dev chromium
             ca-certificates)
fi
if [ "${1:-}" = describe ]; then
  llvm=${2:-16}
  packages+=("llvm-$llvm-dev" "libclang-$llvm-dev" "libclang-common-$llvm-dev")
fi
[ "${1:-}" != mpi ] || packages+=(libopenmpi-dev openmpi-bin)

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -q
"${as_root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}"
