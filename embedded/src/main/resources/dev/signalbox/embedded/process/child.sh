# Becomes a program. Arguments: a signal, a folder that may be empty, the program and its arguments.
# A Ctrl-C goes to all processes of the terminal's foreground group; the process that started this one decides when it stops.
# Usually it has started this one in a session of its own. Otherwise the program may ignore the signal.
# When that process ends, in whatever way, our input ends: a watcher then sends the signal to the program, kills it if that
# isn't enough, and removes the folder.
trap '' INT HUP
signal=$1 folder=$2
shift 2
exec 3<&0 </dev/null
(
  trap '' TERM QUIT
  exec >/dev/null 2>&1
  read -r _ <&3
  tries=200
  kill -s "$signal" $$ && [ "$signal" != KILL ] && while [ $tries -gt 0 ] && kill -s 0 $$; do
    sleep 0.1
    tries=$((tries - 1))
  done
  [ $tries -gt 0 ] || kill -s KILL $$
  [ -z "$folder" ] || rm -rf "$folder"
) &
exec 3<&-
exec "$@"
