#!/usr/bin/env bash
# Formatting and static checks of the committed sources; needs the dev build's compile commands.
set -euo pipefail
cd "$(dirname "$0")/.."

folders=(kernels models src tests validate)
mapfile -t sources < <(git ls-files "${folders[@]}" | grep -E '\.(cpp|hpp|cu|cuh)$')
clang-format-16 --dry-run --Werror "${sources[@]}"
echo "formatting: ${#sources[@]} files"

# The short loops of kernels/, CUDA and OpenACC are formatted only.
python3 cmake/tidy.py
