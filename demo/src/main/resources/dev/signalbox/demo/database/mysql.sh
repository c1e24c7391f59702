# MySQL or MariaDB: the program that makes the files and its options, the account to run as if it isn't ours, the server,
# and the server's options.

# Becomes a program that works on our files, and on no folder that only the system's own server may use.
on_files() {
  program=$1 user=$2
  shift 2
  exec "$program" --no-defaults --datadir="$data/files" --tmpdir="$data/temporary" \
    --secure-file-priv="$data/temporary" ${user:+"--user=$user"} "$@"
}

make_files() {
  # shellcheck disable=SC2086 # options are words on purpose
  (on_files "$1" "$3" $2)
}

start_server() {
  user=$3 server=$4
  shift 4
  mkfifo "$data/said" || return 1
  pass_on <"$data/said" &
  on_files "$server" "$user" --socket="$data/socket" --pid-file="$data/server.pid" "$@" >"$data/said" 2>&1 &
  process=$!
}

# The server says itself when it is ready; if it ends before, that is told too.
pass_on() {
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    case $line in *'ready for connections'*) echo ready ;; esac
  done
  echo ended
}

# Its files are removed: it needn't tidy them up before.
end_server() {
  kill -KILL "$process"
  wait
}

