# Runs a database server for as long as the program that started this script lives: its end closes our input, however it ends.
# How a server's files are made, and how it is started and ended, is said by functions that stand in front of this text.
# A Ctrl-C goes to all of the terminal's processes; the program decides when the database stops.
trap '' INT TERM HUP QUIT
data=$1 log=$2
shift 2

make_files "$@" </dev/null >>"$log" 2>&1 || exit 1
start_server "$@" </dev/null || exit 1
read -r _
end_server "$@" </dev/null >>"$log" 2>&1
rm -rf "$data"
