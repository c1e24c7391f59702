package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Glob;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.routing.Routes.Route;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkConfig;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The settings of a relay, apart from its table. */
public final class RelaySettings {
    public static final String PREFIX = "signalbox.relays.<name>";
    private static final SettingGroup GROUP = new SettingGroup(PREFIX);

    public static final Setting<Boolean> ENABLED =
            GROUP.flag("enabled", "true").means("Whether this relay runs; its settings are checked anyway.");
    static final Setting<Boolean> DRY_RUN = GROUP.flag("dry-run", "false")
            .means(
                    "Whether this relay only shows what it would send, one line for each message on the standard output: it claims, marks and settles nothing.");
    public static final Setting<String> SOURCE = GROUP.required("source", ValueTypes.name(), "shop")
            .means("The name of the source that messages come from.");
    static final Setting<String> SINK = GROUP.required("sink", ValueTypes.name(), "api")
            .means("The name of the sink that messages go to, if there are no routes.");
    static final Setting<Optional<Map<Glob, Route>>> ROUTES = GROUP.optional("routes", OutboxValueTypes.routes())
            .means(
                    "Instead of a sink: which types go to which Kafka clusters, as `types: cluster` or `types: { clusters: [a, b], optional: [c], strategy: at-least-one }`, with `*` in the types for any characters. The exact type comes first, then the first match.");
    static final Setting<Optional<String>> PATH = GROUP.optional("path", ValueTypes.urlPath())
            .orElse("the sink's path")
            .means("The path that is appended to the sink's base address.");
    public static final Setting<Ordering> ORDERING = GROUP.choice("ordering", Ordering.class, "block")
            .means(
                    "What a failing message means for those behind it in its group: they wait (`block`), continue (`skip`), or have no order (`none`).");
    public static final Setting<OnExhausted> ON_EXHAUSTED = onExhausted(GROUP, "the group");
    static final Setting<Integer> MAX_RETRIES = maxRetries(GROUP, "3, with the layout `event-outbox` unlimited");
    public static final RetrySettings RETRY = RetrySettings.in(GROUP);
    public static final BufferSettings BUFFER = BufferSettings.in(GROUP);
    static final PollSettings POLL = PollSettings.in(GROUP);
    public static final Setting<Integer> MAX_CONCURRENT_REQUESTS = GROUP.number(
                    "max-concurrent-requests", 1, 1000, "10")
            .alias("max-concurrent-groups")
            .means("How many requests of this relay may run at once.");

    public static final List<Setting<?>> ALL = GROUP.all();

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

    public static Setting<OnExhausted> onExhausted(SettingGroup group, String whoWaits) {
        return group.choice("on-exhausted", OnExhausted.class, "continue")
                .means("What follows when the last attempt failed: " + whoWaits
                        + " continues (`continue`) or waits for an operator (`hold`).");
    }

    public static Setting<Integer> maxRetries(SettingGroup group, String shown) {
        return group.of("max-retries", ValueTypes.retries(), "3")
                .orElse(shown)
                .means(
                        "How often a message is retried after its first attempt; an outage of the destination counts no attempt.");
    }

    public static RelayConfig relay(
            SettingValues values, String name, Map<String, SourceConfig> sources, Map<String, SinkConfig> sinks) {
        Map<Glob, Route> routes = values.read(ROUTES, name).orElse(Map.of());
        String source = values.read(SOURCE, name);
        String sink = values.isGiven(ROUTES, name) ? firstOf(routes) : values.read(SINK, name);
        Optional<String> path = values.read(PATH, name);
        OutboxSettings reader = new OutboxSettings(values, name);
        OutboxConfig outbox = reader.outbox();
        return new RelayConfig(
                name,
                Optional.empty(),
                source,
                sink,
                routes,
                routes.isEmpty()
                        ? url(Optional.ofNullable(sinks.get(sink)), path)
                        : URI.create("routes:" + String.join(",", new TreeSet<>(new Routes(routes).clusters()))),
                outbox,
                reader.retries(outbox),
                BUFFER.read(values, name, values.read(POLL.batchSize(), name)),
                PollSettings.constant(SourceConfig.wakeUpOf(sources.get(source)), values.read(POLL.interval(), name)),
                values.read(MAX_CONCURRENT_REQUESTS, name),
                values.read(DRY_RUN, name));
    }

    private static String firstOf(Map<Glob, Route> routes) {
        return routes.values().stream()
                .map(route -> route.clusters().getFirst())
                .findFirst()
                .orElse(SINK.defaultValue());
    }

    /** Where messages for a sink go. A missing sink is reported elsewhere. */
    public static URI url(Optional<SinkConfig> sink, Optional<String> path) {
        return sink.map(it -> it.address(path)).orElseGet(() -> URI.create("sink:missing"));
    }
}
