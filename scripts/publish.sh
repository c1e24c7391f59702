# shellcheck shell=bash disable=SC2154 # the variables come from the script that reads this one
# Makes a Maven repository of the libraries that other projects use.

publish_usage() {
  cat <<'TEXT'
Usage: ./signalbox publish --to FOLDER [-- MAVEN-OPTIONS]

Builds the libraries that other projects use (client, Spring Boot starters, event store, testkit, and what
these need) from scratch, and adds them to a Maven repository in FOLDER: jars, sources, Javadoc, complete
poms, the BOM signalbox-bom, and checksums. Nothing is installed into your own repository.

Another project names the folder by its file: URL, or the URL of a web server that serves it.

  --to FOLDER  the repository; created if necessary. Other versions in it stay
  --           what follows is for Maven, such as: -- -Dmaven.javadoc.skip=true
  -h, --help   this text

With SIGNALBOX_BUILD=off it packs the classes that were compiled last.
TEXT
}

run_publish() {
  local to='' folder
  while [ $# -gt 0 ]; do
    case $1 in
      --to) [ $# -gt 1 ] && to=$2 && shift ;;
      --to=*) to=${1#--to=} ;;
      -h | --help) publish_usage && return ;;
      --) shift && break ;;
      *) usage_error "unknown option of publish: $1" ;;
    esac
    shift
  done
  [ -n "$to" ] || usage_error "publish needs --to FOLDER: where the Maven repository is, or shall be"
  # Jars record the rights of their files, and others read the folder.
  umask 022
  folder=$(writable_folder "$to")
  find_jdk
  find_maven
  guard_children
  lock_build .publish-lock "another publish"
  publish_libraries "$folder" "$@"
  unlock_build
  unguard_children
}

# The modules whose poms say that they are for other projects.
libraries() {
  modules | while IFS= read -r module; do
    if grep -q '<maven.deploy.skip>false<' "$root/$module/pom.xml"; then printf '%s\n' "$module"; fi
  done
}

publish_libraries() {
  local folder=$1 log=$root/target/publish.log began=$SECONDS options=()
  shift
  remove_publish_folders
  if [ "${SIGNALBOX_BUILD:-}" = off ]; then
    require_classes
    options=(-Dbuild.classes=target/classes -Dmaven.main.skip=true -Dmaven.resources.skip=true -Denforcer.skip=true)
  fi
  say "building the libraries of version $(version)"
  start_child maven -ntp -T 2 -Ppublish -pl "$(libraries | paste -s -d , -)" -am -Dbuild.folder=target/publish \
    -Dmaven.test.skip=true -Dspotless.check.skip=true -Dmaven.install.skip=true \
    "-Dproject.build.outputTimestamp=$(commit_time)" "-Dbuild.commit=$(commit)" ${options[@]+"${options[@]}"} \
    -Daether.checksums.algorithms=SHA-1,MD5,SHA-256 "-DaltDeploymentRepository=signalbox::$(file_url "$folder")" \
    "$@" deploy >"$log" 2>&1
  show_progress "$log" "$began"
  await_child || build_failed "$log"
  remove_publish_folders
  say "published version $(version) of $(libraries | wc -l | tr -d ' ') artifacts in $((SECONDS - began)) s"
  printf '%s\n' "$(file_url "$folder")"
}

require_classes() {
  local module
  for module in $(libraries); do
    [ ! -d "$root/$module/src/main" ] || [ -d "$root/$module/target/classes" ] ||
      fail "the module $module has not been compiled yet, and SIGNALBOX_BUILD is off"
  done
}

remove_publish_folders() {
  modules | while IFS= read -r module; do rm -rf "${root:?}/$module/target/publish"; done
  rm -rf "$root/target/publish"
}

file_url() {
  local path=${1//%/%25}
  path=${path// /%20}
  path=${path//#/%23}
  printf 'file://%s' "${path//\?/%3F}"
}
