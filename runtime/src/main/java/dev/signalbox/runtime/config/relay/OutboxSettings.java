package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.CreationPeriod;
import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.LayoutPreset;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The settings of a relay's table. */
public final class OutboxSettings {
    public static final String PREFIX = RelaySettings.PREFIX + ".outbox";
    private static final SettingGroup GROUP = new SettingGroup(PREFIX);

    static final Setting<LayoutPreset> LAYOUT = GROUP.of("layout", ValueTypes.choice(layouts()), "flowcatalyst")
            .means("Whose table it is: " + OutboxLayouts.description() + "; on MongoDB only `flowcatalyst`.");
    static final Setting<Optional<String>> SCHEMA = GROUP.optional("schema", ValueTypes.identifier())
            .orElse("the search path, or the URL's database")
            .means("The schema of the table; on MySQL and MariaDB the database.");
    static final Setting<TableName> TABLE = GROUP.of("table", OutboxValueTypes.table(), "outbox_events")
            .means(
                    "The table; `schema.table` is understood, on MySQL and MariaDB `database.table`. On MongoDB the collection. With the layout `signalbox` it is signalbox_outbox by default, with `event-outbox` EventOutbox, also as eventoutbox or event_outbox.");
    static final List<Setting<String>> COLUMNS = List.of(
            column("id", "id", "the message's unique id"),
            column("type", "type", "the message's type"),
            column("message-group", "message_group", "the group within which order is kept"),
            column("payload", "payload", "the JSON that is sent"),
            column("status", "status", "the row's state"),
            column("retry-count", "retry_count", "the number of failed attempts"),
            column("created-at", "created_at", "the time by which messages are ordered"),
            column("processed-at", "processed_at", "the time of the claim, later of the completion"),
            column("error-message", "error_message", "the reason of the last failure"));
    static final Setting<String> COLUMN_HELD_UNTIL = column(
            "held-until", "in_progress_until", "the time until which a row is claimed, with the layout `catbox`");
    static final Setting<Optional<String>> COLUMN_HEADERS =
            GROUP.optional("columns.headers", ValueTypes.identifier()).means("A column with a JSON object of headers.");
    static final Setting<Optional<List<String>>> HEADERS = GROUP.optional("headers", ValueTypes.pairs())
            .means("Headers in columns of their own, as `header: column`.");
    static final Setting<Optional<String>> TYPE = GROUP.optional("type", ValueTypes.statusWord())
            .orElse("message")
            .means(
                    "With the layouts `sent-flag` and `sent-at`: the type of all messages, unless `columns.type` names a column.");
    static final Setting<String> STATUS_PENDING = status("pending", "PENDING", "waits to be sent");
    static final Setting<String> STATUS_PROCESSING = status("processing", "PROCESSING", "a node has claimed");
    static final Setting<String> STATUS_COMPLETED = status("completed", "COMPLETED", "was delivered");
    static final Setting<String> STATUS_FAILED = status("failed", "FAILED", "is a dead letter");
    public static final Setting<ClaimMode> CLAIM_MODE = GROUP.choice("holding", ClaimMode.class, "mark")
            .means(
                    "The claim mode, which keeps a row from other nodes during delivery: `mark` writes that it is being processed, visible to other programs; `own` relies on the node's ownership and writes each row once. `own` needs Signalbox's own tables; without them rows are marked. On MongoDB there is only `mark`.");
    public static final Setting<Duration> PROCESSING_TIMEOUT = GROUP.duration("processing-timeout", "1s", "7d", "300s")
            .means("The time after which a claimed row of no living node is recovered.");
    public static final Setting<Long> MAX_PAYLOAD_BYTES = GROUP.of(
                    "max-payload-bytes", ValueTypes.size("1KB", "1GB"), "16MB")
            .means("A larger payload is not read into memory: its message fails with a reason.");
    static final ColumnLimitSettings LIMITS = ColumnLimitSettings.in(GROUP);
    public static final Setting<Retention> RETENTION = GROUP.of(
                    "retention.completed", OutboxValueTypes.retention(), "keep")
            .means("What happens to completed rows; deleting needs the DELETE right on the table.");

    static final Setting<Optional<Duration>> ARCHIVE_AFTER = GROUP.optional(
                    "archive.after", ValueTypes.duration("1s", "3650d"))
            .orElse("7d if a table is named")
            .means(
                    "How long after their completion rows move to the archive table, a few hundred at a time. Without this setting and the next one nothing is archived. It needs DELETE on the table and INSERT on the archive; without these rights rows stay, and deliveries continue.");
    static final Setting<Optional<TableName>> ARCHIVE_TABLE = GROUP.optional("archive.table", OutboxValueTypes.table())
            .orElse("the table's name and `_archive`")
            .means(
                    "The archive table. It has all columns of the table, with the same names and types; `signalbox schema install` creates it.");
    public static final Setting<TableName> PROCESSED_EVENTS_TABLE = GROUP.of(
                    "processed.table", OutboxValueTypes.sqlTable(), "ProcessedEvent")
            .means(
                    "With the layout `event-outbox`: the table of processed events, also as processedevent or processed_event.");
    static final Setting<Optional<ProcessedEvents.Guarantee>> PROCESSED_EVENTS_MODE = GROUP.of(
                    "processed.mode", ValueTypes.choiceOrOff(ProcessedEvents.Guarantee.class), "at-least-once")
            .means(
                    "With the layout `event-outbox`: what happens to an event that may or may not have been published, because its node died or the broker did not answer: it is published again (`at-least-once`), or fails with a reason (`at-most-once`); with `off` the table is not used, and it is published again.");
    static final Setting<Optional<Instant>> FROM = GROUP.optional("from", ValueTypes.instant())
            .means("With the layout `event-outbox`: only events created at this time or later.");
    static final Setting<Optional<Instant>> TO = GROUP.optional("to", ValueTypes.instant())
            .means("With the layout `event-outbox`: only events created before this time.");
    static final Setting<Optional<Duration>> MAX_AGE = GROUP.optional("max-age", ValueTypes.duration("1s", "3650d"))
            .means("With the layout `event-outbox`: only events that are not older.");

    static final List<Setting<?>> OF_EVENT_OUTBOX =
            List.of(PROCESSED_EVENTS_TABLE, PROCESSED_EVENTS_MODE, FROM, TO, MAX_AGE);

    static final Duration DEFAULT_ARCHIVE_AFTER = Duration.ofDays(7);

    public static final List<Setting<?>> ALL = GROUP.all();

    static final List<Setting<?>> ARCHIVE = List.of(ARCHIVE_AFTER, ARCHIVE_TABLE);

    static final List<Setting<String>> STATUSES =
            List.of(STATUS_PENDING, STATUS_PROCESSING, STATUS_COMPLETED, STATUS_FAILED);

    /** The settings of columns, by the key that a layout knows them by. */
    static final Map<String, Setting<String>> COLUMNS_BY_KEY = Stream.concat(
                    COLUMNS.stream(), Stream.of(COLUMN_HELD_UNTIL))
            .collect(Collectors.toMap(OutboxSettings::columnKey, setting -> setting));

    /** The settings of tables whose rows carry their state. */
    static final List<Setting<?>> OF_STATUS_TABLES = Stream.<List<? extends Setting<?>>>of(
                    COLUMNS, STATUSES, List.of(RETENTION, COLUMN_HELD_UNTIL, COLUMN_HEADERS, HEADERS), ARCHIVE)
            .<Setting<?>>flatMap(List::stream)
            .toList();

    private static Map<String, LayoutPreset> layouts() {
        Map<String, LayoutPreset> layouts = new LinkedHashMap<>();
        OutboxLayouts.ALL.forEach(preset -> layouts.put(preset.name(), preset));
        return layouts;
    }

    private static String columnKey(Setting<String> setting) {
        return setting.key().substring((PREFIX + ".columns.").length()).replace('-', '_');
    }

    /** The settings that do not apply to a layout: its table lacks what they name, or is fixed, as {@code signalbox} is. */
    static List<Setting<?>> meaninglessWith(LayoutPreset preset) {
        List<Setting<?>> meaningless = new ArrayList<>();
        OutboxLayout layout = preset.layout();
        if (preset.isOwnTable()) {
            meaningless.addAll(OF_STATUS_TABLES);
        } else {
            Set<String> columns = layout.columns().byKey().keySet();
            COLUMNS_BY_KEY.forEach((key, setting) -> {
                if (!columns.contains(key) && !preset.optionalColumns().contains(key)) {
                    meaningless.add(setting);
                }
            });
            meaningless.addAll(meaninglessWords(layout));
        }
        if (layout.type() == null) {
            meaningless.add(TYPE);
        }
        if (preset.processedEvents().isEmpty()) {
            meaningless.addAll(OF_EVENT_OUTBOX);
        }
        return meaningless;
    }

    private static List<Setting<String>> meaninglessWords(OutboxLayout layout) {
        if (!(layout.stateEncoding() instanceof OutboxLayout.StatusWords statusWords)) {
            return STATUSES;
        }
        return statusWords.processing() == null ? List.of(STATUS_PROCESSING) : List.of();
    }

    private static Setting<String> column(String key, String name, String meaning) {
        return GROUP.of("columns." + key, ValueTypes.identifier(), name).means("The column with " + meaning + ".");
    }

    private static Setting<String> status(String key, String word, String meaning) {
        return GROUP.of("statuses." + key, ValueTypes.statusWord(), word)
                .means("The state of a row that " + meaning + ".");
    }

    private final SettingValues values;
    private final String relay;
    private final LayoutPreset preset;

    OutboxSettings(SettingValues values, String relay) {
        this.values = values;
        this.relay = relay;
        this.preset = values.read(LAYOUT, relay);
    }

    OutboxConfig outbox() {
        TableName table = table();
        return new OutboxConfig(
                preset,
                layout(table),
                new dev.signalbox.core.outbox.OutboxSettings(
                        claimMode(),
                        values.read(PROCESSING_TIMEOUT, relay),
                        values.read(MAX_PAYLOAD_BYTES, relay),
                        retention(table),
                        values.read(RelaySettings.ORDERING, relay),
                        values.read(RelaySettings.ON_EXHAUSTED, relay).holds(),
                        LIMITS.read(values, relay)));
    }

    /** The retry policy, with the layout's defaults for settings that are not configured. */
    RetryPolicy retries(OutboxConfig outbox) {
        RetryPolicy usual = preset.usualRetries(
                new RetryPolicy(RelaySettings.MAX_RETRIES.defaultValue(), RelaySettings.RETRY.defaults()));
        return new RetryPolicy(
                values.read(RelaySettings.MAX_RETRIES, relay, usual.maxRetries()),
                RelaySettings.RETRY.read(values, relay, usual.backoff()),
                unanswered(outbox));
    }

    public static RetryPolicy.UnansweredPolicy unanswered(OutboxConfig outbox) {
        return outbox.atMostOnce() ? RetryPolicy.UnansweredPolicy.PARK : RetryPolicy.UnansweredPolicy.REPEAT;
    }

    private TableName table() {
        TableName table = values.read(TABLE, relay, preset.usualTable());
        Optional<String> schema = values.read(SCHEMA, relay);
        if (schema.isPresent() && table.schema() != null) {
            values.contradiction(SCHEMA, relay, "is given, but the table " + table + " names its schema itself");
        }
        return table.orIn(schema.orElse(null));
    }

    private OutboxLayout layout(TableName table) {
        OutboxLayout usual = preset.layout(table);
        Map<String, String> names = columns(usual);
        Optional<String> type = type(names.containsKey("type"));
        OutboxLayout words = words(usual);
        HeaderSources headerSources = headers(usual.headers());
        CreationPeriod creationPeriod = period(values, FROM, TO, MAX_AGE, relay);
        ProcessedEvents processedEvents = processedEvents(table.schema());
        // Fixed settings were refused where they are set.
        return preset.isOwnTable()
                ? usual
                : words.with(usual.columns().and(names), type.orElse(null))
                        .with(headerSources)
                        .with(creationPeriod)
                        .noting(processedEvents);
    }

    /** Reads all settings, so that every problem is found, and returns those that the layout has. */
    private Map<String, String> columns(OutboxLayout usual) {
        Map<String, String> names = new HashMap<>(usual.columns().byKey());
        COLUMNS_BY_KEY.forEach((key, setting) -> {
            String name = values.read(setting, relay, names.getOrDefault(key, setting.defaultValue()));
            if (names.containsKey(key) || (preset.optionalColumns().contains(key) && values.isGiven(setting, relay))) {
                names.put(key, name);
            }
        });
        return names;
    }

    /** The type of all messages, if the table has no column for it. */
    private Optional<String> type(boolean inColumn) {
        Optional<String> given = values.read(TYPE, relay);
        if (inColumn) {
            if (given.isPresent() && preset.optionalColumns().contains("type")) {
                values.contradiction(TYPE, relay, "is given, but columns.type names a column for it");
            }
            return Optional.empty();
        }
        return given.or(() -> Optional.ofNullable(preset.layout().type()));
    }

    private OutboxLayout words(OutboxLayout usual) {
        OutboxLayout.StatusWords known = usual.statusWords();
        String processing = values.read(STATUS_PROCESSING, relay);
        OutboxLayout.StatusWords statusWords = new OutboxLayout.StatusWords(
                values.read(STATUS_PENDING, relay, known.pending()),
                known.processing() == null ? null : processing,
                values.read(STATUS_COMPLETED, relay, known.completed()),
                values.read(STATUS_FAILED, relay, known.failed()));
        return usual.stateEncoding() instanceof OutboxLayout.StatusWords ? usual.with(statusWords) : usual;
    }

    private HeaderSources headers(HeaderSources usual) {
        HeaderSources headerSources = usual;
        for (String column : values.read(COLUMN_HEADERS, relay).stream().toList()) {
            headerSources = headerSources.andObject(column);
        }
        for (String pair : values.read(HEADERS, relay).orElse(List.of())) {
            int equals = pair.indexOf('=');
            headerSources = headerSources.and(
                    pair.substring(0, equals).strip(),
                    pair.substring(equals + 1).strip());
        }
        return headerSources;
    }

    private ClaimMode claimMode() {
        ClaimMode given = values.read(CLAIM_MODE, relay, preset.defaultClaimMode());
        return preset.isOwnTable() ? ClaimMode.OWN : given;
    }

    private Retention retention(TableName table) {
        Retention completed = values.read(RETENTION, relay);
        Optional<Duration> after = values.read(ARCHIVE_AFTER, relay);
        Optional<TableName> archive = values.read(ARCHIVE_TABLE, relay);
        if (after.isEmpty() && archive.isEmpty()) {
            return completed;
        }
        if (!(completed instanceof Retention.Keep)) {
            values.contradiction(RETENTION, relay, "deletes what is to be archived; leave it out, or the archive");
        }
        TableName to =
                archive.orElse(new TableName(null, table.table() + "_archive")).orIn(table.schema());
        return new Retention.ArchiveAfter(after.orElse(DEFAULT_ARCHIVE_AFTER), to.schema(), to.table());
    }

    /** In the schema of the outbox, unless configured otherwise. */
    private @Nullable ProcessedEvents processedEvents(@Nullable String schema) {
        TableName table = values.read(PROCESSED_EVENTS_TABLE, relay).orIn(schema);
        return preset.processedEvents().isEmpty()
                ? null
                : processedEvents(table, values.read(PROCESSED_EVENTS_MODE, relay));
    }

    public static @Nullable ProcessedEvents processedEvents(
            TableName table, Optional<ProcessedEvents.Guarantee> guarantee) {
        return guarantee.map(it -> new ProcessedEvents(table, it)).orElse(null);
    }

    public static CreationPeriod period(
            SettingValues values,
            Setting<Optional<Instant>> from,
            Setting<Optional<Instant>> to,
            Setting<Optional<Duration>> maxAge,
            String name) {
        Instant begin = values.read(from, name).orElse(null);
        Instant end = values.read(to, name).orElse(null);
        Duration age = values.read(maxAge, name).orElse(null);
        if (begin != null && end != null && !begin.isBefore(end)) {
            values.contradiction(to, name, "is not after the beginning, " + begin);
            return CreationPeriod.ALWAYS;
        }
        return new CreationPeriod(begin, end, age);
    }
}
