package dev.signalbox.runtime.config;

import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.runtime.config.FeedConfig.Publisher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Turns the values below {@code signalbox.logs} into logs, topics and pairs, and finds what is wrong with each. */
final class LogConfigReader {
    private final SettingValues settingValues;
    private final ConfiguredPublishers configuredPublishers;
    private final List<String> warnings = new ArrayList<>();

    LogConfigReader(SettingValues settingValues, ConfiguredPublishers configuredPublishers) {
        this.settingValues = settingValues;
        this.configuredPublishers = configuredPublishers;
    }

    /** All of them, also those that are switched off, whose topics are empty. */
    List<LogConfig> logs() {
        return settingValues.names(LogSettings.PREFIX).stream().map(this::log).toList();
    }

    List<String> warnings() {
        return warnings;
    }

    private LogConfig log(String name) {
        LogConfig.Layout layout = settingValues.read(LogSettings.LAYOUT, name);
        boolean enabled = settingValues.read(LogSettings.ENABLED, name);
        List<TopicConfig> topics = topics(name, layout);
        return new LogConfig(
                name,
                settingValues.read(LogSettings.SOURCE, name),
                layout,
                table(name, layout),
                settingValues.read(LogSettings.PROGRESS_TABLE, name),
                settingValues.read(LogSettings.LOCK_KEY, name),
                columns(name, layout),
                partitions(name, layout),
                enabled ? topics : List.of());
    }

    private TableName table(String log, LogConfig.Layout layout) {
        TableName usual = switch (layout) {
            case CRABLET -> LogSettings.TABLE.defaultValue();
            case SIGNALBOX_LOG -> LogSettings.OWN_TABLE;
            case DEBEZIUM -> LogSettings.DEBEZIUM_TABLE;
        };
        return settingValues.read(LogSettings.TABLE, log, usual);
    }

    /** Only Crablet's table may have other names. */
    private LogConfig.Columns columns(String log, LogConfig.Layout layout) {
        if (layout != LogConfig.Layout.CRABLET) {
            LogSettings.COLUMNS.stream()
                    .filter(setting -> settingValues.isGiven(setting, log))
                    .forEach(setting -> settingValues.contradiction(
                            setting,
                            log,
                            "means nothing with the layout " + ValueText.word(layout) + "; leave it out"));
        }
        LogConfig.Columns columns = new LogConfig.Columns(
                settingValues.read(LogSettings.COLUMN_POSITION, log),
                settingValues.read(LogSettings.COLUMN_TRANSACTION_ID, log),
                settingValues.read(LogSettings.COLUMN_TYPE, log),
                settingValues.read(LogSettings.COLUMN_TAGS, log),
                settingValues.read(LogSettings.COLUMN_DATA, log),
                settingValues.read(LogSettings.COLUMN_OCCURRED_AT, log));
        RelayRules.checkDistinct(settingValues, SettingKey.fill(LogSettings.PREFIX, log) + ".columns", columns.all());
        return columns;
    }

    private Optional<LogConfig.Partitions> partitions(String log, LogConfig.Layout layout) {
        LogConfig.Partitions partitions = new LogConfig.Partitions(
                settingValues.read(LogSettings.PARTITION, log), settingValues.read(LogSettings.RETENTION, log));
        if (layout == LogConfig.Layout.SIGNALBOX_LOG) {
            return Optional.of(partitions);
        }
        for (Setting<?> setting : List.of(LogSettings.PARTITION, LogSettings.RETENTION)) {
            if (settingValues.isGiven(setting, log)) {
                settingValues.contradiction(
                        setting, log, "means something with the layout signalbox-log only; leave it out");
            }
        }
        return Optional.empty();
    }

    private List<TopicConfig> topics(String log, LogConfig.Layout layout) {
        RelayConfig.Poll usual = LogSettings.POLL.read(settingValues, log);
        Set<String> used = new LinkedHashSet<>();
        List<TopicConfig> topics = new ArrayList<>();
        List<String> names = settingValues.names(TopicSettings.PREFIX, log);
        for (String topic : names) {
            TopicConfig all = topic(log, topic, layout, usual);
            used.addAll(settingValues.read(TopicSettings.OF_LOG.publishers(), log + SettingKey.SEPARATOR + topic));
            List<FeedConfig> enabled =
                    all.feeds().stream().filter(this::isEnabled).toList();
            if (!enabled.isEmpty()) {
                topics.add(new TopicConfig(all.name(), all.filter(), enabled));
            }
        }
        if (names.isEmpty()) {
            settingValues.problem(
                    SettingKey.fill(LogSettings.PREFIX, log) + ".topics",
                    "there is no topic; a log needs at least one");
        }
        checkUsed(log, used);
        return topics;
    }

    /** With all its pairs, whether they are enabled or not. */
    private TopicConfig topic(String log, String topic, LogConfig.Layout layout, RelayConfig.Poll usual) {
        String name = log + SettingKey.SEPARATOR + topic;
        return new TopicConfig(
                topic,
                TopicSettings.OF_LOG.filter(settingValues, name),
                configuredPublishers.of(TopicSettings.OF_LOG.publishers(), name).stream()
                        .map(publisher -> feed(log, topic, publisher, layout, usual))
                        .toList());
    }

    private boolean isEnabled(FeedConfig pair) {
        return settingValues.read(
                PublisherSettings.ENABLED,
                pair.log() + SettingKey.SEPARATOR + pair.publisher().name());
    }

    private FeedConfig feed(
            String log, String topic, Publisher publisher, LogConfig.Layout layout, RelayConfig.Poll usual) {
        String name = log + SettingKey.SEPARATOR + publisher.name();
        Optional<String> path = settingValues.read(PublisherSettings.PATH, name);
        FeedConfig pair = new FeedConfig(
                log,
                topic,
                publisher,
                configuredPublishers.sink(publisher).map(sink -> RelayConfigReader.url(Optional.of(sink), path)),
                settingValues.read(PublisherSettings.ORDERING, name),
                settingValues.read(PublisherSettings.GROUP_TAG, name),
                settingValues.read(PublisherSettings.START, name),
                settingValues.read(PublisherSettings.EXACTLY_ONCE, name),
                settingValues.read(PublisherSettings.ON_EXHAUSTED, name),
                settingValues.read(PublisherSettings.MAX_RETRIES, name),
                PublisherSettings.RETRY.read(settingValues, name),
                PublisherSettings.BUFFER.read(settingValues, name),
                PublisherSettings.POLL.read(settingValues, name, usual),
                settingValues.read(PublisherSettings.MAX_CONCURRENT_REQUESTS, name));
        configuredPublishers
                .sink(publisher)
                .ifPresent(sink -> PublisherSettings.BUFFER.checkRoom(settingValues, name, pair.buffer(), sink));
        checkPath(pair, path, name);
        checkGroup(pair, name, layout);
        checkExactlyOnce(pair, name);
        return pair;
    }

    private void checkPath(FeedConfig pair, Optional<String> path, String name) {
        if (path.isPresent() && pair.publisher().kind() != Publisher.Kind.SINK) {
            settingValues.contradiction(
                    PublisherSettings.PATH, name, "means nothing for a publisher that is not a sink; leave it out");
        }
    }

    /** Only Kafka takes events and a note of them in one transaction. */
    private void checkExactlyOnce(FeedConfig pair, String name) {
        boolean kafka = configuredPublishers
                .sink(pair.publisher())
                .filter(sink -> sink.type() == SinkConfig.Type.KAFKA)
                .isPresent();
        if (pair.exactlyOnce() && !kafka) {
            settingValues.contradiction(
                    PublisherSettings.EXACTLY_ONCE,
                    name,
                    "needs a sink of the type kafka, and " + pair.publisher().name() + " is none; leave it out");
        }
    }

    /** Other tables than Crablet's have a column for the group. */
    private void checkGroup(FeedConfig pair, String name, LogConfig.Layout layout) {
        boolean groups = pair.ordering() == LogOrdering.GROUP;
        boolean byTag = layout == LogConfig.Layout.CRABLET;
        if (groups && byTag && !settingValues.isGiven(PublisherSettings.GROUP_TAG, name)) {
            settingValues.problem(
                    PublisherSettings.GROUP_TAG.keyFor(name),
                    "is missing; with ordering: group it must be "
                            + PublisherSettings.GROUP_TAG.type().allowed());
        }
        String unused = PublisherSettings.GROUP_TAG.keyFor(name) + " is without effect: the ordering is not group";
        if (!groups && pair.groupTag().isPresent() && !warnings.contains(unused)) {
            warnings.add(unused);
        }
    }

    /** Settings of a publisher that no topic has were meant for another one. */
    private void checkUsed(String log, Set<String> used) {
        for (String publisher : settingValues.names(PublisherSettings.PREFIX, log)) {
            if (!used.contains(publisher)) {
                settingValues.problem(
                        SettingKey.fill(PublisherSettings.PREFIX, log + SettingKey.SEPARATOR + publisher),
                        "no topic of this log has this publisher; " + RelayRules.knownNames(used));
            }
        }
    }
}
