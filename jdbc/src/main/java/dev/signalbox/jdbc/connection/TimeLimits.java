package dev.signalbox.jdbc.connection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Time limits of all database operations.
 *
 * @param connect to open a connection
 * @param borrow to wait for a pooled connection
 * @param socket to wait for a response; longer than {@code statement}, so that the server gives up first
 * @param statement to run one statement
 * @param lock to wait for a lock; short, because a blocked settlement delays a takeover by this time
 * @param idleInTransaction to leave a transaction open without a statement before the server ends the session, so that
 *     a stopped process releases its locks
 */
public record TimeLimits(
        Duration connect,
        Duration borrow,
        Duration socket,
        Duration statement,
        Duration lock,
        Duration idleInTransaction) {
    public static final TimeLimits DEFAULTS = new TimeLimits(
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            Duration.ofMillis(500),
            Duration.ofSeconds(5));

    private static final Duration LONGEST = Duration.ofHours(1);

    /** The default limits, with those that users can set. */
    public static TimeLimits of(Duration connect, Duration statement) {
        return new TimeLimits(
                connect,
                shorter(DEFAULTS.borrow, connect),
                statement.plusSeconds(5),
                statement,
                shorter(DEFAULTS.lock, statement),
                DEFAULTS.idleInTransaction);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Describes what is wrong with these limits; empty if they are valid. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        check(problems, "connect", connect);
        check(problems, "borrow", borrow);
        check(problems, "socket", socket);
        check(problems, "statement", statement);
        check(problems, "lock", lock);
        check(problems, "idle-in-transaction", idleInTransaction);
        if (socket.compareTo(statement) <= 0) {
            problems.add(
                    "socket time-out (" + socket + ") must be longer than the statement time-out (" + statement + ")");
        }
        if (lock.compareTo(statement) > 0) {
            problems.add(
                    "lock time-out (" + lock + ") must not be longer than the statement time-out (" + statement + ")");
        }
        return problems;
    }

    private static void check(List<String> problems, String name, Duration value) {
        // HikariCP accepts nothing below 250 ms, and shorter limits fail at random on a busy machine anyway.
        if (value.toMillis() < 250 || value.compareTo(LONGEST) > 0) {
            problems.add(name + " time-out must be between 250 ms and an hour but is " + value);
        }
    }
}
