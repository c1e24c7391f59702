package dev.signalbox.runtime.resources;

import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.metrics.Metrics;
import java.util.function.Consumer;
import java.util.function.Function;

/** The resources that all sources share. */
public record SharedResources(
        ServerConfig config,
        Metrics metrics,
        Function<String, SharedPermits> permits,
        SinkFactories sinks,
        FeedSinks feedSinks,
        Clock clock,
        Consumer<Throwable> onBroken) {}
