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

    private record Round(boolean owned, int claims, int rows) {}

    private final OutboxAccess access;
    private final OutboxSettings settings;
    private final String relay;

    RecoverRows(OutboxAccess access, OutboxSettings settings, String relay) {
        this.access = access;
        this.settings = settings;
        this.relay = relay;
    }

    Recovered recover(Incarnation owner, Holdings holdings) throws SourceException {
        int orphans = 0;
        if (access.byLeaseRow()) {
            orphans = orphans(owner, holdings, Set.of());
            loadSuspects(holdings);
        }
        return new Recovered(orphans, expired(owner, holdings));
    }

    /** Gives back what claims of our own marked whose answer never came: nobody would deliver it otherwise. */
    void giveBackDoubtful(Incarnation owner, Holdings holdings) throws SourceException {
        if (access.byLeaseRow() && holdings.hasFreshDoubt()) {
            orphans(owner, holdings, Set.of("doubtful_only"));
            holdings.doubtLookedInto();
        }
    }

    private int orphans(Incarnation owner, Holdings holdings, Set<String> flags) throws SourceException {
        Sql sql = access.sql().get("recover-orphans", flags);
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", relay);
        values.put("doubtful", holdings.doubtful());
        int rows = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Round done = access.write("give back rows of lost claims", owner, c -> orphansOnce(c, sql, values));
            rows += done.rows();
            if (!done.owned() || done.claims() == 0) {
                break;
            }
        }
        return rows;
    }

    private static Round orphansOnce(Connection connection, Sql sql, Map<String, @Nullable Object> values)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return new Round(rows.getBoolean("owned"), rows.getInt("claims"), rows.getInt("fenced"));
        }
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
            return new Round(true, rows.getInt("touched"), rows.getInt("released"));
        }
    }

    private void loadSuspects(Holdings holdings) throws SourceException {
        holdings.suspects(access.read("read the suspects", connection -> Suspects.load(connection, relay)));
    }
}
