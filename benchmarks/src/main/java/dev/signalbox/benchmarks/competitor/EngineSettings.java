package dev.signalbox.benchmarks.competitor;

import dev.signalbox.core.coordination.Membership.LeaseTerms;
import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import dev.signalbox.core.sink.Sink.SinkLimits;
import java.time.Duration;

/**
 * How Signalbox runs, with the defaults of its configuration.
 *
 * @param pollInterval how often to look for messages after none were found
 * @param wakeUps whether the database's wake-ups are used, if it has them
 */
public record EngineSettings(Duration pollInterval, boolean wakeUps) {
    public static final EngineSettings DEFAULTS = new EngineSettings(Duration.ofSeconds(1), true);

    static final int MAX_REQUESTS = 10;

    LeaseTerms lease() {
        return LeaseTerms.of(Duration.ofMillis(2_500));
    }

    DispatcherSettings dispatcher(SinkLimits limits) {
        return new DispatcherSettings(
                Ordering.BLOCK,
                false,
                new RetryPolicy(3, new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(5), 0.2)),
                limits,
                MAX_REQUESTS,
                new DispatcherSettings.Buffer(1_000, 32L << 20, 500),
                PollSchedule.Settings.upTo(pollInterval),
                Duration.ofMinutes(1),
                new DispatcherSettings.Maintenance(Duration.ofMinutes(1), Duration.ZERO));
    }
}
