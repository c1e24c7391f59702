package dev.signalbox.runtime.config.compatibility;

import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.sink.SinkConfig;
import java.util.List;
import java.util.Optional;

/** The Signalbox configuration that is equivalent to the settings of a replaced system. */
public record EquivalentConfig(
        SourceConfig source,
        Optional<SinkConfig> sink,
        List<RelayConfig> relays,
        List<LogConfig> logs,
        List<String> warnings) {}
