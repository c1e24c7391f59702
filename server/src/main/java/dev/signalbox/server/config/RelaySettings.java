package dev.signalbox.server.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of a relay, apart from its table. */
final class RelaySettings {
    static final String PREFIX = "signalbox.relays.<name>";

    static final Setting<Boolean> ENABLED = Setting.of(
            PREFIX + ".enabled", Kinds.yesOrNo(), "true", "Whether this relay runs; its settings are checked anyway.");
    static final Setting<String> SOURCE = Setting.required(
            PREFIX + ".source", Kinds.name(), "shop", "The name of the source that messages come from.");
    static final Setting<String> SINK =
            Setting.required(PREFIX + ".sink", Kinds.name(), "api", "The name of the sink that messages go to.");
    static final Setting<Optional<String>> PATH = Setting.optional(
                    PREFIX + ".path", Kinds.urlPath(), "The path that is appended to the sink's base address.")
            .orElse("the sink's path");
    static final Setting<RelayConfig.Ordering> ORDERING = Setting.of(
            PREFIX + ".ordering",
            Kinds.choice(RelayConfig.Ordering.class),
            "block",
            "What a failing message means for those behind it in its group: they wait (`block`), go on (`skip`), or have no order (`none`).");
    static final Setting<RelayConfig.OnExhausted> ON_EXHAUSTED = Setting.of(
            PREFIX + ".on-exhausted",
            Kinds.choice(RelayConfig.OnExhausted.class),
            "continue",
            "What follows when the last attempt failed: the group goes on (`continue`) or stays held for an operator (`hold`).");
    static final Setting<Integer> MAX_RETRIES = Setting.of(
            PREFIX + ".max-retries",
            Kinds.wholeNumber(0, 1000),
            "3",
            "How often a message is tried again after its first attempt; an unavailable destination counts as none.");
    static final Setting<Duration> RETRY_INITIAL_DELAY = Setting.of(
            PREFIX + ".retry.initial-delay", Kinds.duration("0s", "1d"), "1s", "The wait before the first retry.");
    static final Setting<Double> RETRY_MULTIPLIER = Setting.of(
            PREFIX + ".retry.multiplier", Kinds.decimal(1, 100), "2", "How much longer each further wait is.");
    static final Setting<Duration> RETRY_MAX_DELAY = Setting.of(
            PREFIX + ".retry.max-delay", Kinds.duration("0s", "7d"), "5m", "The longest wait between two attempts.");
    static final Setting<Double> RETRY_JITTER = Setting.of(
            PREFIX + ".retry.jitter",
            Kinds.decimal(0, 1),
            "0.2",
            "The random part of each wait, so that many retries do not come due at once.");
    static final Setting<Integer> BUFFER_MESSAGES = Setting.of(
            PREFIX + ".buffer.messages",
            Kinds.wholeNumber(1, 1_000_000),
            "1000",
            "How many messages are held in memory at most; the rest stays in the database, unclaimed.");
    static final Setting<Long> BUFFER_BYTES = Setting.of(
            PREFIX + ".buffer.bytes",
            Kinds.size("64KB", "16GB"),
            "32MB",
            "How many bytes of payload are held in memory at most.");
    static final Setting<Duration> POLL_INTERVAL = Setting.of(
            PREFIX + ".poll.interval",
            Kinds.duration("10ms", "1h"),
            "1s",
            "How long to wait at most before looking again: without pause while there are messages, then after 1 ms, 2 ms, 4 ms and so on up to this; with the source's `wake-up: off` always after this.");
    static final Setting<Integer> POLL_BATCH_SIZE = Setting.of(
            PREFIX + ".poll.batch-size",
            Kinds.wholeNumber(1, 10_000),
            "500",
            "How many messages are claimed at once at most.");
    static final Setting<Integer> IDLE_THRESHOLD = Setting.of(
            PREFIX + ".poll.idle-backoff.threshold",
            Kinds.wholeNumber(1, 1_000_000),
            "3",
            "After so many empty looks at the poll interval it begins to grow, where a multiplier says so.");
    static final Setting<Double> IDLE_MULTIPLIER = Setting.of(
            PREFIX + ".poll.idle-backoff.multiplier",
            Kinds.decimal(1, 100),
            "1",
            "How much longer each further interval is while nothing comes; with 1 it never grows.");
    static final Setting<Optional<Duration>> IDLE_MAX = Setting.optional(
                    PREFIX + ".poll.idle-backoff.max", Kinds.duration("10ms", "1h"), "The longest interval while idle.")
            .orElse("10s, or the poll interval if that is longer");
    static final Setting<Integer> MAX_CONCURRENT_REQUESTS = Setting.of(
                    PREFIX + ".max-concurrent-requests",
                    Kinds.wholeNumber(1, 1000),
                    "10",
                    "How many requests of this relay are under way at once.")
            .alias(PREFIX + ".max-concurrent-groups");

    static final List<Setting<?>> ALL = List.of(
            ENABLED,
            SOURCE,
            SINK,
            PATH,
            ORDERING,
            ON_EXHAUSTED,
            MAX_RETRIES,
            RETRY_INITIAL_DELAY,
            RETRY_MULTIPLIER,
            RETRY_MAX_DELAY,
            RETRY_JITTER,
            BUFFER_MESSAGES,
            BUFFER_BYTES,
            POLL_INTERVAL,
            POLL_BATCH_SIZE,
            IDLE_THRESHOLD,
            IDLE_MULTIPLIER,
            IDLE_MAX,
            MAX_CONCURRENT_REQUESTS);

    private RelaySettings() {}
}
