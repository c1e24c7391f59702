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

    private static final Duration SHORTEST_FOR_LOCKS = Duration.ofSeconds(1);
    private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(5);

    /** The limits of a session that holds locks and renews a lease of this length. */
    public static TimeLimits ofLockSession(Duration ttl, Duration lockWait) {
        Duration patience = longer(ttl, SHORTEST_FOR_LOCKS);
        return new TimeLimits(patience, patience, patience.plus(SHORTEST_FOR_LOCKS), patience, lockWait, patience);
    }

    /** How long such a session may be silent before the server ends it: two leases. */
    public static Duration silenceOfLockSession(Duration ttl) {
        return longer(ttl.multipliedBy(2), SHORTEST_SILENCE);
    }

    /** The same limits on the server, but the client waits only this long to connect and for a response. */
    public TimeLimits withPatience(Duration patience) {
        return new TimeLimits(patience, borrow, patience, statement, lock, idleInTransaction);
    }

    /** The same limits, with others for a statement and for a lock. */
    public TimeLimits withStatement(Duration longest, Duration longestLock) {
        return new TimeLimits(connect, borrow, longest.plusSeconds(5), longest, longestLock, idleInTransaction);
    }

    public static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    public static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
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
