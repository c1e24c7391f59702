# PostgreSQL: the folder of its programs, the file with the password, the port, and further options.

# The files of an empty database needn't reach the disk before anything is in it; what is committed later does.
make_files() {
  bin=$1 password=$2 port=$3
  shift 3
  "$bin/initdb" -D "$data" -U postgres -A scram-sha-256 --pwfile="$password" --no-sync --no-locale -E UTF8 \
    -c listen_addresses=127.0.0.1 -c port="$port" -c unix_socket_directories= -c timezone=UTC \
    -c fsync=on -c synchronous_commit=on -c full_page_writes=on \
    "$@"
}

start_server() {
  "$1/pg_ctl" start -D "$data" -w -t 30 -l "$log" >>"$log" 2>&1 && echo ready
}

end_server() {
  "$1/pg_ctl" stop -D "$data" -m fast -w -t 20 || "$1/pg_ctl" stop -D "$data" -m immediate -w -t 10
}

