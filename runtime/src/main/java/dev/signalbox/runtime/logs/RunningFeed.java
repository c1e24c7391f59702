package dev.signalbox.runtime.logs;

import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.runtime.admin.LogAdmin;
import dev.signalbox.runtime.config.log.FeedConfig;
import dev.signalbox.runtime.metrics.RelayMonitor;

/** A feed with its relay, sink, monitor and meters. */
public record RunningFeed(FeedConfig config, Relay relay, Sink sink, RelayMonitor monitor) {
    LogAdmin.FeedId feedId() {
        return new LogAdmin.FeedId(
                config.log(), config.topic(), config.publisher().name());
    }
}
