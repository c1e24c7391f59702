package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Incarnation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** What is said to {@code signalbox.nodes} and {@code signalbox.shards}, each in a transaction of its own. */
final class LeaseTable {
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String CANCELLED = "57014";

    /**
     * To whom a relay points.
     *
     * @param node empty if the incarnation has no row, which means that it is fenced or has left
     * @param left how much of its lease is left; negative if it has run out
     */
    record Owner(Incarnation incarnation, Optional<String> node, Duration left) {
        boolean fenced() {
            return node.isEmpty();
        }

        boolean trusted() {
            return !fenced() && left.isPositive();
        }

        boolean overFor(Duration time) {
            return fenced() || left.plus(time).isNegative();
        }
    }

    private final Connection connection;

    LeaseTable(Connection connection) {
        this.connection = connection;
    }

    void join(Incarnation incarnation, String node, Duration ttl) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(Sql.named("join"))) {
            statement.setString(1, incarnation.value());
            statement.setString(2, node);
            statement.setLong(3, ttl.toMillis());
            statement.executeUpdate();
        }
    }

    /** Returns the server process that renewed the lease, or nothing if there is no lease to renew. */
    OptionalInt renew(Incarnation incarnation, Duration ttl) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(Sql.named("renew"))) {
            statement.setLong(1, ttl.toMillis());
            statement.setString(2, incarnation.value());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalInt.of(row.getInt(1)) : OptionalInt.empty();
            }
        }
    }

    Optional<Owner> owner(String relay) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(Sql.named("owner"))) {
            statement.setString(1, relay);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(new Owner(
                                new Incarnation(row.getString("incarnation")),
                                Optional.ofNullable(row.getString("node")),
                                Duration.ofMillis(row.getLong("millis_left"))))
                        : Optional.empty();
            }
        }
    }

    /**
     * Ends a lease that has run out, unless its owner renews it first. It waits for the owner's writes under way,
     * which hold the row, but not for long: the caller's own heartbeat goes over the same connection.
     */
    void fence(Incarnation incarnation) throws SQLException {
        try {
            update("fence", incarnation.value());
        } catch (SQLException e) {
            boolean waitedLongEnough = LOCK_NOT_AVAILABLE.equals(e.getSQLState()) || CANCELLED.equals(e.getSQLState());
            if (!waitedLongEnough) {
                throw e;
            }
        }
    }

    /** Points the relay to the incarnation, or returns false if that has no lease any more. */
    boolean own(Incarnation incarnation, String relay) throws SQLException {
        return update("own", incarnation.value(), relay) > 0;
    }

    void release(Incarnation incarnation, String relay) throws SQLException {
        update("release", relay, incarnation.value());
    }

    void releaseAll(Incarnation incarnation) throws SQLException {
        update("release-all", incarnation.value());
    }

    void leave(Incarnation incarnation) throws SQLException {
        update("leave", incarnation.value());
    }

    void forgetTheDead() throws SQLException {
        update("forget-the-dead");
    }

    private int update(String name, String... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(Sql.named(name))) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setString(i + 1, arguments[i]);
            }
            return statement.executeUpdate();
        }
    }
}
