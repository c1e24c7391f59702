package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.jdbc.outbox.OutboxStatements.Expired;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.mysql.outbox.OnConnection.Template;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Gives back rows that nobody of us claimed and that have been held for longer than the table's time-out. */
final class RecoverExpired {
    private record Row(String id, boolean undated) {}

    private final MySqlTable table;
    private final Terms terms;

    RecoverExpired(MySqlTable table, Terms terms) {
        this.table = table;
        this.terms = terms;
    }

    Expired run(OnConnection on, Incarnation owner, Set<String> holding) throws SQLException {
        Optional<Lease> lease = Lease.lock(on, terms, owner);
        if (lease.isEmpty()) {
            return new Expired(0, 0);
        }
        Set<String> claimed = terms.byLeaseRow() ? claimed(on) : holding;
        long micros = terms.settings().processingTimeout().dividedBy(ChronoUnit.MICROS.getDuration());
        List<String> candidates = on
                .rows(
                        Template.of("expired"),
                        Map.of("micros", micros, "most", Expired.BATCH + claimed.size()),
                        rows -> rows.getString("id"))
                .stream()
                .filter(id -> !claimed.contains(id))
                .limit(Expired.BATCH)
                .toList();
        if (candidates.isEmpty()) {
            return new Expired(0, 0);
        }
        List<Row> locked = on.rows(
                Template.of("lock-expired"),
                Map.of("ids", table.ids(candidates), "micros", micros),
                rows -> new Row(rows.getString("id"), rows.getBoolean("undated")));
        List<String> undated = locked.stream().filter(Row::undated).map(Row::id).toList();
        List<String> dated =
                locked.stream().filter(row -> !row.undated()).map(Row::id).toList();
        if (!dated.isEmpty()) {
            on.update(Template.of("release"), Map.of("ids", table.ids(dated)));
        }
        if (!undated.isEmpty()) {
            String moment = table.mark(lease.get().moment(), terms.settings().processingTimeout());
            on.update(Template.of("date"), Map.of("ids", table.ids(undated), "moment", moment));
        }
        return new Expired(dated.size(), locked.size());
    }

    private Set<String> claimed(OnConnection on) throws SQLException {
        Set<String> claimed = new HashSet<>();
        on.rows(
                Template.of("all-claims"),
                Map.of("relay", terms.relay()),
                rows -> claimed.addAll(JsonTexts.read(rows.getString("ids"))));
        return claimed;
    }
}
