package dev.signalbox.runtime.config;

import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.runtime.config.FeedConfig.Publisher;
import dev.signalbox.runtime.settings.Key;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.Texts;
import dev.signalbox.runtime.settings.Values;
import dev.signalbox.runtime.sink.SinkCapability;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Turns the values below {@code signalbox.logs} into logs, topics and pairs, and finds what is wrong with each. */
final class LogConfigReader {
    private final Values values;
    private final ConfiguredPublishers configuredPublishers;
    private final List<String> warnings = new ArrayList<>();

    LogConfigReader(Values values, ConfiguredPublishers configuredPublishers) {
        this.values = values;
        this.configuredPublishers = configuredPublishers;
    }

    /** All of them, also those that are switched off, whose topics are empty. */
    List<LogConfig> logs() {
        return values.names(LogSettings.PREFIX).stream().map(this::log).toList();
    }

    List<String> warnings() {
        return warnings;
    }

    private LogConfig log(String name) {
        LogConfig.Layout layout = values.read(LogSettings.LAYOUT, name);
        boolean enabled = values.read(LogSettings.ENABLED, name);
        List<TopicConfig> topics = topics(name, layout);
        return new LogConfig(
                name,
                values.read(LogSettings.SOURCE, name),
                layout,
                table(name, layout),
                values.read(LogSettings.PROGRESS_TABLE, name),
                values.read(LogSettings.LOCK_KEY, name),
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
        return values.read(LogSettings.TABLE, log, usual);
    }

    /** Only Crablet's table may have other names. */
    private LogConfig.Columns columns(String log, LogConfig.Layout layout) {
        if (layout != LogConfig.Layout.CRABLET) {
            LogSettings.COLUMNS.stream()
                    .filter(setting -> values.isGiven(setting, log))
                    .forEach(setting -> values.contradiction(
                            setting, log, "means nothing with the layout " + Texts.word(layout) + "; leave it out"));
        }
        LogConfig.Columns columns = new LogConfig.Columns(
                values.read(LogSettings.COLUMN_POSITION, log),
                values.read(LogSettings.COLUMN_TRANSACTION_ID, log),
                values.read(LogSettings.COLUMN_TYPE, log),
                values.read(LogSettings.COLUMN_TAGS, log),
                values.read(LogSettings.COLUMN_DATA, log),
                values.read(LogSettings.COLUMN_OCCURRED_AT, log));
        RelayRules.checkDistinct(values, Key.fill(LogSettings.PREFIX, log) + ".columns", columns.all());
        return columns;
    }

    private Optional<LogConfig.Partitions> partitions(String log, LogConfig.Layout layout) {
        LogConfig.Partitions partitions = new LogConfig.Partitions(
                values.read(LogSettings.PARTITION, log), values.read(LogSettings.RETENTION, log));
        if (layout == LogConfig.Layout.SIGNALBOX_LOG) {
            return Optional.of(partitions);
        }
        for (Setting<?> setting : List.of(LogSettings.PARTITION, LogSettings.RETENTION)) {
            if (values.isGiven(setting, log)) {
                values.contradiction(setting, log, "means something with the layout signalbox-log only; leave it out");
            }
        }
        return Optional.empty();
    }

    private List<TopicConfig> topics(String log, LogConfig.Layout layout) {
        RelayConfig.Poll usual = LogSettings.POLL.read(values, log);
        Set<String> used = new LinkedHashSet<>();
        List<TopicConfig> topics = new ArrayList<>();
        List<String> names = values.names(TopicSettings.PREFIX, log);
        for (String topic : names) {
            TopicConfig all = topic(log, topic, layout, usual);
            used.addAll(values.read(TopicSettings.OF_LOG.publishers(), log + Key.SEPARATOR + topic));
            List<FeedConfig> enabled =
                    all.feeds().stream().filter(this::isEnabled).toList();
            if (!enabled.isEmpty()) {
                topics.add(new TopicConfig(all.name(), all.filter(), enabled));
            }
        }
        if (names.isEmpty()) {
            values.problem(
                    Key.fill(LogSettings.PREFIX, log) + ".topics", "there is no topic; a log needs at least one");
        }
        checkUsed(log, used);
        return topics;
    }

    /** With all its pairs, whether they are enabled or not. */
    private TopicConfig topic(String log, String topic, LogConfig.Layout layout, RelayConfig.Poll usual) {
        String name = log + Key.SEPARATOR + topic;
        return new TopicConfig(
                topic,
                TopicSettings.OF_LOG.filter(values, name),
                configuredPublishers.of(TopicSettings.OF_LOG.publishers(), name).stream()
                        .map(publisher -> feed(log, topic, publisher, layout, usual))
                        .toList());
    }

    private boolean isEnabled(FeedConfig pair) {
        return values.read(
                PublisherSettings.ENABLED,
                pair.log() + Key.SEPARATOR + pair.publisher().name());
    }

    private FeedConfig feed(
            String log, String topic, Publisher publisher, LogConfig.Layout layout, RelayConfig.Poll usual) {
        String name = log + Key.SEPARATOR + publisher.name();
        Optional<String> path = values.read(PublisherSettings.PATH, name);
        FeedConfig pair = new FeedConfig(
                log,
                topic,
                publisher,
                configuredPublishers.sink(publisher).map(sink -> RelayConfigReader.url(Optional.of(sink), path)),
                values.read(PublisherSettings.ORDERING, name),
                values.read(PublisherSettings.GROUP_TAG, name),
                values.read(PublisherSettings.START, name),
                values.read(PublisherSettings.EXACTLY_ONCE, name),
                values.read(PublisherSettings.ON_EXHAUSTED, name),
                values.read(PublisherSettings.MAX_RETRIES, name),
                PublisherSettings.RETRY.read(values, name),
                PublisherSettings.BUFFER.read(values, name),
                PublisherSettings.POLL.read(values, name, usual),
                values.read(PublisherSettings.MAX_CONCURRENT_REQUESTS, name));
        configuredPublishers
                .sink(publisher)
                .ifPresent(sink -> PublisherSettings.BUFFER.checkRoom(values, name, pair.buffer(), sink));
        checkPath(pair, path, name);
        checkGroup(pair, name, layout);
        checkExactlyOnce(pair, name);
        return pair;
    }

    private void checkPath(FeedConfig pair, Optional<String> path, String name) {
        if (path.isPresent() && pair.publisher().kind() != Publisher.Kind.SINK) {
            values.contradiction(
                    PublisherSettings.PATH, name, "means nothing for a publisher that is not a sink; leave it out");
        }
    }

    /** Not every sink takes events and a checkpoint in one transaction. */
    private void checkExactlyOnce(FeedConfig pair, String name) {
        boolean transactional = configuredPublishers
                .sink(pair.publisher())
                .filter(sink -> SinkTypes.can(sink, SinkCapability.EXACTLY_ONCE))
                .isPresent();
        if (pair.exactlyOnce() && !transactional) {
            values.contradiction(
                    PublisherSettings.EXACTLY_ONCE,
                    name,
                    "needs a sink of the type " + SinkTypes.with(SinkCapability.EXACTLY_ONCE) + ", and "
                            + pair.publisher().name() + " is none; leave it out");
        }
    }

    /** Other tables than Crablet's have a column for the group. */
    private void checkGroup(FeedConfig pair, String name, LogConfig.Layout layout) {
        boolean groups = pair.ordering() == LogOrdering.GROUP;
        boolean byTag = layout == LogConfig.Layout.CRABLET;
        if (groups && byTag && !values.isGiven(PublisherSettings.GROUP_TAG, name)) {
            values.problem(
                    PublisherSettings.GROUP_TAG.keyFor(name),
                    "is missing; with ordering: group it must be "
                            + PublisherSettings.GROUP_TAG.kind().allowed());
        }
        String unused = PublisherSettings.GROUP_TAG.keyFor(name) + " is without effect: the ordering is not group";
        if (!groups && pair.groupTag().isPresent() && !warnings.contains(unused)) {
            warnings.add(unused);
        }
    }

    /** Settings of a publisher that no topic has were meant for another one. */
    private void checkUsed(String log, Set<String> used) {
        for (String publisher : values.names(PublisherSettings.PREFIX, log)) {
            if (!used.contains(publisher)) {
                values.problem(
                        Key.fill(PublisherSettings.PREFIX, log + Key.SEPARATOR + publisher),
                        "no topic of this log has this publisher; " + RelayRules.knownNames(used));
            }
        }
    }
}
