#!/usr/bin/env bash
# Formatting and static checks of the committed sources; needs the dev build's compile commands.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t sources < <(git ls-files 'models/*.[ch]pp' 'src/*.[ch]pp' 'tests/*.[ch]pp')
clang-format-16 --dry-run --Werror "${sources[@]}"
echo "formatting: ${#sources[@]} files"

mapfile -t units < <(git ls-files 'models/*.cpp' 'src/*.cpp')
printf '%s\0' "${units[@]}" |
  xargs -0 -n 4 -P "$(nproc)" clang-tidy-16 --quiet -p build/dev 2> >(grep -v 'warnings generated\|warning generated\|^Suppressed\|^Use -' >&2)
echo "clang-tidy: ${#units[@]} files"
