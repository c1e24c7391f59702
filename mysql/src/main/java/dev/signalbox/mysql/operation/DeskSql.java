package dev.signalbox.mysql.operation;

import dev.signalbox.jdbc.OutboxLayout;
import java.util.Map;

/** What an operator wants to know of a row, wherever its layout has it. */
final class DeskSql {
    private final Map<String, String> names;
    private final OutboxLayout layout;
    private final boolean records;

    private DeskSql(Map<String, String> names, OutboxLayout layout, boolean sideSchema) {
        this.names = names;
        this.layout = layout;
        this.records = layout.recordsFailuresAside() && sideSchema;
    }

    /** Adds to the names that statements about the table have anyway. */
    static void addTo(Map<String, String> names, OutboxLayout layout, boolean sideSchema) {
        DeskSql sql = new DeskSql(names, layout, sideSchema);
        names.put("t_tries", sql.failure("t", "attempts", "retry_count", "0"));
        names.put("t_error", "CONVERT(" + sql.failure("t", "error", "error_message", "NULL") + " USING utf8mb4)");
        names.put("b_error", "CONVERT(" + sql.failure("b", "error", "error_message", "NULL") + " USING utf8mb4)");
        sql.times();
    }

    /** What stands in the row, or beside it, or nowhere. */
    private String failure(String alias, String recorded, String column, String otherwise) {
        if (!layout.recordsFailuresAside()) {
            return alias + "." + names.get(column);
        }
        return records
                ? "(SELECT g.%s FROM signalbox_failures g WHERE g.relay = :relay AND g.id = CAST(%s.%s AS char))"
                        .formatted(recorded, alias, names.get("id"))
                : otherwise;
    }

    /** Where a row has no time of its own for having been given up, it is recorded beside the table. */
    private String failedOr(String changed) {
        String failed = MySqlDesk.micros(failure("t", "changed_at", "", "NULL"));
        return "CASE WHEN %s THEN %s ELSE %s END".formatted(names.get("t_dead"), failed, changed);
    }

    private void times() {
        String changed = MySqlDesk.micros("t." + names.get("processed_at"));
        switch (layout.states()) {
            case OutboxLayout.Words _ -> {
                names.put("t_state", "CONVERT(t." + names.get("status") + " USING utf8mb4)");
                names.put("t_changed", layout.marks() ? changed : failedOr(changed));
                names.put("t_held_since", changed);
                names.put("t_held_until", changed + " + :timeout_micros");
                names.put("k_claimed_at", MySqlDesk.micros("k.claimed_at"));
            }
            case OutboxLayout.Moments() -> {
                names.put(
                        "t_state",
                        "CASE WHEN %s THEN 'PENDING' WHEN %s THEN 'PROCESSING' WHEN %s THEN 'FAILED' ELSE 'COMPLETED' END"
                                .formatted(names.get("t_waits"), names.get("t_held"), names.get("t_dead")));
                names.put("t_changed", failedOr(changed));
                String until = MySqlDesk.micros("t." + names.get("held_until"));
                names.put("t_held_since", until + " - :timeout_micros");
                names.put("t_held_until", until);
                // A claim that has marked its rows says until when
                names.put("k_claimed_at", MySqlDesk.micros("k.claimed_at") + " - if(k.number > 0, :timeout_micros, 0)");
            }
        }
    }
}
