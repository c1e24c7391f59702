package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.TableName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The inspected table that completed rows move to. Columns match by name, and nothing moves if a value would be lost.
 *
 * @param source the table that rows move from
 * @param columns the columns of the source
 * @param troubles other problems
 */
public record ArchiveTable(
        TableName source, TableName table, boolean exists, List<ArchivedColumn> columns, List<String> troubles) {
    /**
     * A column of the source.
     *
     * @param type its type in the source
     * @param archivedType the type of the archive's column of the same name; empty if there is none
     * @param computed whether the archive computes the column
     */
    public record ArchivedColumn(String name, String type, String archivedType, boolean computed) {
        boolean isMissing() {
            return archivedType.isEmpty();
        }

        boolean isOther() {
            return !isMissing() && !archivedType.equals(type);
        }
    }

    /** A batch that moves rows ends with the row whose payload reaches this total. */
    public static final long BATCH_BYTES = 16L << 20;

    public ArchiveTable {
        columns = List.copyOf(columns);
        troubles = List.copyOf(troubles);
    }

    /**
     * Reads one row for each column of the source.
     *
     * @param mayDelete whether the user may delete from the source
     * @param trouble another problem that the row shows
     */
    public static ArchiveTable read(
            TableName source,
            TableName table,
            ResultSet rows,
            Sql.RowReader<Boolean> mayDelete,
            Sql.RowReader<Optional<String>> trouble)
            throws SQLException {
        boolean exists = false;
        List<ArchivedColumn> columns = new ArrayList<>();
        Set<String> troubles = new LinkedHashSet<>();
        while (rows.next()) {
            exists = rows.getBoolean("present");
            String name = rows.getString("name");
            columns.add(new ArchivedColumn(
                    name, rows.getString("type"), rows.getString("archived_type"), rows.getBoolean("computed")));
            if (!mayDelete.read(rows)) {
                troubles.add("the right to DELETE from %s is missing".formatted(source));
            }
            if (!rows.getBoolean("may_insert")) {
                troubles.add("the right to INSERT into %s is missing".formatted(table));
            }
            if (!rows.getBoolean("may_select")) {
                troubles.add("the right to SELECT column %s of %s is missing".formatted(name, source));
            }
            trouble.read(rows).ifPresent(troubles::add);
        }
        return new ArchiveTable(source, table, exists, columns, List.copyOf(troubles));
    }

    public static TableName named(Retention.ArchiveAfter retention) {
        return new TableName(retention.schema(), retention.table());
    }

    /** Everything that prevents moving rows, with remedies. */
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

    /** The {@link #problems} as warnings, for a table that works without an archive. */
    public List<String> warnings() {
        return problems().stream()
                .map(problem -> "completed rows stay where they are: " + problem)
                .toList();
    }

    /** The names to substitute in a statement that moves rows. */
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

    /** Fails with everything that prevents moving rows. */
    public void refuse() throws SQLException {
        List<String> problems = problems();
        if (!problems.isEmpty()) {
            throw new SQLException(String.join("; ", problems));
        }
    }

    /**
     * Fails, and so rolls back, unless the archive took as many rows as the source lost.
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
