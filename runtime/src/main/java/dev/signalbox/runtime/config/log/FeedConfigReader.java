package dev.signalbox.runtime.config.log;

import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.log.Grouping;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.log.Topic;
import dev.signalbox.postgres.log.FeedKey;
import dev.signalbox.postgres.log.FeedSettings;
import dev.signalbox.postgres.log.LogLayout;
import dev.signalbox.runtime.config.log.FeedConfig.Publisher;
import dev.signalbox.runtime.config.relay.RelayConfigReader;
import dev.signalbox.runtime.config.sink.SinkTypes;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.SettingKey;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkCapability;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Converts the values below {@code publishers} of a log to feeds, and finds what is wrong with them. */
final class FeedConfigReader {
    private final SettingValues settingValues;
    private final ConfiguredPublishers configuredPublishers;
    private final LogLayout layout;
    private final SourceConfig.WakeUp wakeUp;
    private final List<String> warnings = new ArrayList<>();

    FeedConfigReader(
            SettingValues settingValues,
            ConfiguredPublishers configuredPublishers,
            LogLayout layout,
            SourceConfig.WakeUp wakeUp) {
        this.settingValues = settingValues;
        this.configuredPublishers = configuredPublishers;
        this.layout = layout;
        this.wakeUp = wakeUp;
    }

    /** The poll settings of a log, which its publishers inherit. */
    record Poll(PollSchedule.Settings pace, int batchSize) {}

    Poll poll(String log) {
        return new Poll(
                LogSettings.POLL.read(settingValues, log, wakeUp),
                settingValues.read(LogSettings.POLL.batchSize(), log));
    }

    List<String> warnings() {
        return warnings;
    }

    FeedConfig pair(String log, String topic, Topic filter, Publisher publisher, Poll usual) {
        String name = log + SettingKey.SEPARATOR + publisher.name();
        Optional<String> path = settingValues.read(PublisherSettings.PATH, name);
        int batchSize = settingValues.read(PublisherSettings.POLL.batchSize(), name, usual.batchSize());
        FeedConfig pair = new FeedConfig(
                log,
                publisher,
                configuredPublishers.sink(publisher).map(sink -> RelayConfigReader.url(Optional.of(sink), path)),
                new FeedSettings(
                        new FeedKey(topic, publisher.name()),
                        filter,
                        grouping(name),
                        settingValues.read(PublisherSettings.START, name)),
                settingValues.read(PublisherSettings.ORDERING, name),
                settingValues.read(PublisherSettings.EXACTLY_ONCE, name),
                settingValues.read(PublisherSettings.ON_EXHAUSTED, name).holds(),
                new RetryPolicy(
                        settingValues.read(PublisherSettings.MAX_RETRIES, name),
                        PublisherSettings.RETRY.read(settingValues, name)),
                PublisherSettings.BUFFER.read(settingValues, name, batchSize),
                PublisherSettings.POLL.read(settingValues, name, wakeUp, usual.pace()),
                settingValues.read(PublisherSettings.MAX_CONCURRENT_REQUESTS, name));
        configuredPublishers
                .sink(publisher)
                .ifPresent(sink -> PublisherSettings.BUFFER.checkRoom(settingValues, name, pair.buffer(), sink));
        checkPath(pair, path, name);
        checkGroup(pair, name);
        checkExactlyOnce(pair, name);
        return pair;
    }

    private Grouping grouping(String name) {
        return settingValues
                .read(PublisherSettings.GROUP_TAG, name)
                .map(Grouping::new)
                .orElse(Grouping.BY_COLUMN);
    }

    private void checkPath(FeedConfig pair, Optional<String> path, String name) {
        if (path.isPresent() && pair.publisher().kind() != Publisher.Kind.SINK) {
            settingValues.contradiction(
                    PublisherSettings.PATH, name, "means nothing for a publisher that is not a sink; leave it out");
        }
    }

    /** Only some sinks accept events and a checkpoint in one transaction. */
    private void checkExactlyOnce(FeedConfig pair, String name) {
        boolean transactional = configuredPublishers
                .sink(pair.publisher())
                .filter(sink -> SinkTypes.can(sink, SinkCapability.EXACTLY_ONCE))
                .isPresent();
        if (pair.exactlyOnce() && !transactional) {
            settingValues.contradiction(
                    PublisherSettings.EXACTLY_ONCE,
                    name,
                    "needs a sink of the type " + SinkTypes.with(SinkCapability.EXACTLY_ONCE) + ", and "
                            + pair.publisher().name() + " is none; leave it out");
        }
    }

    /** Only Crablet's table has no column for the group. */
    private void checkGroup(FeedConfig pair, String name) {
        boolean groups = pair.ordering() == LogOrdering.GROUP;
        boolean byTag = !layout.hasGroupColumn();
        if (groups && byTag && !settingValues.isGiven(PublisherSettings.GROUP_TAG, name)) {
            settingValues.problem(
                    PublisherSettings.GROUP_TAG.keyFor(name),
                    "is missing; with ordering: group it must be "
                            + PublisherSettings.GROUP_TAG.kind().allowed());
        }
        String unused = PublisherSettings.GROUP_TAG.keyFor(name) + " is without effect: the ordering is not group";
        if (!groups && pair.settings().grouping().tag() != null && !warnings.contains(unused)) {
            warnings.add(unused);
        }
    }
}
