package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.outbox.Retention;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The table to which completed rows move, as it is in the database. Columns are matched by their names, and nothing moves
 * that would lose a value on the way.
 *
 * @param source the table from which rows move
 * @param columns those of the source
 * @param troubles what else stands in the way
 */
public record ArchiveTable(
        TableName source, TableName table, boolean exists, List<ArchivedColumn> columns, List<String> troubles) {
    /**
     * A column of the source.
     *
     * @param type in the source
     * @param archivedType of the column of the same name in the archive; empty if there is none
     * @param computed whether the archive computes it itself
     */
    public record ArchivedColumn(String name, String type, String archivedType, boolean computed) {
        boolean isMissing() {
            return archivedType.isEmpty();
        }

        boolean isOther() {
            return !isMissing() && !archivedType.equals(type);
        }
    }

    /** A batch that moves ends with the payload that reaches this. */
    public static final long BATCH_BYTES = 16L << 20;

    public ArchiveTable {
        columns = List.copyOf(columns);
        troubles = List.copyOf(troubles);
    }

    public static TableName named(Retention.ArchiveAfter retention) {
        return new TableName(retention.schema(), retention.table());
    }

    /** Everything that keeps rows from moving, with what helps. */
    public List<String> problems() {
        if (!exists) {
            return List.of(
                    "the archive table %s does not exist; 'signalbox schema install' creates it".formatted(table));
        }
        List<String> problems = new ArrayList<>(troubles);
        for (ArchivedColumn archivedColumn : columns) {
            if (archivedColumn.isMissing()) {
                problems.add("the archive table %s has no column %s %s, as %s has"
                        .formatted(table, archivedColumn.name(), archivedColumn.type(), source));
            } else if (archivedColumn.isOther()) {
                problems.add("column %s is of type %s in the archive table %s, and of type %s in %s"
                        .formatted(
                                archivedColumn.name(),
                                archivedColumn.archivedType(),
                                table,
                                archivedColumn.type(),
                                source));
            }
        }
        return problems;
    }

    /** What {@link #problems} are called where the table works without an archive. */
    public List<String> warnings() {
        return problems().stream()
                .map(problem -> "completed rows stay where they are: " + problem)
                .toList();
    }

    /** The columns of the source that the archive lacks. */
    public List<ArchivedColumn> missing() {
        return exists ? columns.stream().filter(ArchivedColumn::isMissing).toList() : List.of();
    }

    /** What to fill in for the names in a statement that moves rows. */
    public Map<String, String> names(Quoting quoting) {
        return Map.of(
                "bytes", String.valueOf(BATCH_BYTES),
                "archive", table.quoted(quoting),
                "archived", list(quoting::quote),
                "archived_of_t", list(column -> "t." + quoting.quote(column)));
    }

    private String list(UnaryOperator<String> each) {
        return columns.stream()
                .filter(archivedColumn -> !archivedColumn.computed())
                .map(archivedColumn -> each.apply(archivedColumn.name()))
                .collect(Collectors.joining(", "));
    }

    /** Fails with all that keeps rows from moving. */
    public void refuse() throws SQLException {
        List<String> problems = problems();
        if (!problems.isEmpty()) {
            throw new SQLException(String.join("; ", problems));
        }
    }

    /**
     * Fails, so that everything is undone, unless as many rows have come as have gone.
     *
     * @param copied rows that the archive took
     */
    public void expect(int gone, int copied) throws SQLException {
        if (gone != copied) {
            throw new SQLException("the archive table %s took %d of %d rows; a trigger or rule of it must take all"
                    .formatted(table, copied, gone));
        }
    }
}
