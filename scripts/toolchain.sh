# shellcheck shell=bash disable=SC2154 # the variables come from the script that reads this one
# Finds a JDK and Maven, or says what to install.

# Whether a folder has a JDK that is new enough; a JRE is not.
suits() {
  local release
  [ -x "$1/bin/javac" ] || return
  release=$(java_release "$1")
  [ -n "$release" ] && [ "$release" -ge "$least_java" ]
}

# The oldest JDK that suits from the usual folders: what the build is tried with most.
java_in_usual_folders() {
  local home
  for home in /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/* /opt/*jdk* /opt/java/*; do
    [ -d "$home" ] || continue
    if suits "$home"; then printf '%s %s\n' "$(java_release "$home")" "$home"; fi
  done | sort -n | head -n 1 | cut -d ' ' -f 2-
}

# Exports JAVA_HOME, which Maven heeds too.
find_jdk() {
  local home
  if [ -n "${JAVA_HOME:-}" ] && suits "$JAVA_HOME"; then
    export JAVA_HOME
    return
  fi
  home=$(java_on_path)
  if [ -z "$home" ] || ! suits "$home"; then
    home=$(java_in_usual_folders)
  fi
  [ -n "$home" ] || fail "no JDK $least_java or newer was found${JAVA_HOME:+ (JAVA_HOME is $JAVA_HOME)}.
  Install one, for example Eclipse Temurin $least_java (https://adoptium.net), or with SDKMAN: sdk install java 25-tem
  Then set JAVA_HOME to its folder, or put its bin folder on PATH. A JRE is not enough: javac is needed."
  export JAVA_HOME=$home
}

may_install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

# While this file says so, installing a package starts no service.
service_policy=/usr/sbin/policy-rc.d
service_policy_is_ours=''

forbid_services() {
  [ ! -e $service_policy ] || return 0
  service_policy_is_ours=1
  printf '#!/bin/sh\nexit 101\n' >$service_policy
  chmod 755 $service_policy
}

forbid_no_services() {
  [ -z "$service_policy_is_ours" ] || rm -f $service_policy
  service_policy_is_ours=''
}

apt_install() {
  local log=$root/target/apt.log code=0
  say "installing $*"
  mkdir -p "$root/target"
  forbid_services
  start_child apt_get_install "$@" >"$log" 2>&1
  await_child || code=$?
  forbid_no_services
  [ $code = 0 ] || tail -n 5 "$log" >&2
  return $code
}

apt_get_install() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get -o DPkg::Lock::Timeout=120 update &&
    apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends "$@"
}

find_maven() {
  command -v mvn >/dev/null || ! may_install || apt_install maven || true
  command -v mvn >/dev/null || fail "Maven (mvn) was not found on PATH. Install Maven 3.8 or newer:
  Debian, Ubuntu: apt-get install maven    Fedora: dnf install maven    macOS: brew install maven"
}

# Maven under our JDK, without its libraries' warnings about it, and with a repository that can be written to.
maven() {
  local repository=()
  if [ ! -w "${HOME:-/nonexistent}" ]; then
    repository=(-Dmaven.repo.local="$root/target/repository")
  fi
  export MAVEN_OPTS="${MAVEN_OPTS:-} --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
  # A download whose checksum is wrong, or missing, stops the build instead of being warned about.
  exec mvn -B --strict-checksums -f "$root/pom.xml" ${repository[@]+"${repository[@]}"} "$@"
}
