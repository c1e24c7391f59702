package dev.signalbox.jdbc;

import java.util.Set;

/** Conditional parts of statements that depend on a table's layout, and so are the same for every statement about it. */
public enum LayoutPart {
    /** The state of a row is in its times, not in a word. */
    MOMENTS,
    /** A row only says whether it was sent. */
    SENT_ONLY,
    /** Old rows are found by the time at which they were delivered. */
    SWEPT_BY_TIME,
    /** The state of a row is no word, so an index on it does not show each group once. */
    BY_ENTRIES,
    /** Failures are recorded beside the table. */
    ASIDE,
    /** Failures are recorded beside the table, and the tables for that exist. */
    RECORDS,
    /** A row gets a time only when it is completed. */
    STAMPS_ONLY_DONE,
    /** The application keeps a table of processed events. */
    NOTED,
    AT_MOST_ONCE,
    AT_LEAST_ONCE,
    /** Only rows of some time are delivered. */
    PERIOD;

    public static Set<LayoutPart> of(OutboxLayout layout) {
        ProcessedEvents notes = layout.processedEvents();
        return PartSelection.of(LayoutPart.class)
                .with(MOMENTS, layout.stateEncoding() instanceof OutboxLayout.StateTimestamps)
                .with(SENT_ONLY, layout.stateEncoding() instanceof OutboxLayout.SentOnly)
                .with(SWEPT_BY_TIME, layout.isSweptByTime())
                .with(BY_ENTRIES, !(layout.stateEncoding() instanceof OutboxLayout.StatusWords))
                .with(ASIDE, layout.recordsFailuresAside())
                .with(STAMPS_ONLY_DONE, !layout.marks())
                .with(NOTED, notes != null)
                .with(AT_MOST_ONCE, notes != null && notes.atMostOnce())
                .with(AT_LEAST_ONCE, notes != null && !notes.atMostOnce())
                .with(PERIOD, !layout.creationPeriod().equals(CreationPeriod.ALWAYS))
                .parts();
    }

    /** @param sideSchema whether there are tables of our own, in which failures may be recorded */
    public static Set<LayoutPart> of(OutboxLayout layout, boolean sideSchema) {
        Set<LayoutPart> parts = of(layout);
        if (layout.recordsFailuresAside() && sideSchema) {
            parts.add(RECORDS);
        }
        return parts;
    }
}
