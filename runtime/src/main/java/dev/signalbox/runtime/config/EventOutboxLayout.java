package dev.signalbox.runtime.config;

import dev.signalbox.core.delivery.RetryPolicy;
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

    static Optional<OutboxConfig.ProcessedEvents> processedEvents(SettingValues settingValues, String relay) {
        OutboxConfig.ProcessedEventsMode processedEventsMode =
                settingValues.read(OutboxSettings.PROCESSED_EVENTS_MODE, relay);
        TableName table = settingValues.read(OutboxSettings.PROCESSED_EVENTS_TABLE, relay);
        return processedEventsMode == OutboxConfig.ProcessedEventsMode.OFF
                ? Optional.empty()
                : Optional.of(new OutboxConfig.ProcessedEvents(
                        inSchemaOfRelay(settingValues, relay, table), processedEventsMode));
    }

    /** Beside the outbox, unless it says otherwise. */
    private static TableName inSchemaOfRelay(SettingValues settingValues, String relay, TableName table) {
        Optional<String> schema = settingValues
                .read(OutboxSettings.SCHEMA, relay)
                .or(() -> settingValues.read(OutboxSettings.TABLE, relay).schema());
        return new TableName(table.schema().or(() -> schema), table.name());
    }

    static OutboxConfig.CreationPeriod period(SettingValues settingValues, String relay) {
        return checked(
                settingValues,
                OutboxSettings.TO,
                relay,
                new OutboxConfig.CreationPeriod(
                        settingValues.read(OutboxSettings.FROM, relay),
                        settingValues.read(OutboxSettings.TO, relay),
                        settingValues.read(OutboxSettings.MAX_AGE, relay)));
    }

    /** @param to the setting that names the end of the period */
    static OutboxConfig.CreationPeriod checked(
            SettingValues settingValues,
            Setting<Optional<Instant>> to,
            String name,
            OutboxConfig.CreationPeriod creationPeriod) {
        if (creationPeriod.from().isPresent()
                && creationPeriod.to().isPresent()
                && !creationPeriod.from().get().isBefore(creationPeriod.to().get())) {
            settingValues.contradiction(
                    to,
                    name,
                    "is not after the beginning, " + creationPeriod.from().get());
            return OutboxConfig.CreationPeriod.ALWAYS;
        }
        return creationPeriod;
    }
}
