package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.fault.RowWrite;
import dev.signalbox.jdbc.fault.TableFault;
import dev.signalbox.jdbc.fault.TableFault.Effect;
import dev.signalbox.jdbc.fault.TableFault.Remedy;
import dev.signalbox.jdbc.fault.WriteFaults;
import dev.signalbox.jdbc.layout.LayoutGuess;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Compares a table with what Signalbox reads from it and writes to it, without changing anything. */
public final class PostgresTableFaults {
    private static final List<String> MOMENTS = List.of("created_at", "processed_at", "held_until");
    private static final List<String> WRITTEN =
            List.of("status", "retry_count", "processed_at", "error_message", "held_until");

    private final PostgresOutboxTable table;
    private final OutboxLayout layout;
    private final PostgresColumnChanges changes;
    private final List<TableFault> faults = new ArrayList<>();

    private PostgresTableFaults(PostgresOutboxTable table) {
        this.table = table;
        this.layout = table.layout();
        this.changes = new PostgresColumnChanges(layout);
    }

    /** Everything that does not fit. */
    static List<TableFault> of(
            Connection connection, PostgresOutboxTable table, Retention retention, ClaimMode claimMode)
            throws SQLException {
        List<RowWrite> writes = RowWrite.of(table.layout(), claimMode, retention);
        List<TableFault> faults = compared(table, retention, writes);
        if (faults.stream().noneMatch(TableFault::stopsDelivery)) {
            faults.addAll(PostgresCheckConstraints.faults(connection, table, writes));
        }
        return faults;
    }

    /** Everything that makes the table unusable. */
    public static List<String> problems(PostgresOutboxTable table, OutboxSettings settings) {
        List<RowWrite> writes = RowWrite.of(table.layout(), settings.claimMode(), settings.retention());
        return TableFault.problems(compared(table, settings.retention(), writes));
    }

    private static List<TableFault> compared(PostgresOutboxTable table, Retention retention, List<RowWrite> writes) {
        PostgresTableFaults all = new PostgresTableFaults(table);
        if (table.columns().isEmpty()) {
            all.stop(
                    "the table does not exist, or its schema is not on the search path",
                    Remedy.none("the application creates it, with the columns "
                            + String.join(", ", table.layout().columns().byKey().values())));
            return all.faults;
        }
        all.columns();
        all.headers();
        all.rights(retention);
        all.faults.addAll(WriteFaults.of(all.layout, writes, table::find, all.changes));
        if (table.processedEvents() != null) {
            table.processedEvents().problems().forEach(problem -> all.stop(problem, Remedy.UNKNOWN));
            all.faults.addAll(table.processedEvents().faults());
        }
        return all.faults;
    }

    private void stop(String problem, Remedy remedy) {
        faults.add(TableFault.stopping(problem, remedy));
    }

    private void columns() {
        layout.columns().byKey().forEach((key, name) -> {
            PostgresColumn column = table.find(key);
            if (column == null) {
                stop("column %s (for %s) does not exist".formatted(name, key), changes.toAdd(key, name));
                return;
            }
            column(key, column);
            if (key.equals("status") && layout.stateEncoding() instanceof OutboxLayout.SentOnly) {
                flag(column);
            }
        });
        if (layout.columns().byKey().keySet().stream().anyMatch(key -> table.find(key) == null)) {
            LayoutGuess.hint(table.columns().keySet()).ifPresent(hint -> stop(hint, Remedy.UNKNOWN));
        }
    }

    private void column(String key, PostgresColumn column) {
        if (!column.maySelect()) {
            stop("the right to SELECT column %s is missing".formatted(column.name()), grant("SELECT"));
        }
        if (WRITTEN.contains(key) && !column.mayUpdate()) {
            stop("the right to UPDATE column %s is missing".formatted(column.name()), grant("UPDATE"));
        }
        if (MOMENTS.contains(key) && !column.isMoment()) {
            wrongType(
                    column,
                    "timestamp or timestamptz",
                    "timestamptz",
                    column.category().equals("D"));
        }
        if ((key.equals("id") || key.equals("message_group")) && !column.isComparable()) {
            wrongType(column, "text, a number or uuid", "text", true);
        }
        if (key.equals("retry_count") && !column.isNumber()) {
            wrongType(column, "a number", "integer", column.isText());
        }
        if (key.equals("error_message") && !column.isText()) {
            wrongType(column, "text", "text", true);
        }
    }

    /** Rejects a nullable flag: a row whose flag is null would wait for ever. */
    private void flag(PostgresColumn flag) {
        if (!flag.isBoolean()) {
            wrongType(flag, "boolean", "boolean", false);
        } else if (!flag.neverNull()) {
            stop(
                    "column %s may be NULL; it must be true or false (NOT NULL)".formatted(flag.name()),
                    changes.toNeverNull(flag));
        }
    }

    private void headers() {
        table.headers().missing().forEach(problem -> stop(problem, Remedy.UNKNOWN));
        for (String name : table.headers().columns()) {
            PostgresColumn column = table.columns().get(name);
            if (column != null && !column.maySelect()) {
                stop("the right to SELECT column %s is missing".formatted(name), grant("SELECT"));
            }
            if (column != null && column.isBytes()) {
                wrongType(column, "text or JSON", "text", false);
            }
        }
    }

    private void rights(Retention retention) {
        if (retention.deletes() && !table.mayDelete()) {
            stop("the right to DELETE is missing, which the retention needs", grant("DELETE"));
        }
        if (table.access().hidden()) {
            faults.add(new TableFault(
                    "row-level security applies to the role %s, and rows that its policies hide are never delivered; needed is BYPASSRLS, or policies that show all rows"
                            .formatted(table.access().role()),
                    Effect.DETAIL_LOST,
                    Remedy.none(
                            "whether the role may see all rows, an administrator decides: ALTER ROLE … BYPASSRLS")));
        }
    }

    private Remedy grant(String right) {
        return changes.toGrant(right, table.access().role());
    }

    /** @param convertible whether the database can convert the values */
    private void wrongType(PostgresColumn column, String allowed, String type, boolean convertible) {
        stop(
                "column %s is of type %s; allowed is %s".formatted(column.name(), column.exactType(), allowed),
                changes.toType(column, type, convertible));
    }
}
