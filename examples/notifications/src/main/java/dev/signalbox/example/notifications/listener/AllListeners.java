package dev.signalbox.example.notifications.listener;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * The listeners of this program, each with its own thread, so that none waits for another. Healthy as long as none has
 * stopped; an unavailable broker does not count.
 */
@Component("listenerHealth")
final class AllListeners implements SmartLifecycle, HealthIndicator {
    private static final Logger LOG = LoggerFactory.getLogger(AllListeners.class);

    private final ScheduledExecutorService pauses = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("pauses").factory());
    private final List<QueueListener> listeners;
    private List<Thread> threads = List.of();

    AllListeners(ListenerSettings settings, Broker broker, MessageProcessor messageProcessor) {
        this.listeners = settings.audiences().stream()
                .map(audience -> new QueueListener(audience, broker, messageProcessor, settings.prefetch(), pauses))
                .toList();
    }

    List<QueueListener.Status> states() {
        return listeners.stream().map(QueueListener::status).toList();
    }

    @Override
    public synchronized void start() {
        threads = listeners.stream()
                .map(listener -> Thread.ofPlatform()
                        .name("listener-" + listener.status().queue())
                        .uncaughtExceptionHandler(
                                (thread, failure) -> LOG.error("{} has ended", thread.getName(), failure))
                        .start(listener))
                .toList();
    }

    @Override
    public synchronized void stop() {
        listeners.forEach(QueueListener::stop);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        pauses.shutdownNow();
        threads = List.of();
    }

    /** Whether it was started: Spring stops only running components. */
    @Override
    public synchronized boolean isRunning() {
        return !threads.isEmpty();
    }

    @Override
    public synchronized Health health() {
        boolean areAlive = isRunning() && threads.stream().allMatch(Thread::isAlive);
        return areAlive ? Health.up().build() : Health.down().build();
    }
}
