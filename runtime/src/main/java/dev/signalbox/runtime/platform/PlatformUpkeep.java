package dev.signalbox.runtime.platform;

import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.store.PlatformStore;
import dev.signalbox.platform.store.RetentionStore.RetentionRound;
import dev.signalbox.runtime.database.FailureText;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Gives scheduled jobs that are due their place in the queue, makes days ahead, and removes old ones. */
final class PlatformUpkeep {
    private static final System.Logger LOG = System.getLogger(PlatformUpkeep.class.getName());
    private static final Duration QUEUE_EVERY = Duration.ofSeconds(1);
    private static final Duration MAINTAIN_EVERY = Duration.ofHours(1);

    /** So that nodes that start together do not begin with the same work at the same moment as their first requests. */
    private static final Duration FIRST_MAINTENANCE = Duration.ofSeconds(30);

    private static final int QUEUED_AT_ONCE = 500;
    /** A failure that lasts is logged once in so many rounds. */
    private static final int SAY_EVERY = 30;

    private final PlatformStore store;
    private final PlatformEnvironment environment;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile List<Thread> threads = List.of();

    PlatformUpkeep(PlatformStore store, PlatformEnvironment environment) {
        this.store = store;
        this.environment = environment;
    }

    void start() {
        threads = List.of(
                Thread.ofVirtual().name("platform-scheduled").start(this::queueUntilStopped),
                Thread.ofVirtual().name("platform-retention").start(this::maintainUntilStopped));
    }

    /** Waits until no statement is under way. */
    void stop(Duration grace) throws InterruptedException {
        stopped.countDown();
        long deadline = environment.clock().nanos() + grace.toNanos();
        for (Thread thread : threads) {
            thread.join(
                    Duration.ofNanos(Math.max(1, deadline - environment.clock().nanos())));
        }
    }

    private void queueUntilStopped() {
        int failures = 0;
        try {
            while (!isStoppedAfter(QUEUE_EVERY)) {
                failures = queueAllDue(failures);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            environment.onBroken().accept(e);
        }
    }

    /** It also finds out whether the database can be reached while there are no requests. */
    private int queueAllDue(int failures) {
        try {
            int queued;
            do {
                queued = store.jobs().queueDue(QUEUED_AT_ONCE);
            } while (queued == QUEUED_AT_ONCE && stopped.getCount() > 0);
            environment.watch().succeeded();
            return 0;
        } catch (StoreException e) {
            String reason = FailureText.of(e);
            environment.watch().failed(reason);
            if (failures % SAY_EVERY == 0) {
                LOG.log(Level.WARNING, "event platform: {0}", reason);
            }
            return failures + 1;
        }
    }

    private void maintainUntilStopped() {
        Duration wait = FIRST_MAINTENANCE;
        try {
            while (!isStoppedAfter(wait)) {
                maintain();
                wait = MAINTAIN_EVERY;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            environment.onBroken().accept(e);
        }
    }

    private void maintain() {
        try {
            RetentionRound round =
                    store.retention().maintain(environment.config().retention());
            if (!round.dropped().isEmpty()) {
                LOG.log(Level.INFO, "event platform: dropped the days {0}", String.join(", ", round.dropped()));
            }
            round.postponed().forEach(reason -> LOG.log(Level.WARNING, "event platform: {0}", reason));
        } catch (StoreException e) {
            LOG.log(Level.WARNING, "event platform: days were not maintained: {0}", FailureText.of(e));
        }
    }

    private boolean isStoppedAfter(Duration wait) throws InterruptedException {
        return stopped.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    }
}
