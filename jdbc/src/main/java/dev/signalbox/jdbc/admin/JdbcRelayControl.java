package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state of one relay, from the side schema. */
public final class JdbcRelayControl implements RelayControl {
    private final AdminDialect dialect;
    private final ConnectionLender connections;
    private final String relay;
    private final RelaySharing sharing;

    /**
     * @param relay the relay's identity, the same on all nodes
     * @param sharing whether the owner of the first shard owns the whole relay
     */
    public JdbcRelayControl(AdminDialect dialect, ConnectionLender connections, String relay, RelaySharing sharing) {
        this.dialect = dialect;
        this.connections = connections;
        this.relay = relay;
        this.sharing = sharing;
    }

    private Sql sql(AdminTemplates.Statement statement) {
        return dialect.templates().statements().sql(statement);
    }

    @Override
    public RelayStatus status() throws SourceException {
        return run(
                "see who works on relay", connection -> new RelayStatus(true, owners(connection), paused(connection)));
    }

    @Override
    public RelayStatus.Pause pause(String by, String reason) throws SourceException, RefusedException {
        Map<String, String> values = Map.of("relay", relay, "by", by, "reason", reason);
        return write("pause relay", connection -> dialect.pause(connection, values));
    }

    @Override
    public boolean resume() throws SourceException, RefusedException {
        return write(
                "resume relay",
                connection -> sql(AdminTemplates.Statement.RESUME).update(connection, Map.of("relay", relay)) > 0);
    }

    private List<RelayStatus.Owner> owners(Connection connection) throws SQLException {
        Map<String, RelayStatus.Owner> owners = new LinkedHashMap<>();
        sql(AdminTemplates.Statement.OWNERS).each(connection, Map.of("relay", relay), row -> {
            int shard = row.getInt("shard");
            // A negative number stands for the whole relay
            boolean whole = shard < 0 || (sharing == RelaySharing.WHOLE && shard == 0);
            Shards more = whole ? Shards.ALL : Shards.of(shard);
            var owner = new RelayStatus.Owner(row.getString("node"), row.getString("incarnation"), more);
            owners.merge(owner.incarnation(), owner, JdbcRelayControl::together);
        });
        return new ArrayList<>(owners.values());
    }

    private static RelayStatus.Owner together(RelayStatus.Owner one, RelayStatus.Owner other) {
        return new RelayStatus.Owner(one.node(), one.incarnation(), one.shards().plus(other.shards()));
    }

    private RelayStatus.@Nullable Pause paused(Connection connection) throws SQLException {
        try {
            return sql(AdminTemplates.Statement.PAUSE_STATE)
                    .first(connection, Map.of("relay", relay), dialect::pause)
                    .orElse(null);
        } catch (SQLException e) {
            // The schema of an earlier version lacks this table, so nothing is paused
            if (isMissing(e)) {
                return null;
            }
            throw e;
        }
    }

    private <T> T write(String what, SqlWork<T> work) throws SourceException, RefusedException {
        try {
            return run(what, work);
        } catch (SourceException e) {
            if (e.getCause() instanceof SQLException cause && isMissing(cause)) {
                throw new RefusedException("The table " + dialect.relays()
                        + ", in which pauses are written down for all nodes," + " is missing or may not be written ("
                        + firstLine(cause) + "). See docs/operating.md.");
            }
            throw e;
        }
    }

    private boolean isMissing(SQLException e) {
        AdminDialect.FailureKind kind = dialect.kindOf(e);
        return kind == AdminDialect.FailureKind.TABLE_MISSING || kind == AdminDialect.FailureKind.NOT_ALLOWED;
    }

    private static String firstLine(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private <T> T run(String what, SqlWork<T> work) throws SourceException {
        return connections.run(what + " " + relay, work);
    }
}
