package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.CreationPeriod;
import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.LayoutPreset;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts the values below {@code outbox} to a relay's table. */
public final class OutboxConfigReader {
    private final SettingValues settingValues;
    private final String relay;
    private final LayoutPreset preset;

    OutboxConfigReader(SettingValues settingValues, String relay) {
        this.settingValues = settingValues;
        this.relay = relay;
        this.preset = settingValues.read(OutboxSettings.LAYOUT, relay);
    }

    OutboxConfig outbox() {
        TableName table = table();
        return new OutboxConfig(
                preset,
                layout(table),
                new dev.signalbox.core.outbox.OutboxSettings(
                        holding(),
                        settingValues.read(OutboxSettings.PROCESSING_TIMEOUT, relay),
                        settingValues.read(OutboxSettings.MAX_PAYLOAD_BYTES, relay),
                        retention(table),
                        settingValues.read(RelaySettings.ORDERING, relay),
                        settingValues.read(RelaySettings.ON_EXHAUSTED, relay).holds()));
    }

    /** The retry policy, with the layout's defaults for settings that are not configured. */
    RetryPolicy retries(OutboxConfig outbox) {
        RetryPolicy usual = preset.usualRetries(
                new RetryPolicy(RelaySettings.MAX_RETRIES.defaultValue(), RelaySettings.RETRY.defaults()));
        return new RetryPolicy(
                settingValues.read(RelaySettings.MAX_RETRIES, relay, usual.maxRetries()),
                RelaySettings.RETRY.read(settingValues, relay, usual.backoff()),
                unanswered(outbox));
    }

    public static RetryPolicy.UnansweredPolicy unanswered(OutboxConfig outbox) {
        return outbox.atMostOnce() ? RetryPolicy.UnansweredPolicy.PARK : RetryPolicy.UnansweredPolicy.REPEAT;
    }

    private TableName table() {
        TableName table = settingValues.read(OutboxSettings.TABLE, relay, preset.usualTable());
        Optional<String> schema = settingValues.read(OutboxSettings.SCHEMA, relay);
        if (schema.isPresent() && table.schema() != null) {
            settingValues.contradiction(
                    OutboxSettings.SCHEMA, relay, "is given, but the table " + table + " names its schema itself");
        }
        return table.orIn(schema.orElse(null));
    }

    private OutboxLayout layout(TableName table) {
        OutboxLayout usual = preset.layout(table);
        Map<String, String> names = columns(usual);
        Optional<String> type = type(names.containsKey("type"));
        OutboxLayout words = words(usual);
        HeaderSources headerSources = headers(usual.headers());
        CreationPeriod creationPeriod = period();
        ProcessedEvents notes = notes(table.schema());
        // Fixed settings were refused where they are set.
        return preset.isOwnTable()
                ? usual
                : words.with(usual.columns().and(names), type.orElse(null))
                        .with(headerSources)
                        .with(creationPeriod)
                        .noting(notes);
    }

    /** Reads all settings, so that every problem is found, and returns those that the layout has. */
    private Map<String, String> columns(OutboxLayout usual) {
        Map<String, String> names = new HashMap<>(usual.columns().byKey());
        OutboxSettings.COLUMNS_BY_KEY.forEach((key, setting) -> {
            String name = settingValues.read(setting, relay, names.getOrDefault(key, setting.defaultValue()));
            if (names.containsKey(key)
                    || (preset.optionalColumns().contains(key) && settingValues.isGiven(setting, relay))) {
                names.put(key, name);
            }
        });
        return names;
    }

    /** The type of all messages, if the table has no column for it. */
    private Optional<String> type(boolean inColumn) {
        Optional<String> given = settingValues.read(OutboxSettings.TYPE, relay);
        if (inColumn) {
            if (given.isPresent() && preset.optionalColumns().contains("type")) {
                settingValues.contradiction(
                        OutboxSettings.TYPE, relay, "is given, but columns.type names a column for it");
            }
            return Optional.empty();
        }
        return given.or(() -> Optional.ofNullable(preset.layout().type()));
    }

    private OutboxLayout words(OutboxLayout usual) {
        OutboxLayout.StatusWords known = usual.statusWords();
        String processing = settingValues.read(OutboxSettings.STATUS_PROCESSING, relay);
        OutboxLayout.StatusWords statusWords = new OutboxLayout.StatusWords(
                settingValues.read(OutboxSettings.STATUS_PENDING, relay, known.pending()),
                known.processing() == null ? null : processing,
                settingValues.read(OutboxSettings.STATUS_COMPLETED, relay, known.completed()),
                settingValues.read(OutboxSettings.STATUS_FAILED, relay, known.failed()));
        return usual.stateEncoding() instanceof OutboxLayout.StatusWords ? usual.with(statusWords) : usual;
    }

    private HeaderSources headers(HeaderSources usual) {
        HeaderSources headerSources = usual;
        for (String column : settingValues.read(OutboxSettings.COLUMN_HEADERS, relay).stream()
                .toList()) {
            headerSources = headerSources.andObject(column);
        }
        for (String pair : settingValues.read(OutboxSettings.HEADERS, relay).orElse(List.of())) {
            int equals = pair.indexOf('=');
            headerSources = headerSources.and(
                    pair.substring(0, equals).strip(),
                    pair.substring(equals + 1).strip());
        }
        return headerSources;
    }

    private ClaimMode holding() {
        ClaimMode given = settingValues.read(OutboxSettings.CLAIM_MODE, relay, preset.defaultClaimMode());
        return preset.isOwnTable() ? ClaimMode.OWN : given;
    }

    private Retention retention(TableName table) {
        Retention completed = settingValues.read(OutboxSettings.RETENTION, relay);
        Optional<Duration> after = settingValues.read(OutboxSettings.ARCHIVE_AFTER, relay);
        Optional<TableName> archive = settingValues.read(OutboxSettings.ARCHIVE_TABLE, relay);
        if (after.isEmpty() && archive.isEmpty()) {
            return completed;
        }
        if (!(completed instanceof Retention.Keep)) {
            settingValues.contradiction(
                    OutboxSettings.RETENTION, relay, "deletes what is to be archived; leave it out, or the archive");
        }
        TableName to =
                archive.orElse(new TableName(null, table.table() + "_archive")).orIn(table.schema());
        return new Retention.ArchiveAfter(after.orElse(OutboxSettings.DEFAULT_ARCHIVE_AFTER), to.schema(), to.table());
    }

    /** In the schema of the outbox, unless configured otherwise. */
    private @Nullable ProcessedEvents notes(@Nullable String schema) {
        TableName table =
                settingValues.read(OutboxSettings.PROCESSED_EVENTS_TABLE, relay).orIn(schema);
        return preset.processedEvents().isEmpty()
                ? null
                : notes(table, settingValues.read(OutboxSettings.PROCESSED_EVENTS_MODE, relay));
    }

    public static @Nullable ProcessedEvents notes(TableName table, Optional<ProcessedEvents.Guarantee> guarantee) {
        return guarantee.map(it -> new ProcessedEvents(table, it)).orElse(null);
    }

    private CreationPeriod period() {
        return period(settingValues, OutboxSettings.FROM, OutboxSettings.TO, OutboxSettings.MAX_AGE, relay);
    }

    public static CreationPeriod period(
            SettingValues settingValues,
            Setting<Optional<Instant>> from,
            Setting<Optional<Instant>> to,
            Setting<Optional<Duration>> maxAge,
            String name) {
        Instant begin = settingValues.read(from, name).orElse(null);
        Instant end = settingValues.read(to, name).orElse(null);
        Duration age = settingValues.read(maxAge, name).orElse(null);
        if (begin != null && end != null && !begin.isBefore(end)) {
            settingValues.contradiction(to, name, "is not after the beginning, " + begin);
            return CreationPeriod.ALWAYS;
        }
        return new CreationPeriod(begin, end, age);
    }
}
