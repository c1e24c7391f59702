package dev.signalbox.runtime.sink;

import dev.signalbox.core.sink.SinkLimits;
import dev.signalbox.runtime.settings.SettingValues;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** The configuration of one sink. Each type has an implementation with what that type needs. */
public interface SinkConfig {
    SinkType type();

    /** What all sinks have. */
    Common common();

    /** The longest that one call may take. */
    Duration longestSend();

    /**
     * Where messages go, as operators see it.
     *
     * @param path what a relay or publisher asks for; only types with {@link SinkCapability#PATH} heed it
     */
    URI address(Optional<String> path);

    /** Notes values as problems that are allowed one by one but make no sense together. */
    void check(SettingValues settingValues);

    /** Opens its sinks. It is made once for each sink, so that what its relays share is kept there. */
    SinkFactory factory(SinkEnvironment environment);

    default String name() {
        return common().name();
    }

    default Limits limits() {
        return common().limits();
    }

    /** The longest wait that the destination may ask for. */
    default Duration retryAfterCap() {
        return common().retryAfterCap();
    }

    /**
     * What all sinks have.
     *
     * @param retryAfterCap the longest wait that the destination may ask for
     */
    record Common(String name, Limits limits, Duration retryAfterCap) {}

    /** How much at once. */
    record Limits(int batchSize, long batchBytes, int maxConcurrentRequests) {
        /** What one call takes. */
        public SinkLimits batch() {
            return new SinkLimits(batchSize, batchBytes);
        }
    }
}
