package dev.signalbox.spring;

import dev.signalbox.client.Layout;
import dev.signalbox.client.Limits;
import java.util.Locale;
import java.util.function.Supplier;

/** The outbox tables that {@code signalbox.client.layout} can name. */
public enum LayoutName {
    SIGNALBOX("signalbox_outbox", Layout::signalbox),
    SIGNALBOX_LOG("signalbox_log", Layout::signalboxLog),
    FLOWCATALYST("outbox_events", Layout::flowcatalyst),
    CATBOX("outbox_events", Layout::catbox),
    CATBOX_TEXT("outbox_events", Layout::catboxWithTextIds),
    DEBEZIUM("outboxevent", Layout::debezium),
    EVENT_OUTBOX("EventOutbox", Layout::eventOutbox),
    SENT_FLAG("outbox_events", Layout::sentFlag),
    SENT_AT("outbox_events", Layout::sentAt);

    private final String defaultTable;

    @SuppressWarnings("ImmutableEnumChecker") // a reference to a static method
    private final Supplier<Layout> layout;

    LayoutName(String defaultTable, Supplier<Layout> layout) {
        this.defaultTable = defaultTable;
        this.layout = layout;
    }

    Layout layout() {
        return layout.get();
    }

    /** The name in the settings. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String defaultTable() {
        return defaultTable;
    }

    /** Whether the table has a column for headers. */
    boolean hasHeaders() {
        return this == SIGNALBOX || this == SIGNALBOX_LOG;
    }

    /** Another payload limit must not lift the limits of FlowCatalyst's columns. */
    Limits limits() {
        return this == FLOWCATALYST ? Limits.DEFAULTS.withLengths(13, 20, 255) : Limits.DEFAULTS;
    }
}
