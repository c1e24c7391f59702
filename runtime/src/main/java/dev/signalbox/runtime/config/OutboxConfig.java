package dev.signalbox.runtime.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A status table and the words that it uses. */
public record OutboxConfig(
        Layout layout,
        TableName table,
        Columns columns,
        HeaderColumns headers,
        Statuses statuses,
        Holding holding,
        Duration processingTimeout,
        long maxPayloadBytes,
        Retention retention) {

    /** Presets of names and words. */
    public enum Layout {
        /** The tables of the FlowCatalyst outbox processor. */
        FLOWCATALYST,
        /** The table of Catbox, whose states are times. */
        CATBOX,
        /** Signalbox's own table, made for speed. */
        SIGNALBOX
    }

    /** How a row is kept from others while it is being delivered. */
    public enum Holding {
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
        List<String> all() {
            return List.of(pending, processing, completed, failed);
        }
    }
}
