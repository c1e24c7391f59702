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

    private final String usualTable;

    LayoutName(String usualTable) {
        this.usualTable = usualTable;
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

    /** As it is written in the settings. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The table that the layout has if no other is named. */
    String usualTable() {
        return usualTable;
    }

    /** Whether any header has a place in it. */
    boolean hasHeaders() {
        return this == SIGNALBOX || this == SIGNALBOX_LOG;
    }

    /** Another limit of the payload must not lift those of FlowCatalyst's columns. */
    Limits limits() {
        return this == FLOWCATALYST ? Limits.DEFAULTS.withLengths(13, 20, 255) : Limits.DEFAULTS;
    }
}
