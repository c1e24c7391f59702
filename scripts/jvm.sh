# shellcheck shell=bash
# What it takes to run the built program: in this folder, in an unpacked archive, and in an image.

# The feature release of the Java in a folder, or nothing. Its release file is read because starting a JVM takes longer.
java_release() {
  [ -x "$1/bin/java" ] || return 0
  local text=''
  if [ -r "$1/release" ]; then
    text=$(sed -n 's/^JAVA_VERSION="\{0,1\}\([0-9]*\).*/\1/p' "$1/release")
  fi
  if [ -z "$text" ]; then
    text=$("$1/bin/java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p')
  fi
  printf '%s' "$text"
}

# The home of the java on PATH, behind however many links.
java_on_path() {
  local file link
  file=$(command -v java) || return 0
  while [ -L "$file" ]; do
    link=$(readlink "$file")
    case $link in
      /*) file=$link ;;
      *) file=$(dirname "$file")/$link ;;
    esac
  done
  (cd "$(dirname "$file")/.." && pwd -P)
}

class_path() {
  awk -v dist="$1" '{ printf "%s%s/%s", (NR > 1 ? ":" : ""), dist, $0 }' "$1/classpath"
}

# Sets $jvm. The heap is small because the buffers are; Serial needs the least memory at that size, and its pauses are
# far below the lease.
jvm_options() {
  jvm=(
    -XX:+UseCompactObjectHeaders -Xms32m
    --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow
    -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8
  )
  case "${JAVA_OPTS:-} ${SIGNALBOX_JAVA_OPTS:-}" in
    *-XX:+Use*GC*) ;; # two collectors would stop the start
    *) jvm+=("-XX:+Use${2}GC") ;;
  esac
  if [ "$2" = Serial ]; then jvm+=(-Xmx512m); fi
  if [ "${SIGNALBOX_AOT:-}" != off ] && [ -f "$1/start.aot" ]; then
    jvm+=("-XX:AOTCache=$1/start.aot" -XX:AOTMode=auto "-Xlog:aot*=off" "-Xlog:cds*=off")
  fi
}

# The same for the server. An OutOfMemoryError ends it by its own handler, with its own code: the JVM's option for that exits
# with 3. If a library catches the error, the JVM still runs this command, and the server has a handler for the signal.
server_jvm_options() {
  jvm_options "$1" Serial
  jvm+=("-XX:OnOutOfMemoryError=kill -USR1 %p")
}

# Whether the server on that port says that it lives.
answers() {
  (
    exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
    printf 'GET /health/live HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
    IFS= read -r -t 5 line <&3 && case $line in *' 200'*) exit 0 ;; esac
    exit 1
  ) 2>/dev/null
}
