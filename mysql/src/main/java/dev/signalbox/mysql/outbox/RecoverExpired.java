package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxStatements.ExpiredResult;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ClaimStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.RowStatement;
import dev.signalbox.mysql.outbox.OutboxStatementRunner.Template;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Releases rows that no Signalbox node claimed and whose claim exceeds the table's time-out. */
final class RecoverExpired {
    private record Row(String id, boolean undated) {}

    private final MySqlOutboxTable table;
    private final OutboxContext context;

    RecoverExpired(MySqlOutboxTable table, OutboxContext context) {
        this.table = table;
        this.context = context;
    }

    ExpiredResult run(OutboxStatementRunner on, Incarnation owner, Set<String> holding) throws SQLException {
        Optional<LockedLease> lease = LockedLease.lock(on, context, owner);
        if (lease.isEmpty()) {
            return new ExpiredResult(0, 0);
        }
        Set<String> claimed = context.byLeaseRow() ? claimed(on) : holding;
        long micros = context.settings().processingTimeout().dividedBy(ChronoUnit.MICROS.getDuration());
        List<String> candidates = on
                .rows(
                        Template.of(MySqlOutboxTemplates.ROWS, RowStatement.EXPIRED),
                        Map.of("micros", micros, "most", ExpiredResult.BATCH + claimed.size()),
                        rows -> rows.getString("id"))
                .stream()
                .filter(id -> !claimed.contains(id))
                .limit(ExpiredResult.BATCH)
                .toList();
        if (candidates.isEmpty()) {
            return new ExpiredResult(0, 0);
        }
        List<Row> locked = on.rows(
                Template.of(MySqlOutboxTemplates.ROWS, RowStatement.LOCK_EXPIRED),
                Map.of("ids", table.ids(candidates), "micros", micros),
                rows -> new Row(rows.getString("id"), rows.getBoolean("undated")));
        List<String> undated = locked.stream().filter(Row::undated).map(Row::id).toList();
        List<String> dated =
                locked.stream().filter(row -> !row.undated()).map(Row::id).toList();
        if (!dated.isEmpty()) {
            on.update(Template.of(MySqlOutboxTemplates.RELEASE, Set.of()), Map.of("ids", table.ids(dated)));
        }
        if (!undated.isEmpty()) {
            String moment = table.mark(lease.get().moment(), context.settings().processingTimeout());
            on.update(
                    Template.of(MySqlOutboxTemplates.ROWS, RowStatement.DATE),
                    Map.of("ids", table.ids(undated), "moment", moment));
        }
        return new ExpiredResult(dated.size(), locked.size());
    }

    private Set<String> claimed(OutboxStatementRunner on) throws SQLException {
        Set<String> claimed = new HashSet<>();
        on.rows(
                Template.of(MySqlOutboxTemplates.CLAIMS, ClaimStatement.ALL_CLAIMS),
                Map.of("relay", context.relay()),
                rows -> claimed.addAll(JsonStringArray.read(rows.getString("ids"))));
        return claimed;
    }
}
