package dev.signalbox.runtime.config;

import dev.signalbox.core.delivery.RetryPolicy;
import java.time.Instant;
import java.util.Optional;

/** What is another for the tables of the event outbox producer. */
final class EventOutbox {
    private EventOutbox() {}

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

    static Optional<OutboxConfig.Notes> notes(Values values, String relay) {
        OutboxConfig.Mode mode = values.read(OutboxSettings.NOTES_MODE, relay);
        TableName table = values.read(OutboxSettings.NOTES_TABLE, relay);
        return mode == OutboxConfig.Mode.OFF
                ? Optional.empty()
                : Optional.of(new OutboxConfig.Notes(inSchemaOfRelay(values, relay, table), mode));
    }

    /** Beside the outbox, unless it says otherwise. */
    private static TableName inSchemaOfRelay(Values values, String relay, TableName table) {
        Optional<String> schema = values.read(OutboxSettings.SCHEMA, relay)
                .or(() -> values.read(OutboxSettings.TABLE, relay).schema());
        return new TableName(table.schema().or(() -> schema), table.name());
    }

    static OutboxConfig.Period period(Values values, String relay) {
        return checked(
                values,
                OutboxSettings.TO,
                relay,
                new OutboxConfig.Period(
                        values.read(OutboxSettings.FROM, relay),
                        values.read(OutboxSettings.TO, relay),
                        values.read(OutboxSettings.MAX_AGE, relay)));
    }

    /** @param to the setting that names the end of the period */
    static OutboxConfig.Period checked(
            Values values, Setting<Optional<Instant>> to, String name, OutboxConfig.Period period) {
        if (period.from().isPresent()
                && period.to().isPresent()
                && !period.from().get().isBefore(period.to().get())) {
            values.contradiction(
                    to, name, "is not after the beginning, " + period.from().get());
            return OutboxConfig.Period.ALWAYS;
        }
        return period;
    }
}
