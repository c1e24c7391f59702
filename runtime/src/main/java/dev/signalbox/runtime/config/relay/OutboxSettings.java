package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.LayoutPreset;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.ValueTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings of a relay's table. */
public final class OutboxSettings {
    public static final String PREFIX = RelaySettings.PREFIX + ".outbox";

    static final Setting<LayoutPreset> LAYOUT = Setting.of(
            PREFIX + ".layout",
            ValueTypes.choice(layouts()),
            "flowcatalyst",
            "Whose table it is: " + OutboxLayouts.description() + "; on MongoDB only `flowcatalyst`.");
    static final Setting<Optional<String>> SCHEMA = Setting.optional(
                    PREFIX + ".schema",
                    ValueTypes.identifier(),
                    "The schema of the table; on MySQL and MariaDB the database.")
            .orElse("the search path, or the URL's database");
    static final Setting<TableName> TABLE = Setting.of(
            PREFIX + ".table",
            OutboxValueTypes.table(),
            "outbox_events",
            "The table; `schema.table` is understood, on MySQL and MariaDB `database.table`. On MongoDB the collection. With the layout `signalbox` it is signalbox_outbox by default, with `event-outbox` EventOutbox, also as eventoutbox or event_outbox.");
    static final Setting<String> COLUMN_ID = column("id", "id", "the message's unique id");
    static final Setting<String> COLUMN_TYPE = column("type", "type", "the message's type");
    static final Setting<String> COLUMN_MESSAGE_GROUP =
            column("message-group", "message_group", "the group within which order is kept");
    static final Setting<String> COLUMN_PAYLOAD = column("payload", "payload", "the JSON that is sent");
    static final Setting<String> COLUMN_STATUS = column("status", "status", "the row's state");
    static final Setting<String> COLUMN_RETRY_COUNT =
            column("retry-count", "retry_count", "the number of failed attempts");
    static final Setting<String> COLUMN_CREATED_AT =
            column("created-at", "created_at", "the time by which messages are ordered");
    static final Setting<String> COLUMN_PROCESSED_AT =
            column("processed-at", "processed_at", "the time of the claim, later of the completion");
    static final Setting<String> COLUMN_ERROR_MESSAGE =
            column("error-message", "error_message", "the reason of the last failure");
    static final Setting<String> COLUMN_HELD_UNTIL = column(
            "held-until", "in_progress_until", "the time until which somebody holds the row, with the layout `catbox`");
    static final Setting<Optional<String>> COLUMN_HEADERS = Setting.optional(
            PREFIX + ".columns.headers", ValueTypes.identifier(), "A column with a JSON object of headers.");
    static final Setting<Optional<List<String>>> HEADERS = Setting.optional(
            PREFIX + ".headers",
            ValueTypes.pairs(),
            "Headers that stand in columns of their own, as `header: column`.");
    static final Setting<Optional<String>> TYPE = Setting.optional(
                    PREFIX + ".type",
                    ValueTypes.statusWord(),
                    "With the layouts `sent-flag` and `sent-at`: the type of all messages, unless `columns.type` names a column.")
            .orElse("message");
    static final Setting<String> STATUS_PENDING = status("pending", "PENDING", "waits to be sent");
    static final Setting<String> STATUS_PROCESSING = status("processing", "PROCESSING", "is held by a node");
    static final Setting<String> STATUS_COMPLETED = status("completed", "COMPLETED", "was delivered");
    static final Setting<String> STATUS_FAILED = status("failed", "FAILED", "was given up");
    public static final Setting<ClaimMode> CLAIM_MODE = Setting.of(
            PREFIX + ".holding",
            ValueTypes.choice(ClaimMode.class),
            "mark",
            "How a row is kept from other nodes while it is being delivered: `mark` writes that it is being processed,"
                    + " for everybody to see; `own` leaves that to the node's ownership and writes each row once."
                    + " `own` needs Signalbox's own tables; without them rows are marked. On MongoDB there is only `mark`.");
    public static final Setting<Duration> PROCESSING_TIMEOUT = Setting.of(
            PREFIX + ".processing-timeout",
            ValueTypes.duration("1s", "7d"),
            "300s",
            "After so long a claimed row that no living node holds is given back.");
    public static final Setting<Long> MAX_PAYLOAD_BYTES = Setting.of(
            PREFIX + ".max-payload-bytes",
            ValueTypes.size("1KB", "1GB"),
            "16MB",
            "A larger payload is not read into memory: its message fails with a reason.");
    public static final Setting<Retention> RETENTION = Setting.of(
            PREFIX + ".retention.completed",
            OutboxValueTypes.retention(),
            "keep",
            "What becomes of completed rows; deleting needs the DELETE right on the table.");

    static final Setting<Optional<Duration>> ARCHIVE_AFTER = Setting.optional(
                    PREFIX + ".archive.after",
                    ValueTypes.duration("1s", "3650d"),
                    "So long after their completion rows move to the archive table, a few hundred at a time."
                            + " Without this setting and the next one nothing is archived. It needs DELETE on the table and"
                            + " INSERT on the archive; until both are there rows stay, and deliveries go on.")
            .orElse("7d if a table is named");
    static final Setting<Optional<TableName>> ARCHIVE_TABLE = Setting.optional(
                    PREFIX + ".archive.table",
                    OutboxValueTypes.table(),
                    "The archive table. It has all columns of the table, of the same names and types;"
                            + " `signalbox schema install` makes it.")
            .orElse("the table's name and `_archive`");
    public static final Setting<TableName> PROCESSED_EVENTS_TABLE = Setting.of(
            PREFIX + ".processed.table",
            OutboxValueTypes.sqlTable(),
            "ProcessedEvent",
            "With the layout `event-outbox`: the table in which each event is noted before it is published, also as processedevent or processed_event.");
    static final Setting<Optional<ProcessedEvents.Guarantee>> PROCESSED_EVENTS_MODE = Setting.of(
            PREFIX + ".processed.mode",
            ValueTypes.choiceOrOff(ProcessedEvents.Guarantee.class),
            "at-least-once",
            "With the layout `event-outbox`: what becomes of an event that was noted, but not as published, when its node died,"
                    + " or that got no answer: it is published again (`at-least-once`), or fails with a reason (`at-most-once`);"
                    + " with `off` nothing is noted, and it is published again.");
    static final Setting<Optional<Instant>> FROM = Setting.optional(
            PREFIX + ".from",
            ValueTypes.instant(),
            "With the layout `event-outbox`: only events that were created then or later are taken.");
    static final Setting<Optional<Instant>> TO = Setting.optional(
            PREFIX + ".to",
            ValueTypes.instant(),
            "With the layout `event-outbox`: only events that were created before are taken.");
    static final Setting<Optional<Duration>> MAX_AGE = Setting.optional(
            PREFIX + ".max-age",
            ValueTypes.duration("1s", "3650d"),
            "With the layout `event-outbox`: only events that are not older are taken.");

    static final List<Setting<?>> OF_EVENT_OUTBOX =
            List.of(PROCESSED_EVENTS_TABLE, PROCESSED_EVENTS_MODE, FROM, TO, MAX_AGE);

    static final Duration DEFAULT_ARCHIVE_AFTER = Duration.ofDays(7);

    public static final List<Setting<?>> ALL = List.of(
            LAYOUT,
            SCHEMA,
            TABLE,
            COLUMN_ID,
            COLUMN_TYPE,
            COLUMN_MESSAGE_GROUP,
            COLUMN_PAYLOAD,
            COLUMN_STATUS,
            COLUMN_RETRY_COUNT,
            COLUMN_CREATED_AT,
            COLUMN_PROCESSED_AT,
            COLUMN_ERROR_MESSAGE,
            COLUMN_HELD_UNTIL,
            COLUMN_HEADERS,
            HEADERS,
            TYPE,
            STATUS_PENDING,
            STATUS_PROCESSING,
            STATUS_COMPLETED,
            STATUS_FAILED,
            CLAIM_MODE,
            PROCESSING_TIMEOUT,
            MAX_PAYLOAD_BYTES,
            RETENTION,
            ARCHIVE_AFTER,
            ARCHIVE_TABLE,
            PROCESSED_EVENTS_TABLE,
            PROCESSED_EVENTS_MODE,
            FROM,
            TO,
            MAX_AGE);

    static final List<Setting<?>> ARCHIVE = List.of(ARCHIVE_AFTER, ARCHIVE_TABLE);

    static final List<Setting<String>> COLUMNS = List.of(
            COLUMN_ID,
            COLUMN_TYPE,
            COLUMN_MESSAGE_GROUP,
            COLUMN_PAYLOAD,
            COLUMN_STATUS,
            COLUMN_RETRY_COUNT,
            COLUMN_CREATED_AT,
            COLUMN_PROCESSED_AT,
            COLUMN_ERROR_MESSAGE);
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

    private OutboxSettings() {}

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
        return Setting.of(
                PREFIX + ".columns." + key, ValueTypes.identifier(), name, "The column with " + meaning + ".");
    }

    private static Setting<String> status(String key, String word, String meaning) {
        return Setting.of(
                PREFIX + ".statuses." + key, ValueTypes.statusWord(), word, "The state of a row that " + meaning + ".");
    }
}
