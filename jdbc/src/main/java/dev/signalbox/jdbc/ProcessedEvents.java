package dev.signalbox.jdbc;

import java.util.ArrayList;
import java.util.List;

/**
 * The table of processed events beside the outbox. It records each event before publishing, and the result after it:
 * {@code event_id}, {@code status}, {@code created_at} and {@code updated_at}. Events recorded as published are not
 * published again.
 *
 * @param guarantee how to treat an event whose recorded result is unknown
 */
public record ProcessedEvents(TableName table, Guarantee guarantee) {
    /** What happens to an event that may have been published before a crash. */
    public enum Guarantee {
        /** Publish it, possibly a second time: no event is lost. */
        AT_LEAST_ONCE,
        /** Make it a dead letter: no event is published twice. */
        AT_MOST_ONCE
    }

    /** The event is about to be published, or was when its node crashed. */
    public static final String PROCESSING = "PROCESSING";
    /** The destination accepted the event. */
    public static final String SUCCESS = "SUCCESS";
    /** The event is a dead letter. */
    public static final String FAILED = "FAILED";

    /** The table's columns. */
    public static final List<String> COLUMNS = List.of("event_id", "status", "created_at", "updated_at");

    /** Whether an event that may have been published must not be published again. */
    public boolean atMostOnce() {
        return guarantee == Guarantee.AT_MOST_ONCE;
    }

    /** The problems with the table's name on that database. */
    List<String> problems(Quoting quoting) {
        List<String> problems = new ArrayList<>();
        if (table.schema() != null) {
            quoting.problem("processed.schema", table.schema()).ifPresent(problems::add);
        }
        quoting.problem("processed.table", table.table()).ifPresent(problems::add);
        return problems;
    }
}
