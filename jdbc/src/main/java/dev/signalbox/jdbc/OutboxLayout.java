package dev.signalbox.jdbc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of an outbox table whose rows carry their state, and how they encode it.
 *
 * @param position the number column that orders the rows of a group; null if creation time and then id order them
 * @param processedEvents the table of processed events; null if there is none
 * @param creationPeriod which rows are claimed, by creation time
 * @param type the type of all messages; null if a column holds it
 */
public record OutboxLayout(
        TableName table,
        Columns columns,
        StateEncoding stateEncoding,
        @Nullable String position,
        HeaderSources headers,
        @Nullable ProcessedEvents processedEvents,
        CreationPeriod creationPeriod,
        @Nullable String type) {
    /**
     * The names of the columns; null for columns that the table does not have.
     *
     * @param type null if all messages have the type {@link OutboxLayout#type}
     * @param status holds one of the {@link StatusWords}; with {@link SentOnly} a boolean that says whether the row was
     *     sent
     * @param retryCount if it and {@code errorMessage} are missing, failures are recorded in the side schema
     * @param processedAt when the row entered its state; with {@link StateTimestamps} when it was completed
     * @param heldUntil until when the row is claimed, with {@link StateTimestamps}
     */
    public record Columns(
            String id,
            @Nullable String type,
            String group,
            String payload,
            @Nullable String status,
            @Nullable String retryCount,
            String createdAt,
            @Nullable String processedAt,
            @Nullable String errorMessage,
            @Nullable String heldUntil) {
        /** The columns of a table with status words. */
        public Columns(
                String id,
                String type,
                String group,
                String payload,
                String status,
                String retryCount,
                String createdAt,
                String processedAt,
                String errorMessage) {
            this(id, type, group, payload, status, retryCount, createdAt, processedAt, errorMessage, null);
        }

        public Columns {
            if ((retryCount == null) != (errorMessage == null)) {
                throw new IllegalArgumentException("attempts and errors stand both in the table or both beside it");
            }
        }

        /** Maps the configuration key of each column to its name. */
        public Map<String, String> byKey() {
            Map<String, String> names = new LinkedHashMap<>();
            names.put("id", id);
            put(names, "type", type);
            names.put("message_group", group);
            names.put("payload", payload);
            put(names, "status", status);
            put(names, "retry_count", retryCount);
            names.put("created_at", createdAt);
            put(names, "processed_at", processedAt);
            put(names, "error_message", errorMessage);
            put(names, "held_until", heldUntil);
            return names;
        }

        private static void put(Map<String, String> names, String key, @Nullable String name) {
            if (name != null) {
                names.put(key, name);
            }
        }

        /** Renames the columns under the given keys. */
        public Columns renamed(Map<String, String> names) {
            Map<String, String> all = byKey();
            for (String key : names.keySet()) {
                if (!all.containsKey(key)) {
                    throw new IllegalArgumentException(
                            "columns: '%s' is not a column of an outbox; allowed are %s".formatted(key, all.keySet()));
                }
            }
            return of(all, names);
        }

        /** Adds columns under keys that have none yet. */
        public Columns and(Map<String, String> others) {
            return of(byKey(), others);
        }

        private Columns of(Map<String, String> all, Map<String, String> others) {
            all.putAll(others);
            return new Columns(
                    all.getOrDefault("id", id),
                    all.get("type"),
                    all.getOrDefault("message_group", group),
                    all.getOrDefault("payload", payload),
                    all.get("status"),
                    all.get("retry_count"),
                    all.getOrDefault("created_at", createdAt),
                    all.get("processed_at"),
                    all.get("error_message"),
                    all.get("held_until"));
        }
    }

    /** How a row encodes its state. */
    public sealed interface StateEncoding permits StatusWords, StateTimestamps, SentOnly {}

    /**
     * A word in the status column encodes the state.
     *
     * @param processing null if there is no such word: then claims do not mark rows, and {@code processedAt} is only
     *     the delivery time
     */
    public record StatusWords(String pending, @Nullable String processing, String completed, String failed)
            implements StateEncoding {
        public List<String> all() {
            return processing == null
                    ? List.of(pending, completed, failed)
                    : List.of(pending, processing, completed, failed);
        }
    }

    /**
     * Two timestamps encode the state: a row waits while both are null, is claimed until {@code heldUntil}, is done
     * once it has a {@code processedAt}, and is a dead letter if {@code heldUntil} is the maximum.
     */
    public record StateTimestamps() implements StateEncoding {}

    /**
     * One column encodes whether the row was sent: the flag {@code status} or else the time {@code processedAt}.
     * Failures are recorded beside the table, and that record says whether a row is a dead letter.
     *
     * @param relay the name under which failures are recorded; null if they are not recorded
     */
    public record SentOnly(@Nullable String relay) implements StateEncoding {}

    public static final StatusWords USUAL_WORDS = new StatusWords("PENDING", "PROCESSING", "COMPLETED", "FAILED");

    public OutboxLayout {
        boolean fitting = switch (stateEncoding) {
            case StatusWords _ ->
                columns.status() != null && columns.processedAt() != null && columns.heldUntil() == null;
            case StateTimestamps() ->
                columns.status() == null && columns.processedAt() != null && columns.heldUntil() != null;
            case SentOnly _ ->
                (columns.status() != null || columns.processedAt() != null)
                        && columns.retryCount() == null
                        && columns.heldUntil() == null;
        };
        if (!fitting) {
            throw new IllegalArgumentException(
                    "columns: a row says its state either by a word, or by times, or by what says that it was sent");
        }
        if ((columns.type() == null) == (type == null)) {
            throw new IllegalArgumentException("type: it stands in a column or is the same for all messages");
        }
    }

    public OutboxLayout(TableName table, Columns columns, StatusWords words) {
        this(table, columns, words, null, HeaderSources.NONE, null, CreationPeriod.ALWAYS, null);
    }

    /** A table without headers, ordered by creation time, without a limit on it. */
    public static OutboxLayout of(TableName table, Columns columns, StateEncoding stateEncoding) {
        return new OutboxLayout(
                table, columns, stateEncoding, null, HeaderSources.NONE, null, CreationPeriod.ALWAYS, null);
    }

    public OutboxLayout with(Columns others) {
        return new OutboxLayout(table, others, stateEncoding, position, headers, processedEvents, creationPeriod, type);
    }

    /** @param otherType the type of all messages, if no column holds it */
    public OutboxLayout with(Columns others, @Nullable String otherType) {
        return new OutboxLayout(
                table, others, stateEncoding, position, headers, processedEvents, creationPeriod, otherType);
    }

    public OutboxLayout with(StatusWords others) {
        return new OutboxLayout(table, columns, others, position, headers, processedEvents, creationPeriod, type);
    }

    public OutboxLayout with(HeaderSources others) {
        return new OutboxLayout(table, columns, stateEncoding, position, others, processedEvents, creationPeriod, type);
    }

    public OutboxLayout with(CreationPeriod other) {
        return new OutboxLayout(table, columns, stateEncoding, position, headers, processedEvents, other, type);
    }

    /** The same layout for another table. */
    public OutboxLayout in(TableName other) {
        return new OutboxLayout(
                other, columns, stateEncoding, position, headers, processedEvents, creationPeriod, type);
    }

    /** Orders the rows of a group by this number column. */
    public OutboxLayout orderedBy(String column) {
        return new OutboxLayout(table, columns, stateEncoding, column, headers, processedEvents, creationPeriod, type);
    }

    /** @param others the table of processed events; null for none */
    public OutboxLayout noting(@Nullable ProcessedEvents others) {
        return new OutboxLayout(table, columns, stateEncoding, position, headers, others, creationPeriod, type);
    }

    /** A table without headers and without a type column. */
    public static OutboxLayout ofType(TableName table, Columns columns, StateEncoding stateEncoding, String type) {
        return new OutboxLayout(
                table, columns, stateEncoding, null, HeaderSources.NONE, null, CreationPeriod.ALWAYS, type);
    }

    /** Records failures under this name. Returns a different layout only if the state depends on that record. */
    public OutboxLayout recordedAs(String relay) {
        return stateEncoding instanceof SentOnly
                ? new OutboxLayout(
                        table, columns, new SentOnly(relay), position, headers, processedEvents, creationPeriod, type)
                : this;
    }

    /** Whether a claim can mark a row. */
    public boolean marks() {
        return switch (stateEncoding) {
            case StatusWords statusWords -> statusWords.processing() != null;
            case StateTimestamps() -> true;
            case SentOnly _ -> false;
        };
    }

    /** Whether the sweep finds old rows by their delivery time, and not by their group. */
    public boolean isSweptByTime() {
        return !(stateEncoding instanceof StatusWords);
    }

    /** The column that orders the rows of a group. */
    public String turn() {
        return position == null ? columns.createdAt() : position;
    }

    /** The key of the column that a claim writes its mark into: since when, or until when, the row is claimed. */
    public String markKey() {
        if (stateEncoding instanceof StateTimestamps) {
            return "held_until";
        }
        // Without marks any timestamp column will do
        return columns.processedAt() == null ? "created_at" : "processed_at";
    }

    /** Whether the table has no columns for attempts and errors. */
    public boolean recordsFailuresAside() {
        return columns.retryCount() == null;
    }

    /** The status words: those of the table, or those that a result shows for its timestamps. */
    public StatusWords statusWords() {
        return stateEncoding instanceof StatusWords statusWords ? statusWords : USUAL_WORDS;
    }

    /** All problems with these names on that database; empty if there are none. */
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
        problems.addAll(headers.problems(quoting));
        if (processedEvents != null) {
            problems.addAll(processedEvents.problems(quoting));
        }
        for (String word : statusWords().all()) {
            if (word.isEmpty() || word.indexOf('\0') >= 0 || word.indexOf('\\') >= 0) {
                problems.add("words: '%s' cannot be a status; allowed is any text without NUL and backslash"
                        .formatted(word.replace("\0", "\\0")));
            }
        }
        return problems;
    }
}
