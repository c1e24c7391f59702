# Becomes a program. A Ctrl-C goes to all of the terminal's processes; the program that started this one decides when it stops.
# Should that program end in whatever way, its end of our input closes, and a watcher kills this one.
trap '' INT HUP
exec 3<&0 </dev/null
(trap '' TERM QUIT; read -r _ <&3 || kill -KILL $$ 2>/dev/null) &
exec 3<&-
exec "$@"
