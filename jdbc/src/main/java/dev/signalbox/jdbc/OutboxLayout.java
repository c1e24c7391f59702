package dev.signalbox.jdbc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of an outbox table whose rows carry their state, and how they carry it.
 *
 * @param position the column by whose numbers the rows of a group go; null where they go by their time of creation and
 *     then by their id
 * @param processedEvents where it is noted what is being published; null where it is not
 * @param creationPeriod which rows are taken at all
 * @param type that of all messages; null where a column says it
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
     * The columns' names; null for what the table does not have.
     *
     * @param type null where all messages have the type of {@link OutboxLayout#type}
     * @param status holds one of the {@link StatusWords}; by {@link SentOnly} whether the row was sent, as a boolean
     * @param retryCount where it and {@code errorMessage} are missing, failures are recorded in a table of our own
     * @param processedAt when the row came to its state; by {@link StateTimestamps} when it was done
     * @param heldUntil until when somebody holds the row, by {@link StateTimestamps}
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
        /** The columns of a table whose rows say their state in a word. */
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

        /** Each column's name under the key that configures it. */
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

        /** These columns, with other names for the keys given. */
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

        /** These columns and others under keys that they lack. */
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

    /** How a row shows its state. */
    public sealed interface StateEncoding permits StatusWords, StateTimestamps, SentOnly {}

    /**
     * By what stands in the status column.
     *
     * @param processing null where there is no word for it: then a row is not marked while it is held, and
     *     {@code processedAt} is only when it was delivered
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
     * By the times in two columns: a row waits as long as it has neither, is held until {@code heldUntil}, is done once it
     * has a {@code processedAt}, and is a dead letter if it is held for ever.
     */
    public record StateTimestamps() implements StateEncoding {}

    /**
     * By one column that says whether the row was sent: the flag {@code status} or else the time {@code processedAt}. What
     * has failed is recorded beside the table, and a row is a dead letter if that record says so.
     *
     * @param relay the name under which failures are recorded; null where there are no such records
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

    /** A table without headers, all of whose rows are taken by the time of their creation. */
    public static OutboxLayout of(TableName table, Columns columns, StateEncoding stateEncoding) {
        return new OutboxLayout(
                table, columns, stateEncoding, null, HeaderSources.NONE, null, CreationPeriod.ALWAYS, null);
    }

    public OutboxLayout with(Columns others) {
        return new OutboxLayout(table, others, stateEncoding, position, headers, processedEvents, creationPeriod, type);
    }

    /** @param otherType that of all messages, where none of the columns says it */
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

    /** The same columns in another table. */
    public OutboxLayout in(TableName other) {
        return new OutboxLayout(
                other, columns, stateEncoding, position, headers, processedEvents, creationPeriod, type);
    }

    /** Rows go by the numbers in this column. */
    public OutboxLayout orderedBy(String column) {
        return new OutboxLayout(table, columns, stateEncoding, column, headers, processedEvents, creationPeriod, type);
    }

    /** @param others where it is noted what is being published; null to do without */
    public OutboxLayout noting(@Nullable ProcessedEvents others) {
        return new OutboxLayout(table, columns, stateEncoding, position, headers, others, creationPeriod, type);
    }

    /** A table without headers that has no column for the type. */
    public static OutboxLayout ofType(TableName table, Columns columns, StateEncoding stateEncoding, String type) {
        return new OutboxLayout(
                table, columns, stateEncoding, null, HeaderSources.NONE, null, CreationPeriod.ALWAYS, type);
    }

    /** The same, where failures are recorded under this name; only where the state depends on it, this is another. */
    public OutboxLayout recordedAs(String relay) {
        return stateEncoding instanceof SentOnly
                ? new OutboxLayout(
                        table, columns, new SentOnly(relay), position, headers, processedEvents, creationPeriod, type)
                : this;
    }

    /** Whether a row can be marked as held. */
    public boolean marks() {
        return switch (stateEncoding) {
            case StatusWords statusWords -> statusWords.processing() != null;
            case StateTimestamps() -> true;
            case SentOnly _ -> false;
        };
    }

    /** Whether old rows are found by the time at which they were delivered, and not by their group. */
    public boolean isSweptByTime() {
        return !(stateEncoding instanceof StatusWords);
    }

    /** The column that says in which turn the rows of a group go. */
    public String turn() {
        return position == null ? columns.createdAt() : position;
    }

    /** The key of the column in which a mark is written when a row is claimed: since when, or until when. */
    public String markKey() {
        if (stateEncoding instanceof StateTimestamps) {
            return "held_until";
        }
        // Without marks any time will do
        return columns.processedAt() == null ? "created_at" : "processed_at";
    }

    /** Whether attempts and errors have no place in the table. */
    public boolean recordsFailuresAside() {
        return columns.retryCount() == null;
    }

    /** The words for the states: those in the table, or those that stand for its moments in an answer. */
    public StatusWords statusWords() {
        return stateEncoding instanceof StatusWords statusWords ? statusWords : USUAL_WORDS;
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
