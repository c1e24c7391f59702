package dev.signalbox.runtime.config.log;

import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.log.LogStart;
import dev.signalbox.runtime.config.relay.BufferSettings;
import dev.signalbox.runtime.config.relay.OutboxValueTypes;
import dev.signalbox.runtime.config.relay.PollSettings;
import dev.signalbox.runtime.config.relay.RelaySettings;
import dev.signalbox.runtime.config.relay.RetrySettings;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.ValueTypes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of a publisher, which all topics of the log share. */
public final class PublisherSettings {
    public static final String PREFIX = LogSettings.PREFIX + ".publishers.<publisher>";

    static final Setting<Boolean> ENABLED = Setting.of(
            PREFIX + ".enabled",
            ValueTypes.yesOrNo(),
            "true",
            "Whether this publisher gets events; its settings are checked anyway.");
    static final Setting<Optional<String>> PATH = Setting.optional(
                    PREFIX + ".path",
                    ValueTypes.urlPath(),
                    "The path that is appended to the sink's base address, if the publisher is a sink.")
            .orElse("the sink's path");
    public static final Setting<LogOrdering> ORDERING = Setting.of(
            PREFIX + ".ordering",
            ValueTypes.choice(LogOrdering.class),
            "global",
            "What a failing event means for those behind it: all of them wait (`global`), those of its group wait (`group`), or there is no order (`none`).");
    static final Setting<Optional<String>> GROUP_TAG = Setting.optional(
            PREFIX + ".group-tag",
            ValueTypes.tagKey(),
            "The key of the tag whose value is an event's group; needed with `ordering: group`, but not with the layout"
                    + " `signalbox-log`, which has a column for it.");
    public static final Setting<LogStart> START = Setting.of(
            PREFIX + ".start",
            OutboxValueTypes.logStart(),
            "beginning",
            "Where a publisher begins that has not got anything of a topic yet.");
    static final Setting<Boolean> EXACTLY_ONCE = Setting.of(
            PREFIX + ".exactly-once",
            ValueTypes.yesOrNo(),
            "false",
            "Whether each event arrives exactly once, for consumers that read what is committed; only for a sink that is Kafka.");
    static final Setting<RelaySettings.OnExhausted> ON_EXHAUSTED =
            RelaySettings.onExhausted(PREFIX, "what waits for the event");
    static final Setting<Integer> MAX_RETRIES = RelaySettings.maxRetries(PREFIX);
    public static final RetrySettings RETRY = RetrySettings.below(PREFIX);
    public static final BufferSettings BUFFER = BufferSettings.below(PREFIX);
    static final PollSettings POLL = PollSettings.below(PREFIX).defaultsFrom("the log's");
    public static final Setting<Integer> MAX_CONCURRENT_REQUESTS =
            RelaySettings.maxConcurrentRequests(PREFIX, "for one topic");

    public static final List<Setting<?>> ALL = Stream.<List<? extends Setting<?>>>of(
                    List.of(ENABLED, PATH, ORDERING, GROUP_TAG, START, EXACTLY_ONCE, ON_EXHAUSTED, MAX_RETRIES),
                    RETRY.all(),
                    BUFFER.all(),
                    POLL.all(),
                    List.of(MAX_CONCURRENT_REQUESTS))
            .<Setting<?>>flatMap(List::stream)
            .toList();

    private PublisherSettings() {}
}
