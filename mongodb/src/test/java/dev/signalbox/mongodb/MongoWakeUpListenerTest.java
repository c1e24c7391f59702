package dev.signalbox.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.signalbox.core.delivery.PollSchedule.WakeUps;
import dev.signalbox.core.relay.WakeUpTarget;
import dev.signalbox.mongodb.MongoSettings.MongoTimeLimits;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MongoWakeUpListenerTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final MongoTimeLimits LIMITS = MongoTimeLimits.DEFAULTS;

    private final TestMongo database = new TestMongo();
    private final MongoConnections connections = database.open("listener");
    private final TestSleeper sleeper = new TestSleeper();

    /** A relay that becomes idle when the test says so, and busy when it is woken. */
    private static final class TestSleeper implements WakeUpTarget {
        private final AtomicInteger wakes = new AtomicInteger();
        private volatile boolean idle;
        private volatile WakeUps state = WakeUps.ABSENT;

        @Override
        public boolean isIdle() {
            return idle && state != WakeUps.ABSENT;
        }

        @Override
        public void wake() {
            idle = false;
            wakes.incrementAndGet();
        }

        @Override
        public void wakeUps(WakeUps now) {
            state = now;
        }
    }

    @AfterEach
    void close() {
        connections.close();
        database.close();
    }

    private void assumeChangeStreams() {
        assumeTrue(
                !TestMongo.isReal() || connections.deployment().replicated(),
                "OPTIONAL: the server has no change streams");
    }

    @Test
    void anIdleRelayIsWokenByANewMessage() {
        assumeChangeStreams();
        database.outbox();
        try (MongoWakeUpListener _ = listen(connections)) {
            awaitState(WakeUps.UNARMED);
            sleeper.idle = true;
            awaitState(WakeUps.ARMED);
            int before = sleeper.wakes.get();

            insert("m1");

            await().atMost(SOON).until(() -> sleeper.wakes.get() > before);
            awaitState(WakeUps.UNARMED);
            sleeper.idle = true;
            awaitState(WakeUps.ARMED);
        }
        awaitState(WakeUps.ABSENT);
    }

    @Test
    void anotherCollectionDoesNotWakeTheRelay() {
        assumeChangeStreams();
        database.outbox();
        try (MongoWakeUpListener _ = listen(connections)) {
            awaitState(WakeUps.UNARMED);
            sleeper.idle = true;
            awaitState(WakeUps.ARMED);
            int before = sleeper.wakes.get();
            database.collection("other").insertOne(BsonDocument.parse("{_id: 'x'}"));
            insert("m1");
            await().atMost(SOON).until(() -> sleeper.wakes.get() > before);
            assertThat(sleeper.wakes.get()).isEqualTo(before + 1);
        }
    }

    @Test
    void aServerWithoutStreamsIsLeftToPolling() {
        MongoServer standalone = new MongoServer(new MemoryBackend().version(ServerVersion.MONGO_5_0));
        try (MongoConnections plain = MongoConnections.open(
                        MongoSettings.of(standalone.bindAndGetConnectionString(), "shop"), "listener");
                MongoWakeUpListener _ = listen(plain)) {
            sleeper.idle = true;
            await().during(Duration.ofMillis(500)).atMost(SOON).until(() -> sleeper.state == WakeUps.ABSENT);
            assertThat(sleeper.wakes).hasValue(0);
        } finally {
            standalone.shutdownNow();
        }
    }

    @Test
    void aServerThatComesBackIsListenedToAgain() {
        MongoServer first = server();
        int port = first.bind().getPort();
        MongoSettings impatient = MongoSettings.of("mongodb://127.0.0.1:" + port, "shop")
                .withLimits(new MongoTimeLimits(
                        LIMITS.connect(), Duration.ofMillis(500), LIMITS.socket(), LIMITS.statement(), LIMITS.lease()));
        try (MongoConnections own = MongoConnections.open(impatient, "listener");
                MongoWakeUpListener _ = listen(own)) {
            awaitState(WakeUps.UNARMED);
            sleeper.idle = true;
            awaitState(WakeUps.ARMED);
            first.shutdownNow();
            awaitState(WakeUps.ABSENT);
            MongoServer second = server();
            try {
                second.bind("127.0.0.1", port);
                awaitState(WakeUps.UNARMED);
            } finally {
                second.shutdownNow();
            }
        } finally {
            first.shutdownNow();
        }
    }

    private static MongoServer server() {
        MongoServer server = new MongoServer(new MemoryBackend().version(ServerVersion.MONGO_5_0));
        server.enableOplog();
        return server;
    }

    private MongoWakeUpListener listen(MongoConnections through) {
        return MongoWakeUpListener.start("shop", through, Map.of("outbox_events", sleeper));
    }

    private void awaitState(WakeUps state) {
        await().atMost(Duration.ofSeconds(20)).until(() -> sleeper.state == state);
    }

    private void insert(String id) {
        database.collection("outbox_events").insertOne(BsonDocument.parse("{_id: '" + id + "', status: 'PENDING'}"));
    }
}
