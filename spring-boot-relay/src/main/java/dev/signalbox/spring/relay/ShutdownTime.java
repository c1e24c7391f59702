package dev.signalbox.spring.relay;

import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.sink.SinkConfig;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * How long the relays have for their end: their own time, but not so long that Spring goes on without them.
 *
 * @param grace what a stop may take
 * @param warning why that may be too short
 */
record ShutdownTime(Duration grace, Optional<String> warning) {
    private static final String PHASE = "spring.lifecycle.timeout-per-shutdown-phase";
    private static final Duration USUAL_PHASE = Duration.ofSeconds(30);

    /** What is left of a phase for closing connections, after the last answer has been waited for. */
    private static final Duration REST = Duration.ofSeconds(1);

    static ShutdownTime of(ServerConfig config, Environment environment) {
        Duration phase = Binder.get(environment).bind(PHASE, Duration.class).orElse(USUAL_PHASE);
        Duration most = phase.minus(REST).isNegative() ? Duration.ZERO : phase.minus(REST);
        if (most.compareTo(config.shutdownGrace()) >= 0) {
            // Whether that is enough for the requests is said with the settings themselves.
            return new ShutdownTime(config.shutdownGrace(), Optional.empty());
        }
        return new ShutdownTime(
                most,
                config.sinks().values().stream()
                        .max(Comparator.comparing(SinkConfig::longestSend))
                        .filter(sink -> sink.longestSend().compareTo(most) >= 0)
                        .map(sink -> warning(phase, most, sink)));
    }

    private static String warning(Duration phase, Duration most, SinkConfig sink) {
        Duration longest = sink.longestSend();
        return PHASE + " is " + phase.toSeconds() + " s, so that a stop of the relays waits " + most.toSeconds()
                + " s at most, but a request to the sink " + sink.name() + " may take " + longest.toSeconds()
                + " s: a stop may leave messages of which it is not known whether they arrived. Set it to "
                + longest.plusSeconds(5).toSeconds() + "s or more, or the sink's timeouts to less";
    }
}
