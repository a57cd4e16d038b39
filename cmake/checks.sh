#!/usr/bin/env bash
# Formatting and static checks of the committed sources; needs the dev build's compile commands.
# CUDA and OpenACC are formatted only: clang-tidy knows neither nvcc's nor GCC's dialect. What the
# dev build leaves out, for want of a library, is not checked.
set -euo pipefail
cd "$(dirname "$0")/.."

folders=(kernels models src tests validate)
mapfile -t sources < <(git ls-files "${folders[@]}" | grep -E '\.(cpp|hpp|cu|cuh)$')
clang-format-16 --dry-run --Werror "${sources[@]}"
echo "formatting: ${#sources[@]} files"

mapfile -t units < <(
  sed -nE "s|.*\"file\": \"$PWD/((kernels\|models\|src\|validate)/.*\.cpp)\".*|\1|p" \
    build/dev/compile_commands.json |
  grep -vE '^validate/openacc/|openacc(_backend)?\.cpp$' | sort -u)
printf '%s\0' "${units[@]}" |
  xargs -0 -n 4 -P "$(nproc)" clang-tidy-16 --quiet -p build/dev 2> >(grep -v 'warnings generated\|warning generated\|^Suppressed\|^Use -' >&2)
echo "clang-tidy: ${#units[@]} files"
