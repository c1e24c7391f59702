# shellcheck shell=bash disable=SC2154 # the variables come from the script that reads this one
# Runs the tests and sums up what they said.

test_usage() {
  cat <<'TEXT'
Usage: ./signalbox test [--all] [--coverage] [-- MAVEN-OPTIONS]

Builds the program, installs what the tests need where that is possible (as root, with apt), and runs
the tests of all modules. At the end it says how many ran, how long each module took, and what was
skipped and why. With CI=true, a skipped test is a failure.

  --all        the slow tests as well
  --coverage   also which lines were reached, of all modules: coverage/target/report/index.html
  --           what follows is for Maven, such as: -- -pl core -Dtest=LaneTest
  -h, --help   this text
TEXT
}

run_tests() {
  local options=() code=0
  while [ $# -gt 0 ]; do
    case $1 in
      --all) options+=(-Dall) ;;
      --coverage) options+=(-Pcoverage) ;;
      -h | --help) test_usage && return ;;
      --) shift && break ;;
      *) usage_error "unknown option of test: $1" ;;
    esac
    shift
  done
  find_jdk
  find_maven
  guard_children
  install_servers
  lock_build
  build_locked
  verify ${options[@]+"${options[@]}"} "$@" || code=$?
  summary "$root/target/test.log" || code=$?
  if [ $code = 0 ]; then say "the tests passed"; else fail "the tests failed; the whole output is in target/test.log"; fi
}

# The suite skips what it finds no server for; so try to have them all.
install_servers() {
  if ! may_install || [ "${SIGNALBOX_INSTALL:-}" = off ]; then return; fi
  is_installed pgbouncer || install_quietly pgbouncer
  is_installed mariadbd || install_quietly mariadb-server mariadb
  is_installed rabbitmq-server || install_quietly rabbitmq-server
  is_installed promtool || install_quietly prometheus
}

is_installed() {
  command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ]
}

# A package's service (named as the package, or by the second word) isn't wanted, neither now nor at the next start of the
# machine.
install_quietly() {
  apt_install "$1" || say "$1 could not be installed; the tests that need it are skipped"
  if [ -d /run/systemd/system ]; then systemctl --quiet disable "${2:-$1}" 2>/dev/null || true; fi
}

# What a test starts may leave the process group (PostgreSQL does); this mark in the environment stays with it.
mark=SIGNALBOX_TEST_RUN=$$.$RANDOM$RANDOM

# The folders of the tests' servers, in memory: each test creates a database, and hundreds of files with it, which costs a
# disk more time than the test. Empty where there is no room; then the folders are below target.
memory=''
memory_prefix=/dev/shm/signalbox-test-
memory_needs_kilobytes=$((8 * 1024 * 1024))

use_memory() {
  local folder pid
  for folder in "$memory_prefix"*; do
    pid=${folder#"$memory_prefix"}
    if [ -O "$folder" ] && ! kill -0 "$pid" 2>/dev/null; then rm -rf "$folder"; fi
  done
  has_room || return 0
  mkdir -m 711 "$memory_prefix$$" || return 0
  memory=$memory_prefix$$
  modules | while IFS= read -r folder; do
    mkdir "$memory/$(sed -n 's|^  <artifactId>\(.*\)</artifactId>.*|\1|p' "$root/$folder/pom.xml")"
  done
}

# Some libraries unpack programs into their temporary folder, which must be allowed there.
has_room() {
  local folder=${memory_prefix%/*} free
  [ -w "$folder" ] || return 1
  free=$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')
  [ "$free" -ge $memory_needs_kilobytes ] || return 1
  free=$(awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo)
  [ "$free" -ge $((2 * memory_needs_kilobytes)) ] || return 1
  ! awk -v folder="$folder" '$2 == folder { options = $4 } END { print options }' /proc/mounts | grep -qw noexec
}

# What servers have logged may explain a failure.
leave_memory() {
  [ -n "$memory" ] || return 0
  rm -rf "$root/target/server-logs"
  if [ "${1:-0}" != 0 ]; then
    mkdir -p "$root/target/server-logs"
    (cd "$memory" && find . -name '*.log' -size -1024k -exec cp --parents {} "$root/target/server-logs" \;) || true
  fi
  rm -rf "$memory"
  memory=''
}

verify() {
  local log=$root/target/test.log pipe=$root/target/test.pipe code=0 tee module
  rm -f "$pipe"
  modules | while IFS= read -r module; do rm -rf "${root:?}/$module/target/surefire-reports"; done
  mkfifo "$pipe"
  tee -i "$log" <"$pipe" &
  tee=$!
  # Two modules at a time where they do not need each other: those of the databases mostly wait for leases to run out.
  # A module whose tests fail hides no other one: the failures count at the end, from the reports and from the log.
  use_memory
  start_child marked_maven -ntp -T 2 ${memory:+"-Dtest.memory=$memory"} --fail-at-end -Dmaven.test.failure.ignore=true \
    "-Dbuild.commit=$(commit)" verify "$@" >"$pipe" 2>&1
  await_child || code=$?
  end_strays
  wait "$tee"
  rm -f "$pipe"
  if tests_failed "$log"; then
    code=1
    printf '\nfailed:\n'
    grep -E '^\[ERROR\]   [A-Z]' "$log" | sort -u | head -n 50
  fi
  leave_memory $code
  return $code
}

# Whether Surefire reports failures, or a JVM of the tests that ended before its tests did.
tests_failed() {
  grep -qE '^\[ERROR\] (Tests run:.*(Failures: [1-9]|Errors: [1-9])|There (are test failures|was a timeout)|.*The forked VM terminated)' "$1"
}

# Programs that the tests start through this script take what has just been built, without waiting for our lock.
marked_maven() {
  export "${mark?}" SIGNALBOX_BUILD=off
  maven "$@"
}

strays() {
  grep -lzxF -- "$mark" /proc/[0-9]*/environ 2>/dev/null | cut -d / -f 3 || true
}

# Ends whatever the tests have left behind.
end_strays() {
  local pid left signal
  for signal in INT TERM KILL; do
    left=$(strays)
    [ -n "$left" ] || return 0
    for pid in $left; do
      kill -s $signal "$pid" 2>/dev/null || true
    done
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
      [ -n "$(strays)" ] || return 0
      sleep 0.2
    done
  done
}

# Seconds by module come from Maven's own summary, the numbers of tests from the reports.
summary() {
  local log=$1 module skips optional
  printf '\n%-16s %7s %7s %7s %9s\n' module tests failed skipped seconds
  modules | while IFS= read -r module; do
    module_line "$module" "$log"
  done | awk '{ print; tests += $2; failed += $3; skipped += $4; seconds += $5 }
    END { printf "%-16s %7d %7d %7d %9.1f\n", "all", tests, failed, skipped, seconds }'
  skips=$(find "$root" -path '*/target/surefire-reports/TEST-*.xml' -exec awk -f "$root/scripts/skipped.awk" {} +)
  optional=$(sed -n 's/^OPTIONAL: //p' <<<"$skips" | sort | uniq -c)
  [ -z "$optional" ] || printf '\nnot run, and not asked for (number of tests, and why):\n%s\n' "$optional"
  skips=$(grep -v '^OPTIONAL: ' <<<"$skips" || true)
  [ -n "$skips" ] || return 0
  printf '\n%s\n' "$skips"
  if [ "${CI:-}" = true ]; then
    printf '%s\n' "signalbox: tests were skipped, which counts as a failure where CI=true" >&2
    return 1
  fi
}

module_line() {
  local name seconds
  name=$(sed -n 's|^  <name>\(.*\)</name>.*|\1|p' "$root/$1/pom.xml")
  seconds=$(awk -v name="$name" '
    index($0, "[INFO] " name " ") == 1 && /(SUCCESS|FAILURE) \[/ {
      sub(/.*\[ */, ""); sub(/ *\].*/, "")
      if (/min/) { split($1, t, ":"); print t[1] * 60 + t[2] } else print $1 + 0
    }' "$2" | tail -n 1)
  find "$root/$1/target/surefire-reports" -name 'TEST-*.xml' -exec cat {} + 2>/dev/null |
    awk -v module="$1" -v seconds="${seconds:--}" '
      function number(attribute) {
        return match($0, " " attribute "=\"[0-9]+\"") ? substr($0, RSTART + length(attribute) + 3, RLENGTH - length(attribute) - 4) : 0
      }
      /<testsuite / { tests += number("tests"); failed += number("failures") + number("errors"); skipped += number("skipped") }
      END { if (tests > 0 || seconds != "-") printf "%-16s %7d %7d %7d %9s\n", module, tests, failed, skipped, seconds }'
}
