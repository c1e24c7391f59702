package dev.signalbox.spring;

import dev.signalbox.client.Inbox;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Deletes old marks of consumed messages periodically, on a thread of its own. */
final class InboxCleanUp implements SmartLifecycle {
    private static final Log LOG = LogFactory.getLog(InboxCleanUp.class);
    private static final Duration MIN_DURATION = Duration.ofSeconds(1);

    private final Inbox inbox;
    private final DataSource dataSource;
    private final Duration after;
    private final Duration every;
    private @Nullable ScheduledExecutorService thread;

    InboxCleanUp(Inbox inbox, DataSource dataSource, InboxProperties.CleanUp settings) {
        this.inbox = inbox;
        this.dataSource = dataSource;
        this.after = atLeast("after", settings.after());
        this.every = atLeast("every", settings.every());
    }

    private static Duration atLeast(String key, @Nullable Duration value) {
        if (value == null || value.compareTo(MIN_DURATION) < 0) {
            throw InvalidSetting.of(InboxProperties.PREFIX + "clean-up." + key, value, "It has to be 1s or more");
        }
        return value;
    }

    @Override
    public synchronized void start() {
        if (thread == null) {
            CustomizableThreadFactory threads = new CustomizableThreadFactory("signalbox-inbox-clean-up-");
            threads.setDaemon(true);
            thread = Executors.newSingleThreadScheduledExecutor(threads);
            // At once, because an application that restarts often would never get to it otherwise.
            var unused = thread.scheduleWithFixedDelay(this::cleanUp, 0, every.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** A failure is retried next time: without clean-up the inbox still works, it only grows. */
    private void cleanUp() {
        try {
            long deleted = inbox.cleanUp(dataSource, after);
            LOG.debug("Deleted the marks of " + deleted + " messages that were consumed more than " + after + " ago");
        } catch (SQLException | RuntimeException e) {
            // The pool may close before this ends.
            if (isRunning()) {
                LOG.warn("Could not clean up the inbox; the next attempt is in " + every, e);
            }
        }
    }

    /** Does not wait: the next start deletes what is left. */
    @Override
    public synchronized void stop() {
        if (thread != null) {
            thread.shutdownNow();
            thread = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return thread != null;
    }
}
