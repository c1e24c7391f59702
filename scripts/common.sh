# shellcheck shell=bash disable=SC2154 # the variables come from the script that reads this one
# What every part of the launcher uses: messages, signals, child processes.

if [ -t 2 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
  red=$'\e[31m' dim=$'\e[2m' plain=$'\e[0m'
else
  red='' dim='' plain=''
fi

say() {
  printf '%s\n' "${dim}signalbox:${plain} $*" >&2
}

fail() {
  printf '%s\n' "${red}signalbox:${plain} $*" >&2
  exit 1
}

usage_error() {
  printf '%s\n' "${red}signalbox:${plain} $*" "Try: ./signalbox --help" >&2
  exit 2
}

# The folder's absolute path; it is created if necessary.
writable_folder() {
  mkdir -p "$1" 2>/dev/null || fail "the folder $1 cannot be created: a file may be in the way, or a right may be missing"
  [ -w "$1" ] && [ -x "$1" ] || fail "the folder $1 cannot be written to: choose another one, or change its rights"
  (cd "$1" && pwd -P)
}

# The folders of all modules, one a line, wherever they lie. A module may have modules of its own.
modules() {
  local module
  sed -n 's|.*<module>\(.*\)</module>.*|\1|p' "$root/${1:-}pom.xml" | while IFS= read -r module; do
    printf '%s\n' "${1:-}$module"
    modules "${1:-}$module/"
  done
}

# Starts a command in a process group of its own, so that it can be ended with all that it started. Sets $child.
child=''
start_child() {
  set -m
  "$@" </dev/null &
  child=$!
  set +m
}

group_lives() {
  kill -0 -- "-$1" 2>/dev/null
}

# Ends the child's whole group: politely, then for certain.
end_child() {
  [ -n "$child" ] || return 0
  local group=$child ticks=0
  child=''
  kill -TERM -- "-$group" 2>/dev/null || return 0
  while group_lives "$group" && [ $ticks -lt 100 ]; do
    sleep 0.1
    ticks=$((ticks + 1))
  done
  kill -KILL -- "-$group" 2>/dev/null || true
}

# Gives the exit code of the child. `wait` comes back early when a trapped signal arrives, which ends the script.
await_child() {
  local code=0
  wait "$child" || code=$?
  child=''
  return $code
}

at_exit() {
  end_child
  end_strays
  leave_memory
  forbid_no_services
  unlock_build
}

# Replaced by the tests, which start more than Maven.
end_strays() { :; }
leave_memory() { :; }

guard_children() {
  trap at_exit EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

unguard_children() {
  trap - EXIT HUP INT TERM
}
