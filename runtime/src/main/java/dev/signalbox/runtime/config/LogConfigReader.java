package dev.signalbox.runtime.config;

import dev.signalbox.core.log.Topic;
import dev.signalbox.postgres.log.LogLayout;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.PartitionSettings;
import dev.signalbox.runtime.settings.Key;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.Texts;
import dev.signalbox.runtime.settings.Values;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Turns the values below {@code signalbox.logs} into logs, topics and pairs, and finds what is wrong with each. */
final class LogConfigReader {
    private final Values values;
    private final Map<String, SourceConfig> sources;
    private final ConfiguredPublishers configuredPublishers;
    private final List<String> warnings = new ArrayList<>();

    LogConfigReader(
            Values values, Map<String, SourceConfig> sources, ConfiguredPublishers configuredPublishers) {
        this.values = values;
        this.sources = sources;
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
        LogLayout layout = values.read(LogSettings.LAYOUT, name);
        String source = values.read(LogSettings.SOURCE, name);
        boolean enabled = values.read(LogSettings.ENABLED, name);
        List<TopicConfig> topics = topics(
                name,
                new PairConfigReader(
                        values, configuredPublishers, layout, SourceConfig.wakeUp(sources.get(source))));
        return new LogConfig(
                name,
                source,
                layout,
                new LogTable(
                        values.read(LogSettings.TABLE, name, layout.usualTable()),
                        values.read(LogSettings.PROGRESS_TABLE, name),
                        columns(name, layout)),
                values.read(LogSettings.LOCK_KEY, name),
                partitions(name, layout),
                enabled ? topics : List.of());
    }

    /** Only Crablet's table may have other names. */
    private LogTable.Columns columns(String log, LogLayout layout) {
        LogTable.Columns columns = new LogTable.Columns(
                values.read(LogSettings.COLUMN_POSITION, log),
                values.read(LogSettings.COLUMN_TRANSACTION_ID, log),
                values.read(LogSettings.COLUMN_TYPE, log),
                values.read(LogSettings.COLUMN_TAGS, log),
                values.read(LogSettings.COLUMN_DATA, log),
                values.read(LogSettings.COLUMN_OCCURRED_AT, log),
                null,
                null);
        RelayRules.checkDistinct(values, Key.fill(LogSettings.PREFIX, log) + ".columns", columns.all());
        if (layout.allowsOtherNames()) {
            return columns;
        }
        LogSettings.COLUMNS.stream()
                .filter(setting -> values.isGiven(setting, log))
                .forEach(setting -> values.contradiction(
                        setting, log, "means nothing with the layout " + Texts.word(layout) + "; leave it out"));
        return layout.columns();
    }

    private Optional<PartitionSettings> partitions(String log, LogLayout layout) {
        PartitionSettings partitions = new PartitionSettings(
                values.read(LogSettings.PARTITION, log),
                PartitionSettings.DEFAULT.ahead(),
                values.read(LogSettings.RETENTION, log).orElse(null));
        if (layout.isOwnLog()) {
            return Optional.of(partitions);
        }
        for (Setting<?> setting : List.of(LogSettings.PARTITION, LogSettings.RETENTION)) {
            if (values.isGiven(setting, log)) {
                values.contradiction(setting, log, "means something with the layout signalbox-log only; leave it out");
            }
        }
        return Optional.empty();
    }

    private List<TopicConfig> topics(String log, PairConfigReader pairs) {
        PairConfigReader.Poll usual = pairs.poll(log);
        Set<String> used = new LinkedHashSet<>();
        List<TopicConfig> topics = new ArrayList<>();
        List<String> names = values.names(TopicSettings.PREFIX, log);
        for (String topic : names) {
            TopicConfig all = topic(log, topic, pairs, usual);
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
        pairs.warnings().stream().filter(warning -> !warnings.contains(warning)).forEach(warnings::add);
        checkUsed(log, used);
        return topics;
    }

    /** With all its pairs, whether they are enabled or not. */
    private TopicConfig topic(String log, String name, PairConfigReader pairs, PairConfigReader.Poll usual) {
        String key = log + Key.SEPARATOR + name;
        Topic filter = TopicSettings.OF_LOG.filter(values, key);
        return new TopicConfig(
                name,
                filter,
                configuredPublishers.of(TopicSettings.OF_LOG.publishers(), key).stream()
                        .map(publisher -> pairs.pair(log, name, filter, publisher, usual))
                        .toList());
    }

    private boolean isEnabled(FeedConfig pair) {
        return values.read(
                PublisherSettings.ENABLED,
                pair.log() + Key.SEPARATOR + pair.publisher().name());
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
