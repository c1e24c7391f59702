package dev.signalbox.jdbc.lease;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Detects a proxy that spreads one connection over several sessions, or several connections over one. */
public final class SharedSessions {
    private static final int ROUNDS = 8;

    /** Asks the server which session serves a connection. */
    @FunctionalInterface
    public interface SessionQuery {
        long ask() throws SQLException;
    }

    private SharedSessions() {}

    /** The sessions that served two connections in turn; empty if each connection had a session of its own. */
    public static Optional<String> between(SessionQuery first, SessionQuery second) throws SQLException {
        Set<Long> seenByFirst = new HashSet<>();
        Set<Long> seenBySecond = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            seenByFirst.add(first.ask());
            seenBySecond.add(second.ask());
            // Asking the second connection twice breaks the rhythm of a proxy that rotates its sessions
            seenBySecond.add(second.ask());
        }
        boolean shared = seenByFirst.stream().anyMatch(seenBySecond::contains);
        return shared || seenByFirst.size() > 1 || seenBySecond.size() > 1
                ? Optional.of(seenByFirst + " and " + seenBySecond)
                : Optional.empty();
    }
}
