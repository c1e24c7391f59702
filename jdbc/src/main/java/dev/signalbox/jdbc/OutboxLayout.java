package dev.signalbox.jdbc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names and words of an outbox table whose rows carry their state.
 *
 * @param position the column by whose numbers the rows of a group go; null where they go by their time of creation and
 *     then by their id
 */
public record OutboxLayout(
        TableName table,
        Columns columns,
        Words words,
        @Nullable String position) {
    /** The columns' names. */
    public record Columns(
            String id,
            String type,
            String group,
            String payload,
            String status,
            String retryCount,
            String createdAt,
            String processedAt,
            String errorMessage) {

        /** Each column's name under the key that configures it. */
        public Map<String, String> byKey() {
            Map<String, String> names = new LinkedHashMap<>();
            names.put("id", id);
            names.put("type", type);
            names.put("message_group", group);
            names.put("payload", payload);
            names.put("status", status);
            names.put("retry_count", retryCount);
            names.put("created_at", createdAt);
            names.put("processed_at", processedAt);
            names.put("error_message", errorMessage);
            return names;
        }

        /** These columns, with other names for the keys given. */
        public Columns renamed(Map<String, String> names) {
            Map<String, String> all = byKey();
            for (String key : names.keySet()) {
                if (!all.containsKey(key)) {
                    throw new IllegalArgumentException(
                            "columns: '%s' is not a column of an outbox; allowed are %s".formatted(key, all.keySet()));
                }
            }
            all.putAll(names);
            List<String> values = List.copyOf(all.values());
            return new Columns(
                    values.get(0),
                    values.get(1),
                    values.get(2),
                    values.get(3),
                    values.get(4),
                    values.get(5),
                    values.get(6),
                    values.get(7),
                    values.get(8));
        }
    }

    /** What stands in the status column. */
    public record Words(String pending, String processing, String completed, String failed) {}

    private static final Words USUAL_WORDS = new Words("PENDING", "PROCESSING", "COMPLETED", "FAILED");
    private static final Columns FLOWCATALYST = new Columns(
            "id",
            "type",
            "message_group",
            "payload",
            "status",
            "retry_count",
            "created_at",
            "processed_at",
            "error_message");
    private static final Columns SIGNALBOX = new Columns(
            "id", "type", "message_group", "payload", "status", "attempts", "created_at", "changed_at", "last_error");

    public OutboxLayout(TableName table, Columns columns, Words words) {
        this(table, columns, words, null);
    }

    /** The table of FlowCatalyst's outbox processor. */
    public static OutboxLayout flowcatalyst(TableName table) {
        return new OutboxLayout(table, FLOWCATALYST, USUAL_WORDS);
    }

    public static OutboxLayout flowcatalyst() {
        return flowcatalyst(new TableName(null, "outbox_events"));
    }

    /** Signalbox's own table, where its rows carry their state. */
    public static OutboxLayout signalbox(TableName table) {
        return new OutboxLayout(table, SIGNALBOX, USUAL_WORDS, "position");
    }

    public OutboxLayout with(Columns others) {
        return new OutboxLayout(table, others, words, position);
    }

    public OutboxLayout with(Words others) {
        return new OutboxLayout(table, columns, others, position);
    }

    /** The column that says in which turn the rows of a group go. */
    public String turn() {
        return position == null ? columns.createdAt() : position;
    }

    /** Everything that is wrong with these names in that database; empty if nothing is. */
    public List<String> problems(Quoting quoting) {
        List<String> problems = new ArrayList<>();
        if (table.schema() != null) {
            quoting.problem("schema", table.schema()).ifPresent(problems::add);
        }
        quoting.problem("table", table.table()).ifPresent(problems::add);
        columns.byKey()
                .forEach((key, name) -> quoting.problem("columns." + key, name).ifPresent(problems::add));
        if (columns.byKey().values().stream().distinct().count()
                < columns.byKey().size()) {
            problems.add("columns: " + columns.byKey() + " name a column twice; each key needs a column of its own");
        }
        for (String word : List.of(words.pending(), words.processing(), words.completed(), words.failed())) {
            if (word.isEmpty() || word.indexOf('\0') >= 0 || word.indexOf('\\') >= 0) {
                problems.add("words: '%s' cannot be a status; allowed is any text without NUL and backslash"
                        .formatted(word.replace("\0", "\\0")));
            }
        }
        return problems;
    }
}
