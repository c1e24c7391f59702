# shellcheck shell=bash disable=SC2154 # the variables come from the script that reads this one
# Makes the archive of a release. Two archives of one commit are equal, if the JDK is the same.

dist_usage() {
  cat <<'TEXT'
Usage: ./signalbox dist [--to FOLDER]

Builds the program from scratch, and packs it into signalbox-VERSION.tar.gz: bin/signalbox, jars, SBOM,
an example of a configuration, a unit for systemd, and completion for bash and zsh. It runs with a Java 25
runtime, without Maven and sources. Prints the archive's SHA-256, and writes it beside the archive.

  --to FOLDER  where the archive goes (target/release)
  -h, --help   this text

With SIGNALBOX_BUILD=off it packs what was built last.
TEXT
}

run_dist() {
  local to=$root/target/release folder dist
  while [ $# -gt 0 ]; do
    case $1 in
      --to)
        [ $# -gt 1 ] || usage_error "--to needs a folder"
        to=$2
        shift
        ;;
      --to=*) to=${1#--to=} ;;
      -h | --help) dist_usage && return ;;
      *) usage_error "unknown option of dist: $1" ;;
    esac
    shift
  done
  find_tar
  # Jars record the rights of their files, which would depend on the user otherwise.
  umask 022
  folder=$(writable_folder "$to")
  find_jdk
  clean_build=1 force_build=1 ensure_built
  dist=$(cd "$root/target/dist" && pwd -P)
  hold_dist "$dist"
  pack "$dist" "$folder"
}

# Only GNU's tar can sort and set times and owners. Sets $tar.
find_tar() {
  for tar in tar gtar; do
    if "$tar" --version 2>/dev/null | grep -q GNU; then return; fi
  done
  fail "dist needs GNU tar (macOS: brew install gnu-tar)"
}

pack() {
  local name work archive
  name=signalbox-$(version)
  archive=$2/$name.tar.gz
  work=$(mktemp -d "$root/target/release.XXXXXX")
  # shellcheck disable=SC2064 # the folder of now
  trap "rm -rf '$work'" EXIT
  assemble_archive "$1" "$work/$name"
  "$tar" --create --format=ustar --sort=name "--mtime=@$(commit_time)" --owner=0 --group=0 --numeric-owner \
    --mode=a+rX,u+w,go-w --directory="$work" "$name" | gzip -n >"$work/archive"
  mv "$work/archive" "$archive"
  (cd "$2" && sha256 "$name.tar.gz" >"$name.tar.gz.sha256")
  say "packed $archive"
  case $(commit) in
    *-modified) say "files have changes that are not committed, so this archive cannot be made from a commit" ;;
  esac
  cat "$archive.sha256"
}

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi
}

assemble_archive() {
  local dist=$1 out=$2 jar
  mkdir -p "$out/bin" "$out/lib" "$out/scripts" "$out/sbom" "$out/completion"
  while IFS= read -r jar; do cp "$dist/$jar" "$out/lib/"; done <"$dist/classpath-server"
  cp "$dist/classpath-server" "$out/classpath"
  cp "$dist/sbom/server.json" "$out/sbom/"
  cp "$root/scripts/jvm.sh" "$out/scripts/"
  cp "$root/deploy/archive/signalbox" "$out/bin/"
  cp "$root/deploy/archive/README.md" "$root/deploy/archive/signalbox.service" "$root/deploy/archive/signalbox.yaml" "$out/"
  cp "$root/LICENSE" "$out/"
  [ ! -f "$root/NOTICE" ] || cp "$root/NOTICE" "$out/"
  "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$(class_path "$out")" picocli.AutoComplete \
    --name signalbox --completionScript "$out/completion/signalbox" dev.signalbox.server.cli.SignalboxCommand
}
