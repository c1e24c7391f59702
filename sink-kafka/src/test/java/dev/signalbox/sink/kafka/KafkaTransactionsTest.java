package dev.signalbox.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink.TransactionalDestination.BeginResult;
import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink.TransactionalDestination.TransactionResult;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.kafka.KafkaClusterSettings.KafkaClients;
import dev.signalbox.sink.kafka.KafkaTransactions.TransactionSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions of a feed on a real broker. */
@Timeout(60)
class KafkaTransactionsTest {
    private final List<KafkaTransactions> opened = new ArrayList<>();
    private String topic = "";
    private String cursors = "";

    @BeforeEach
    void names() throws Exception {
        topic = SharedKafkaBrokers.topic(1, Map.of("max.message.bytes", "100000"));
        cursors = "cursors-of-" + topic;
    }

    @AfterEach
    void close() {
        opened.forEach(KafkaTransactions::close);
    }

    private KafkaTransactions transactions(Function<Map<String, Object>, Producer<byte[], byte[]>> factory) {
        return transactions("feed-of-" + topic, factory);
    }

    private KafkaTransactions transactions(String id, Function<Map<String, Object>, Producer<byte[], byte[]>> factory) {
        KafkaTransactions transactions = new KafkaTransactions(
                SharedKafkaBrokers.hasty(SharedKafkaBrokers.plain()).withClient(Map.of("max.block.ms", "5000")),
                KafkaSinkSettings.DEFAULTS,
                new TransactionSettings(id, cursors),
                Clock.SYSTEM,
                factory);
        opened.add(transactions);
        return transactions;
    }

    private KafkaTransactions transactions() {
        return transactions(KafkaProducer::new);
    }

    private List<Message> messages(String... ids) {
        return Stream.of(ids)
                .map(id -> KafkaTestMessages.of(id, "g-" + id.charAt(0), topic))
                .toList();
    }

    private static String begin(KafkaTransactions transactions) throws InterruptedException {
        BeginResult beginResult = transactions.begin();
        assertThat(beginResult).isInstanceOf(BeginResult.Begun.class);
        return checkpoint(beginResult).orElse("none");
    }

    private static Optional<String> checkpoint(BeginResult beginResult) {
        return beginResult instanceof BeginResult.Begun(Optional<byte[]> checkpoint)
                ? checkpoint.map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                : Optional.empty();
    }

    /** The checkpoint lists the ids of the included messages. */
    private static TransactionResult send(KafkaTransactions transactions, List<Message> batch)
            throws InterruptedException {
        return transactions.send(
                batch,
                going -> String.join(",", going.stream().map(Message::id).toList())
                        .getBytes(StandardCharsets.UTF_8));
    }

    private List<String> committed() {
        return SharedKafkaBrokers.committed(SharedKafkaBrokers.plain(), topic).stream()
                .map(record ->
                        new String(record.headers().lastHeader("messageId").value(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void eventsAndTheCheckpointAreCommittedTogether() throws Exception {
        KafkaTransactions transactions = transactions();
        assertThat(begin(transactions)).isEqualTo("none");

        assertThat(send(transactions, messages("a1", "b1", "a2")))
                .isEqualTo(
                        new TransactionResult.Known(List.of(Outcome.DELIVERED, Outcome.DELIVERED, Outcome.DELIVERED)));
        assertThat(send(transactions, messages("a3")))
                .isEqualTo(new TransactionResult.Known(List.of(Outcome.DELIVERED)));

        assertThat(begin(transactions())).isEqualTo("a3");
        assertThat(committed()).containsExactly("a1", "b1", "a2", "a3");
    }

    @Test
    void whoBeginsShutsOutTheOneBefore() throws Exception {
        KafkaTransactions zombie = transactions();
        begin(zombie);
        send(zombie, messages("a1"));
        KafkaTransactions successor = transactions();
        assertThat(begin(successor)).isEqualTo("a1");

        assertThat(send(zombie, messages("a2"))).isInstanceOf(TransactionResult.Unknown.class);

        assertThat(send(successor, messages("a3"))).isEqualTo(new TransactionResult.Known(List.of(Outcome.DELIVERED)));
        assertThat(committed()).containsExactly("a1", "a3");
        assertThat(begin(zombie)).as("shuts out the other one in turn").isEqualTo("a3");
        assertThat(send(successor, messages("a4"))).isInstanceOf(TransactionResult.Unknown.class);
    }

    @Test
    void feedsWithIdsOfTheirOwnNeitherFenceEachOtherNorShareACheckpoint() throws Exception {
        KafkaTransactions one = transactions("one-of-" + topic, KafkaProducer::new);
        KafkaTransactions other = transactions("other-of-" + topic, KafkaProducer::new);
        begin(one);
        begin(other);

        for (String number : List.of("1", "2")) {
            assertThat(send(one, messages("a" + number))).isInstanceOf(TransactionResult.Known.class);
            assertThat(send(other, messages("b" + number))).isInstanceOf(TransactionResult.Known.class);
        }

        assertThat(begin(one)).isEqualTo("a2");
        assertThat(begin(other)).isEqualTo("b2");
        assertThat(committed()).containsExactly("a1", "b1", "a2", "b2");
    }

    @ParameterizedTest(name = "committed: {0}")
    @ValueSource(booleans = {true, false})
    void theCheckpointSaysWhatBecameOfACommitWithoutAnAnswer(boolean committed) throws Exception {
        AtomicBoolean silent = new AtomicBoolean();
        KafkaTransactions transactions = transactions(settings -> new KafkaProducer<>(settings) {
            @Override
            public void commitTransaction() {
                if (!silent.get() || committed) {
                    super.commitTransaction();
                }
                if (silent.get()) {
                    throw new TimeoutException("no answer");
                }
            }
        });
        begin(transactions);
        send(transactions, messages("a1"));
        silent.set(true);
        assertThat(send(transactions, messages("a2"))).isInstanceOf(TransactionResult.Unknown.class);
        silent.set(false);

        assertThat(begin(transactions)).isEqualTo(committed ? "a2" : "a1");
        assertThat(committed()).isEqualTo(committed ? List.of("a1", "a2") : List.of("a1"));
    }

    @Test
    void aRefusedRecordSpoilsNothingForOtherGroups() throws Exception {
        KafkaTransactions transactions = transactions();
        begin(transactions);
        Message large = KafkaTestMessages.message("a2", "g-a", topic, KafkaTestMessages.random(200_000));
        List<Message> batch = List.of(
                messages("a1").getFirst(),
                large,
                messages("a3").getFirst(),
                messages("b1").getFirst());

        assertThat(send(transactions, batch)).isInstanceOfSatisfying(TransactionResult.Known.class, ending -> {
            assertThat(ending.outcomes().get(0)).isEqualTo(Outcome.DELIVERED);
            assertThat(ending.outcomes().get(1)).isInstanceOf(Outcome.TooLarge.class);
            assertThat(ending.outcomes().get(2)).isEqualTo(Outcome.NOT_ATTEMPTED);
            assertThat(ending.outcomes().get(3)).isEqualTo(Outcome.DELIVERED);
        });
        assertThat(committed()).containsExactly("a1", "b1");
        assertThat(begin(transactions())).isEqualTo("a1,b1");
    }

    @Test
    void aMissingTopicHoldsUpNoOtherGroup() throws Exception {
        KafkaTransactions transactions = transactions();
        begin(transactions);
        Message lost = KafkaTestMessages.message("x1", "g-x", "no-such-topic", Payload.of("{}"));

        assertThat(send(transactions, List.of(lost, messages("a1").getFirst())))
                .isInstanceOfSatisfying(TransactionResult.Known.class, ending -> {
                    assertThat(ending.outcomes().get(0)).isInstanceOf(Outcome.Postponed.class);
                    assertThat(ending.outcomes().get(1)).isEqualTo(Outcome.DELIVERED);
                });
        assertThat(committed()).containsExactly("a1");
    }

    @Test
    void aTopicThatForgetsCheckpointsIsRefused() throws Exception {
        SharedKafkaBrokers.plain().createTopic(cursors, 1, Map.of("cleanup.policy", "delete"));

        assertThat(transactions().begin())
                .isInstanceOfSatisfying(
                        BeginResult.Refused.class,
                        refused -> assertThat(refused.outcome().reason())
                                .contains(cursors, "cleanup.policy=delete", "set it to compact"));
    }

    @Test
    void aDeletedTopicIsMadeAgainAndHasNoCheckpoint() throws Exception {
        KafkaTransactions transactions = transactions();
        begin(transactions);
        send(transactions, messages("a1"));
        try (Admin admin = Admin.create(
                Map.<String, Object>copyOf(SharedKafkaBrokers.plain().clientSettings()))) {
            admin.deleteTopics(List.of(cursors)).all().get();
        }

        assertThat(begin(transactions)).isEqualTo("none");
        assertThat(send(transactions, messages("a2")))
                .isEqualTo(new TransactionResult.Known(List.of(Outcome.DELIVERED)));
        assertThat(begin(transactions())).isEqualTo("a2");
    }

    /** A read-committed consumer stops before the first open transaction, including those of other producers. */
    @Test
    void aCheckpointBehindTheOpenTransactionOfAnotherFeedIsFound() throws Exception {
        KafkaTransactions transactions = transactions();
        begin(transactions);
        send(transactions, messages("a1"));
        Map<String, Object> settings = new HashMap<>(KafkaClients.transactional(
                SharedKafkaBrokers.hasty(SharedKafkaBrokers.plain()).withClient(Map.of("max.block.ms", "5000")),
                "another-feed-of-" + topic));
        try (KafkaProducer<byte[], byte[]> other = new KafkaProducer<>(settings)) {
            other.initTransactions();
            other.beginTransaction();
            var _ = other.send(new ProducerRecord<>(cursors, 0, "other".getBytes(StandardCharsets.UTF_8), new byte[1]));
            other.flush();
            send(transactions, messages("a2"));
            Thread ending = Thread.ofVirtual().unstarted(other::abortTransaction);
            KafkaTransactions successor = transactions(producer -> {
                ending.start();
                return new KafkaProducer<>(producer);
            });

            assertThat(begin(successor)).isEqualTo("a2");
            ending.join();
        }
    }
}
