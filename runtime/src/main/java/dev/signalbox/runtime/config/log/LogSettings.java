package dev.signalbox.runtime.config.log;

import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.log.LogLayout;
import dev.signalbox.runtime.config.relay.OutboxValueTypes;
import dev.signalbox.runtime.config.relay.PollSettings;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.ValueTypes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of an event log, apart from its topics and publishers. */
public final class LogSettings {
    public static final String PREFIX = "signalbox.logs.<name>";

    static final Setting<Boolean> ENABLED = Setting.of(
            PREFIX + ".enabled",
            ValueTypes.yesOrNo(),
            "true",
            "Whether this log is followed; its settings are checked anyway.");
    public static final Setting<String> SOURCE = Setting.required(
            PREFIX + ".source", ValueTypes.name(), "shop", "The name of the PostgreSQL source that holds the events.");
    static final Setting<LogLayout> LAYOUT = Setting.of(
            PREFIX + ".layout",
            ValueTypes.choice(LogLayout.class),
            "crablet",
            "Whose table it is: `crablet` is the table of events of Crablet and of the event store, `signalbox-log` Signalbox's own, `debezium` the outbox of Debezium's event router.");
    static final Setting<TableName> TABLE = Setting.of(
            PREFIX + ".table",
            OutboxValueTypes.sqlTable(),
            "events",
            "The table; `schema.table` is understood. By default it is signalbox_log with the layout `signalbox-log`, and outboxevent with `debezium`.");
    static final Setting<TableName> PROGRESS_TABLE = Setting.of(
            PREFIX + ".progress-table",
            OutboxValueTypes.sqlTable(),
            "outbox_topic_progress",
            "The table that says how far each publisher of a topic has come.");
    public static final Setting<Long> LOCK_KEY = Setting.of(
            PREFIX + ".lock-key",
            ValueTypes.anyNumber(),
            "4856221667890123456",
            "The advisory lock that the working node holds; for `coordination: leader` only.");
    static final Setting<String> COLUMN_POSITION = column("position", "position", "the event's place in the log");
    static final Setting<String> COLUMN_TRANSACTION_ID =
            column("transaction-id", "transaction_id", "the number of the transaction that wrote it");
    static final Setting<String> COLUMN_TYPE = column("type", "type", "the event's type");
    static final Setting<String> COLUMN_TAGS = column("tags", "tags", "its tags, each `key=value`");
    static final Setting<String> COLUMN_DATA = column("data", "data", "the JSON that is sent");
    static final Setting<String> COLUMN_OCCURRED_AT =
            column("occurred-at", "occurred_at", "the time at which it happened");
    static final Setting<Duration> PARTITION = Setting.of(
            PREFIX + ".partition",
            ValueTypes.duration("1h", "31d"),
            "1d",
            "The time that one partition of the table is for; with the layout `signalbox-log` only.");
    static final Setting<Optional<Duration>> RETENTION = Setting.of(
            PREFIX + ".retention",
            ValueTypes.logRetention(),
            "7d",
            "How long a partition stays that all publishers are done with, or `keep`; with the layout `signalbox-log` only.");
    static final PollSettings POLL = PollSettings.below(PREFIX);

    static final List<Setting<String>> COLUMNS =
            List.of(COLUMN_POSITION, COLUMN_TRANSACTION_ID, COLUMN_TYPE, COLUMN_TAGS, COLUMN_DATA, COLUMN_OCCURRED_AT);

    public static final List<Setting<?>> ALL = Stream.<List<? extends Setting<?>>>of(
                    List.of(ENABLED, SOURCE, LAYOUT, TABLE, PROGRESS_TABLE, LOCK_KEY, PARTITION, RETENTION),
                    COLUMNS,
                    POLL.all())
            .<Setting<?>>flatMap(List::stream)
            .toList();

    private LogSettings() {}

    private static Setting<String> column(String key, String name, String meaning) {
        return Setting.of(
                PREFIX + ".columns." + key, ValueTypes.identifier(), name, "The column with " + meaning + ".");
    }
}
