# Becomes a program that a Ctrl-C does not reach. When our input ends, so has the process that started us: a watcher kills it.
trap '' INT HUP
exec 3<&0 </dev/null
(trap '' TERM QUIT; read -r _ <&3 || kill -KILL $$ 2>/dev/null) &
exec 3<&-
exec "$@"
