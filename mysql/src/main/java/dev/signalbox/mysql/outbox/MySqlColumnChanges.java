package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.fault.TableFault.Remedy;
import dev.signalbox.jdbc.fault.WriteFaults;
import java.util.List;
import java.util.Map;

/** The statements that make a column fit, for an administrator. */
final class MySqlColumnChanges implements WriteFaults.ColumnChanges<MySqlColumn> {
    private static final Quoting QUOTING = Quoting.MYSQL;
    private static final int WORD_ROOM = 20;
    private static final String COPIED = "the server may copy the table, and its writers wait meanwhile";
    private static final Map<String, String> ADDITIONS = Map.of(
            "message_group", "varchar(255) NULL",
            "retry_count", "int NOT NULL DEFAULT 0",
            "created_at", "timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)",
            "processed_at", "timestamp(6) NULL",
            "error_message", "text NULL",
            "held_until", "datetime(6) NULL");

    private final OutboxLayout layout;
    private final String table;

    MySqlColumnChanges(OutboxLayout layout) {
        this.layout = layout;
        this.table = layout.table().quoted(QUOTING);
    }

    @Override
    public Remedy toHold(MySqlColumn column, List<String> words) {
        if (column.isEnumeration()) {
            return modified(
                    column, column.enumerationWith(words), column.values().rest());
        }
        if (column.isOrderedText()) {
            int longest = words.stream().mapToInt(String::length).max().orElse(WORD_ROOM);
            return modified(
                    column,
                    "varchar(" + Math.max(WORD_ROOM, longest) + ")",
                    column.values().rest());
        }
        if (column.exactType().equals("tinyint(1)")) {
            return Remedy.none(
                    "no statement can tell the states apart that a boolean does not; the layout sent-flag works with"
                            + " the column as it is: outbox: { layout: sent-flag, columns: { status: %s } }"
                                    .formatted(column.name()));
        }
        return Remedy.none(
                "only the application knows which value of the column means which state: add a column of type"
                        + " varchar(20), fill it, and name it as outbox.columns.status");
    }

    @Override
    public Remedy toAllowNull(MySqlColumn column) {
        return modified(column, column.exactType(), column.values().rest().replaceFirst("^ NOT NULL", " NULL"));
    }

    @Override
    public Remedy toUnlimitedText(MySqlColumn column) {
        return modified(column, "text", column.neverNull() ? " NOT NULL" : " NULL");
    }

    @Override
    public Remedy toLargerNumber(MySqlColumn column) {
        return modified(column, "int", column.values().rest());
    }

    Remedy toNeverNull(MySqlColumn column) {
        Remedy change = modified(
                column, column.exactType(), column.values().rest().replaceFirst("^ NULL( DEFAULT NULL)?", " NOT NULL"));
        return new Remedy(change.statements(), "rows with NULL must get a value first, TRUE if they were sent");
    }

    /** A column that Signalbox finds missing. */
    Remedy toAdd(String key, String name) {
        String add = "ALTER TABLE %s ADD COLUMN %s ".formatted(table, QUOTING.quote(name));
        if (key.equals("status")) {
            boolean words = layout.stateEncoding() instanceof OutboxLayout.StatusWords;
            String done = words ? QUOTING.literal(layout.statusWords().completed()) : "TRUE";
            String waits = words ? QUOTING.literal(layout.statusWords().pending()) : "FALSE";
            return new Remedy(
                    List.of(
                            add + (words ? "varchar(20)" : "boolean") + " NOT NULL DEFAULT " + done,
                            "ALTER TABLE %s ALTER COLUMN %s SET DEFAULT %s"
                                    .formatted(table, QUOTING.quote(name), waits)),
                    "rows that exist count as delivered, new rows wait");
        }
        String definition = ADDITIONS.get(key);
        boolean unsent = key.equals("processed_at") && !(layout.stateEncoding() instanceof OutboxLayout.StatusWords);
        return definition == null || unsent
                ? Remedy.none(
                        "no statement can add it, because only the application knows its values for rows that exist;"
                                + " if they are in another column, name it as outbox.columns." + key.replace('_', '-'))
                : Remedy.by(add + definition);
    }

    Remedy toType(MySqlColumn column, String type, boolean convertible) {
        return convertible
                ? modified(column, type, column.neverNull() ? " NOT NULL" : " NULL")
                : Remedy.none("only the application knows how its values are converted to " + type);
    }

    /** @param account empty if it is unknown */
    Remedy toGrant(String right, String account) {
        return account.isEmpty() ? Remedy.UNKNOWN : Remedy.by("GRANT %s ON %s TO %s".formatted(right, table, account));
    }

    private Remedy modified(MySqlColumn column, String type, String rest) {
        return new Remedy(
                List.of("ALTER TABLE %s MODIFY COLUMN %s %s%s"
                        .formatted(table, QUOTING.quote(column.name()), typeOf(column, type), rest)),
                COPIED);
    }

    /** A type with the collation that the column has. */
    static String typeOf(MySqlColumn column, String type) {
        return column.isText()
                ? "%s CHARACTER SET %s COLLATE %s".formatted(type, column.charset(), column.collation())
                : type;
    }
}
