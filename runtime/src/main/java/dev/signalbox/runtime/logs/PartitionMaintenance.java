package dev.signalbox.runtime.logs;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.postgres.log.LogPartitions;
import dev.signalbox.runtime.database.FailureText;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Creates and drops the partitions of a log, and logs what it did and what it could not do. */
public final class PartitionMaintenance {
    private static final System.Logger LOG = System.getLogger(PartitionMaintenance.class.getName());
    private static final Duration EVERY = Duration.ofMinutes(1);

    private final String log;
    private final LogPartitions partitions;
    private volatile List<String> held = List.of();

    PartitionMaintenance(String log, LogPartitions partitions) {
        this.log = log;
        this.partitions = partitions;
    }

    /** Runs now and every minute, until the source stops. */
    public static void tendUntil(
            CountDownLatch stopped, List<PartitionMaintenance> upkeeps, Consumer<Throwable> onBroken) {
        try {
            do {
                upkeeps.forEach(PartitionMaintenance::tend);
            } while (!stopped.await(EVERY.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            onBroken.accept(e);
        }
    }

    /** The maintenance that is due and could not be done, if any. */
    Optional<String> held() {
        List<String> now = held;
        return now.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", now));
    }

    void tend() {
        try {
            LogPartitions.MaintenanceResult result = partitions.maintain();
            result.made().forEach(name -> say("made partition " + name));
            result.dropped().forEach(name -> say("dropped partition " + name + ", which was old and done"));
            if (result.cleared() > 0) {
                say("deleted " + result.cleared() + " old rows that had no partition of their own");
            }
            hold(result.postponed());
        } catch (SourceException e) {
            hold(List.of("its partitions could not be looked after: " + FailureText.of(e)));
        }
    }

    private void say(String what) {
        LOG.log(Level.INFO, "log {0}: {1}", log, what);
    }

    /** Logs each reason once, not every minute. */
    private void hold(List<String> reasons) {
        reasons.stream()
                .filter(reason -> !held.contains(reason))
                .forEach(reason -> LOG.log(Level.WARNING, "log {0}: {1}", log, reason));
        held = List.copyOf(reasons);
    }
}
