package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.jdbc.JsonTexts;
import dev.signalbox.jdbc.outbox.OutboxStatements.ExpiredResult;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ClaimStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.RowStatement;
import dev.signalbox.mysql.outbox.OutboxSession.LockedLease;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Releases rows that no Signalbox node claimed and whose claim exceeds the table's time-out. */
final class RecoverExpired {
    private RecoverExpired() {}

    static ExpiredResult run(OutboxSession on, Incarnation owner, Set<String> inFlight) throws SQLException {
        Optional<LockedLease> lease = on.lockLease(owner);
        if (lease.isEmpty()) {
            return new ExpiredResult(0, 0);
        }
        Set<String> claimed = on.context().byLeaseRow() ? claimed(on) : inFlight;
        Duration timeout = on.settings().processingTimeout();
        long micros = timeout.dividedBy(ChronoUnit.MICROS.getDuration());
        List<String> candidates = on
                .ids(RowStatement.EXPIRED, Map.of("micros", micros, "most", ExpiredResult.BATCH + claimed.size()))
                .stream()
                .filter(id -> !claimed.contains(id))
                .limit(ExpiredResult.BATCH)
                .toList();
        if (candidates.isEmpty()) {
            return new ExpiredResult(0, 0);
        }
        List<String> undated = new ArrayList<>();
        List<String> dated = new ArrayList<>();
        on.each(
                RowStatement.LOCK_EXPIRED,
                Map.of("ids", on.table().ids(candidates), "micros", micros),
                row -> (row.getBoolean("undated") ? undated : dated).add(row.getString("id")));
        if (!dated.isEmpty()) {
            on.update(
                    MySqlOutboxTemplates.RELEASE,
                    Set.of(),
                    Map.of("ids", on.table().ids(dated)));
        }
        if (!undated.isEmpty()) {
            String moment = on.table().mark(lease.get().moment(), timeout);
            on.update(RowStatement.DATE, Map.of("ids", on.table().ids(undated), "moment", moment));
        }
        return new ExpiredResult(dated.size(), dated.size() + undated.size());
    }

    private static Set<String> claimed(OutboxSession on) throws SQLException {
        Set<String> claimed = new HashSet<>();
        on.each(
                ClaimStatement.ALL_CLAIMS,
                Map.of("relay", on.relay()),
                row -> claimed.addAll(JsonTexts.strings(row.getString("ids"))));
        return claimed;
    }
}
