package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.fault.TableFault.Remedy;
import dev.signalbox.jdbc.fault.WriteFaults;
import java.util.List;
import java.util.Map;

/** The statements that make a column fit, for an administrator. */
final class PostgresColumnChanges implements WriteFaults.ColumnChanges<PostgresColumn> {
    private static final Quoting QUOTING = Quoting.POSTGRESQL;
    private static final int WORD_ROOM = 20;
    private static final Map<String, String> ADDITIONS = Map.of(
            "message_group", "text",
            "retry_count", "integer NOT NULL DEFAULT 0",
            "created_at", "timestamptz NOT NULL DEFAULT now()",
            "processed_at", "timestamptz",
            "error_message", "text",
            "held_until", "timestamptz");

    private final OutboxLayout layout;
    private final String table;

    PostgresColumnChanges(OutboxLayout layout) {
        this.layout = layout;
        this.table = layout.table().quoted(QUOTING);
    }

    @Override
    public Remedy toHold(PostgresColumn column, List<String> words) {
        if (column.isEnumeration()) {
            return new Remedy(
                    words.stream()
                            .map(word ->
                                    "ALTER TYPE %s ADD VALUE %s".formatted(column.baseType(), QUOTING.literal(word)))
                            .toList(),
                    "the new values can be used when their transaction has ended");
        }
        if (column.isText()) {
            int longest = words.stream().mapToInt(String::length).max().orElse(WORD_ROOM);
            return Remedy.by(typed(column, "varchar(" + Math.max(WORD_ROOM, longest) + ")"));
        }
        if (column.isBoolean()) {
            return Remedy.none(
                    "no statement can tell the states apart that a boolean does not; the layout sent-flag works with"
                            + " the column as it is: outbox: { layout: sent-flag, columns: { status: %s } }"
                                    .formatted(column.name()));
        }
        return Remedy.none(
                ("only the application knows which value of the column means which state; either outbox.statuses"
                                + " names these values, or the column becomes text: ALTER TABLE %s ALTER COLUMN %s TYPE varchar(%d)"
                                + " USING CASE %s WHEN … END")
                        .formatted(table, quoted(column), WORD_ROOM, quoted(column)));
    }

    @Override
    public Remedy toAllowNull(PostgresColumn column) {
        return Remedy.by(altered(column) + " DROP NOT NULL");
    }

    @Override
    public Remedy toUnlimitedText(PostgresColumn column) {
        return Remedy.by(typed(column, "text"));
    }

    @Override
    public Remedy toLargerNumber(PostgresColumn column) {
        return toType(column, "integer", true);
    }

    Remedy toNeverNull(PostgresColumn column) {
        return new Remedy(
                List.of(altered(column) + " SET NOT NULL"),
                "rows with NULL must get a value first, TRUE if they were sent");
    }

    /** A column that Signalbox finds missing. */
    Remedy toAdd(String key, String name) {
        String add = "ALTER TABLE %s ADD COLUMN %s ".formatted(table, QUOTING.quote(name));
        if (key.equals("status") && layout.stateEncoding() instanceof OutboxLayout.StatusWords words) {
            return new Remedy(
                    List.of(
                            add + "varchar(20) NOT NULL DEFAULT " + QUOTING.literal(words.completed()),
                            "ALTER TABLE %s ALTER COLUMN %s SET DEFAULT %s"
                                    .formatted(table, QUOTING.quote(name), QUOTING.literal(words.pending()))),
                    "rows that exist count as delivered, new rows wait");
        }
        if (key.equals("status")) {
            return new Remedy(
                    List.of(
                            add + "boolean NOT NULL DEFAULT true",
                            "ALTER TABLE %s ALTER COLUMN %s SET DEFAULT false".formatted(table, QUOTING.quote(name))),
                    "rows that exist count as delivered, new rows wait");
        }
        String definition = ADDITIONS.get(key);
        return definition == null || isUnsentWithout(key)
                ? Remedy.none(
                        "no statement can add it, because only the application knows its values for rows that exist;"
                                + " if they are in another column, name it as outbox.columns." + key.replace('_', '-'))
                : Remedy.by(add + definition);
    }

    /** With a new empty time of sending, every old row would be sent again. */
    private boolean isUnsentWithout(String key) {
        return key.equals("processed_at") && !(layout.stateEncoding() instanceof OutboxLayout.StatusWords);
    }

    /** A column whose values can be converted. */
    Remedy toType(PostgresColumn column, String type, boolean convertible) {
        String conversion = "%s TYPE %s USING CAST(%s AS %s)".formatted(altered(column), type, quoted(column), type);
        return convertible
                ? new Remedy(List.of(conversion), "every row is written anew, and the table is locked meanwhile")
                : Remedy.none("only the application knows how its values are converted to " + type);
    }

    Remedy toGrant(String right, String role) {
        return Remedy.by("GRANT %s ON %s TO %s".formatted(right, table, QUOTING.quote(role)));
    }

    private String typed(PostgresColumn column, String type) {
        return altered(column) + " TYPE " + type;
    }

    private String altered(PostgresColumn column) {
        return "ALTER TABLE %s ALTER COLUMN %s".formatted(table, quoted(column));
    }

    private static String quoted(PostgresColumn column) {
        return QUOTING.quote(column.name());
    }
}
