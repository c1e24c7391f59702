package dev.signalbox.postgres.operation;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.core.operation.RefusedException;
import dev.signalbox.core.operation.RelayRegister;
import dev.signalbox.core.operation.RelayStanding;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.SqlWork;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the schema {@code signalbox} says about one relay. */
public final class PostgresRegister implements RelayRegister {
    private static final Set<String> NOT_THERE_OR_NOT_ALLOWED = Set.of("42P01", "42501");
    private static final Sql STANDING = load("standing");
    private static final Sql PAUSE_STATE = load("pause-state");
    private static final Sql PAUSE = load("pause");
    private static final Sql RESUME = load("resume");

    private final ConnectionLender connections;
    private final String relay;
    private final Sharing sharing;

    /**
     * @param relay the relay's identity, which is the same on all nodes
     * @param sharing whether the owner of the first shard has the whole relay
     */
    public PostgresRegister(ConnectionLender connections, String relay, Sharing sharing) {
        this.connections = connections;
        this.relay = relay;
        this.sharing = sharing;
    }

    private static Sql load(String name) {
        return SqlTemplate.load(PostgresRegister.class, name + ".sql").fill(Map.of(), Set.of());
    }

    @Override
    public RelayStanding look() throws SourceException {
        return run(
                "see who works on relay",
                connection -> new RelayStanding(true, owners(connection), paused(connection)));
    }

    @Override
    public RelayStanding.Pause pause(String by, String reason) throws SourceException, RefusedException {
        Map<String, String> values = Map.of("relay", relay, "by", by, "reason", reason);
        return write("pause relay", connection -> {
            try (PreparedStatement statement = PAUSE.prepare(connection, values);
                    ResultSet row = statement.executeQuery()) {
                row.next();
                return pause(row);
            }
        });
    }

    @Override
    public boolean resume() throws SourceException, RefusedException {
        return write("resume relay", connection -> {
            try (PreparedStatement statement = RESUME.prepare(connection, Map.of("relay", relay))) {
                return statement.executeUpdate() > 0;
            }
        });
    }

    private List<RelayStanding.Owner> owners(Connection connection) throws SQLException {
        Map<String, RelayStanding.Owner> owners = new LinkedHashMap<>();
        try (PreparedStatement statement = STANDING.prepare(connection, Map.of("relay", relay));
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                int shard = row.getInt("shard");
                // A negative number stands for the whole relay
                boolean whole = shard < 0 || (sharing == Sharing.WHOLE && shard == 0);
                Shards more = whole ? Shards.ALL : Shards.of(shard);
                var owner = new RelayStanding.Owner(row.getString("node"), row.getString("incarnation"), more);
                owners.merge(owner.incarnation(), owner, PostgresRegister::together);
            }
        }
        return new ArrayList<>(owners.values());
    }

    private static RelayStanding.Owner together(RelayStanding.Owner one, RelayStanding.Owner other) {
        return new RelayStanding.Owner(
                one.node(), one.incarnation(), one.shards().plus(other.shards()));
    }

    private RelayStanding.@Nullable Pause paused(Connection connection) throws SQLException {
        try (PreparedStatement statement = PAUSE_STATE.prepare(connection, Map.of("relay", relay));
                ResultSet row = statement.executeQuery()) {
            return row.next() ? pause(row) : null;
        } catch (SQLException e) {
            // A schema made by an earlier version has no such table, and then nothing is paused
            if (NOT_THERE_OR_NOT_ALLOWED.contains(String.valueOf(e.getSQLState()))) {
                return null;
            }
            throw e;
        }
    }

    private static RelayStanding.Pause pause(ResultSet row) throws SQLException {
        return new RelayStanding.Pause(
                Objects.requireNonNull(Rows.moment(row, "paused_at")),
                row.getString("paused_by"),
                row.getString("pause_reason"));
    }

    private <T> T write(String what, SqlWork<T> work) throws SourceException, RefusedException {
        try {
            return run(what, work);
        } catch (SourceException e) {
            if (e.getCause() instanceof SQLException cause
                    && NOT_THERE_OR_NOT_ALLOWED.contains(String.valueOf(cause.getSQLState()))) {
                throw new RefusedException("The table signalbox.relays, in which pauses are written down for all nodes,"
                        + " is missing or may not be written (" + firstLine(cause) + "). See docs/operating.md.");
            }
            throw e;
        }
    }

    private static String firstLine(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private <T> T run(String what, SqlWork<T> work) throws SourceException {
        try (Connection connection = connections.borrow()) {
            return work.run(connection);
        } catch (SQLException e) {
            throw new SourceException("could not %s %s: %s".formatted(what, relay, e.getMessage()), e);
        }
    }
}
