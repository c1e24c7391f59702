package dev.signalbox.runtime.config.compatibility;

import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.log.Grouping;
import dev.signalbox.core.log.Topic;
import dev.signalbox.postgres.log.FeedKey;
import dev.signalbox.postgres.log.FeedSettings;
import dev.signalbox.postgres.log.LogLayout;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.runtime.config.log.ConfiguredPublishers;
import dev.signalbox.runtime.config.log.FeedConfig;
import dev.signalbox.runtime.config.log.FeedConfig.Publisher;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.log.LogSettings;
import dev.signalbox.runtime.config.log.PublisherSettings;
import dev.signalbox.runtime.config.log.TopicConfig;
import dev.signalbox.runtime.config.relay.PollSettings;
import dev.signalbox.runtime.config.relay.RelayConfigReader;
import dev.signalbox.runtime.config.relay.RelayRules;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.config.source.SourceSettings;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.SettingKey;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts the settings of a Crablet outbox to one source and one log. */
public final class CrabletProperties {
    /** The name of both. */
    static final String NAME = "crablet";

    private final SettingValues settingValues;
    private final ConfiguredPublishers configuredPublishers;

    public CrabletProperties(SettingValues settingValues, ConfiguredPublishers configuredPublishers) {
        this.settingValues = settingValues;
        this.configuredPublishers = configuredPublishers;
    }

    /** The equivalent Signalbox configuration of such a file. */
    public record EquivalentConfig(SourceConfig source, LogConfig log) {}

    /** Empty if the outbox is disabled; its values are checked all the same. */
    public Optional<EquivalentConfig> equivalent() {
        settingValues.check(CrabletSettings.OF_OUTBOX);
        if (!settingValues.read(CrabletSettings.ENABLED)) {
            return Optional.empty();
        }
        if (settingValues.names(CrabletSettings.TOPIC).isEmpty()) {
            settingValues.problem(CrabletSettings.PREFIX + ".topics", "there is no topic; at least one is needed");
        }
        return Optional.of(new EquivalentConfig(source(), log(topics())));
    }

    private SourceConfig source() {
        return new SourceConfig(
                NAME,
                settingValues.read(CrabletSettings.DATABASE_URL),
                settingValues.read(CrabletSettings.DATABASE_USERNAME),
                settingValues.read(CrabletSettings.DATABASE_PASSWORD),
                Optional.empty(),
                SourceSettings.POOL_SIZE.defaultValue(),
                SourceConfig.Coordination.LEADER,
                SourceSettings.LEASE_TTL.defaultValue(),
                SourceSettings.WAKE_UP.defaultValue(),
                SourceSettings.CONNECT_TIMEOUT.defaultValue(),
                SourceSettings.STATEMENT_TIMEOUT.defaultValue());
    }

    private static LogConfig log(List<TopicConfig> topics) {
        return new LogConfig(
                NAME,
                NAME,
                LogLayout.CRABLET,
                LogTable.crablet(),
                LogSettings.LOCK_KEY.defaultValue(),
                Optional.empty(),
                topics);
    }

    private List<TopicConfig> topics() {
        return settingValues.names(CrabletSettings.TOPIC).stream()
                .map(this::topic)
                .toList();
    }

    private TopicConfig topic(String topic) {
        Map<String, Integer> intervals = intervals(topic);
        int usual = settingValues.read(CrabletSettings.POLLING_INTERVAL);
        Topic filter = CrabletSettings.TOPICS.filter(settingValues, topic);
        return new TopicConfig(
                topic,
                filter,
                configuredPublishers.of(CrabletSettings.TOPICS.publishers(), topic).stream()
                        .map(publisher ->
                                feed(topic, filter, publisher, intervals.getOrDefault(publisher.name(), usual)))
                        .toList());
    }

    /** The intervals of publishers that set their own. */
    private Map<String, Integer> intervals(String topic) {
        int usual = settingValues.read(CrabletSettings.POLLING_INTERVAL);
        List<String> known = settingValues.read(CrabletSettings.TOPICS.publishers(), topic);
        Map<String, Integer> intervals = new HashMap<>();
        for (String index : settingValues.names(CrabletSettings.PUBLISHER_CONFIG, topic)) {
            String name = topic + SettingKey.SEPARATOR + index;
            String publisher = settingValues.read(CrabletSettings.PUBLISHER_NAME, name);
            if (settingValues.isSound(CrabletSettings.PUBLISHER_NAME, name) && !known.contains(publisher)) {
                settingValues.contradiction(
                        CrabletSettings.PUBLISHER_NAME,
                        name,
                        "is not among the publishers of the topic; " + RelayRules.knownNames(known));
            }
            intervals.put(publisher, settingValues.read(CrabletSettings.PUBLISHER_INTERVAL, name, usual));
        }
        return intervals;
    }

    private FeedConfig feed(String topic, Topic filter, Publisher publisher, int interval) {
        DispatcherSettings.Buffer buffer =
                PublisherSettings.BUFFER.defaults(settingValues.read(CrabletSettings.BATCH_SIZE));
        return new FeedConfig(
                NAME,
                publisher,
                configuredPublishers
                        .sink(publisher)
                        .map(sink -> RelayConfigReader.url(Optional.of(sink), Optional.empty())),
                new FeedSettings(
                        new FeedKey(topic, publisher.name()),
                        filter,
                        Grouping.BY_COLUMN,
                        PublisherSettings.START.defaultValue()),
                PublisherSettings.ORDERING.defaultValue(),
                false,
                settingValues.read(CrabletSettings.ON_EXHAUSTED).holds(),
                new RetryPolicy(settingValues.read(CrabletSettings.MAX_RETRIES), PublisherSettings.RETRY.defaults()),
                configuredPublishers
                        .sink(publisher)
                        .map(sink -> roomFor(sink, buffer))
                        .orElse(buffer),
                pace(Duration.ofMillis(interval)),
                PublisherSettings.MAX_CONCURRENT_REQUESTS.defaultValue());
    }

    /** The file has no setting for the buffer, so the buffer grows to hold one batch of the sink. */
    private static DispatcherSettings.Buffer roomFor(SinkConfig sink, DispatcherSettings.Buffer usual) {
        return new DispatcherSettings.Buffer(
                Math.max(usual.messages(), sink.limits().batchSize()),
                Math.max(usual.bytes(), sink.limits().batchBytes()),
                usual.perFetch());
    }

    private PollSchedule.Settings pace(Duration interval) {
        boolean slowsDown = settingValues.read(CrabletSettings.BACKOFF_ENABLED);
        int threshold = settingValues.read(CrabletSettings.BACKOFF_THRESHOLD);
        double multiplier = settingValues.read(CrabletSettings.BACKOFF_MULTIPLIER);
        Duration max = Duration.ofSeconds(settingValues.read(CrabletSettings.BACKOFF_MAX));
        PollSchedule.Settings constant = PollSettings.constant(SourceSettings.WAKE_UP.defaultValue(), interval);
        return slowsDown ? constant.thenSlower(threshold, multiplier, Durations.longer(interval, max)) : constant;
    }
}
