package dev.signalbox.jdbc.admin;

import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import java.util.Map;

/** SQL expressions for what an operator wants to know about a row, for each layout. */
public final class AdminSql {
    /**
     * The database's expressions; {@code %s} is the operand.
     *
     * @param text a value as text
     * @param moment a timestamp in the form that {@link AdminDialect#moment} parses
     * @param failure a column of the failure record beside a row; takes the column, the row's alias, and its id column
     * @param timeout how long a claim on a row lasts
     * @param changed the time of the last change, according to the row
     * @param heldUntil the time at which the claim ends, according to the row
     */
    public record SqlExpressions(
            Quoting quoting,
            String text,
            String moment,
            String failure,
            String timeout,
            String changed,
            String heldUntil) {}

    private final Map<String, String> names;
    private final OutboxLayout layout;
    private final boolean sideSchema;
    private final SqlExpressions expressions;

    private AdminSql(Map<String, String> names, OutboxLayout layout, boolean sideSchema, SqlExpressions expressions) {
        this.names = names;
        this.layout = layout;
        this.sideSchema = sideSchema;
        this.expressions = expressions;
    }

    /** Adds these expressions to the names that statements about the table already have. */
    public static void addTo(
            Map<String, String> names,
            OutboxLayout layout,
            HeaderColumns headers,
            boolean sideSchema,
            SqlExpressions expressions) {
        AdminSql sql = new AdminSql(names, layout, sideSchema, expressions);
        names.put("aggregate_type", sql.header(headers, "aggregateType"));
        names.put("correlation_id", sql.header(headers, "correlationId"));
        names.put("t_tries", sql.failure("t", "attempts", "retry_count", "0"));
        names.put("t_error", expressions.text().formatted(sql.failure("t", "error", "error_message", "NULL")));
        names.put("b_error", expressions.text().formatted(sql.failure("b", "error", "error_message", "NULL")));
        sql.times();
    }

    private String header(HeaderColumns headers, String name) {
        return headers.columnOf(name)
                .map(column -> expressions
                        .text()
                        .formatted("t." + expressions.quoting().quote(column)))
                .orElse("NULL");
    }

    /** The value in the row, in the record beside it, or the default. */
    private String failure(String alias, String recorded, String column, String otherwise) {
        if (!layout.recordsFailuresAside()) {
            return alias + "." + names.get(column);
        }
        return sideSchema ? expressions.failure().formatted(recorded, alias, names.get("id")) : otherwise;
    }

    /** The time of the last change; for a dead letter, the time in the failure record beside the table. */
    private String failedOrChanged() {
        String failed = expressions.moment().formatted(failure("t", "changed_at", "", "NULL"));
        return "CASE WHEN %s THEN %s ELSE %s END".formatted(names.get("t_dead"), failed, expressions.changed());
    }

    private void times() {
        String claimed = expressions.moment().formatted("k.claimed_at");
        switch (layout.stateEncoding()) {
            case OutboxLayout.StatusWords _ -> {
                names.put("t_state", expressions.text().formatted("t." + names.get("status")));
                names.put("t_changed", layout.marks() ? expressions.changed() : failedOrChanged());
                names.put("t_held_since", expressions.changed());
                names.put("t_held_until", expressions.changed() + " + " + expressions.timeout());
                names.put("k_claimed_at", claimed);
            }
            case OutboxLayout.SentOnly _ -> {
                names.put(
                        "t_state",
                        "CASE WHEN %s THEN 'PENDING' WHEN %s THEN 'FAILED' ELSE 'COMPLETED' END"
                                .formatted(names.get("t_waits"), names.get("t_dead")));
                names.put("t_changed", failedOrChanged());
                names.put("t_held_since", expressions.changed());
                names.put("t_held_until", expressions.changed());
                names.put("k_claimed_at", claimed);
            }
            case OutboxLayout.StateTimestamps() -> {
                names.put(
                        "t_state",
                        "CASE WHEN %s THEN 'PENDING' WHEN %s THEN 'PROCESSING' WHEN %s THEN 'FAILED' ELSE 'COMPLETED' END"
                                .formatted(names.get("t_waits"), names.get("t_held"), names.get("t_dead")));
                names.put("t_changed", failedOrChanged());
                names.put("t_held_since", expressions.heldUntil() + " - " + expressions.timeout());
                names.put("t_held_until", expressions.heldUntil());
                // A claim that marks its rows records its end
                names.put(
                        "k_claimed_at",
                        "CASE WHEN k.number > 0 THEN %s - %s ELSE %s END"
                                .formatted(claimed, expressions.timeout(), claimed));
            }
        }
    }
}
