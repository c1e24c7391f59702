package dev.signalbox.spring.relay;

import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.sink.SinkConfig;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** The time that the relays have to stop, within Spring's shutdown phase, and a warning if it may be too short. */
record ShutdownTime(Duration grace, Optional<String> warning) {
    private static final String PHASE = "spring.lifecycle.timeout-per-shutdown-phase";
    private static final Duration DEFAULT_PHASE = Duration.ofSeconds(30);

    /** The time left in a phase to close connections after the last response. */
    private static final Duration CLOSE_TIME = Duration.ofSeconds(1);

    static ShutdownTime of(ServerConfig config, Environment environment) {
        Duration phase = Binder.get(environment).bind(PHASE, Duration.class).orElse(DEFAULT_PHASE);
        Duration max = phase.minus(CLOSE_TIME).isNegative() ? Duration.ZERO : phase.minus(CLOSE_TIME);
        if (max.compareTo(config.shutdownGrace()) >= 0) {
            // The configuration itself warns if this is too short for the requests.
            return new ShutdownTime(config.shutdownGrace(), Optional.empty());
        }
        return new ShutdownTime(
                max,
                config.sinks().values().stream()
                        .max(Comparator.comparing(SinkConfig::longestSend))
                        .filter(sink -> sink.longestSend().compareTo(max) >= 0)
                        .map(sink -> warning(phase, max, sink)));
    }

    private static String warning(Duration phase, Duration max, SinkConfig sink) {
        Duration longest = sink.longestSend();
        return PHASE + " is " + phase.toSeconds() + " s, so that a stop of the relays waits " + max.toSeconds()
                + " s at most, but a request to the sink " + sink.name() + " may take " + longest.toSeconds()
                + " s: a stop may leave messages of which it is not known whether they arrived. Set it to "
                + longest.plusSeconds(5).toSeconds() + "s or more, or the sink's timeouts to less";
    }
}
