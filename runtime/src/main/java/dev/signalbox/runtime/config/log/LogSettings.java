package dev.signalbox.runtime.config.log;

import dev.signalbox.core.log.Topic;
import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.log.LogLayout;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.PartitionSettings;
import dev.signalbox.runtime.config.relay.ColumnLimitSettings;
import dev.signalbox.runtime.config.relay.OutboxValueTypes;
import dev.signalbox.runtime.config.relay.PollSettings;
import dev.signalbox.runtime.config.relay.RelayRules;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingKey;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The settings of an event log, apart from its topics and publishers. */
public final class LogSettings {
    public static final String PREFIX = "signalbox.logs.<name>";
    private static final SettingGroup GROUP = new SettingGroup(PREFIX);

    static final Setting<Boolean> ENABLED =
            GROUP.flag("enabled", "true").means("Whether this log is followed; its settings are checked anyway.");
    public static final Setting<String> SOURCE = GROUP.required("source", ValueTypes.name(), "shop")
            .means("The name of the PostgreSQL source that holds the events.");
    static final Setting<LogLayout> LAYOUT = GROUP.choice("layout", LogLayout.class, "crablet")
            .means(
                    "Whose table it is: `crablet` is the table of events of Crablet and of the event store, `signalbox-log` Signalbox's own, `debezium` the outbox of Debezium's event router.");
    static final Setting<TableName> TABLE = GROUP.of("table", OutboxValueTypes.sqlTable(), "events")
            .means(
                    "The table; `schema.table` is understood. By default it is signalbox_log with the layout `signalbox-log`, and outboxevent with `debezium`.");
    static final Setting<TableName> PROGRESS_TABLE = GROUP.of(
                    "progress-table", OutboxValueTypes.sqlTable(), "outbox_topic_progress")
            .means("The table with the position of each feed.");
    public static final Setting<Long> LOCK_KEY = GROUP.of("lock-key", ValueTypes.anyNumber(), "4856221667890123456")
            .means("The advisory lock that the working node holds; for `coordination: leader` only.");
    static final Setting<Duration> PARTITION = GROUP.duration("partition", "1h", "31d", "1d")
            .means("The time range of one partition of the table; with the layout `signalbox-log` only.");
    static final Setting<Optional<Duration>> RETENTION = GROUP.of("retention", ValueTypes.logRetention(), "7d")
            .means(
                    "How long a partition stays after all publishers are done with it, or `keep`; with the layout `signalbox-log` only.");
    static final Setting<String> COLUMN_POSITION = column("position", "position", "the event's position in the log");
    static final Setting<String> COLUMN_TRANSACTION_ID =
            column("transaction-id", "transaction_id", "the number of the transaction that wrote it");
    static final Setting<String> COLUMN_TYPE = column("type", "type", "the event's type");
    static final Setting<String> COLUMN_TAGS = column("tags", "tags", "its tags, each `key=value`");
    static final Setting<String> COLUMN_DATA = column("data", "data", "the JSON that is sent");
    static final Setting<String> COLUMN_OCCURRED_AT =
            column("occurred-at", "occurred_at", "the time at which it happened");
    static final ColumnLimitSettings LIMITS = ColumnLimitSettings.in(GROUP);
    static final PollSettings POLL = PollSettings.in(GROUP);

    static final List<Setting<String>> COLUMNS =
            List.of(COLUMN_POSITION, COLUMN_TRANSACTION_ID, COLUMN_TYPE, COLUMN_TAGS, COLUMN_DATA, COLUMN_OCCURRED_AT);

    public static final List<Setting<?>> ALL = GROUP.all();

    private static Setting<String> column(String key, String name, String meaning) {
        return GROUP.of("columns." + key, ValueTypes.identifier(), name).means("The column with " + meaning + ".");
    }

    private final SettingValues values;
    private final Map<String, SourceConfig> sources;
    private final ConfiguredPublishers publishers;
    private final List<String> warnings = new ArrayList<>();

    public LogSettings(SettingValues values, Map<String, SourceConfig> sources, ConfiguredPublishers publishers) {
        this.values = values;
        this.sources = sources;
        this.publishers = publishers;
    }

    /** All logs, including disabled ones, which have no feeds. */
    public List<LogConfig> logs() {
        return values.names(PREFIX).stream().map(this::log).toList();
    }

    public List<String> warnings() {
        return warnings;
    }

    private LogConfig log(String name) {
        LogLayout layout = values.read(LAYOUT, name);
        String source = values.read(SOURCE, name);
        boolean enabled = values.read(ENABLED, name);
        List<FeedConfig> feeds = feeds(
                name, new PublisherSettings(values, publishers, layout, SourceConfig.wakeUpOf(sources.get(source))));
        return new LogConfig(
                name,
                source,
                layout,
                new LogTable(
                        values.read(TABLE, name, layout.usualTable()),
                        values.read(PROGRESS_TABLE, name),
                        columns(name, layout),
                        LIMITS.read(values, name)),
                values.read(LOCK_KEY, name),
                partitions(name, layout),
                enabled ? feeds : List.of());
    }

    /** Only the columns of Crablet's table can be renamed. */
    private LogTable.Columns columns(String log, LogLayout layout) {
        LogTable.Columns columns = new LogTable.Columns(
                values.read(COLUMN_POSITION, log),
                values.read(COLUMN_TRANSACTION_ID, log),
                values.read(COLUMN_TYPE, log),
                values.read(COLUMN_TAGS, log),
                values.read(COLUMN_DATA, log),
                values.read(COLUMN_OCCURRED_AT, log),
                null,
                null,
                HeaderSources.NONE);
        RelayRules.checkDistinct(values, SettingKey.fill(PREFIX, log) + ".columns", columns.all());
        if (layout.allowsOtherNames()) {
            return columns;
        }
        values.refuse(COLUMNS, log, "means nothing with the layout " + ValueTypes.word(layout) + "; leave it out");
        return layout.columns();
    }

    private Optional<PartitionSettings> partitions(String log, LogLayout layout) {
        PartitionSettings partitions = new PartitionSettings(
                values.read(PARTITION, log),
                PartitionSettings.DEFAULT.ahead(),
                values.read(RETENTION, log).orElse(null));
        if (layout.isOwnLog()) {
            return Optional.of(partitions);
        }
        values.refuse(
                List.of(PARTITION, RETENTION), log, "means something with the layout signalbox-log only; leave it out");
        return Optional.empty();
    }

    private List<FeedConfig> feeds(String log, PublisherSettings settings) {
        Set<String> used = new LinkedHashSet<>();
        List<FeedConfig> feeds = new ArrayList<>();
        List<String> names = values.names(TopicSettings.PREFIX, log);
        for (String topic : names) {
            String key = log + SettingKey.SEPARATOR + topic;
            Topic filter = TopicSettings.OF_LOG.filter(values, key);
            publishers.of(TopicSettings.OF_LOG.publishers(), key).stream()
                    .map(publisher -> settings.feed(log, topic, filter, publisher))
                    .filter(this::isEnabled)
                    .forEach(feeds::add);
            used.addAll(values.read(TopicSettings.OF_LOG.publishers(), key));
        }
        if (names.isEmpty()) {
            values.problem(SettingKey.fill(PREFIX, log) + ".topics", "there is no topic; a log needs at least one");
        }
        settings.warnings().stream()
                .filter(warning -> !warnings.contains(warning))
                .forEach(warnings::add);
        checkUsed(log, used);
        return feeds;
    }

    private boolean isEnabled(FeedConfig feed) {
        return values.read(
                PublisherSettings.ENABLED,
                feed.log() + SettingKey.SEPARATOR + feed.publisher().name());
    }

    /** A publisher that no topic uses is probably a misspelt name. */
    private void checkUsed(String log, Set<String> used) {
        for (String publisher : values.names(PublisherSettings.PREFIX, log)) {
            if (!used.contains(publisher)) {
                values.problem(
                        SettingKey.fill(PublisherSettings.PREFIX, log + SettingKey.SEPARATOR + publisher),
                        "no topic of this log has this publisher; " + RelayRules.knownNames(used));
            }
        }
    }
}
