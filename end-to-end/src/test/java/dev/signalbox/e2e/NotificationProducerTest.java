package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The event outbox producer's tables and properties, as its documentation describes them, with a real RabbitMQ. */
class NotificationProducerTest extends EndToEndTest {
    private static final int AGGREGATES = 50;
    private static final int EVENTS = 2_000;

    @SuppressWarnings("NullAway.Init") // set before the first test
    private static LocalRabbit broker;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = LocalRabbit.start(TestFolders.ofThisRun("rabbit"));
    }

    @AfterAll
    static void endBroker() {
        broker.close();
    }

    @BeforeEach
    void createTables() throws Exception {
        try (NotificationQueues queues = new NotificationQueues(broker)) {
            queues.remove();
        }
        world.outbox().execute("""
                CREATE TABLE EventOutbox (
                    event_id VARCHAR(64) PRIMARY KEY, event_type VARCHAR(100) NOT NULL, aggregate_type VARCHAR(50) NOT NULL,
                    aggregate_id BIGINT NOT NULL, status VARCHAR(20) NOT NULL, payload JSON NOT NULL,
                    created_at TIMESTAMP NOT NULL, published_at TIMESTAMP);
                CREATE INDEX ON EventOutbox (status, created_at);
                CREATE TABLE ProcessedEvent (
                    event_id VARCHAR(64) PRIMARY KEY, status VARCHAR(20) NOT NULL,
                    created_at TIMESTAMP NOT NULL, updated_at TIMESTAMP NOT NULL);
                GRANT SELECT, UPDATE ON EventOutbox TO %1$s;
                GRANT SELECT, INSERT, UPDATE, DELETE ON ProcessedEvent TO %1$s;
                """.formatted(world.outbox().role()));
    }

    /** The properties of the documentation, and the passwords. */
    private ConfigText document() {
        return new ConfigText()
                .set("notification.outbox.poll.interval", "1000")
                .set("notification.outbox.batch.size", "100")
                .set("notification.outbox.initial.delay", "0")
                .set("spring.rabbitmq.host", "127.0.0.1")
                .set("spring.rabbitmq.port", String.valueOf(broker.port()))
                .set("spring.rabbitmq.username", broker.user())
                .set("spring.rabbitmq.password", broker.password())
                .set("spring.datasource.url", world.outbox().url())
                .set("spring.datasource.username", world.outbox().role())
                .set("spring.datasource.password", PostgresTestDatabase.PASSWORD);
    }

    private SignalboxProcess producer(String name, ConfigText config) {
        return world.launch(name, config.properties(), Map.of()).awaitReady();
    }

    /** Events of all types; the numbers of an aggregate's events grow with time. */
    private void write(int from, int to) {
        world.outbox().execute("""
                INSERT INTO EventOutbox (event_id, event_type, aggregate_type, aggregate_id, status, payload, created_at)
                SELECT 'evt-' || lpad(n::text, 6, '0'), 'ORDER_CREATED', (ARRAY['RESTAURANT', 'CUSTOMER', 'AGENCY', 'ADMIN'])[1 + n %% 4],
                       n %% %3$d, 'PENDING', json_build_object('n', n, 'note', 'a "quoted" one'),
                       timestamp '2024-01-01' + n * interval '1 ms'
                FROM generate_series(%1$d, %2$d) n""".formatted(from, to - 1, AGGREGATES));
    }

    private long events(String condition) {
        return world.outbox().count("EventOutbox", condition);
    }

    private void awaitPublished(long events, Duration atMost) {
        await().atMost(atMost)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> events("status = 'PROCESSED' AND published_at IS NOT NULL") >= events);
    }

    /** In each queue, the first arrivals of each aggregate's events are in the order of their numbers. */
    private static void assertInOrder(List<NotificationQueues.ConsumedMessage> consumedMessage) {
        Set<String> seen = new HashSet<>();
        Map<String, String> last = new HashMap<>();
        for (NotificationQueues.ConsumedMessage message : consumedMessage) {
            if (seen.add(message.id())) {
                int number = Integer.parseInt(message.id().substring("evt-".length()));
                String place = message.queue() + number % AGGREGATES;
                String before = last.put(place, message.id());
                assertThat(before == null || before.compareTo(message.id()) < 0)
                        .as("%s after %s in %s", message.id(), before, place)
                        .isTrue();
            }
        }
    }

    private static long duplicates(List<NotificationQueues.ConsumedMessage> consumedMessage) {
        return consumedMessage.size()
                - consumedMessage.stream()
                        .map(NotificationQueues.ConsumedMessage::id)
                        .distinct()
                        .count();
    }

    @Test
    void theEventsOfTwoProducersArriveOnceEach() throws Exception {
        SignalboxProcess one = producer("one", document());
        SignalboxProcess two = producer("two", document());
        long began = System.nanoTime();
        write(0, EVENTS);
        world.outbox().execute("""
                INSERT INTO EventOutbox (event_id, event_type, aggregate_type, aggregate_id, status, payload, created_at)
                VALUES ('evt-odd', 'DRONE_SENT', 'DRONE', 1, 'PENDING', '{}', timestamp '2023-01-01')""");
        awaitPublished(EVENTS, seconds(60));
        figure("%d events by two producers in %.1f s".formatted(EVENTS, (System.nanoTime() - began) / 1e9));

        try (NotificationQueues queues = new NotificationQueues(broker)) {
            List<NotificationQueues.ConsumedMessage> consumedMessage = queues.take(EVENTS, seconds(30));
            assertThat(duplicates(consumedMessage)).isZero();
            assertInOrder(consumedMessage);
            assertThat(consumedMessage).allMatch(NotificationQueues.ConsumedMessage::persistent);
            assertThat(consumedMessage).allMatch(message -> message.type().equals("ORDER_CREATED"));
            NotificationQueues.ConsumedMessage first = consumedMessage.stream()
                    .filter(it -> it.id().equals("evt-000005"))
                    .findFirst()
                    .orElseThrow();
            assertThat(first.queue()).isEqualTo("notification.customer");
            assertThat(first.body())
                    .startsWith("{\"event_id\":\"evt-000005\",\"event_type\":\"ORDER_CREATED\","
                            + "\"aggregate_type\":\"CUSTOMER\",\"aggregate_id\":5,\"payload\":{")
                    .contains("a \\\"quoted\\\" one");
        }
        assertThat(world.outbox().count("ProcessedEvent", "status = 'SUCCESS'")).isEqualTo(EVENTS);
        await().until(() -> events("event_id = 'evt-odd' AND status = 'FAILED' AND published_at IS NULL") == 1);
        assertThat(world.outbox().rows("SELECT error FROM signalbox.failures WHERE id = 'evt-odd'"))
                .singleElement()
                .asString()
                .contains("DRONE", "RESTAURANT");
        assertThat(one.stop()).isZero();
        assertThat(two.stop()).isZero();
        assertThat(one.log() + two.log()).doesNotContain(broker.password(), PostgresTestDatabase.PASSWORD);
    }

    /** The same happens to the whole example in {@link NotificationsTest}, which every run includes. */
    @Test
    @Tag("slow")
    void aBrokerAndAProducerThatAreKilledLoseNothing() throws Exception {
        SignalboxProcess victim = producer("victim", document());
        write(0, 1_000);
        awaitPublished(200, seconds(30));
        broker.kill();
        write(1_000, 1_500);
        broker.restart();
        long back = System.nanoTime();
        long before = events("status = 'PROCESSED'");
        await().atMost(seconds(10))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> events("status = 'PROCESSED'") > before);
        figure("the first event %.1f s after the broker was back".formatted((System.nanoTime() - back) / 1e9));
        awaitPublished(before + 200, seconds(30));
        victim.kill();
        write(1_500, EVENTS);
        producer("heir", document());
        awaitPublished(EVENTS, seconds(60));

        try (NotificationQueues queues = new NotificationQueues(broker)) {
            List<NotificationQueues.ConsumedMessage> consumedMessage = queues.take(EVENTS, seconds(30));
            assertInOrder(consumedMessage);
            figure("%d duplicates of %d after the broker and a producer were killed"
                    .formatted(duplicates(consumedMessage), EVENTS));
            assertThat(duplicates(consumedMessage)).isLessThan(EVENTS);
        }
        assertThat(world.outbox().count("ProcessedEvent", "status <> 'SUCCESS'"))
                .isZero();
        assertThat(world.outbox().rows("SELECT count(*) FROM signalbox.failures WHERE relay LIKE '%eventoutbox'"))
                .as("an outage counts nothing")
                .containsExactly("0");
    }

    @Test
    @Tag("slow")
    void atMostOnceNothingComesTwiceAndWhatIsInDoubtIsTold() throws Exception {
        ConfigText config = document().set("notification.outbox.mode", "at-most-once");
        SignalboxProcess victim = producer("victim", config);
        List<SignalboxProcess> heirs = new ArrayList<>();
        int written = 0;
        for (int round = 0; round < 4; round++) {
            write(written, written + 1_500);
            written += 1_500;
            long before = events("status <> 'PENDING'");
            await().atMost(seconds(30)).until(() -> events("status <> 'PENDING'") > before + 300);
            victim.kill();
            victim = producer("heir-" + round, config);
            heirs.add(victim);
        }
        await().atMost(seconds(60)).until(() -> events("status = 'PENDING'") == 0);

        long published = events("status = 'PROCESSED'");
        long given = events("status = 'FAILED'");
        assertThat(published + given).isEqualTo(written);
        assertThat(given > 0)
                .isEqualTo(heirs.stream().anyMatch(heir -> heir.log().contains("may have been; they are given up")));
        try (NotificationQueues queues = new NotificationQueues(broker)) {
            List<NotificationQueues.ConsumedMessage> consumedMessage = queues.take((int) published, seconds(30));
            assertThat(duplicates(consumedMessage)).isZero();
            assertThat(consumedMessage.size()).isBetween((int) published, written);
            figure("%d of %d in doubt after four kills; %d of them had arrived"
                    .formatted(given, written, consumedMessage.size() - published));
        }
        assertThat(
                        world.outbox()
                                .rows(
                                        "SELECT DISTINCT error LIKE '%may have%' FROM signalbox.failures WHERE relay LIKE '%eventoutbox'"))
                .doesNotContain("f");
    }
}
