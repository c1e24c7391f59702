package dev.signalbox.runtime.config.log;

import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.log.LogEvent.Grouping;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.log.Topic;
import dev.signalbox.postgres.log.FeedKey;
import dev.signalbox.postgres.log.FeedSettings;
import dev.signalbox.postgres.log.LogLayout;
import dev.signalbox.runtime.config.log.FeedConfig.Publisher;
import dev.signalbox.runtime.config.relay.BufferSettings;
import dev.signalbox.runtime.config.relay.OutboxValueTypes;
import dev.signalbox.runtime.config.relay.PollSettings;
import dev.signalbox.runtime.config.relay.RelaySettings;
import dev.signalbox.runtime.config.relay.RetrySettings;
import dev.signalbox.runtime.config.sink.SinkTypes;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingKey;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkType.SinkCapability;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The settings of a publisher, which all topics of the log share. */
public final class PublisherSettings {
    public static final String PREFIX = LogSettings.PREFIX + ".publishers.<publisher>";
    private static final SettingGroup GROUP = new SettingGroup(PREFIX);

    static final Setting<Boolean> ENABLED =
            GROUP.flag("enabled", "true").means("Whether this publisher gets events; its settings are checked anyway.");
    static final Setting<Optional<String>> PATH = GROUP.optional("path", ValueTypes.urlPath())
            .orElse("the sink's path")
            .means("The path that is appended to the sink's base address, if the publisher is a sink.");
    public static final Setting<LogOrdering> ORDERING = GROUP.choice("ordering", LogOrdering.class, "global")
            .means(
                    "What a failing event means for those behind it: all of them wait (`global`), those of its group wait (`group`), or there is no order (`none`).");
    static final Setting<Optional<String>> GROUP_TAG = GROUP.optional("group-tag", ValueTypes.tagKey())
            .means(
                    "The key of the tag whose value is an event's group; needed with `ordering: group`, but not with the layout `signalbox-log`, which has a column for it.");
    public static final Setting<LogStart> START =
            GROUP.of("start", OutboxValueTypes.logStart(), "beginning").means("Where a new feed begins.");
    static final Setting<Boolean> EXACTLY_ONCE = GROUP.flag("exactly-once", "false")
            .means(
                    "Whether each event arrives exactly once, for consumers with `read_committed`; only for a Kafka sink.");
    static final Setting<RelaySettings.OnExhausted> ON_EXHAUSTED =
            RelaySettings.onExhausted(GROUP, "what is behind the event");
    static final Setting<Integer> MAX_RETRIES = RelaySettings.maxRetries(GROUP, "3");
    public static final RetrySettings RETRY = RetrySettings.in(GROUP);
    public static final BufferSettings BUFFER = BufferSettings.in(GROUP);
    static final PollSettings POLL = PollSettings.in(GROUP, "the log's", "the log's");
    public static final Setting<Integer> MAX_CONCURRENT_REQUESTS = GROUP.number(
                    "max-concurrent-requests", 1, 1000, "10")
            .means("How many requests for one topic may run at once.");

    public static final List<Setting<?>> ALL = GROUP.all();

    private final SettingValues values;
    private final ConfiguredPublishers publishers;
    private final LogLayout layout;
    private final SourceConfig.WakeUp wakeUp;
    private final List<String> warnings = new ArrayList<>();

    PublisherSettings(
            SettingValues values, ConfiguredPublishers publishers, LogLayout layout, SourceConfig.WakeUp wakeUp) {
        this.values = values;
        this.publishers = publishers;
        this.layout = layout;
        this.wakeUp = wakeUp;
    }

    List<String> warnings() {
        return warnings;
    }

    FeedConfig feed(String log, String topic, Topic filter, Publisher publisher) {
        String name = log + SettingKey.SEPARATOR + publisher.name();
        Optional<String> path = values.read(PATH, name);
        int batchSize = values.read(POLL.batchSize(), name, values.read(LogSettings.POLL.batchSize(), log));
        FeedConfig feed = new FeedConfig(
                log,
                publisher,
                publishers.sink(publisher).map(sink -> sink.address(path)),
                new FeedSettings(
                        new FeedKey(topic, publisher.name()), filter, grouping(name), values.read(START, name)),
                values.read(ORDERING, name),
                values.read(EXACTLY_ONCE, name),
                values.read(ON_EXHAUSTED, name).holds(),
                new RetryPolicy(values.read(MAX_RETRIES, name), RETRY.read(values, name)),
                BUFFER.read(values, name, batchSize),
                PollSettings.constant(
                        wakeUp, values.read(POLL.interval(), name, values.read(LogSettings.POLL.interval(), log))),
                values.read(MAX_CONCURRENT_REQUESTS, name));
        publishers.sink(publisher).ifPresent(sink -> BUFFER.checkRoom(values, name, feed.buffer(), sink));
        checkPath(feed, path, name);
        checkGroup(feed, name);
        checkExactlyOnce(feed, name);
        return feed;
    }

    private Grouping grouping(String name) {
        return values.read(GROUP_TAG, name).map(Grouping::new).orElse(Grouping.BY_COLUMN);
    }

    private void checkPath(FeedConfig feed, Optional<String> path, String name) {
        if (path.isPresent() && feed.publisher().kind() != Publisher.Kind.SINK) {
            values.contradiction(PATH, name, "means nothing for a publisher that is not a sink; leave it out");
        }
    }

    /** Only some sinks accept events and a checkpoint in one transaction. */
    private void checkExactlyOnce(FeedConfig feed, String name) {
        boolean transactional = feed.publisher().kind() == Publisher.Kind.SINK
                && publishers
                        .sink(feed.publisher())
                        .map(sink -> sink.type().can(SinkCapability.EXACTLY_ONCE))
                        .orElse(true);
        if (feed.exactlyOnce() && !transactional) {
            values.contradiction(
                    EXACTLY_ONCE,
                    name,
                    "needs a sink of the type " + SinkTypes.with(SinkCapability.EXACTLY_ONCE) + ", and "
                            + feed.publisher().name() + " is none; leave it out");
        }
    }

    /** Only Crablet's table has no column for the group. */
    private void checkGroup(FeedConfig feed, String name) {
        boolean groups = feed.ordering() == LogOrdering.GROUP;
        boolean byTag = !layout.hasGroupColumn();
        if (groups && byTag && !values.isGiven(GROUP_TAG, name)) {
            values.problem(
                    GROUP_TAG.keyFor(name),
                    "is missing; with ordering: group it must be "
                            + GROUP_TAG.kind().allowed());
        }
        String unused = GROUP_TAG.keyFor(name) + " is without effect: the ordering is not group";
        if (!groups && feed.settings().grouping().tag() != null && !warnings.contains(unused)) {
            warnings.add(unused);
        }
    }
}
