# shellcheck shell=bash
# What tools/demo and tools/test share: steps that show their command and say how long they took.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
# shellcheck disable=SC2034  # for whoever sources this
jobs=$(nproc 2>/dev/null || echo 2)

# A compiler cache helps where there is one; precompiled headers need it told that their dates do not matter.
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
  export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS-pch_defines,time_macros,include_file_mtime,include_file_ctime}
fi

say() { printf '\n== %s\n' "$*"; }

# run COMMAND...: shows the command, as one would type it, and runs it.
run() {
  printf '$'
  printf ' %s' "$@"
  printf '\n'
  "$@"
}

# step TEXT COMMAND...: runs it and says how long it took; returns its status.
step() {
  local text=$1 start=$SECONDS status=0
  shift
  say "$text"
  run "$@" || status=$?
  if [ "$status" -eq 0 ]; then
    echo "-- done in $((SECONDS - start)) s"
  else
    echo "-- FAILED with status $status after $((SECONDS - start)) s"
  fi
  return "$status"
}
