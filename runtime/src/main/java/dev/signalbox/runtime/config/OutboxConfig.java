package dev.signalbox.runtime.config;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A status table and the words that it uses. */
public record OutboxConfig(
        Layout layout,
        TableName table,
        Columns columns,
        HeaderColumns headers,
        Statuses statuses,
        ClaimMode claimMode,
        Duration processingTimeout,
        long maxPayloadBytes,
        Retention retention,
        Optional<ProcessedEvents> processedEvents,
        CreationPeriod period) {

    /** A table without notes beside it, of which all rows are taken. */
    OutboxConfig(
            Layout layout,
            TableName table,
            Columns columns,
            HeaderColumns headers,
            Statuses statuses,
            ClaimMode holding,
            Duration processingTimeout,
            long maxPayloadBytes,
            Retention retention) {
        this(
                layout,
                table,
                columns,
                headers,
                statuses,
                holding,
                processingTimeout,
                maxPayloadBytes,
                retention,
                Optional.empty(),
                CreationPeriod.ALWAYS);
    }

    /** Presets of names and words. */
    public enum Layout {
        /** The tables of the FlowCatalyst outbox processor. */
        FLOWCATALYST,
        /** The table of Catbox, whose states are times. */
        CATBOX,
        /** The tables of the event outbox producer, whose events are noted before they are published. */
        EVENT_OUTBOX,
        /** Signalbox's own table, made for speed. */
        SIGNALBOX
    }

    /**
     * Where it is noted what is being published, and what a note means after a crash.
     *
     * @param table the table of the notes
     */
    public record ProcessedEvents(TableName table, ProcessedEventsMode mode) {}

    /** What becomes of an event that may have been published. */
    public enum ProcessedEventsMode {
        /** It is published again. */
        AT_LEAST_ONCE,
        /** It is given up. */
        AT_MOST_ONCE,
        /** Nothing is noted; it is published again. */
        OFF
    }

    /** Which rows are taken, by the time of their creation. */
    public record CreationPeriod(Optional<Instant> from, Optional<Instant> to, Optional<Duration> maxAge) {
        static final CreationPeriod ALWAYS = new CreationPeriod(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Whether an event is given up rather than published twice. */
    public boolean atMostOnce() {
        return processedEvents
                .filter(it -> it.mode() == ProcessedEventsMode.AT_MOST_ONCE)
                .isPresent();
    }

    /** The same under names that the database knows. */
    public OutboxConfig named(TableName found, Optional<TableName> foundNotes) {
        return new OutboxConfig(
                layout,
                found,
                columns,
                headers,
                statuses,
                claimMode,
                processingTimeout,
                maxPayloadBytes,
                retention,
                processedEvents.map(it -> new ProcessedEvents(foundNotes.orElse(it.table()), it.mode())),
                period);
    }

    /** How a row is kept from others while it is being delivered. */
    public enum ClaimMode {
        /** It is marked as being processed. */
        MARK,
        /** Its node owns it, and nothing is written until it is done. */
        OWN
    }

    /** The names of the columns. */
    public record Columns(
            String id,
            String type,
            String messageGroup,
            String payload,
            String status,
            String retryCount,
            String createdAt,
            String processedAt,
            String errorMessage,
            String heldUntil) {
        /** Those of a layout where nothing else is said; those that it does not have as they are elsewhere. */
        static Columns usual(Layout layout) {
            return switch (layout) {
                case FLOWCATALYST, SIGNALBOX -> of("id", "type", "message_group", "processed_at");
                case CATBOX -> of("id", "event_type", "aggregate_id", "sent_at");
                case EVENT_OUTBOX -> of("event_id", "event_type", "aggregate_id", "published_at");
            };
        }

        private static Columns of(String id, String type, String messageGroup, String processedAt) {
            return new Columns(
                    id,
                    type,
                    messageGroup,
                    OutboxSettings.COLUMN_PAYLOAD.defaultValue(),
                    OutboxSettings.COLUMN_STATUS.defaultValue(),
                    OutboxSettings.COLUMN_RETRY_COUNT.defaultValue(),
                    OutboxSettings.COLUMN_CREATED_AT.defaultValue(),
                    processedAt,
                    OutboxSettings.COLUMN_ERROR_MESSAGE.defaultValue(),
                    OutboxSettings.COLUMN_HELD_UNTIL.defaultValue());
        }

        List<String> all() {
            return List.of(
                    id,
                    type,
                    messageGroup,
                    payload,
                    status,
                    retryCount,
                    createdAt,
                    processedAt,
                    errorMessage,
                    heldUntil);
        }
    }

    /**
     * Where headers stand besides those that the layout knows.
     *
     * @param object a column with a JSON object
     * @param single {@code header=column}
     */
    public record HeaderColumns(Optional<String> object, List<String> single) {
        static final HeaderColumns NONE = new HeaderColumns(Optional.empty(), List.of());
    }

    /** The words in the status column. */
    public record Statuses(String pending, String processing, String completed, String failed) {
        /** Those of a layout where nothing else is said. */
        static Statuses usual(Layout layout) {
            return new Statuses(
                    OutboxSettings.STATUS_PENDING.defaultValue(),
                    OutboxSettings.STATUS_PROCESSING.defaultValue(),
                    layout == Layout.EVENT_OUTBOX ? "PROCESSED" : OutboxSettings.STATUS_COMPLETED.defaultValue(),
                    OutboxSettings.STATUS_FAILED.defaultValue());
        }

        List<String> all() {
            return List.of(pending, processing, completed, failed);
        }
    }
}
