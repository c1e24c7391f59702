package dev.signalbox.postgres.outbox;

/**
 * What the catalogue says about one column of an outbox table.
 *
 * @param type for casts, without length or precision
 * @param exactType with length and precision
 * @param baseType the type below a domain
 * @param category PostgreSQL's letter for the kind of type
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
