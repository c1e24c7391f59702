package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.Holding;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes the chosen rows in one fenced statement: marks them, or only records that they are held. */
final class TakeRows {
    private final OutboxAccess access;
    private final OutboxSettings settings;
    private final String relay;

    TakeRows(OutboxAccess access, OutboxSettings settings, String relay) {
        this.access = access;
        this.settings = settings;
        this.relay = relay;
    }

    Taken take(Incarnation owner, Holdings holdings, List<Run> runs) throws SourceException {
        boolean offered = runs.stream().anyMatch(Run::offered);
        Sql sql = access.sql().get(access.holding() == Holding.OWN ? "record" : "claim", flags(offered));
        Map<String, @Nullable Object> values = values(runs);
        values.put("owner", owner.value());
        values.put("relay", relay);
        values.put("max_payload", settings.maxPayloadBytes());
        try {
            Taken taken = access.writeOnce(
                    "claim rows", owner, connection -> run(connection, sql, values, new Asked(runs, holdings)));
            holdings.claimed(taken.number(), taken.messages());
            return taken;
        } catch (SourceException e) {
            holdings.claimFailed();
            throw e;
        }
    }

    private record Asked(List<Run> runs, Holdings holdings) {}

    private Taken run(Connection connection, Sql sql, Map<String, @Nullable Object> values, Asked asked)
            throws SQLException {
        // Each try has a number of its own: the one before may have been committed without our knowing
        long number = asked.holdings().beginClaim();
        values.put("number", number);
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            return new TakenRows(number).read(rows).inOrderOf(asked.runs(), settings.ordering() != Ordering.NONE);
        }
    }

    private static Map<String, @Nullable Object> values(List<Run> runs) {
        List<String> ids = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        List<String> offeredGroups = new ArrayList<>();
        List<Integer> offeredRuns = new ArrayList<>();
        for (int number = 0; number < runs.size(); number++) {
            Run run = runs.get(number);
            for (Found row : run.rows()) {
                ids.add(row.id());
                numbers.add(number);
            }
            if (run.offered() && run.group() != null) {
                offeredGroups.add(run.group());
                offeredRuns.add(number);
            }
        }
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("ids", ids.toArray(String[]::new));
        values.put("runs", numbers.toArray(Integer[]::new));
        values.put("offered_groups", offeredGroups.toArray(String[]::new));
        values.put("offered_runs", offeredRuns.toArray(Integer[]::new));
        return values;
    }

    private Set<String> flags(boolean offered) {
        Set<String> flags = new HashSet<>();
        flags.add(access.byLeaseRow() ? "lease" : "no lease");
        flags.add(offered ? "offered" : "nothing ahead");
        flags.add(settings.ordering() == Ordering.NONE ? "in any order" : "in_order");
        flags.add(settings.holdExhausted() ? "hold_exhausted" : "go on after a failure");
        return flags;
    }
}
