#!/usr/bin/env bash
# Runs each fuzz target for a fixed time on a copy of its corpus; builds nothing.
#
#   tests/fuzz/run.sh SECONDS [BUILD-FOLDER]      default: build/fuzz, made by the preset `fuzz`
#
# Fails on the first crash, hang (5 s) or hunger (512 MB), and prints the input that does it.
set -euo pipefail
seconds=${1:?usage: run.sh SECONDS [BUILD-FOLDER]}
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${2:-$here/../../build/fuzz}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for target in yaml quantity expression; do
  mkdir -p "$work/$target/corpus" "$work/$target/found"
  cp "$here/corpus/$target"/* "$work/$target/corpus"
  options=(-max_total_time="$seconds" -timeout=5 -rss_limit_mb=512 -print_final_stats=1 -verbosity=0
           -artifact_prefix="$work/$target/found/")
  [ "$target" = yaml ] && options+=(-max_len=8192 -dict="$here/yaml.dict")
  [ "$target" = yaml ] || options+=(-max_len=512 -dict="$here/expression.dict")
  echo "== $target"
  if ! "$build/fuzz/fuzz_$target" "${options[@]}" "$work/$target/corpus" >"$work/log" 2>&1; then
    cat "$work/log"
    for input in "$work/$target/found"/*; do
      echo "reproduce with:"
      echo "  base64 -d > $(basename "$input") <<< $(base64 -w0 "$input")"
      echo "  $build/fuzz/fuzz_$target $(basename "$input")"
    done
    exit 1
  fi
  grep -E "number_of_executed_units|peak_rss_mb|new_units_added" "$work/log" | sed 's/^stat::/  /'
done
