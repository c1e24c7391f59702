package dev.signalbox.jdbc;

import java.util.ArrayList;
import java.util.List;

/**
 * A table beside the outbox in which each event is noted before it is published, with how that went: {@code event_id},
 * {@code status}, {@code created_at} and {@code updated_at}. What it says was published is not published again.
 *
 * @param guarantee what a note means of which nobody knows how it went
 */
public record ProcessedEvents(TableName table, Guarantee guarantee) {
    /** What becomes of an event that may have been published before a crash. */
    public enum Guarantee {
        /** It is published, perhaps again: none is lost. */
        AT_LEAST_ONCE,
        /** It is given up, to be looked at: none is published twice. */
        AT_MOST_ONCE
    }

    /** The event is about to be published, or was when its node died. */
    public static final String PROCESSING = "PROCESSING";
    /** The destination has it. */
    public static final String SUCCESS = "SUCCESS";
    /** It was given up. */
    public static final String FAILED = "FAILED";

    /** The table's columns. */
    public static final List<String> COLUMNS = List.of("event_id", "status", "created_at", "updated_at");

    /** Whether what was perhaps published must not be published again. */
    public boolean atMostOnce() {
        return guarantee == Guarantee.AT_MOST_ONCE;
    }

    /** What is wrong with the table's name in that database. */
    List<String> problems(Quoting quoting) {
        List<String> problems = new ArrayList<>();
        if (table.schema() != null) {
            quoting.problem("processed.schema", table.schema()).ifPresent(problems::add);
        }
        quoting.problem("processed.table", table.table()).ifPresent(problems::add);
        return problems;
    }
}
