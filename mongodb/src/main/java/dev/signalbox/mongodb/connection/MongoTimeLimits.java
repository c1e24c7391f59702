package dev.signalbox.mongodb.connection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The time limits of database operations.
 *
 * @param connect to open a connection
 * @param select to wait for a server that can be written to, and for a pooled connection to it
 * @param socket to wait for an answer; longer than {@code statement}, so that the server gives up first
 * @param statement to run one command, or to wait for its majority
 * @param lease to wait for an answer about a lease, which is useless when it comes late
 */
public record MongoTimeLimits(Duration connect, Duration select, Duration socket, Duration statement, Duration lease) {
    public static final MongoTimeLimits DEFAULTS = new MongoTimeLimits(
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            Duration.ofMillis(700));

    private static final Duration MAX = Duration.ofHours(1);

    public static MongoTimeLimits of(Duration connect, Duration statement) {
        Duration select = DEFAULTS.select.compareTo(connect) < 0 ? DEFAULTS.select : connect;
        return new MongoTimeLimits(connect, select, statement.plusSeconds(5), statement, DEFAULTS.lease);
    }

    List<String> problems() {
        List<String> problems = new ArrayList<>();
        check(problems, "connect", connect);
        check(problems, "select", select);
        check(problems, "socket", socket);
        check(problems, "statement", statement);
        check(problems, "lease", lease);
        if (socket.compareTo(statement) <= 0) {
            problems.add(
                    "socket time-out (" + socket + ") must be longer than the statement time-out (" + statement + ")");
        }
        return problems;
    }

    private static void check(List<String> problems, String name, Duration value) {
        if (value.toMillis() < 100 || value.compareTo(MAX) > 0) {
            problems.add(name + " time-out must be between 100 ms and an hour but is " + value);
        }
    }
}
