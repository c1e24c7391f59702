package dev.signalbox.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.kafka.LocalKafka;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How failures map to outcomes. */
@Timeout(60)
class KafkaSinkFailureTest {
    private static KafkaSink sink(KafkaClusterSettings settings) {
        return sink(settings, Clock.SYSTEM);
    }

    private static KafkaSink sink(KafkaClusterSettings settings, Clock clock) {
        return new KafkaSink(new KafkaCluster(settings, clock), KafkaSinkSettings.DEFAULTS);
    }

    @Test
    void aMissingTopicHoldsUpOnlyItsOwnMessagesAndIsNotAskedForEveryTime() throws Exception {
        String there = SharedKafkaBrokers.topic(1, Map.of());
        AtomicLong offset = new AtomicLong();
        Clock clock = () -> Clock.SYSTEM.nanos() + offset.get();
        try (KafkaSink sink = sink(SharedKafkaBrokers.hasty(SharedKafkaBrokers.plain()), clock)) {
            List<Message> batch = List.of(
                    KafkaTestMessages.of("1", "g", there),
                    KafkaTestMessages.of("2", "g", "topic-that-comes-later"),
                    KafkaTestMessages.of("3", "g", there),
                    KafkaTestMessages.of("4", "h", there));

            List<Outcome> first = KafkaTestMessages.send(sink, batch);

            assertThat(first.get(0)).isEqualTo(Outcome.DELIVERED);
            assertThat(first.get(1)).isInstanceOf(Outcome.Postponed.class);
            assertThat(first.get(1).reason()).contains("topic-that-comes-later");
            assertThat(first.get(2)).isEqualTo(Outcome.NOT_ATTEMPTED);
            assertThat(first.get(3)).isEqualTo(Outcome.DELIVERED);

            SharedKafkaBrokers.plain().createTopic("topic-that-comes-later", 1, Map.of());
            assertThat(KafkaTestMessages.send(sink, batch).get(1))
                    .as("it is remembered")
                    .isInstanceOf(Outcome.Postponed.class);
            offset.addAndGet(KafkaCluster.MISSING.toNanos());
            assertThat(KafkaTestMessages.send(sink, batch)).containsOnly(Outcome.DELIVERED);
        }
    }

    @Test
    void anInvalidRecordHurtsOnlyItself() throws Exception {
        String compacted = SharedKafkaBrokers.topic(1, Map.of("cleanup.policy", "compact"));
        try (KafkaSink sink =
                sink(SharedKafkaBrokers.hasty(SharedKafkaBrokers.plain()).withClient(Map.of("linger.ms", "50")))) {
            List<Message> batch = List.of(
                    KafkaTestMessages.of("1", "g", compacted),
                    KafkaTestMessages.of("without a key", null, compacted),
                    KafkaTestMessages.of("2", "g", compacted),
                    KafkaTestMessages.of("3", "h", compacted));

            List<Outcome> outcomes = KafkaTestMessages.send(sink, batch);

            assertThat(outcomes.get(0)).isEqualTo(Outcome.DELIVERED);
            assertThat(outcomes.get(1)).isInstanceOf(Outcome.Rejected.class);
            assertThat(outcomes.subList(2, 4)).containsOnly(Outcome.DELIVERED);
            assertThat(SharedKafkaBrokers.read(SharedKafkaBrokers.plain(), compacted))
                    .hasSize(3);
        }
    }

    @Test
    void aPasswordLetsInAndAWrongOneDoesNotAndIsNotShown() throws Exception {
        LocalKafka kafka = SharedKafkaBrokers.secured();
        KafkaClusterSettings right = SharedKafkaBrokers.hasty(kafka);
        String jaas = right.client().getOrDefault("sasl.jaas.config", "");
        KafkaClusterSettings wrong =
                right.withClient(Map.of("sasl.jaas.config", jaas.replace(SharedKafkaBrokers.PASSWORD, "wrong-horse")));
        List<Message> batch = List.of(
                KafkaTestMessages.of("1", "g", "secured-topic"), KafkaTestMessages.of("2", "g", "secured-topic"));

        try (KafkaSink sink = sink(wrong)) {
            // A broker that is busy starting may refuse the password only after the time of the first calls.
            await().untilAsserted(() -> {
                Outcome outcome = KafkaTestMessages.send(sink, batch).getFirst();
                assertThat(outcome).isInstanceOf(Outcome.Unavailable.class);
                assertThat(outcome.reason()).contains("uthentication").doesNotContain("wrong-horse");
            });
        }
        try (KafkaSink sink = sink(right)) {
            // The topic is created on first use, which may take longer than a call waits.
            await().until(() -> sink.send(batch).equals(Answer.DELIVERED));
        }
        assertThat(wrong.toString()).contains("sasl.jaas.config=***").doesNotContain("wrong-horse");
    }

    @Test
    void aDeadClusterDoesNotTouchAnother() throws Exception {
        String topic = SharedKafkaBrokers.topic(1, Map.of());
        KafkaClusterSettings dead =
                KafkaClusterSettings.of("dead", "127.0.0.1:" + freePort()).withClient(Map.of("max.block.ms", "700"));
        try (KafkaSink away = sink(dead);
                KafkaSink there = sink(SharedKafkaBrokers.hasty(SharedKafkaBrokers.plain()))) {
            FutureTask<List<Outcome>> waiting = new FutureTask<>(
                    () -> KafkaTestMessages.send(away, List.of(KafkaTestMessages.of("1", "g", topic))));
            Thread.startVirtualThread(waiting);

            assertThat(there.send(List.of(KafkaTestMessages.of("1", "g", topic))))
                    .isEqualTo(Answer.DELIVERED);

            List<Outcome> outcomes = waiting.get(10, TimeUnit.SECONDS);
            assertThat(outcomes.getFirst()).isInstanceOf(Outcome.Unavailable.class);
            assertThat(outcomes.getFirst().reason()).contains("cluster dead");
        }
    }

    @Test
    void anInterruptEndsACallThatWaitsForItsTopic() throws Exception {
        KafkaClusterSettings dead =
                KafkaClusterSettings.of("dead", "127.0.0.1:" + freePort()).withClient(Map.of("max.block.ms", "60000"));
        try (KafkaSink sink = sink(dead)) {
            FutureTask<Answer> call = new FutureTask<>(() -> sink.send(List.of(KafkaTestMessages.of("1", "g", "t"))));
            Thread thread = Thread.startVirtualThread(call);
            await().until(() -> thread.getState() == Thread.State.WAITING);

            thread.interrupt();

            assertThatThrownBy(() -> call.get(5, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InterruptedException.class);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
