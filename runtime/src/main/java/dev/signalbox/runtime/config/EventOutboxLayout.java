package dev.signalbox.runtime.config;

import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.Values;
import java.time.Instant;
import java.util.Optional;

/** What is another for the tables of the event outbox producer. */
final class EventOutboxLayout {
    private EventOutboxLayout() {}

    /** As its document has it: without a limit, at a constant pace. */
    static int retries(OutboxConfig.Layout layout) {
        return layout == OutboxConfig.Layout.EVENT_OUTBOX
                ? RetryPolicy.UNLIMITED
                : RelaySettings.MAX_RETRIES.defaultValue();
    }

    static RelayConfig.Retry retry(OutboxConfig.Layout layout) {
        RelayConfig.Retry usual = RelaySettings.RETRY.defaults();
        return layout == OutboxConfig.Layout.EVENT_OUTBOX
                ? new RelayConfig.Retry(usual.initialDelay(), 1, usual.maxDelay(), 0)
                : usual;
    }

    static Optional<OutboxConfig.ProcessedEvents> processedEvents(Values values, String relay) {
        OutboxConfig.ProcessedEventsMode processedEventsMode = values.read(OutboxSettings.PROCESSED_EVENTS_MODE, relay);
        TableName table = values.read(OutboxSettings.PROCESSED_EVENTS_TABLE, relay);
        return processedEventsMode == OutboxConfig.ProcessedEventsMode.OFF
                ? Optional.empty()
                : Optional.of(
                        new OutboxConfig.ProcessedEvents(inSchemaOfRelay(values, relay, table), processedEventsMode));
    }

    /** Beside the outbox, unless it says otherwise. */
    private static TableName inSchemaOfRelay(Values values, String relay, TableName table) {
        Optional<String> schema = values.read(OutboxSettings.SCHEMA, relay)
                .or(() -> values.read(OutboxSettings.TABLE, relay).schema());
        return new TableName(table.schema().or(() -> schema), table.name());
    }

    static OutboxConfig.CreationPeriod period(Values values, String relay) {
        return checked(
                values,
                OutboxSettings.TO,
                relay,
                new OutboxConfig.CreationPeriod(
                        values.read(OutboxSettings.FROM, relay),
                        values.read(OutboxSettings.TO, relay),
                        values.read(OutboxSettings.MAX_AGE, relay)));
    }

    /** @param to the setting that names the end of the period */
    static OutboxConfig.CreationPeriod checked(
            Values values, Setting<Optional<Instant>> to, String name, OutboxConfig.CreationPeriod creationPeriod) {
        if (creationPeriod.from().isPresent()
                && creationPeriod.to().isPresent()
                && !creationPeriod.from().get().isBefore(creationPeriod.to().get())) {
            values.contradiction(
                    to,
                    name,
                    "is not after the beginning, " + creationPeriod.from().get());
            return OutboxConfig.CreationPeriod.ALWAYS;
        }
        return creationPeriod;
    }
}
