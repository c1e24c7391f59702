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
 */
public record OutboxLayout(
        TableName table,
        Columns columns,
        StateEncoding stateEncoding,
        @Nullable String position,
        HeaderSources headers,
        @Nullable ProcessedEvents processedEvents,
        CreationPeriod creationPeriod) {
    /**
     * The columns' names; null for what the table does not have.
     *
     * @param status holds one of the {@link StatusWords}
     * @param retryCount where it and {@code errorMessage} are missing, failures are recorded in a table of our own
     * @param processedAt when the row came to its state; by {@link StateTimestamps} when it was done
     * @param heldUntil until when somebody holds the row, by {@link StateTimestamps}
     */
    public record Columns(
            String id,
            String type,
            String group,
            String payload,
            @Nullable String status,
            @Nullable String retryCount,
            String createdAt,
            String processedAt,
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
            names.put("type", type);
            names.put("message_group", group);
            names.put("payload", payload);
            put(names, "status", status);
            put(names, "retry_count", retryCount);
            names.put("created_at", createdAt);
            names.put("processed_at", processedAt);
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
            all.putAll(names);
            return new Columns(
                    all.getOrDefault("id", id),
                    all.getOrDefault("type", type),
                    all.getOrDefault("message_group", group),
                    all.getOrDefault("payload", payload),
                    all.get("status"),
                    all.get("retry_count"),
                    all.getOrDefault("created_at", createdAt),
                    all.getOrDefault("processed_at", processedAt),
                    all.get("error_message"),
                    all.get("held_until"));
        }
    }

    /** How a row shows its state. */
    public sealed interface StateEncoding permits StatusWords, StateTimestamps {}

    /**
     * By what stands in the status column.
     *
     * @param processing null where there is no word for it: then a row is not marked while it is held, and
     *     {@code processedAt} is only when it was delivered
     */
    public record StatusWords(String pending, @Nullable String processing, String completed, String failed)
            implements StateEncoding {
        List<String> all() {
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

    private static final StatusWords USUAL_WORDS = new StatusWords("PENDING", "PROCESSING", "COMPLETED", "FAILED");
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
    private static final Columns CATBOX = new Columns(
            "id",
            "event_type",
            "aggregate_id",
            "payload",
            null,
            null,
            "created_at",
            "sent_at",
            null,
            "in_progress_until");
    private static final Columns EVENT_OUTBOX = new Columns(
            "event_id",
            "event_type",
            "aggregate_id",
            "payload",
            "status",
            null,
            "created_at",
            "published_at",
            null,
            null);
    private static final StatusWords EVENT_OUTBOX_WORDS = new StatusWords("PENDING", null, "PROCESSED", "FAILED");
    private static final HeaderSources EVENT_OUTBOX_HEADERS =
            HeaderSources.NONE.and(new HeaderSources.Source("aggregateType", "aggregate_type", false));
    private static final HeaderSources SIGNALBOX_HEADERS =
            HeaderSources.NONE.and(new HeaderSources.Source(null, "headers", true));
    private static final HeaderSources CATBOX_HEADERS = HeaderSources.NONE
            .and(new HeaderSources.Source("aggregateType", "aggregate_type", true))
            .and(new HeaderSources.Source("correlationId", "correlation_id", true));

    public OutboxLayout {
        boolean fitting = switch (stateEncoding) {
            case StatusWords _ -> columns.status() != null && columns.heldUntil() == null;
            case StateTimestamps() -> columns.status() == null && columns.heldUntil() != null;
        };
        if (!fitting) {
            throw new IllegalArgumentException("columns: a row says its state either by a word or by times");
        }
    }

    public OutboxLayout(TableName table, Columns columns, StatusWords words) {
        this(table, columns, words, null, HeaderSources.NONE);
    }

    private OutboxLayout(
            TableName table, Columns columns, StateEncoding states, @Nullable String position, HeaderSources headers) {
        this(table, columns, states, position, headers, null, CreationPeriod.ALWAYS);
    }

    /** The table of FlowCatalyst's outbox processor. */
    public static OutboxLayout flowcatalyst(TableName table) {
        return new OutboxLayout(table, FLOWCATALYST, USUAL_WORDS);
    }

    public static OutboxLayout flowcatalyst() {
        return flowcatalyst(new TableName(null, "outbox_events"));
    }

    /** The table of Catbox, which has no status, no attempts and no errors. */
    public static OutboxLayout catbox(TableName table) {
        return new OutboxLayout(table, CATBOX, new StateTimestamps(), null, CATBOX_HEADERS);
    }

    public static OutboxLayout catbox() {
        return catbox(new TableName(null, "outbox_events"));
    }

    /**
     * The table of the event outbox producer, which has no word for a row that is held, no attempts and no errors.
     *
     * @param notes where it is noted what is being published; null to do without
     */
    public static OutboxLayout eventOutbox(TableName table, @Nullable ProcessedEvents notes) {
        return new OutboxLayout(
                table, EVENT_OUTBOX, EVENT_OUTBOX_WORDS, null, EVENT_OUTBOX_HEADERS, notes, CreationPeriod.ALWAYS);
    }

    /** Signalbox's own table, where its rows carry their state. */
    public static OutboxLayout signalbox(TableName table) {
        return new OutboxLayout(table, SIGNALBOX, USUAL_WORDS, "position", SIGNALBOX_HEADERS);
    }

    public OutboxLayout with(Columns others) {
        return new OutboxLayout(table, others, stateEncoding, position, headers, processedEvents, creationPeriod);
    }

    public OutboxLayout with(StatusWords others) {
        return new OutboxLayout(table, columns, others, position, headers, processedEvents, creationPeriod);
    }

    public OutboxLayout with(HeaderSources others) {
        return new OutboxLayout(table, columns, stateEncoding, position, others, processedEvents, creationPeriod);
    }

    public OutboxLayout with(CreationPeriod other) {
        return new OutboxLayout(table, columns, stateEncoding, position, headers, processedEvents, other);
    }

    /** Whether a row can be marked as held. */
    public boolean marks() {
        return !(stateEncoding instanceof StatusWords statusWords) || statusWords.processing() != null;
    }

    /** The column that says in which turn the rows of a group go. */
    public String turn() {
        return position == null ? columns.createdAt() : position;
    }

    /** The key of the column in which a mark is written when a row is claimed: since when, or until when. */
    public String markKey() {
        return stateEncoding instanceof StateTimestamps ? "held_until" : "processed_at";
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
