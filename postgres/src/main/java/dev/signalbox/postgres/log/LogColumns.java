package dev.signalbox.postgres.log;

import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.jdbc.LimitedColumn;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.postgres.ColumnSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** SQL for the columns of a log besides the content, each up to its limit. */
final class LogColumns {
    private static final Quoting QUOTING = Quoting.POSTGRESQL;

    /** As many rows as one read returns take little memory if each of their columns is at most this large. */
    private static final int SMALL = 2_000;

    private final LogInspection inspection;
    private final ColumnLimits limits;
    private final LimitedColumn type;
    private final @Nullable LimitedColumn tags;
    private final @Nullable LimitedColumn id;
    private final @Nullable LimitedColumn group;
    private final LogTable.Columns columns;

    LogColumns(LogTable log, LogInspection inspection) {
        this.inspection = inspection;
        this.limits = log.limits();
        this.columns = log.columns();
        this.type = limited(columns.type(), limits.type());
        this.tags = columns.tags() == null ? null : limited(columns.tags(), limits.headers());
        this.id = columns.id() == null ? null : limited(columns.id(), limits.id());
        this.group = columns.group() == null ? null : limited(columns.group(), limits.group());
    }

    /** The tags of a small row. With an id they are a new value, which must not be made of one that is oversized. */
    String smallTags(String all) {
        return id == null ? all : "CASE WHEN " + small() + " THEN " + all + " END";
    }

    private LimitedColumn limited(String name, int limit) {
        String known = inspection.types().getOrDefault(name, "text");
        return ColumnSize.limited(name, "e." + QUOTING.quote(name), known, known, limit);
    }

    /** Whether the whole row is small; cheap, and true for nearly all rows. Never true for an oversized one. */
    String small() {
        List<String> names = new ArrayList<>(List.of(columns.type()));
        Stream.of(columns.tags(), columns.id(), columns.group())
                .filter(Objects::nonNull)
                .forEach(names::add);
        names.addAll(inspection.headers().columns());
        int most = Math.min(SMALL, limits.least());
        return names.stream()
                .map(name -> ColumnSize.isAtMost(
                        "e." + QUOTING.quote(name), inspection.types().getOrDefault(name, "text"), most))
                .collect(Collectors.joining(" AND "));
    }

    /** Never NULL, not even for an oversized type. */
    String type() {
        return "coalesce(" + type.value(LogSql.text(columns.type())) + ", '')";
    }

    String group() {
        return group == null || columns.group() == null
                ? "CAST(NULL AS text)"
                : group.value(LogSql.text(columns.group()));
    }

    /** @param all the tags, with the id among them */
    String tags(String all) {
        List<LimitedColumn> parts = new ArrayList<>();
        if (tags != null) {
            parts.add(tags);
        }
        if (id != null) {
            parts.add(id);
        }
        String tooLarge = LimitedColumn.anyOversized(parts);
        return tooLarge.equals("FALSE")
                ? all
                : "CASE WHEN " + tooLarge + " THEN CAST('{}' AS text[]) ELSE " + all + " END";
    }

    String headers() {
        return inspection.headers().read(name -> limited(name, limits.headers()).value(LogSql.text(name)));
    }

    /** The first column that is oversized. */
    String finding() {
        List<LimitedColumn> all = new ArrayList<>(large());
        all.add(type);
        if (id != null) {
            all.add(id);
        }
        if (group != null) {
            all.add(group);
        }
        return "CAST(" + LimitedColumn.oversized(all, QUOTING) + " AS text)";
    }

    /** The memory for tags and headers. */
    String memory() {
        return "0" + LimitedColumn.plusMemory(large());
    }

    private List<LimitedColumn> large() {
        List<LimitedColumn> large = new ArrayList<>();
        if (tags != null) {
            large.add(tags);
        }
        inspection.headers().columns().forEach(name -> large.add(limited(name, limits.headers())));
        return large;
    }
}
