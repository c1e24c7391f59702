package dev.signalbox.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lifecycle of producers, and failures that a real broker cannot be made to cause. */
@Timeout(60)
class KafkaClusterTest {
    private final AtomicLong now = new AtomicLong(1_000);
    private final List<ControlledProducer> producers = new ArrayList<>();
    private final KafkaCluster cluster =
            new KafkaCluster(KafkaClusterSettings.of("puppet", "127.0.0.1:1"), now::get, settings -> {
                ControlledProducer producer = new ControlledProducer();
                producers.add(producer);
                return producer;
            });

    private KafkaSink sink() {
        return new KafkaSink(cluster, KafkaSinkSettings.DEFAULTS);
    }

    private static List<Message> batch(String... groups) {
        List<Message> batch = new ArrayList<>();
        for (String group : groups) {
            batch.add(KafkaTestMessages.of("m" + batch.size(), group, ControlledProducer.TOPIC));
        }
        return batch;
    }

    /** Sends in the background, so that the test can act as the broker. */
    private static FutureTask<List<Outcome>> begin(KafkaSink sink, List<Message> batch) {
        FutureTask<List<Outcome>> call = new FutureTask<>(() -> KafkaTestMessages.send(sink, batch));
        Thread.startVirtualThread(call);
        return call;
    }

    private static List<Outcome> result(FutureTask<List<Outcome>> call) throws Exception {
        return call.get(10, TimeUnit.SECONDS);
    }

    private ControlledProducer producer(int number) {
        await().pollInterval(Duration.ofMillis(2)).until(() -> producers.size() > number);
        return producers.get(number);
    }

    @Test
    void nothingIsHandedOverWhenTheWorkMayBeAnotherNodes() throws Exception {
        try (KafkaSink sink = sink()) {
            long lease = now.get() + 100;
            FutureTask<Answer> call = new FutureTask<>(() -> sink.send(batch("g", "g", "g"), lease));
            Thread.startVirtualThread(call);
            producer(0).awaitRecords(1);
            now.addAndGet(101);
            producer(0).answerNext();

            assertThat(KafkaTestMessages.outcomes(call.get(10, TimeUnit.SECONDS), batch("g", "g", "g")))
                    .containsExactly(Outcome.DELIVERED, Outcome.NOT_ATTEMPTED, Outcome.NOT_ATTEMPTED);
            assertThat(producer(0).keys()).hasSize(1);
            assertThat(KafkaTestMessages.outcomes(sink.send(batch("g"), lease), batch("g")))
                    .containsExactly(Outcome.NOT_ATTEMPTED);
            assertThat(producer(0).keys()).hasSize(1);
        }
    }

    @Test
    void whatANodeHasLostDoesNotLeaveAnyMore() throws Exception {
        try (KafkaSink sink = sink()) {
            FutureTask<List<Outcome>> lost = begin(sink, batch("g"));
            producer(0).awaitRecords(1);
            sink.abandon();

            assertThat(producer(0).closed()).isTrue();
            assertThat(result(lost)).noneMatch(Outcome.Delivered.class::isInstance);
            assertThat(producers).as("nothing is sent again").hasSize(1);

            FutureTask<List<Outcome>> later = begin(sink, batch("g"));
            producer(1).answerNext();
            assertThat(result(later)).containsOnly(Outcome.DELIVERED);
            sink.abandon();
            assertThat(producer(1).closed()).as("nothing was under way").isFalse();
        }
    }

    @Test
    void aProducerIsMadeOnFirstUseClosedWhenIdleAndMadeAgain() throws Exception {
        try (KafkaSink sink = sink()) {
            assertThat(producers).isEmpty();
            FutureTask<List<Outcome>> first = begin(sink, batch("g"));
            producer(0).answerNext();
            assertThat(result(first)).containsOnly(Outcome.DELIVERED);

            now.addAndGet(Duration.ofMinutes(5).toNanos() - 1);
            cluster.closeIfIdle();
            assertThat(cluster.isConnected()).isTrue();
            now.addAndGet(1);
            cluster.closeIfIdle();
            assertThat(cluster.isConnected()).isFalse();
            assertThat(producer(0).closed()).isTrue();

            FutureTask<List<Outcome>> second = begin(sink, batch("g"));
            producer(1).answerNext();
            assertThat(result(second)).containsOnly(Outcome.DELIVERED);
        }
        assertThat(producer(1).closed()).isTrue();
    }

    @Test
    void whatWasHandedOverLeavesAtOnceWithoutLingering() throws Exception {
        try (KafkaSink sink = sink()) {
            FutureTask<List<Outcome>> call = begin(sink, batch("g", "g", "h"));
            ControlledProducer producer = producer(0);
            // The first record of each group goes alone, since the broker does not know the producer; the rest follows.
            producer.awaitRecords(2);
            producer.awaitFlushes(1);
            producer.answerNext();
            producer.answerNext();
            producer.awaitRecords(3);
            producer.awaitFlushes(2);
            producer.answerNext();
            assertThat(result(call)).containsOnly(Outcome.DELIVERED);
        }
    }

    @Test
    void aProducerInUseIsNotIdle() throws Exception {
        try (KafkaSink sink = sink()) {
            FutureTask<List<Outcome>> call = begin(sink, batch("g"));
            producer(0).awaitRecords(1);
            now.addAndGet(Duration.ofMinutes(6).toNanos());

            cluster.closeIfIdle();

            assertThat(producer(0).closed()).isFalse();
            producer(0).answerNext();
            assertThat(result(call)).containsOnly(Outcome.DELIVERED);
        }
    }

    @Test
    void theLastSinkOfAClusterClosesItsProducer() throws Exception {
        KafkaSink one = sink();
        KafkaSink other = sink();
        FutureTask<List<Outcome>> call = begin(one, batch("g"));
        producer(0).answerNext();
        result(call);

        one.close();
        one.close();
        assertThat(producer(0).closed()).isFalse();
        FutureTask<List<Outcome>> left = begin(other, batch("g"));
        producer(0).awaitRecords(2);
        other.close();

        assertThat(producer(0).closed()).isTrue();
        assertThat(result(left).getFirst()).isInstanceOf(Outcome.Unknown.class);
        assertThat(other.send(batch("g"))).isInstanceOf(Answer.Whole.class);
    }

    @Test
    void onlyOneRecordOfAGroupGoesToAPartitionThatHasNotSeenTheProducer() throws Exception {
        try (KafkaSink sink = sink()) {
            FutureTask<List<Outcome>> call = begin(sink, batch("g", "g", "h", "g"));
            ControlledProducer producer = producer(0);
            producer.awaitRecords(2);
            assertThat(producer.keys()).containsExactly("g", "h");

            producer.answerNext();
            producer.answerNext();
            producer.awaitRecords(4);
            producer.answerNext();
            producer.answerNext();

            assertThat(result(call)).containsOnly(Outcome.DELIVERED);
        }
    }

    @Test
    void whatFollowsAFailureIsStoppedAndTheInnocentGoThroughAnotherProducer() throws Exception {
        try (KafkaSink sink = sink()) {
            prime(sink);
            FutureTask<List<Outcome>> call = begin(sink, batch("g", "g", "h"));
            ControlledProducer producer = producer(0);
            producer.awaitRecords(4);

            producer.failNext(new RecordTooLargeException("too large"));

            assertThat(producer.closed()).isTrue();
            producer(1).answerNext();
            List<Outcome> outcomes = result(call);
            assertThat(outcomes.get(0)).isInstanceOf(Outcome.TooLarge.class);
            assertThat(outcomes.get(1)).isEqualTo(Outcome.NOT_ATTEMPTED);
            assertThat(outcomes.get(2)).isEqualTo(Outcome.DELIVERED);
            assertThat(producer(1).keys()).containsExactly("h");
        }
    }

    @Test
    void aFailureWithNothingBehindItLeavesTheProducerAlone() throws Exception {
        try (KafkaSink sink = sink()) {
            prime(sink);
            FutureTask<List<Outcome>> call = begin(sink, batch("g", "h"));
            producer(0).awaitRecords(3);
            producer(0).failNext(new RecordTooLargeException("too large"));
            producer(0).answerNext();

            assertThat(result(call).get(0)).isInstanceOf(Outcome.TooLarge.class);
            assertThat(result(call).get(1)).isEqualTo(Outcome.DELIVERED);
            assertThat(producer(0).closed()).isFalse();
        }
    }

    @Test
    void aSequenceOutOfOrderIsUnknownAndEndsTheProducer() throws Exception {
        try (KafkaSink sink = sink()) {
            prime(sink);
            FutureTask<List<Outcome>> call = begin(sink, batch("g", "g"));
            producer(0).awaitRecords(3);
            producer(0).failNext(new OutOfOrderSequenceException("out of order"));

            assertThat(result(call)).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.Unknown.class));
            assertThat(producer(0).closed()).isTrue();
        }
    }

    @Test
    void aTimeOutWhileNothingIsDeliveredEndsTheProducer() throws Exception {
        try (KafkaSink sink = sink()) {
            prime(sink);
            now.incrementAndGet();
            FutureTask<List<Outcome>> call = begin(sink, batch("g", "h"));
            producer(0).awaitRecords(3);
            producer(0).failNext(new TimeoutException("expired"));

            assertThat(result(call)).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.Unknown.class));
            assertThat(producers).hasSize(1);
            assertThat(cluster.isConnected()).isFalse();
        }
    }

    @Test
    void aClusterThatRefusesUsIsUnavailable() throws Exception {
        try (KafkaSink sink = sink()) {
            FutureTask<List<Outcome>> call = begin(sink, batch("g"));
            producer(0).awaitRecords(1);
            producer(0).failNext(new ClusterAuthorizationException("no"));

            assertThat(result(call).getFirst()).isInstanceOf(Outcome.Unavailable.class);
            assertThat(cluster.isConnected()).isFalse();
        }
    }

    /** Makes the broker know the producer on the only partition. */
    private void prime(KafkaSink sink) throws Exception {
        FutureTask<List<Outcome>> call = begin(sink, batch("first"));
        producer(0).answerNext();
        assertThat(result(call)).containsOnly(Outcome.DELIVERED);
    }
}
