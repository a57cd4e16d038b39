#!/usr/bin/env bash
# Formatting and static checks of the committed sources; needs the dev build's compile commands.
set -euo pipefail
cd "$(dirname "$0")/.."

folders=(kernels models src tests validate)
mapfile -t sources < <(git ls-files "${folders[@]}" | grep -E '\.(cpp|hpp|cu|cuh)$')
clang-format-16 --dry-run --Werror "${sources[@]}"
echo "formatting: ${#sources[@]} files"

# CUDA and OpenACC are formatted only: clang-tidy knows neither nvcc's nor GCC's dialect. Nor does it
# find GCC's omp.h, or what the dev build leaves out for want of a library. The short loops of
# kernels/ are formatted only, too, for the sake of time.
mkdir -p build/checks
jq --arg root "$PWD/" '[.[]
    | select(.file | startswith($root) and (ltrimstr($root) | test("^(models|src|validate)/")))
    | select((.command | contains("-fopenacc") | not) and (.file | endswith("host_backend.cpp") | not))
  ]' build/dev/compile_commands.json > build/checks/compile_commands.json
mapfile -t units < <(jq -r '.[].file' build/checks/compile_commands.json | sort -u)
printf '%s\0' "${units[@]}" |
  xargs -0 -n 4 -P "$(nproc)" clang-tidy-16 --quiet -p build/checks 2> >(grep -v 'warnings generated\|warning generated\|^Suppressed\|^Use -' >&2)
echo "clang-tidy: ${#units[@]} files"
