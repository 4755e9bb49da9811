#!/usr/bin/env bash
# Fuzzes one target for some seconds from its kept inputs: run.sh TARGET SECONDS PROGRAM [OPTION OF LIBFUZZER]...
# New inputs are not kept: a finding is printed, and its path named.
set -euo pipefail
target=$1 seconds=$2 program=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
if [ ! -x "$program" ]; then
  echo "skipped: $program is not there; clang builds it (tools/install-dependencies --for-all-tests brings that)"
  exit 77
fi
scratch=$(mktemp -d "${TMPDIR:-/tmp}/g2t-fuzz-XXXXXX")
trap '[ -n "$(ls "$scratch/findings")" ] || rm -rf "$scratch"' EXIT
mkdir "$scratch/inputs" "$scratch/findings"
options=(-max_total_time="$seconds" -timeout=5 -rss_limit_mb=1024 -malloc_limit_mb=512 -print_final_stats=1 -error_exitcode=1 -timeout_exitcode=1
  -verbosity=1 -artifact_prefix="$scratch/findings/")
[ ! -e "$here/dictionaries/$target.dict" ] || options+=(-dict="$here/dictionaries/$target.dict")
"$program" "${options[@]}" "$@" "$scratch/inputs" "$here/corpus/$target" </dev/null
