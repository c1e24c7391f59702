package dev.signalbox.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.kafka.LocalKafka;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No message of a group arrives before an earlier one, whatever fails. */
@Timeout(60)
class KafkaSinkOrderTest {
    private final LocalKafka kafka = SharedKafkaBrokers.plain();

    private KafkaSink sink(Map<String, String> client) {
        KafkaClusterSettings settings = SharedKafkaBrokers.hasty(kafka).withClient(client);
        return new KafkaSink(new KafkaCluster(settings, Clock.SYSTEM), KafkaSinkSettings.DEFAULTS);
    }

    /** Records without an answer are sent again, so time limits may be short. */
    private static Map<String, String> impatient(String batchSize) {
        return Map.of("batch.size", batchSize, "delivery.timeout.ms", "1200", "request.timeout.ms", "500");
    }

    private static List<String> groups(String name, int count) {
        return IntStream.range(0, count).mapToObj(i -> name + i).toList();
    }

    @Test
    void aBrokerIsKilledAndStartedAgain() throws Exception {
        String topic = SharedKafkaBrokers.topic(3, Map.of());
        List<String> all = new ArrayList<>();
        try (KafkaSink sink = sink(impatient("2000"));
                ExecutorService relays = Executors.newVirtualThreadPerTaskExecutor()) {
            OrderedSendScenario orderedSendScenario = new OrderedSendScenario(sink, topic, 200);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                List<String> groups = groups("relay-" + i + "-", 20);
                all.addAll(groups);
                running.add(relays.submit(() -> {
                    orderedSendScenario.deliver(groups);
                    return true;
                }));
            }
            await().pollInterval(Duration.ofMillis(2)).until(() -> orderedSendScenario.delivered() > 2_000);
            kafka.kill();
            assertThat(orderedSendScenario.delivered()).isLessThan(80 * 200);
            await().until(orderedSendScenario::hasUnanswered);
            kafka.restart();
            for (Future<?> one : running) {
                one.get();
            }
            orderedSendScenario.check(kafka, all);
        }
    }

    @Test
    void aBrokerHangsForLongerThanRecordsAreWaitedFor() throws Exception {
        String topic = SharedKafkaBrokers.topic(1, Map.of());
        List<String> groups = groups("g", 5);
        try (KafkaSink sink = sink(impatient("1000"));
                ExecutorService relay = Executors.newVirtualThreadPerTaskExecutor()) {
            OrderedSendScenario orderedSendScenario = new OrderedSendScenario(sink, topic, 1_000);
            Future<?> running = relay.submit(() -> {
                orderedSendScenario.deliver(groups);
                return true;
            });
            await().pollInterval(Duration.ofMillis(2)).until(() -> orderedSendScenario.delivered() > 500);
            kafka.suspend();
            try {
                assertThat(orderedSendScenario.delivered()).isLessThan(5 * 1_000);
                await().until(orderedSendScenario::hasUnanswered);
            } finally {
                kafka.resume();
            }
            running.get();
            orderedSendScenario.check(kafka, groups);
        }
    }

    @Test
    void aRecordIsTooLargeForTheClient() throws Exception {
        String topic = SharedKafkaBrokers.topic(1, Map.of());
        try (KafkaSink sink = sink(Map.of("max.request.size", "20000"))) {
            List<Message> batch = withALargeOne(topic, 30_000);

            List<Outcome> outcomes = KafkaTestMessages.send(sink, batch);

            checkTooLarge(outcomes);
            assertThat(payloads(topic)).containsExactlyInAnyOrder("a1", "b1", "b2", "c");
        }
    }

    @Test
    void aRecordIsTooLargeForTheBrokerWhichHasNotSeenTheProducerYet() throws Exception {
        String topic = SharedKafkaBrokers.topic(1, Map.of("max.message.bytes", "20000"));
        try (KafkaSink sink = sink(Map.of("batch.size", "100", "linger.ms", "0"))) {
            List<Message> batch = new ArrayList<>(withALargeOne(topic, 30_000));
            // The large one is the first of all: the broker accepts any sequence number from a producer that it does
            // not
            // know.
            batch.removeFirst();

            List<Outcome> outcomes = KafkaTestMessages.send(sink, batch);

            assertThat(outcomes.getFirst()).isInstanceOf(Outcome.TooLarge.class);
            assertThat(outcomes.subList(1, 3)).containsOnly(Outcome.NOT_ATTEMPTED);
            assertThat(outcomes.subList(3, 6)).containsOnly(Outcome.DELIVERED);
            assertThat(payloads(topic)).containsExactlyInAnyOrder("b1", "b2", "c");
        }
    }

    @Test
    void aRecordIsTooLargeForTheBrokerWithManyBehindIt() throws Exception {
        String topic = SharedKafkaBrokers.topic(1, Map.of("max.message.bytes", "20000"));
        try (KafkaSink sink = sink(Map.of("batch.size", "100", "linger.ms", "0"))) {
            // Now the broker knows the producer, and several records of a group may be in flight.
            assertThat(KafkaTestMessages.send(
                            sink, List.of(KafkaTestMessages.message("0", "a", topic, Payload.of("a0")))))
                    .containsOnly(Outcome.DELIVERED);
            List<Message> batch = withALargeOne(topic, 30_000);

            List<Outcome> outcomes = KafkaTestMessages.send(sink, batch);

            checkTooLarge(outcomes);
            assertThat(payloads(topic)).doesNotContain("a3", "a4").contains("a0", "a1", "b1", "b2", "c");
        }
    }

    @Test
    void aBatchOfRecordsIsTooLargeForTheBroker() throws Exception {
        String topic = SharedKafkaBrokers.topic(1, Map.of("max.message.bytes", "20000"));
        try (KafkaSink sink = sink(Map.of("linger.ms", "50"))) {
            KafkaTestMessages.send(sink, List.of(KafkaTestMessages.message("0", "a", topic, Payload.of("a0"))));
            List<Message> batch = IntStream.range(0, 12)
                    .mapToObj(i -> KafkaTestMessages.message("m" + i, "a", topic, KafkaTestMessages.random(5_000 + i)))
                    .toList();

            assertThat(KafkaTestMessages.send(sink, batch)).containsOnly(Outcome.DELIVERED);

            assertThat(SharedKafkaBrokers.read(kafka, topic).stream().map(record -> record.value().length))
                    .containsExactly(
                            2, 5_000, 5_001, 5_002, 5_003, 5_004, 5_005, 5_006, 5_007, 5_008, 5_009, 5_010, 5_011);
        }
    }

    /** The second message of group a is too large; groups b and c are valid. */
    private static List<Message> withALargeOne(String topic, int bytes) {
        return List.of(
                KafkaTestMessages.message("1", "a", topic, Payload.of("a1")),
                KafkaTestMessages.message("2", "a", topic, KafkaTestMessages.random(bytes)),
                KafkaTestMessages.message("3", "a", topic, Payload.of("a3")),
                KafkaTestMessages.message("4", "a", topic, Payload.of("a4")),
                KafkaTestMessages.message("5", "b", topic, Payload.of("b1")),
                KafkaTestMessages.message("6", "b", topic, Payload.of("b2")),
                KafkaTestMessages.message("7", null, topic, Payload.of("c")));
    }

    private static void checkTooLarge(List<Outcome> outcomes) {
        assertThat(outcomes.get(0)).isEqualTo(Outcome.DELIVERED);
        assertThat(outcomes.get(1)).isInstanceOf(Outcome.TooLarge.class);
        assertThat(outcomes.subList(2, 4)).containsOnly(Outcome.NOT_ATTEMPTED);
        assertThat(outcomes.subList(4, 7)).containsOnly(Outcome.DELIVERED);
    }

    private List<String> payloads(String topic) {
        return SharedKafkaBrokers.read(kafka, topic).stream()
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .toList();
    }
}
