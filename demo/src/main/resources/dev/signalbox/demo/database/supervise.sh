# Runs PostgreSQL for as long as the program that started this script lives: its end closes our input, however it ends.
# A Ctrl-C goes to all of the terminal's processes; the program decides when the database stops.
trap '' INT TERM HUP QUIT
bin=$1 data=$2 password=$3 port=$4 log=$5

end_postgres() {
  "$bin/pg_ctl" stop -D "$data" -m fast -w -t 20 || "$bin/pg_ctl" stop -D "$data" -m immediate -w -t 10
}

# The files of an empty database needn't reach the disk before anything is in it; what is committed later does.
"$bin/initdb" -D "$data" -U postgres -A scram-sha-256 --pwfile="$password" --no-sync --no-locale -E UTF8 \
  -c listen_addresses=127.0.0.1 -c port="$port" -c unix_socket_directories= -c timezone=UTC \
  -c fsync=on -c synchronous_commit=on -c full_page_writes=on \
  -c max_connections=100 -c shared_buffers=64MB -c autovacuum_naptime=10s </dev/null >>"$log" 2>&1 || exit 1
"$bin/pg_ctl" start -D "$data" -w -t 30 -l "$log" </dev/null >>"$log" 2>&1 || exit 1
echo ready
read -r _
end_postgres </dev/null >>"$log" 2>&1
rm -rf "$data"
