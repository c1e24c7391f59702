# shellcheck shell=bash disable=SC2154 # the variables come from the script that reads this one
# Builds the program into target/dist-CHECKSUM and points target/dist there.
#
# Each build has a folder of its own because a running JVM opens its jars when it first needs them: replacing them under
# it would break it, or mix two versions. A program holds its folder by a shared lock, and unused folders are removed.

build_lock=''

# A checksum over all that the program is made of. A module may package files that lie beside its pom.
source_checksum() {
  local digest=(sha256sum) module
  command -v sha256sum >/dev/null || digest=(shasum -a 256)
  cd "$root" || return
  {
    find pom.xml scripts signalbox -type f -print0
    modules | while IFS= read -r module; do
      find "$module" -maxdepth 1 -type f ! -name '*.md' -print0
      if [ -d "$module/src/main" ]; then find "$module/src/main" -type f -print0; fi
    done
  } | LC_ALL=C sort -z | xargs -0 "${digest[@]}" | "${digest[@]}" | cut -c 1-16
}

is_built() {
  [ "$(readlink "$root/target/dist" 2>/dev/null)" = "dist-$1" ] && [ -f "$root/target/dist/classpath" ]
}

# One build at a time, however many start at once. Waits, and says so.
lock_build() {
  local name=${1:-.build-lock} other=${2:-another build or test run}
  mkdir -p "$root/target"
  if command -v flock >/dev/null; then
    exec 9>"$root/target/$name"
    if ! flock -n 9; then
      say "$other is under way; waiting for it"
      # In the background, since bash heeds a signal only between foreground commands; the lock is the descriptor's
      flock 9 &
      wait $!
    fi
    build_lock=flock
    return
  fi
  local folder=$root/target/$name.d told='' owner
  until mkdir "$folder" 2>/dev/null; do
    owner=$(cat "$folder/pid" 2>/dev/null || true)
    if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then
      rm -rf "$folder"
      continue
    fi
    [ -n "$told" ] || say "$other is under way; waiting for it"
    told=1
    sleep 0.5
  done
  echo $$ >"$folder/pid"
  build_lock=$folder
}

unlock_build() {
  case $build_lock in
    '') ;;
    flock) exec 9>&- ;;
    *) rm -rf "$build_lock" ;;
  esac
  build_lock=''
}

ensure_built() {
  local checksum
  if [ "${SIGNALBOX_BUILD:-}" = off ]; then
    [ -f "$root/target/dist/classpath" ] || fail "nothing has been built yet, and SIGNALBOX_BUILD is off"
    return
  fi
  checksum=$(source_checksum)
  if [ -z "${force_build:-}" ] && is_built "$checksum"; then return; fi
  guard_children
  lock_build
  build_locked
  unlock_build
  unguard_children
}

# For a caller that holds the lock already.
build_locked() {
  local checksum
  checksum=$(source_checksum)
  if [ -z "${force_build:-}" ] && is_built "$checksum"; then return; fi
  build "$checksum"
}

build() {
  local fresh=$root/target/dist.new log=$root/target/build.log began=$SECONDS options=()
  find_maven
  options=("-Dbuild.commit=$(commit)")
  if [ -n "${clean_build:-}" ]; then
    remove_compiled
    options+=("-Dproject.build.outputTimestamp=$(commit_time)")
  fi
  say "building (JDK $(java_release "$JAVA_HOME") in $JAVA_HOME)"
  # Maven leaves jars there that are no longer needed.
  rm -rf "$root"/demo/target/lib "$root"/demo/target/signalbox-demo-*.jar "$root"/server/target/signalbox-server-*.jar "$root"/benchmarks/target/signalbox-benchmarks-*.jar \
    "$root"/examples/orders/target/lib "$root"/examples/notifications/target/lib
  start_child maven -pl demo,benchmarks,examples/orders,examples/notifications -am -Dmaven.test.skip=true -Dspotless.check.skip=true \
    "${options[@]}" package >"$log" 2>&1
  show_progress "$log" "$began"
  await_child || build_failed "$log"
  assemble "$fresh"
  train "$fresh" || true
  publish "$fresh" "$root/target/dist-$1"
  say "built in $((SECONDS - began)) s"
}

# The commit that the sources are of, as the program shows it. A folder without a repository of its own has none.
commit() {
  local hash
  if [ "$(git -C "$root" rev-parse --show-toplevel 2>/dev/null)" != "$root" ]; then
    printf unknown
    return
  fi
  hash=$(git -C "$root" rev-parse --short=12 HEAD)
  [ -z "$(git -C "$root" status --porcelain)" ] || hash+=-modified
  printf '%s' "$hash"
}

# The time that released files have, in seconds: two builds of one commit are equal.
commit_time() {
  if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then
    printf '%s' "$SOURCE_DATE_EPOCH"
  elif [ "$(commit)" != unknown ]; then
    git -C "$root" log -1 --format=%ct
  else
    printf 1767225600 # the one in pom.xml
  fi
}

# Nothing of sources that are gone may get into a release.
remove_compiled() {
  modules | while IFS= read -r module; do
    rm -rf "$root/$module/target/classes" "$root/$module/target/maven-status" "$root/$module"/target/*.jar
  done
}

build_failed() {
  say "the build failed:"
  # What follows the last line of interest is Maven's general advice.
  { grep -E '^\[(ERROR|FATAL)\]' "$1" || tail -n 40 "$1"; } | sed '/-> \[Help 1\]/q' >&2
  fail "the whole output is in ${1#"$root"/}"
}

# On a terminal, one line that says what Maven is doing.
show_progress() {
  [ -t 2 ] && [ "${TERM:-dumb}" != dumb ] || return 0
  local module files
  while kill -0 "$child" 2>/dev/null; do
    module=$(sed -n 's/^\[INFO\] Building \(Signalbox [^ ]*\) .*\(\[[0-9/]*\]\)$/\1 \2/p' "$1" | tail -n 1)
    files=$(grep -c '^\[INFO\] Downloaded\|^Downloaded' "$1" || true)
    printf '\r\e[K%s' "${dim}  $((SECONDS - $2)) s  ${module:-starting Maven}${plain}" >&2
    [ "$files" = 0 ] || printf '%s' "${dim}, $files files downloaded${plain}" >&2
    sleep 0.3
  done
  printf '\r\e[K' >&2
}

# Our own jars come first, then the libraries by name: the same class path on every machine.
assemble() {
  rm -rf "$1"
  mkdir -p "$1/lib"
  cp -p "$root"/demo/target/lib/*.jar "$root"/demo/target/signalbox-demo-*.jar \
    "$root"/benchmarks/target/signalbox-benchmarks-*.jar "$1/lib/"
  (cd "$1" && ls -d lib/*.jar) | own_first >"$1/classpath"
  assemble_example "$1" orders
  assemble_example "$1" notifications
  assemble_server "$1"
  assemble_sbom "$1" demo server examples/orders examples/notifications
}

own_first() {
  LC_ALL=C sort | awk '/^lib\/signalbox-/ { print; next } { rest = rest $0 "\n" } END { printf "%s", rest }'
}

# The class path of the server alone, which `signalbox dist` packs. Without the demo, a library may have another version.
assemble_server() {
  local jar
  {
    printf '%s\n' "$root"/server/target/signalbox-server-*.jar
    tr ':' '\n' <"$root/server/target/classpath"
  } | while IFS= read -r jar; do
    [ -n "$jar" ] || continue
    [ -e "$1/lib/${jar##*/}" ] || cp -p "$jar" "$1/lib/"
    printf 'lib/%s\n' "${jar##*/}"
  done | own_first >"$1/classpath-server"
}

# What the jars are, by CycloneDX: `signalbox audit` reads it.
assemble_sbom() {
  local dist=$1 module
  shift
  mkdir -p "$dist/sbom"
  for module in "$@"; do
    cp -p "$root/$module/target/sbom.json" "$dist/sbom/${module##*/}.json"
  done
}

# The demo and the load tests start the examples as programs of their own. Their jars name their libraries in the folder lib beside them; most are there.
assemble_example() {
  local jar
  for jar in "$root/examples/$2"/target/lib/*.jar; do
    [ -e "$1/lib/${jar##*/}" ] || cp -p "$jar" "$1/lib/"
  done
  cp -p "$root/examples/$2/target/$2.jar" "$1/"
}

# Swaps the link in one step, and removes builds that nobody runs any more.
publish() {
  local old
  rm -rf "$2"
  mv "$1" "$2"
  rm -f "$root/target/dist.link"
  if [ -d "$root/target/dist" ] && [ ! -L "$root/target/dist" ]; then rm -rf "$root/target/dist"; fi
  ln -s "$(basename "$2")" "$root/target/dist.link"
  # With -T (GNU) or -h (BSD) the link itself is replaced instead of followed.
  mv -fT "$root/target/dist.link" "$root/target/dist" 2>/dev/null || mv -fh "$root/target/dist.link" "$root/target/dist"
  for old in "$root"/target/dist-*; do
    [ "$old" = "$2" ] || remove_unused "$old"
  done
}

remove_unused() {
  if command -v flock >/dev/null; then
    [ ! -f "$1/classpath" ] || flock -n -x "$1/classpath" true || return 0
  else
    [ -n "$(find "$1" -maxdepth 0 -mtime +1)" ] || return 0
  fi
  rm -rf "$1"
}

# Keeps the folder from being removed for as long as the program runs: the open file goes with it through exec.
hold_dist() {
  if command -v flock >/dev/null; then
    exec 8<"$1/classpath"
    flock -s 8
  fi
}

# Starts the server once, against a database that is not there (nothing listens on port 9), and keeps what the JVM learned for faster starts.
# It is no fault if that does not work: the program only starts more slowly.
train() {
  [ "${SIGNALBOX_AOT:-}" != off ] || return 0
  local dist=$1 work=$root/target/training port ticks=0 server
  rm -rf "$work"
  mkdir -p "$work"
  if [ -t 2 ]; then say "making the start-up cache"; fi
  port=$(free_port)
  cat >"$work/training.properties" <<TEXT
outbox-processor.database-url=jdbc:postgresql://127.0.0.1:9/none
outbox-processor.database-username=none
outbox-processor.api-base-url=http://127.0.0.1:9
TEXT
  server_jvm_options "$dist"
  start_child training_server "$dist" "$work" "$port" >"$work/log" 2>&1
  server=$child
  while kill -0 "$server" 2>/dev/null && [ $ticks -lt 150 ] && ! answers "$port"; do
    sleep 0.2
    ticks=$((ticks + 1))
  done
  answers "$port" || say "the start-up cache could not be made well: see ${work#"$root"/}/log"
  kill -TERM "$server" 2>/dev/null || true
  ticks=0
  while kill -0 "$server" 2>/dev/null && [ $ticks -lt 300 ]; do
    sleep 0.2
    ticks=$((ticks + 1))
  done
  end_child
  if [ -f "$work/start.aot" ]; then mv "$work/start.aot" "$dist/start.aot"; fi
}

training_server() {
  SIGNALBOX_ADMIN_TOKEN=only-while-training exec "$JAVA_HOME/bin/java" "${jvm[@]}" "-XX:AOTCacheOutput=$2/start.aot" \
    -cp "$(class_path "$1")" "$server_main" serve --config "$2/training.properties" --port "$3"
}

free_port() {
  local port
  while port=$((20000 + RANDOM)); do
    if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
  done
  printf '%s' "$port"
}
