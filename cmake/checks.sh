#!/usr/bin/env bash
# Formatting and static checks of the committed sources.
set -euo pipefail
cd "$(dirname "$0")/.."

folders=(examples kernels models src tests validate)
mapfile -t sources < <(git ls-files "${folders[@]}" | grep -E '\.(cpp|hpp|cu|cuh)$')
clang-format-16 --dry-run --Werror "${sources[@]}"
echo "formatting: ${#sources[@]} files"

cmake --preset files >/dev/null  # compile commands only
# The short loops of kernels/, CUDA and OpenACC are formatted only.
python3 cmake/tidy.py
