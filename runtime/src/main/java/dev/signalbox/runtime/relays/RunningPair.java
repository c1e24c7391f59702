package dev.signalbox.runtime.relays;

import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.postgres.log.PairSettings;
import dev.signalbox.runtime.config.PairConfig;
import dev.signalbox.runtime.metrics.RelayMeters;
import dev.signalbox.runtime.office.LogOffice;

/** A pair of topic and publisher with what belongs to it. */
record RunningPair(
        PairConfig config, PairSettings settings, Relay relay, Sink sink, RelayReport report, RelayMeters meters) {
    LogOffice.Pair pair() {
        return new LogOffice.Pair(
                config.log(), config.topic(), config.publisher().name());
    }
}
