package dev.signalbox.runtime.platform;

import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.store.PlatformStore;
import dev.signalbox.platform.store.RetentionStore.RetentionRound;
import dev.signalbox.runtime.database.FailureText;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes days ahead, and removes old ones. */
final class PlatformUpkeep {
    private static final System.Logger LOG = System.getLogger(PlatformUpkeep.class.getName());
    private static final Duration MAINTAIN_EVERY = Duration.ofHours(1);

    /** So that nodes that start together do not begin with the same work at the same moment as their first requests. */
    private static final Duration FIRST_MAINTENANCE = Duration.ofSeconds(30);

    private final PlatformStore store;
    private final PlatformEnvironment environment;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile @Nullable Thread thread;

    PlatformUpkeep(PlatformStore store, PlatformEnvironment environment) {
        this.store = store;
        this.environment = environment;
    }

    void start() {
        thread = Thread.ofVirtual().name("platform-retention").start(this::maintainUntilStopped);
    }

    /** Waits until no statement is under way. */
    void stop(Duration grace) throws InterruptedException {
        stopped.countDown();
        Thread started = thread;
        if (started != null) {
            started.join(grace);
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
