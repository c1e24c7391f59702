package dev.signalbox.mysql.outbox;

import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.fault.RowWrite;
import dev.signalbox.jdbc.fault.TableFault;
import dev.signalbox.jdbc.fault.TableFault.Remedy;
import dev.signalbox.jdbc.fault.WriteFaults;
import dev.signalbox.jdbc.layout.LayoutGuess;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/** Compares a table with what Signalbox reads from it and writes to it, without changing anything. */
public final class MySqlTableFaults {
    private static final List<String> MOMENTS = List.of("created_at", "processed_at", "held_until");
    private static final List<String> WRITTEN =
            List.of("status", "retry_count", "processed_at", "error_message", "held_until");

    private final MySqlOutboxTable table;
    private final OutboxLayout layout;
    private final MySqlColumnChanges changes;
    private final List<TableFault> faults = new ArrayList<>();

    private MySqlTableFaults(MySqlOutboxTable table) {
        this.table = table;
        this.layout = table.layout();
        this.changes = new MySqlColumnChanges(layout);
    }

    /** Everything that does not fit. */
    public static List<TableFault> of(
            Connection connection, MySqlOutboxTable table, Retention retention, ClaimMode claimMode) {
        List<RowWrite> writes = RowWrite.of(table.layout(), claimMode, retention);
        List<TableFault> faults = compared(table, writes);
        if (faults.stream().noneMatch(TableFault::stopsDelivery)) {
            faults.addAll(MySqlCheckConstraints.faults(connection, table, writes));
        }
        return faults;
    }

    /** Everything that makes the table unusable. */
    public static List<String> problems(MySqlOutboxTable table, OutboxSettings settings) {
        List<RowWrite> writes = RowWrite.of(table.layout(), settings.claimMode(), settings.retention());
        return TableFault.problems(compared(table, writes));
    }

    private static List<TableFault> compared(MySqlOutboxTable table, List<RowWrite> writes) {
        MySqlTableFaults all = new MySqlTableFaults(table);
        if (table.columns().isEmpty()) {
            all.faults.add(missing(table));
            return all.faults;
        }
        all.columns();
        if (table.isNumbered()) {
            all.numbered();
        }
        if (table.layout().columns().byKey().keySet().stream().anyMatch(key -> table.find(key) == null)) {
            LayoutGuess.hint(table.columns().keySet()).ifPresent(hint -> all.stop(hint, Remedy.UNKNOWN));
        }
        all.headers();
        if (!table.mayDelete()) {
            all.stop("the right to DELETE is missing, which the retention needs", all.grant("DELETE"));
        }
        all.faults.addAll(WriteFaults.of(all.layout, writes, table::find, all.changes));
        if (table.processedEvents() != null) {
            table.processedEvents().problems().forEach(problem -> all.stop(problem, Remedy.UNKNOWN));
            all.faults.addAll(table.processedEvents().faults());
        }
        return all.faults;
    }

    private static TableFault missing(MySqlOutboxTable table) {
        String problem = "the table does not exist in this database, or may not be seen";
        return table.isNumbered()
                ? TableFault.stopping(problem + "; 'signalbox schema install' makes it", Remedy.UNKNOWN)
                : TableFault.stopping(
                        problem,
                        Remedy.none("the application creates it, with the columns "
                                + String.join(
                                        ", ", table.layout().columns().byKey().values())));
    }

    private void stop(String problem, Remedy remedy) {
        faults.add(TableFault.stopping(problem, remedy));
    }

    private void columns() {
        layout.columns().byKey().forEach((key, name) -> {
            MySqlColumn column = table.find(key);
            if (column == null) {
                stop("column %s (for %s) does not exist".formatted(name, key), changes.toAdd(key, name));
                return;
            }
            rights(key, column);
            types(key, column);
            if (key.equals("status") && layout.stateEncoding() instanceof OutboxLayout.SentOnly) {
                flag(column);
            }
        });
    }

    private void rights(String key, MySqlColumn column) {
        if (!column.may("select")) {
            stop("the right to SELECT column %s is missing".formatted(column.name()), grant("SELECT"));
        }
        if ((WRITTEN.contains(key) || column.updatesItself()) && !column.may("update")) {
            stop("the right to UPDATE column %s is missing".formatted(column.name()), grant("UPDATE"));
        }
    }

    private void types(String key, MySqlColumn column) {
        if (MOMENTS.contains(key) && !column.isMoment()) {
            wrongType(
                    column,
                    "timestamp or datetime",
                    "datetime(6)",
                    column.type().equals("date"));
        }
        if (key.equals("retry_count") && !column.isNumber()) {
            wrongType(column, "a number", "int", column.isText());
        }
        if (key.equals("id") && !column.isText() && !column.isNumber() && !column.isUuid()) {
            wrongType(column, "text, a number, or MariaDB's uuid", "varchar(255)", false);
        }
        if (key.equals("id") && column.isFractional()) {
            wrongType(column, "text or a whole number", "bigint", false);
        }
        if (key.equals("message_group") && !column.isText() && !column.isWholeNumber()) {
            wrongType(column, "text or a whole number (smallint to bigint, without zerofill)", "varchar(255)", false);
        }
        if (key.equals("error_message") && !column.isText()) {
            wrongType(column, "text", "text", true);
        }
    }

    /** A flag that is NULL would leave its row waiting for ever. */
    private void flag(MySqlColumn flag) {
        if (!flag.isNumber()) {
            wrongType(flag, "boolean", "boolean", false);
        } else if (!flag.neverNull()) {
            stop(
                    "column %s may be NULL; it must be true or false (NOT NULL)".formatted(flag.name()),
                    changes.toNeverNull(flag));
        }
    }

    private void numbered() {
        MySqlColumn position = table.columns().get(layout.turn());
        if (position == null) {
            stop("column %s does not exist".formatted(layout.turn()), Remedy.UNKNOWN);
        } else if (!position.isNumber()) {
            wrongType(position, "a number", "bigint", false);
        }
        if (table.idIndex() == null) {
            stop(
                    "there is no unique index on (%s): two messages of the same id could not be told apart"
                            .formatted(layout.columns().id()),
                    Remedy.UNKNOWN);
        }
    }

    private void headers() {
        table.headers().missing().forEach(problem -> stop(problem, Remedy.UNKNOWN));
        for (String name : table.headers().columns()) {
            MySqlColumn column = table.columns().get(name);
            if (column != null && !column.may("select")) {
                stop("the right to SELECT column %s is missing".formatted(name), grant("SELECT"));
            }
        }
    }

    private Remedy grant(String right) {
        return changes.toGrant(right, table.account());
    }

    /** @param convertible whether the server can convert the values */
    private void wrongType(MySqlColumn column, String allowed, String type, boolean convertible) {
        stop(
                "column %s is of type %s; allowed is %s".formatted(column.name(), column.exactType(), allowed),
                changes.toType(column, type, convertible));
    }
}
