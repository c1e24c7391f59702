package dev.signalbox.spring;

import dev.signalbox.client.Layout;
import dev.signalbox.client.Limits;
import java.util.Locale;

/** The outbox tables that {@code signalbox.client.layout} can name. */
public enum LayoutName {
    SIGNALBOX("signalbox_outbox"),
    SIGNALBOX_LOG("signalbox_log"),
    FLOWCATALYST("outbox_events"),
    CATBOX("outbox_events"),
    CATBOX_TEXT("outbox_events"),
    DEBEZIUM("outboxevent"),
    EVENT_OUTBOX("EventOutbox");

    private final String defaultTable;

    LayoutName(String defaultTable) {
        this.defaultTable = defaultTable;
    }

    Layout layout() {
        return switch (this) {
            case SIGNALBOX -> Layout.signalbox();
            case SIGNALBOX_LOG -> Layout.signalboxLog();
            case FLOWCATALYST -> Layout.flowcatalyst();
            case CATBOX -> Layout.catbox();
            case CATBOX_TEXT -> Layout.catboxWithTextIds();
            case DEBEZIUM -> Layout.debezium();
            case EVENT_OUTBOX -> Layout.eventOutbox();
        };
    }

    /** The name in the settings. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The layout's default table. */
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
