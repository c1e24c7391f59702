package dev.signalbox.runtime.config;

import dev.signalbox.runtime.config.PairConfig.Publisher;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns the settings of a Crablet outbox into one source and one log. */
final class SeedOne {
    /** The name of both. */
    static final String NAME = "crablet";

    private final Values values;
    private final Publishers publishers;

    SeedOne(Values values, Publishers publishers) {
        this.values = values;
        this.publishers = publishers;
    }

    /** What such a file asks for. */
    record Parts(SourceConfig source, LogConfig log) {}

    /** Empty if the outbox is switched off, which leaves only what is wrong with its values to be said. */
    Optional<Parts> parts() {
        values.check(SeedOneSettings.OF_OUTBOX);
        if (!values.read(SeedOneSettings.ENABLED)) {
            return Optional.empty();
        }
        if (values.names(SeedOneSettings.TOPIC).isEmpty()) {
            values.problem(SeedOneSettings.PREFIX + ".topics", "there is no topic; at least one is needed");
        }
        return Optional.of(new Parts(source(), log(topics())));
    }

    private SourceConfig source() {
        return new SourceConfig(
                NAME,
                values.read(SeedOneSettings.DATABASE_URL),
                values.read(SeedOneSettings.DATABASE_USERNAME),
                values.read(SeedOneSettings.DATABASE_PASSWORD),
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
                LogConfig.Layout.CRABLET,
                LogSettings.TABLE.defaultValue(),
                LogSettings.PROGRESS_TABLE.defaultValue(),
                LogSettings.LOCK_KEY.defaultValue(),
                new LogConfig.Columns(
                        LogSettings.COLUMN_POSITION.defaultValue(),
                        LogSettings.COLUMN_TRANSACTION_ID.defaultValue(),
                        LogSettings.COLUMN_TYPE.defaultValue(),
                        LogSettings.COLUMN_TAGS.defaultValue(),
                        LogSettings.COLUMN_DATA.defaultValue(),
                        LogSettings.COLUMN_OCCURRED_AT.defaultValue()),
                Optional.empty(),
                topics);
    }

    private List<TopicConfig> topics() {
        return values.names(SeedOneSettings.TOPIC).stream().map(this::topic).toList();
    }

    private TopicConfig topic(String topic) {
        Map<String, Integer> intervals = intervals(topic);
        int usual = values.read(SeedOneSettings.POLLING_INTERVAL);
        return new TopicConfig(
                topic,
                SeedOneSettings.TOPICS.filter(values, topic),
                publishers.of(SeedOneSettings.TOPICS.publishers(), topic).stream()
                        .map(publisher -> pair(topic, publisher, intervals.getOrDefault(publisher.name(), usual)))
                        .toList());
    }

    /** The intervals of those publishers that have their own. */
    private Map<String, Integer> intervals(String topic) {
        int usual = values.read(SeedOneSettings.POLLING_INTERVAL);
        List<String> known = values.read(SeedOneSettings.TOPICS.publishers(), topic);
        Map<String, Integer> intervals = new HashMap<>();
        for (String index : values.names(SeedOneSettings.PUBLISHER_CONFIG, topic)) {
            String name = topic + Key.SEPARATOR + index;
            String publisher = values.read(SeedOneSettings.PUBLISHER_NAME, name);
            if (values.isSound(SeedOneSettings.PUBLISHER_NAME, name) && !known.contains(publisher)) {
                values.contradiction(
                        SeedOneSettings.PUBLISHER_NAME,
                        name,
                        "is not among the publishers of the topic; " + Contradictions.there(known));
            }
            intervals.put(publisher, values.read(SeedOneSettings.PUBLISHER_INTERVAL, name, usual));
        }
        return intervals;
    }

    private PairConfig pair(String topic, Publisher publisher, int interval) {
        RelayConfig.Buffer buffer = PublisherSettings.BUFFER.defaults();
        return new PairConfig(
                NAME,
                topic,
                publisher,
                publishers.sink(publisher).map(sink -> Sections.url(Optional.of(sink), Optional.empty())),
                PublisherSettings.ORDERING.defaultValue(),
                Optional.empty(),
                PublisherSettings.START.defaultValue(),
                false,
                values.read(SeedOneSettings.ON_EXHAUSTED),
                values.read(SeedOneSettings.MAX_RETRIES),
                PublisherSettings.RETRY.defaults(),
                publishers.sink(publisher).map(sink -> roomFor(sink, buffer)).orElse(buffer),
                poll(Duration.ofMillis(interval)),
                PublisherSettings.MAX_CONCURRENT_REQUESTS.defaultValue());
    }

    /** The file has no buffer that could be made larger, so that it is made to hold one batch of the sink. */
    private static RelayConfig.Buffer roomFor(SinkConfig sink, RelayConfig.Buffer usual) {
        return new RelayConfig.Buffer(
                Math.max(usual.messages(), sink.limits().batchSize()),
                Math.max(usual.bytes(), sink.limits().batchBytes()));
    }

    private RelayConfig.Poll poll(Duration interval) {
        boolean slowsDown = values.read(SeedOneSettings.BACKOFF_ENABLED);
        RelayConfig.IdleBackoff backoff = new RelayConfig.IdleBackoff(
                values.read(SeedOneSettings.BACKOFF_THRESHOLD),
                values.read(SeedOneSettings.BACKOFF_MULTIPLIER),
                PollSettings.longer(interval, Duration.ofSeconds(values.read(SeedOneSettings.BACKOFF_MAX))));
        return new RelayConfig.Poll(
                interval,
                values.read(SeedOneSettings.BATCH_SIZE),
                slowsDown ? backoff : RelayConfig.IdleBackoff.none(interval));
    }
}
