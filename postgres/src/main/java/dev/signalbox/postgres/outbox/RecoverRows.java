package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.Recovered;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gives back rows whose owner is gone: fenced owners' at once, unknown owners' after the table's time-out. */
final class RecoverRows {
    private static final int ROUNDS = 1_000;
    private static final int BATCH = 1_000;

    private record Round(boolean owned, int claims, int rows, boolean busy) {}

    /** What was given back, and whether somebody's lock kept us from giving back the rest. */
    private record Orphans(int rows, boolean busy) {}

    private final OutboxAccess access;
    private final OutboxSettings settings;
    private final String relay;

    RecoverRows(OutboxAccess access, OutboxSettings settings, String relay) {
        this.access = access;
        this.settings = settings;
        this.relay = relay;
    }

    Recovered recover(Incarnation owner, Holdings holdings) throws SourceException {
        Orphans orphans = new Orphans(0, false);
        if (access.byLeaseRow()) {
            orphans = orphans(owner, holdings, Set.of());
            purge(owner);
        }
        return new Recovered(orphans.rows(), expired(owner, holdings), orphans.busy());
    }

    /** Gives back what claims of our own marked whose answer never came: nobody would deliver it otherwise. */
    void giveBackDoubtful(Incarnation owner, Holdings holdings) throws SourceException {
        if (access.byLeaseRow() && holdings.hasFreshDoubt()) {
            orphans(owner, holdings, Set.of("doubtful_only"));
            holdings.doubtLookedInto();
        }
    }

    private Orphans orphans(Incarnation owner, Holdings holdings, Set<String> flags) throws SourceException {
        Sql sql = access.sql().get("recover-orphans", flags);
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", relay);
        values.put("doubtful", holdings.doubtful());
        int rows = 0;
        boolean busy = false;
        for (int round = 0; round < ROUNDS; round++) {
            Round done = access.write("give back rows of lost claims", owner, c -> orphansOnce(c, sql, values));
            rows += done.rows();
            busy = done.busy();
            if (!done.owned() || done.claims() == 0) {
                break;
            }
        }
        return new Orphans(rows, busy);
    }

    private static Round orphansOnce(Connection connection, Sql sql, Map<String, @Nullable Object> values)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return new Round(
                    rows.getBoolean("owned"), rows.getInt("claims"), rows.getInt("fenced"), rows.getBoolean("busy"));
        }
    }

    private void purge(Incarnation owner) throws SourceException {
        Sql sql = access.sql().get("purge-suspects", Set.of());
        Map<String, String> values = Map.of("owner", owner.value(), "relay", relay);
        access.write("forget suspects", owner, connection -> {
            try (PreparedStatement statement = sql.prepare(connection, values)) {
                return statement.executeUpdate();
            }
        });
    }

    private int expired(Incarnation owner, Holdings holdings) throws SourceException {
        Sql sql = access.sql().get("recover-expired", access.byLeaseRow() ? Set.of("lease") : Set.of());
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", relay);
        values.put("timeout", settings.processingTimeout().toString());
        values.put("holding", holdings.ids());
        int released = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Round done = access.write("give back expired rows", owner, c -> expiredOnce(c, sql, values));
            released += done.rows();
            if (done.claims() < BATCH) {
                break;
            }
        }
        return released;
    }

    private static Round expiredOnce(Connection connection, Sql sql, Map<String, @Nullable Object> values)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return new Round(true, rows.getInt("touched"), rows.getInt("released"), false);
        }
    }
}
