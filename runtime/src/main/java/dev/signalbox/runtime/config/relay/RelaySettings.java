package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.routing.Route;
import dev.signalbox.core.routing.TypePattern;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.ValueTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of a relay, apart from its table. */
public final class RelaySettings {
    public static final String PREFIX = "signalbox.relays.<name>";

    static final Setting<Boolean> ENABLED = Setting.of(
            PREFIX + ".enabled",
            ValueTypes.yesOrNo(),
            "true",
            "Whether this relay runs; its settings are checked anyway.");
    static final Setting<Boolean> DRY_RUN = Setting.of(
            PREFIX + ".dry-run",
            ValueTypes.yesOrNo(),
            "false",
            "Whether this relay only shows what it would send, one line for each message on the standard output: it claims, marks"
                    + " and settles nothing.");
    public static final Setting<String> SOURCE = Setting.required(
            PREFIX + ".source", ValueTypes.name(), "shop", "The name of the source that messages come from.");
    static final Setting<String> SINK = Setting.required(
            PREFIX + ".sink",
            ValueTypes.name(),
            "api",
            "The name of the sink that messages go to, if there are no routes.");
    static final Setting<Optional<Map<TypePattern, Route>>> ROUTES = Setting.optional(
            PREFIX + ".routes",
            OutboxValueTypes.routes(),
            "Instead of a sink: which types go to which Kafka clusters, as `types: cluster` or"
                    + " `types: { clusters: [a, b], optional: [c], strategy: at-least-one }`, with `*` in the types for any characters."
                    + " A type that is named itself comes first, then the first that fits.");
    static final Setting<Optional<String>> PATH = Setting.optional(
                    PREFIX + ".path", ValueTypes.urlPath(), "The path that is appended to the sink's base address.")
            .orElse("the sink's path");
    public static final Setting<Ordering> ORDERING = Setting.of(
            PREFIX + ".ordering",
            ValueTypes.choice(Ordering.class),
            "block",
            "What a failing message means for those behind it in its group: they wait (`block`), go on (`skip`), or have no order (`none`).");
    public static final Setting<OnExhausted> ON_EXHAUSTED = onExhausted(PREFIX, "the group");
    static final Setting<Integer> MAX_RETRIES =
            maxRetries(PREFIX).orElse("3, with the layout `event-outbox` unlimited");
    public static final RetrySettings RETRY = RetrySettings.below(PREFIX);
    public static final BufferSettings BUFFER = BufferSettings.below(PREFIX);
    static final PollSettings POLL = PollSettings.below(PREFIX);
    public static final Setting<Integer> MAX_CONCURRENT_REQUESTS =
            maxConcurrentRequests(PREFIX, "of this relay").alias(PREFIX + ".max-concurrent-groups");

    public static final List<Setting<?>> ALL = Stream.<List<? extends Setting<?>>>of(
                    List.of(ENABLED, DRY_RUN, SOURCE, SINK, ROUTES, PATH, ORDERING, ON_EXHAUSTED, MAX_RETRIES),
                    RETRY.all(),
                    BUFFER.all(),
                    POLL.all(),
                    List.of(MAX_CONCURRENT_REQUESTS))
            .<Setting<?>>flatMap(List::stream)
            .toList();

    private RelaySettings() {}

    /** What happens after the last attempt has failed. */
    public enum OnExhausted {
        /** The message is dead-lettered and its group continues. */
        CONTINUE,
        /** The group is held until an operator decides. */
        HOLD;

        public boolean holds() {
            return this == HOLD;
        }
    }

    public static Setting<OnExhausted> onExhausted(String prefix, String whoWaits) {
        return Setting.of(
                prefix + ".on-exhausted",
                ValueTypes.choice(OnExhausted.class),
                "continue",
                "What follows when the last attempt failed: " + whoWaits
                        + " goes on (`continue`) or stays held for an operator (`hold`).");
    }

    public static Setting<Integer> maxRetries(String prefix) {
        return Setting.of(
                prefix + ".max-retries",
                ValueTypes.retries(),
                "3",
                "How often a message is tried again after its first attempt; an unavailable destination counts as none.");
    }

    public static Setting<Integer> maxConcurrentRequests(String prefix, String what) {
        return Setting.of(
                prefix + ".max-concurrent-requests",
                ValueTypes.wholeNumber(1, 1000),
                "10",
                "How many requests " + what + " are under way at once.");
    }
}
