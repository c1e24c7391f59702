package dev.signalbox.runtime.config.log;

import dev.signalbox.core.log.Topic;
import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.postgres.log.LogLayout;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.PartitionSettings;
import dev.signalbox.runtime.config.relay.RelayRules;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingKey;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Converts the values below {@code signalbox.logs} to logs, topics and feeds, and finds what is wrong with each. */
public final class LogConfigReader {
    private final SettingValues settingValues;
    private final Map<String, SourceConfig> sources;
    private final ConfiguredPublishers configuredPublishers;
    private final List<String> warnings = new ArrayList<>();

    public LogConfigReader(
            SettingValues settingValues, Map<String, SourceConfig> sources, ConfiguredPublishers configuredPublishers) {
        this.settingValues = settingValues;
        this.sources = sources;
        this.configuredPublishers = configuredPublishers;
    }

    /** All logs, including disabled ones, which have no topics. */
    public List<LogConfig> logs() {
        return settingValues.names(LogSettings.PREFIX).stream().map(this::log).toList();
    }

    public List<String> warnings() {
        return warnings;
    }

    private LogConfig log(String name) {
        LogLayout layout = settingValues.read(LogSettings.LAYOUT, name);
        String source = settingValues.read(LogSettings.SOURCE, name);
        boolean enabled = settingValues.read(LogSettings.ENABLED, name);
        List<TopicConfig> topics = topics(
                name,
                new FeedConfigReader(
                        settingValues, configuredPublishers, layout, SourceConfig.wakeUpOf(sources.get(source))));
        return new LogConfig(
                name,
                source,
                layout,
                new LogTable(
                        settingValues.read(LogSettings.TABLE, name, layout.usualTable()),
                        settingValues.read(LogSettings.PROGRESS_TABLE, name),
                        columns(name, layout)),
                settingValues.read(LogSettings.LOCK_KEY, name),
                partitions(name, layout),
                enabled ? topics : List.of());
    }

    /** Only the columns of Crablet's table can be renamed. */
    private LogTable.Columns columns(String log, LogLayout layout) {
        LogTable.Columns columns = new LogTable.Columns(
                settingValues.read(LogSettings.COLUMN_POSITION, log),
                settingValues.read(LogSettings.COLUMN_TRANSACTION_ID, log),
                settingValues.read(LogSettings.COLUMN_TYPE, log),
                settingValues.read(LogSettings.COLUMN_TAGS, log),
                settingValues.read(LogSettings.COLUMN_DATA, log),
                settingValues.read(LogSettings.COLUMN_OCCURRED_AT, log),
                null,
                null,
                HeaderSources.NONE);
        RelayRules.checkDistinct(settingValues, SettingKey.fill(LogSettings.PREFIX, log) + ".columns", columns.all());
        if (layout.allowsOtherNames()) {
            return columns;
        }
        LogSettings.COLUMNS.stream()
                .filter(setting -> settingValues.isGiven(setting, log))
                .forEach(setting -> settingValues.contradiction(
                        setting, log, "means nothing with the layout " + ValueText.word(layout) + "; leave it out"));
        return layout.columns();
    }

    private Optional<PartitionSettings> partitions(String log, LogLayout layout) {
        PartitionSettings partitions = new PartitionSettings(
                settingValues.read(LogSettings.PARTITION, log),
                PartitionSettings.DEFAULT.ahead(),
                settingValues.read(LogSettings.RETENTION, log).orElse(null));
        if (layout.isOwnLog()) {
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

    private List<TopicConfig> topics(String log, FeedConfigReader pairs) {
        FeedConfigReader.Poll usual = pairs.poll(log);
        Set<String> used = new LinkedHashSet<>();
        List<TopicConfig> topics = new ArrayList<>();
        List<String> names = settingValues.names(TopicSettings.PREFIX, log);
        for (String topic : names) {
            TopicConfig all = topic(log, topic, pairs, usual);
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
        pairs.warnings().stream().filter(warning -> !warnings.contains(warning)).forEach(warnings::add);
        checkUsed(log, used);
        return topics;
    }

    /** The topic with all its feeds, enabled or not. */
    private TopicConfig topic(String log, String name, FeedConfigReader pairs, FeedConfigReader.Poll usual) {
        String key = log + SettingKey.SEPARATOR + name;
        Topic filter = TopicSettings.OF_LOG.filter(settingValues, key);
        return new TopicConfig(
                name,
                filter,
                configuredPublishers.of(TopicSettings.OF_LOG.publishers(), key).stream()
                        .map(publisher -> pairs.pair(log, name, filter, publisher, usual))
                        .toList());
    }

    private boolean isEnabled(FeedConfig pair) {
        return settingValues.read(
                PublisherSettings.ENABLED,
                pair.log() + SettingKey.SEPARATOR + pair.publisher().name());
    }

    /** A publisher that no topic uses is probably a misspelt name. */
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
