package dev.signalbox.demo.notifications;

import dev.signalbox.demo.News;
import dev.signalbox.demo.examples.Place;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Kills the broker now and then, as a crash would end it, and starts it again on what it has on its disk. */
final class BrokerKills implements Runnable {
    /** Each time that the nodes are killed this often, the broker is once, and it begins in the middle of that. */
    private static final int NODE_KILLS = 3;
    /** It stays away at least so long, to be seen to be away. */
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final LocalRabbit broker;
    private final Duration every;
    private final Place place;
    private volatile @Nullable Long killedAt;
    private final AtomicInteger kills = new AtomicInteger();
    private volatile @Nullable String failure;

    /** @param nodesEvery how often a node is killed; zero for never */
    BrokerKills(LocalRabbit broker, Duration nodesEvery, Place place) {
        this.broker = broker;
        this.every = nodesEvery.multipliedBy(NODE_KILLS);
        this.place = place;
    }

    /** How often it was killed. */
    int count() {
        return kills.get();
    }

    /** How long it has been away; empty while it is up. */
    Optional<Duration> downFor() {
        return Optional.ofNullable(killedAt)
                .map(since -> Duration.ofNanos(place.clock().nanos() - since));
    }

    /** Why it is not there any more. */
    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /** Until it is time to end; the broker is up then. */
    @Override
    public void run() {
        try {
            Duration wait = every.dividedBy(2);
            while (every.isPositive() && place.ending().waitUntil(place.clock().nanos() + wait.toNanos())) {
                killOnce();
                wait = every;
            }
        } catch (IOException | IllegalStateException e) {
            failure = "RabbitMQ did not start again: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void killOnce() throws IOException, InterruptedException {
        long now = place.clock().nanos();
        killedAt = now;
        broker.kill();
        kills.incrementAndGet();
        place.news().add(News.Tone.NOTABLE, "RabbitMQ is killed (SIGKILL); events wait in EventOutbox");
        place.ending().waitUntil(now + PAUSE.toNanos());
        broker.restart();
        killedAt = null;
        double seconds = (place.clock().nanos() - now) / 1e9;
        place.news()
                .add(
                        News.Tone.GOOD,
                        String.format(Locale.ROOT, "RabbitMQ is up again, %.1f s after the kill", seconds));
    }
}
