package dev.signalbox.jdbc;

import java.util.Set;

/** Conditional parts that depend on a table's layout, and are therefore the same for all its statements. */
public enum LayoutPart {
    /** Timestamps encode the state of a row, not a status word. */
    MOMENTS,
    /** A row only records whether it was sent. */
    SENT_ONLY,
    /** The sweep finds old rows by their delivery time. */
    SWEPT_BY_TIME,
    /** The state is no status word, so a loose index scan cannot return each group once. */
    BY_ENTRIES,
    /** Failures are recorded beside the table. */
    ASIDE,
    /** Failures are recorded beside the table, and the tables for that exist. */
    RECORDS,
    /** A row gets a timestamp only when it is completed. */
    STAMPS_ONLY_DONE,
    /** The application keeps a table of processed events. */
    PROCESSED_EVENTS,
    AT_MOST_ONCE,
    AT_LEAST_ONCE,
    /** Only rows of a creation period are delivered. */
    PERIOD;

    public static Set<LayoutPart> of(OutboxLayout layout) {
        ProcessedEvents events = layout.processedEvents();
        return PartSelection.of(LayoutPart.class)
                .with(MOMENTS, layout.stateEncoding() instanceof OutboxLayout.StateTimestamps)
                .with(SENT_ONLY, layout.stateEncoding() instanceof OutboxLayout.SentOnly)
                .with(SWEPT_BY_TIME, layout.isSweptByTime())
                .with(BY_ENTRIES, !(layout.stateEncoding() instanceof OutboxLayout.StatusWords))
                .with(ASIDE, layout.recordsFailuresAside())
                .with(STAMPS_ONLY_DONE, !layout.marks())
                .with(PROCESSED_EVENTS, events != null)
                .with(AT_MOST_ONCE, events != null && events.atMostOnce())
                .with(AT_LEAST_ONCE, events != null && !events.atMostOnce())
                .with(PERIOD, !layout.creationPeriod().equals(CreationPeriod.ALWAYS))
                .parts();
    }

    /** @param sideSchema whether the side schema exists, which can record failures */
    public static Set<LayoutPart> of(OutboxLayout layout, boolean sideSchema) {
        Set<LayoutPart> parts = of(layout);
        if (layout.recordsFailuresAside() && sideSchema) {
            parts.add(RECORDS);
        }
        return parts;
    }
}
