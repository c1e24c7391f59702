package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.LayoutPreset;
import org.jspecify.annotations.Nullable;

/**
 * The outbox table of a relay.
 *
 * @param preset the layout that the configuration names
 * @param layout the preset with configured names; MongoDB uses only its table, as the name of the collection
 * @param settings how the relay claims and settles rows
 */
public record OutboxConfig(LayoutPreset preset, OutboxLayout layout, OutboxSettings settings) {
    public TableName table() {
        return layout.table();
    }

    /** Whether an event is dead-lettered rather than published twice. */
    public boolean atMostOnce() {
        ProcessedEvents processed = layout.processedEvents();
        return processed != null && processed.atMostOnce();
    }

    public OutboxConfig with(OutboxSettings.Retention retention) {
        return new OutboxConfig(preset, layout, settings.with(retention));
    }

    /** This configuration with the names that the database has. */
    public OutboxConfig named(TableName found, @Nullable TableName foundProcessed) {
        ProcessedEvents processed = layout.processedEvents();
        ProcessedEvents named = processed == null || foundProcessed == null
                ? processed
                : new ProcessedEvents(foundProcessed, processed.guarantee());
        return new OutboxConfig(preset, layout.in(found).noting(named), settings);
    }
}
