package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.LimitedColumn;
import dev.signalbox.postgres.ColumnSize;

/**
 * The catalogue entry of one column of an outbox table.
 *
 * @param type the type for casts, without length or precision
 * @param exactType the type with length and precision
 * @param baseType the type that a domain is based on
 * @param category PostgreSQL's letter for the type category
 */
public record PostgresColumn(
        String name,
        String type,
        String exactType,
        String baseType,
        String category,
        boolean maySelect,
        boolean mayUpdate,
        boolean leadsIndex,
        boolean neverNull) {

    /** The column with a limit for the size of its value. */
    public LimitedColumn limited(String expression, int limit) {
        return category.equals("E")
                ? new LimitedColumn(name, null, limit)
                : ColumnSize.limited(name, expression, baseType, exactType, limit);
    }

    boolean isBoolean() {
        return baseType.equals("boolean");
    }

    boolean isText() {
        return category.equals("S");
    }

    boolean isBytes() {
        return baseType.equals("bytea");
    }

    boolean isMoment() {
        return isZoned() || baseType.equals("timestamp without time zone");
    }

    boolean isZoned() {
        return baseType.equals("timestamp with time zone");
    }

    public boolean isNumber() {
        return category.equals("N");
    }
}
