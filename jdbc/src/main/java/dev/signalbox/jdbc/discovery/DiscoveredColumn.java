package dev.signalbox.jdbc.discovery;

/**
 * A column of a table that may be an outbox.
 *
 * @param type as the database writes it
 * @param mayBeNull whether it accepts NULL
 * @param unique whether an index makes its values unique
 */
public record DiscoveredColumn(String name, ColumnKind kind, String type, boolean mayBeNull, boolean unique) {
    @Override
    public String toString() {
        return name + " (" + type + ")";
    }
}
