package dev.signalbox.benchmarks.load.verify;

import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Whether the consumer's sums became those of the service.
 *
 * @param after how long that took; as long as was waited if they did not
 * @param differences some of what differs
 */
public record Agreement(boolean reached, Duration after, List<String> differences) {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
    private static final int MOST_DIFFERENCES = 5;

    public Agreement {
        differences = List.copyOf(differences);
    }

    /** Waits as long as the consumer's sums still change, and a while more. */
    public static Agreement await(Sums sums, Duration patience, Clock clock) throws IOException, InterruptedException {
        long began = clock.nanos();
        Map<String, String> taken = sums.taken();
        Map<String, String> added = sums.added();
        long changed = clock.nanos();
        while (!added.equals(taken) && clock.nanos() - changed < patience.toNanos()) {
            Thread.sleep(BETWEEN_LOOKS);
            Map<String, String> now = sums.added();
            changed = now.equals(added) ? changed : clock.nanos();
            added = now;
        }
        List<String> differences = Sums.differences(taken, added).entrySet().stream()
                .limit(MOST_DIFFERENCES)
                .map(difference -> difference.getKey() + ": " + difference.getValue())
                .toList();
        return new Agreement(added.equals(taken), Duration.ofNanos(clock.nanos() - began), differences);
    }
}
